// The coach's texts. Only those who ask the coach load them.

import type { JudgedBy } from "../protocol";

const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`);
const afterEach = (turns: number) => (turns === 1 ? "after the only turn" : `after each of ${turns} turns`);

export const coach = {
  thinking: "The coach is looking at the game…",
  progress: (done: number, of: number) => `Turn ${done} of ${of}`,
  done: "The coach has looked at every turn.",
  nothing: "Nobody made a move, so there is nothing to say.",
  unavailable: "The coach has too much to do, or the server cannot be reached.",
  brokeOff: "The coach broke off before the last turn.",
  sums: "All in all",
  sum: (luck: string, lost: string) => `luck ${luck}, lost ${lost}`,
  inTurns: (turns: number) => `in ${count(turns, "turn", "turns")}`,
  missedBingos: (many: number) => count(many, "missed bingo", "missed bingos"),
  phoniesStood: (many: number) => count(many, "phony that stood", "phonies that stood"),
  phoniesCaught: (many: number) => count(many, "phony challenged off", "phonies challenged off"),
  lostGraph: "Points lost, added up",
  lostGraphText: (turns: number) => `What every player had lost against the best moves ${afterEach(turns)}.`,
  luckGraph: "Luck of the draw, added up",
  luckGraphText: (turns: number) => `How lucky every player had been with the tiles ${afterEach(turns)}.`,
  graphFlat: "Nothing to draw here.",
  turns: "Every turn",
  whose: "Whose turns",
  everybody: "Everybody's",
  swap: (tiles: string) => `swap ${tiles}`,
  pass: "pass",
  worth: "Worth",
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
  made: "made",
  missedBingo: "Missed bingo",
  phonyStood: (words: string) => `Phony that stood: ${words}`,
  phonyCaught: (words: string) => `Phony, challenged off: ${words}`,
  show: (turn: number) => `Show turn ${turn} on the board`,
  showShort: "Board",
  judgedBy: {
    equity: "",
    lookingAhead: "looking ahead to the end",
    exactly: "exact to the end",
  } satisfies Record<JudgedBy, string>,
  how: "How the coach counts",
  howWorth:
    "A move is worth what it scores and what the tiles that stay on the rack are good for in the turns to come. What is lost is what the best move would have been worth more.",
  howEnd:
    "Once the bag is empty and two players are left, everything is known: a move is then worth the points by which its player does better than the other to the end of the game.",
  howLuck:
    "Luck is how much more the best move was worth than the best move with tiles drawn anew, on average. What was kept on purpose is no luck.",
  howBingo:
    "A bingo counts as missed if all seven tiles could be laid and that was worth more than what was played.",
};
