// The texts of the menu, the lobby and the settings.

import type {
  BeginnerRule,
  ClockKind,
  JoiningRule,
  LookUpRule,
  PresetName,
  ScorelessEndKind,
  VerdictRule,
  WatchingRule,
  WordsRule,
} from "../protocol";

type PresetChoice = Exclude<PresetName, "daily">;

const seconds = (count: number) => (count === 1 ? "1 second" : `${count} seconds`);
const tiles = (count: number) => (count === 1 ? "1 tile" : `${count} tiles`);
const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);
const hours = (count: number) => {
  if (count % 24 !== 0) return count === 1 ? "1 hour" : `${count} hours`;
  return count === 24 ? "1 day" : `${count / 24} days`;
};

export const menu = {
  tagline: "A crossword-tile game for the people you like.",
  story: "“Dord” stood in a great dictionary for years, because nobody challenged it.",
  bestWith: "Best viewed with friends",
  yourName: "Your name",
  defaultName: "Player",
  nameHint: "1 to 20 letters or digits, with single spaces, hyphens, apostrophes or dots between.",
  playAlone: "On your own",
  playTogether: "Together",
  daily: "Today's puzzle",
  dailyHint: "Five turns, the same tiles for everybody.",
  dailyState: {
    new: "not begun",
    begun: (turn: number) => `turn ${turn} of 5`,
    done: (score: number) => `done: ${score === 1 ? "1 point" : `${score} points`}`,
  },
  practise: "Practise against the computer",
  practiseHint: "One click, and you hold a rack.",
  level: "Level",
  levels: ["Beginner", "Easy", "Fair", "Strong", "Expert"],
  wordsIn: "Words in",
  createGame: "Create Game",
  createHint: "You get a code and a link to share.",
  joinGame: "Join Game",
  codeToJoin: "Code of the table, or its link",
  codeHint: "A code has four letters.",
  continue: "Continue",
  justNow: "just now",
  olderSeats: (count: number) => (count === 1 ? "1 older table" : `${count} older tables`),
  settings: "Settings",
  reference: "For developers",
  kindOfGame: "Kind of game",
  presetName: {
    social: "Social",
    classic: "Classic",
    validated: "Validated",
    open: "Open",
  } satisfies Record<PresetChoice, string>,
  presetText: {
    social: "Anything goes. Whoever doubts a word challenges it, and you decide together.",
    classic: "Anything goes. A challenge asks the dictionary, and it is drawn who begins.",
    validated: "Every word is checked before it is played, and the table stays for two weeks.",
    open: "Every word is checked before it is played, and whoever is away for a minute is out.",
  } satisfies Record<PresetChoice, string>,
  moreRules: "More rules",
  changedRules: (count: number) => (count === 1 ? "1 changed" : `${count} changed`),
  tooOften: (count: number) => `That was too often from your address. Try again in ${minutes(count)}.`,
  wholeNumber: (min: number, max: number) => `a whole number from ${min} to ${max}`,
  rulesRefused: "These rules will not do.",
  endless: "Something must end the game: let passes do it",
  field: {
    maxPlayers: "Players at most",
    words: "Words",
    verdict: "Who decides a challenge",
    challengeWindow: "Seconds to challenge",
    lookUp: "Looking words up",
    beginner: "Who begins",
    clock: "Clock",
    secondsATurn: "Seconds a turn",
    minutesAPlayer: "Minutes a player",
    increment: "Seconds added a turn",
    watching: "Who may watch",
    joining: "Who may join",
    tileTracker: "Count the unseen tiles",
    goingOutEarns: "Going out earns the others' tiles",
    exchangeNeeds: "Swapping needs in the bag",
    scorelessEnd: "The game ends after",
    scorelessCount: "How many in a row",
    removedAfter: "Whoever is away",
    removedSeconds: "Seconds until they are out",
    expiresAfter: "Hours until an idle table closes",
  },
  option: {
    words: {
      checked: "Checked before the play",
      challenge: "Anything goes",
    } satisfies Record<WordsRule, string>,
    verdict: {
      anyone: "Anyone at the table",
      vote: "A vote of the others",
      dictionary: "The dictionary",
    } satisfies Record<VerdictRule, string>,
    lookUp: { always: "At any time", afterTheEnd: "After the end", never: "Never" } satisfies Record<
      LookUpRule,
      string
    >,
    beginner: {
      host: "The host",
      joinOrder: "Whoever came first",
      drawn: "It is drawn, nearest to A",
    } satisfies Record<BeginnerRule, string>,
    clock: {
      none: "None",
      soft: "A turn, and it only nags",
      turn: "A turn, then it passes",
      game: "The whole game",
    } satisfies Record<ClockKind, string>,
    watching: { anyone: "Anyone with the code", byLink: "Whoever has the link" } satisfies Record<
      WatchingRule,
      string
    >,
    joining: { anyone: "Anyone with the code", hostAdmits: "Whoever the host lets in" } satisfies Record<
      JoiningRule,
      string
    >,
    exchangeNeeds: (count: number | "asManyAsSwapped") =>
      count === "asManyAsSwapped" ? "As many tiles as are swapped" : tiles(count),
    scorelessEnd: {
      everyPlayerPassed: "A pass by everybody",
      passes: "Passes in a row",
      passesOrExchanges: "Passes or swaps in a row",
      never: "Never by passing",
    } satisfies Record<ScorelessEndKind, string>,
    absence: { kept: "Keeps the seat", removed: "Is out after a while" },
  },
};

export const lobby = {
  joinTitle: (roomCode: string) => `Join table ${roomCode}`,
  join: "Join",
  watchInstead: "Watch instead",
  watchNeedsLink:
    "This table can be watched only with its link. Ask the host for it: in the game it is under More, Invite to watch.",
  ticketTitle: "Play on this device",
  ticketText: "The seat moves here, and the other device lets go of it.",
  takeSeat: "Take this seat here",
  askingHost: "The host is asked whether you may join…",
  shareThisCode: "Share this code:",
  link: "Link to this table",
  copyLink: "Copy link",
  copied: "Copied",
  copyByHand: "Select the link and copy it.",
  share: "Share…",
  qrLabel: (roomCode: string) => `QR code of the link to table ${roomCode}`,
  onlyThisDevice:
    "This link leads to this computer itself. For other devices, open the page by the address of this computer.",
  players: "Players",
  host: "host",
  keptFor: (name: string) => `Kept for ${name}`,
  keptUntil: "Whoever has not come by the start is left out.",
  freeSeat: "Free seat",
  waiting: (count: number, max: number) => `Waiting for players... (${count}/${max})`,
  full: (count: number, max: number) => `Everybody is here (${count}/${max})`,
  canJoin: (max: number) => (max <= 2 ? "2 players can join" : `2-${max} players can join`),
  startGame: "Start Game",
  startFailed: (names: ReadonlyArray<string>) =>
    `The game did not start: no answer from ${names.join(", ")}. Start again, or remove them first.`,
  hostStarts: (name: string) => `${name} starts the game.`,
  addComputer: "Add computer",
  remove: (name: string) => `Remove ${name}`,
  requests: "Somebody wants to join",
  admit: (name: string) => `Let ${name} in`,
  refuse: (name: string) => `Turn ${name} away`,
  admitShort: "Let in",
  refuseShort: "Turn away",
  left: (name: string) => `${name} has left.`,
  watching: "You are watching. The game begins when the host starts it.",
  rules: "Rules of this table",
  allRules: "All rules",
  rule: {
    upTo: (max: number) => (max === 1 ? "1 player" : max === 2 ? "2 players" : `up to ${max} players`),
    checked: "Every word is checked before it is played.",
    challenge: (verdict: VerdictRule, count: number) => {
      const judge = {
        anyone: "anyone at the table decides",
        vote: "the others vote",
        dictionary: "the dictionary decides",
      };
      return `Any word may be played and challenged within ${seconds(count)}; ${judge[verdict]}.`;
    },
    lookUp: {
      always: "Words can be looked up at any time.",
      afterTheEnd: "Words can be looked up after the end.",
      never: "Words cannot be looked up.",
    } satisfies Record<LookUpRule, string>,
    beginner: {
      host: "The host begins.",
      joinOrder: "Whoever came first begins.",
      drawn: "It is drawn who begins.",
    } satisfies Record<BeginnerRule, string>,
    noClock: "No clock.",
    softClock: (count: number) => `A turn should take ${seconds(count)}; nothing happens after that.`,
    turnClock: (count: number) => `A turn takes ${seconds(count)}, then it passes.`,
    gameClock: (each: number, added: number) =>
      added > 0
        ? `Each player has ${minutes(each)}, and ${seconds(added)} more for every turn.`
        : `Each player has ${minutes(each)}.`,
    exchange: (needs: number | "asManyAsSwapped") =>
      needs === "asManyAsSwapped" || needs === 0
        ? "Swapping needs as many tiles in the bag as you swap."
        : `Swapping needs ${tiles(needs)} in the bag.`,
    scorelessEnd: (kind: ScorelessEndKind, count: number) =>
      ({
        everyPlayerPassed: "The game ends when everybody passes in a row.",
        passes: count === 1 ? "The game ends after a pass." : `The game ends after ${count} passes in a row.`,
        passesOrExchanges:
          count === 1
            ? "The game ends after a pass or a swap."
            : `The game ends after ${count} passes or swaps in a row.`,
        never: "Passing does not end the game.",
      })[kind],
    goingOut: (earns: boolean): string =>
      earns
        ? "Whoever goes out earns the others' tiles."
        : "At the end each player only loses their own tiles.",
    absence: (after: number | null) =>
      after === null
        ? "The seat of a player who is away is kept."
        : `Whoever is away for ${seconds(after)} is out.`,
    expires: (after: number) => `The table closes after ${hours(after)} without an action.`,
    watching: {
      anyone: "Anyone with the code can watch.",
      byLink: "Watching needs the link.",
    } satisfies Record<WatchingRule, string>,
    joining: {
      anyone: "Anyone with the code can join.",
      hostAdmits: "The host is asked before somebody joins.",
    } satisfies Record<JoiningRule, string>,
    tracker: (counts: boolean): string =>
      counts ? "Unseen tiles are counted." : "Unseen tiles are not counted.",
  },
};

export const settings = {
  title: "Settings",
  theme: "Look",
  themes: { retro: "Retro", parlour: "Parlour" },
  brightness: "Brightness",
  brightnesses: { system: "Automatic", light: "Light", dark: "Dark" },
  language: "Language",
  sound: "Sounds",
  notifications: "Tell me when it is my turn, even when the page is in the background",
  notificationsBlocked: "Your browser blocks notifications from this page.",
  motion: "Keep still: no animations",
  keys: "Keys",
  keySets: { dord: "Dord", woogles: "Woogles" },
  key: {
    lay: "lay a tile at the cursor",
    layBlank: "lay a blank as that letter",
    move: "move the cursor",
    turn: "turn the direction",
    takeBack: "take the last tile back",
    recall: "take all tiles back",
    play: "play the word",
    shuffle: "shuffle the rack",
    swap: "swap tiles",
    pass: "pass",
    challenge: "challenge",
    lookUp: "look up a word",
  },
  letter: "letter",
  arrows: "arrows",
};
