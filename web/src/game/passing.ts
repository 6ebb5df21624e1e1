// What the page says before a player passes.

import type { Texts } from "../i18n/index.svelte";
import type { GameState, LogLine, TableRules } from "../protocol";
import { playerOf, type TableModel } from "../table/model";

/** What a pass would do: end the game, bring it closer, or neither. */
export type PassEffect =
  { kind: "endsGame" } | { kind: "counts"; number: number; of: number } | { kind: "none" };

/** The sentences of the dialog. */
export function passTexts(model: TableModel, t: Texts["game"]): string[] {
  const game = model.game!;
  const effect = passEffect(model.rules, game, stillIn(model));
  if (effect.kind === "endsGame") return [t.passEndsGame];
  const next = playerOf(model, game.nextPlayerId)?.name ?? "";
  return [
    game.nextPlayerId === game.currentPlayerId ? t.passText : t.passTextNext(next),
    ...(effect.kind === "counts" ? [t.passCounts(effect.number, effect.of)] : []),
  ];
}

function stillIn(model: TableModel): string[] {
  return model.players.filter(({ departure }) => departure === undefined).map(({ id }) => id);
}

/** The effect of a pass by the player to move, from the server's count and log. */
export function passEffect(
  { scorelessEnd }: Pick<TableRules, "scorelessEnd">,
  {
    consecutivePasses,
    currentPlayerId,
    log,
  }: Pick<GameState, "consecutivePasses" | "currentPlayerId" | "log">,
  players: ReadonlyArray<string>,
): PassEffect {
  switch (scorelessEnd.kind) {
    case "never":
      return { kind: "none" };
    case "everyPlayerPassed": {
      const passed = new Set([...passedInARow(log), currentPlayerId]);
      return { kind: players.every((id) => passed.has(id)) ? "endsGame" : "none" };
    }
    case "passes":
    case "passesOrExchanges": {
      const [number, of] = [consecutivePasses + 1, scorelessEnd.count ?? 0];
      return number >= of ? { kind: "endsGame" } : { kind: "counts", number, of };
    }
  }
}

/** The players who passed since the last word or swap. Lost turns and plays that were taken back do not count. */
function passedInARow(log: ReadonlyArray<LogLine>): string[] {
  const isReset = ({ deed }: LogLine) =>
    deed.kind === "exchanged" || (deed.kind === "played" && deed.fate !== "takenBack");
  const since = log.slice(log.findLastIndex(isReset) + 1);
  return since.filter(({ deed }) => deed.kind === "passed").map(({ playerId }) => playerId);
}
