// The texts of "How to play" and of the tutorial. Loaded on demand.

const tiles = (count: number) => (count === 1 ? "1 tile" : `${count} tiles`);
const points = (score: number) => (score === 1 ? "1 point" : `${score} points`);

/** An example word with the points of its letters, as in the tile set of the language. */
export type ExampleWord = ReadonlyArray<readonly [letter: string, points: number]>;

const example: { language: string; across: ExampleWord; down: ExampleWord; exchange: ExampleWord } = {
  language: "en",
  across: [
    ["C", 3],
    ["A", 1],
    ["T", 1],
  ],
  // Crosses the last letter of the word across.
  down: [
    ["T", 1],
    ["E", 1],
    ["A", 1],
  ],
  exchange: [
    ["V", 4],
    ["U", 1],
    ["V", 4],
  ],
};

export const learn = {
  example,
  title: "How to play",
  ofThisTable: "These are the rules of your table.",
  daily: "Today's puzzle",
  start: "Learn by playing",
  startHint: "A guided first game against the computer. You can leave it at any time.",
  section: {
    goal: "The goal",
    lay: "Laying a word",
    score: "Points",
    blank: "Blanks",
    words: "Which words count",
    turn: "Your turn",
    end: "The end",
    table: "This table",
  },
  goal: "Lay words on the board, crossword style. The player with the most points wins.",
  goalAlone: (turns: number) =>
    `Score as many points as you can in ${turns === 1 ? "one turn" : `${turns} turns`}. Everyone gets the same tiles.`,
  rack: "You always have seven tiles, as long as the bag has enough.",
  first: "The first word covers the star and has at least two letters.",
  connect: "Every later word touches tiles on the board. All letters that meet must form words.",
  oneLine: "Lay tiles in one line, across or down.",
  letters: "Each tile has its points in the corner; a word scores the sum.",
  premiums: "Coloured squares count once, for the tiles laid on them in that turn:",
  premium: {
    DL: "the letter counts twice",
    TL: "the letter counts three times",
    DW: "the word counts twice",
    TW: "the word counts three times",
  },
  bonus: "Laying all seven tiles at once is a bingo and earns 50 extra points.",
  everyWord: "Every new word of the play scores, not only the longest.",
  blank: "A blank can be any letter. It scores nothing and keeps its letter on the board.",
  turnChoice: "Lay a word, swap tiles or pass.",
  turnChoiceAlone: "A turn is a word or a swap.",
  swap: "A swap puts tiles back into the bag for new ones and takes your turn.",
  challengeCost:
    "If a challenged word is valid, the challenger loses a turn. If not, the play is taken back.",
  goingOut: "The game ends when the bag is empty and a player has laid the last tile.",
  tilesLeft: "Tiles left on a rack are deducted from its player's score.",
  turnsEnd: (turns: number) => `The game ends after ${turns === 1 ? "one turn" : `${turns} turns`}.`,
  dailyCost: "A rejected word costs nothing, and nothing is deducted at the end.",
  picture: {
    star: "The star in the middle of the empty board.",
    lay: "A word of three tiles laid across the star.",
    connect: "A second word goes down through the last letter of the first.",
    blank: "A blank tile becomes a letter without points.",
    swap: "Three tiles go back into the bag.",
    challenge: "A word with a question mark.",
    end: "An empty rack and an empty bag.",
  },
  word: {
    title: "Word",
    titleMany: "Words",
    looking: "Looking it up…",
    unknown: "It could not be looked up.",
    notAllowed: "Words cannot be looked up at this table now.",
    checked: "It was checked when it was played.",
    noWord: "There is no word of two letters here.",
    played: (name: string, score: number, turn: number) =>
      `${name} played it for ${points(score)} in turn ${turn}.`,
    wholePlay: (score: number) => `The whole play earned ${points(score)}.`,
  },
  tutorial: {
    label: "Tutorial",
    step: (step: number, of: number) => `Step ${step} of ${of}`,
    next: "Next",
    skip: "Skip",
    leave: "Leave the tutorial",
    finish: "Finish",
    howToPlay: "All rules",
    wait: "Wait for the computer to play.",
    laySelect: {
      title: "Pick up a tile",
      text: "Tap a tile on your rack, then a square of the board. Or drag it. Begin on or next to the star in the middle.",
    },
    layWord: {
      title: "Make a word",
      text: "Add tiles in one line until they spell a word that covers the star. The number at the word shows what it would score.",
    },
    layPlay: {
      title: "Play it",
      text: (score: number) =>
        `These tiles can be played for ${points(score)}. If it is a word you know, press “Play word”.`,
    },
    premium: {
      title: "Coloured squares",
      text: (word: string, score: number) =>
        `${word} earned ${points(score)}. The first word lies on the star, which doubles it. Watch the other coloured squares: DL and TL multiply a letter, DW and TW the whole word, once, for the player who covers them.`,
      general:
        "Coloured squares pay more: DL and TL multiply a letter, DW and TW the whole word, once, for the player who covers them.",
    },
    refused: {
      title: "Taken back",
      text: (word: string) =>
        `${word} is not in the word list: the computer challenged it and your tiles came back. That is part of the game. Try another word.`,
    },
    connect: {
      title: "Connect your word",
      text: "Your next word must touch tiles on the board. Cross a word, extend it, or lay one alongside. Everything that touches must be words too.",
    },
    blank: {
      title: "Blanks",
      text: "Two tiles have no letter. A blank can be any letter you choose, scores nothing, and is the key to long words. You will draw one sooner or later.",
      own: "You have a blank: the empty tile. Lay it like any other and choose its letter. It scores nothing. Use it now, or keep it for a long word.",
    },
    swap: {
      title: "Swap tiles",
      text: "A rack full of awkward letters? Swap puts tiles back into the bag for new ones. It takes your turn. Try it with the letters you like least.",
      done: (count: number) => `You swapped ${tiles(count)}.`,
    },
    challenge: {
      title: "Challenge a word",
      wait: "Wait for the computer to play a word.",
      text: (word: string) =>
        `The computer played ${word}. At this table any word can be laid. In doubt, tap the word on the board to look it up, or challenge it: an invalid play is taken back, but if it is valid, you lose a turn. Otherwise say that it looks good.`,
    },
    done: {
      title: "You know the game!",
      text: "Play on, or leave whenever you like. How to play, under More, has all rules of this table.",
    },
  },
};
