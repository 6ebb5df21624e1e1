// The coach's texts. Loaded only when the coach is opened.

import type { JudgedBy } from "../protocol";

const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`);
const afterEach = (turns: number) => (turns === 1 ? "after the only turn" : `after each of ${turns} turns`);

export const coach = {
  thinking: "The coach is reviewing the game…",
  progress: (done: number, of: number) => `Turn ${done} of ${of}`,
  done: "The coach has reviewed every turn.",
  nothing: "No moves were played, so there is nothing to review.",
  unavailable: "The coach is busy or the server can't be reached. Try again in a moment.",
  interrupted: "The review stopped before the last turn.",
  sums: "Summary",
  sum: (luck: string, lost: string) => `luck ${luck}, lost ${lost}`,
  inTurns: (turns: number) => `in ${count(turns, "turn", "turns")}`,
  missedBingos: (many: number) => count(many, "missed bingo", "missed bingos"),
  phoniesStood: (many: number) => count(many, "phony that stood", "phonies that stood"),
  phoniesCaught: (many: number) => count(many, "phony challenged off", "phonies challenged off"),
  lostGraph: "Points lost (cumulative)",
  lostGraphText: (turns: number) =>
    `Points each player had lost compared with the best moves, ${afterEach(turns)}.`,
  luckGraph: "Luck of the draw (cumulative)",
  luckGraphText: (turns: number) => `How lucky each player's draws had been, ${afterEach(turns)}.`,
  graphFlat: "Nothing to show.",
  turns: "Every turn",
  player: "Player",
  allPlayers: "All players",
  swap: (tiles: string) => `swap ${tiles}`,
  pass: "pass",
  worth: "Value",
  lost: "Lost",
  luck: "Luck",
  lostNothing: "nothing",
  better: (many: number) => count(many, "better move", "better moves"),
  betterAtLeast: (many: number) => `${count(many, "better move", "better moves")} or more`,
  others: "Other moves",
  move: "Move",
  score: "Points",
  keeps: "Keeps",
  keepsNothing: "nothing",
  made: "played",
  missedBingo: "Missed bingo",
  phonyStood: (words: string) => `Phony that stood: ${words}`,
  phonyCaught: (words: string) => `Phony, challenged off: ${words}`,
  show: (turn: number) => `Show turn ${turn} on the board`,
  showMove: "Show this move on the board",
  tapHint: "Tap a move to see it on the board.",
  shows: (turn: number) => `The board shows turn ${turn}.`,
  judgedBy: {
    equity: "",
    lookingAhead: "looking ahead to the end",
    exactly: "exact to the end",
  } satisfies Record<JudgedBy, string>,
  how: "How the coach values moves",
  howWorth:
    "A move's value is its score plus the expected value of the tiles it leaves on the rack. Lost: the best move's value minus the value of the move played.",
  howEnd:
    "Once the bag is empty and two players are left, all tiles are known. A move's value is then the number of points its player gains on the opponent by the end of the game.",
  howLuck:
    "Luck is the best move's value minus the average value of the best move with other draws. Tiles kept on the rack are not luck.",
  howBingo:
    "A bingo counts as missed if all seven tiles could be played and that was worth more than the move played.",
};
