// What the page says before a player passes.

import type { Texts } from "../i18n/index.svelte";
import type { GameState, TableRules } from "../protocol";
import { playerOf, type TableModel } from "../table/model";

/** What a pass would do: end the game, bring it closer, or neither. */
export type PassEffect =
  { kind: "endsGame" } | { kind: "counts"; number: number; of: number } | { kind: "none" };

/** The sentences of the dialog. */
export function passTexts(model: TableModel, t: Texts["game"]): string[] {
  const game = model.game!;
  const effect = passEffect(model.rules, game);
  if (effect.kind === "endsGame") return [t.passEndsGame];
  const next = playerOf(model, game.nextPlayerId)?.name ?? "";
  return [
    game.nextPlayerId === game.currentPlayerId ? t.passText : t.passTextNext(next),
    ...(effect.kind === "counts" ? [t.passCounts(effect.number, effect.of)] : []),
  ];
}

/** The effect of a pass by the player to move. Whether it ends the game, the server says. */
export function passEffect(
  { scorelessEnd: { count } }: Pick<TableRules, "scorelessEnd">,
  { consecutivePasses, passEndsGame }: Pick<GameState, "consecutivePasses" | "passEndsGame">,
): PassEffect {
  if (passEndsGame) return { kind: "endsGame" };
  return count === undefined
    ? { kind: "none" }
    : { kind: "counts", number: consecutivePasses + 1, of: count };
}
