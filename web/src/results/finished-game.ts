// A finished game for the results pages, from the table or from its record.

import type { GameEnded, GameRecord, LogLine, TableRules, TileKind } from "../protocol";
import type { TableModel } from "../table/model";

export type FinishedPlayer = { readonly id: string; readonly name: string; readonly botLevel?: number };

export type FinishedGame = {
  readonly gameId: string;
  readonly rules: TableRules;
  readonly tileSet: ReadonlyArray<TileKind>;
  /** All players in join order, which is also the order of colours. */
  readonly players: ReadonlyArray<FinishedPlayer>;
  readonly log: ReadonlyArray<LogLine>;
  readonly outcome: GameEnded;
};

/** The finished game of a table; null while it is running. */
export function finishedTable(model: TableModel): FinishedGame | null {
  const { gameId, rules, tileSet, players, game, outcome } = model;
  return outcome && { gameId, rules, tileSet, players, log: game?.log ?? [], outcome };
}

export function finishedRecord(record: GameRecord): FinishedGame {
  const { id, rules, tileSet, players, moves, outcome } = record;
  return { gameId: id, rules, tileSet, players, log: moves, outcome };
}
