// A finished game as the pages after it show it, whether it is known from the table or from its record.

import type { GameEnded, GameRecord, LogLine, TableRules, TileKind } from "../protocol";
import type { TableModel } from "../table/model";

export type FinishedPlayer = { readonly id: string; readonly name: string; readonly botLevel?: number };

export type FinishedGame = {
  readonly gameId: string;
  readonly rules: TableRules;
  readonly tileSet: ReadonlyArray<TileKind>;
  /** Everybody, in the order in which they came: the order of colours, too. */
  readonly players: ReadonlyArray<FinishedPlayer>;
  readonly log: ReadonlyArray<LogLine>;
  readonly outcome: GameEnded;
};

/** The game of a table, once it is over. */
export function finishedTable(model: TableModel): FinishedGame | null {
  const { gameId, rules, tileSet, players, game, outcome } = model;
  return outcome && { gameId, rules, tileSet, players, log: game?.log ?? [], outcome };
}

export function finishedRecord(record: GameRecord): FinishedGame {
  const { id, rules, tileSet, players, moves, outcome } = record;
  return { gameId: id, rules, tileSet, players, log: moves, outcome };
}
