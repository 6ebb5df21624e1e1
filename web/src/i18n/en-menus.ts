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

const seconds = (count: number) => {
  if (count === 86_400) return "1 day";
  return count === 1 ? "1 second" : `${count} seconds`;
};
const tiles = (count: number) => (count === 1 ? "1 tile" : `${count} tiles`);
const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);
const hours = (count: number) => {
  if (count % 24 !== 0) return count === 1 ? "1 hour" : `${count} hours`;
  return count === 24 ? "1 day" : `${count / 24} days`;
};

export const menu = {
  newHere: "New here?",
  learn: "Learn in two minutes",
  howToPlay: "How to play",
  tagline: "A crossword-tile game for the people you like.",
  story: "“Dord” stayed in a major dictionary for years because no one challenged it.",
  bestWith: "Best viewed with friends",
  look: { retro: "Retro look", parlour: "Parlour look" },
  playNow: "Play now",
  yourName: "Your name",
  defaultName: "Player",
  nameHint: "1 to 20 letters or digits, with single spaces, hyphens, apostrophes or dots between.",
  playAlone: "On your own",
  playTogether: "Together",
  daily: "Today's puzzle",
  dailyHint: "Five turns. Everyone gets the same tiles.",
  dailyState: {
    new: "not started",
    begun: (turn: number) => `turn ${turn} of 5`,
    done: (score: number) => `done: ${score === 1 ? "1 point" : `${score} points`}`,
  },
  practise: "Practise against the computer",
  practiseHint: "One click starts a game.",
  level: "Level",
  levels: ["Beginner", "Easy", "Fair", "Strong", "Expert"],
  wordsIn: "Words in",
  createGame: "Create game",
  createHint: "You get a code and a link to share.",
  joinGame: "Join or watch",
  codeToJoin: "Table code or link",
  codeHint: "A code has four letters.",
  continue: "Continue",
  justNow: "just now",
  tableState: { yourTurn: "Your turn", waiting: "Waiting", over: "Finished" },
  olderSeats: (count: number) => (count === 1 ? "1 older table" : `${count} older tables`),
  settings: "Settings",
  reference: "For developers",
  kindOfGame: "Kind of game",
  presetName: {
    social: "Friends decide",
    classic: "Dictionary decides",
    validated: "Real words only",
    open: "Real words, no waiting",
  } satisfies Record<PresetChoice, string>,
  presetText: {
    social: "Any word can be played. Players challenge words they doubt and decide together.",
    classic: "Any word can be played. The dictionary decides challenges, and a draw decides who goes first.",
    validated: "Every word is checked before it is played. The table stays open for two weeks.",
    open: "Every word is checked before it is played. A player who is away for a minute is out.",
  } satisfies Record<PresetChoice, string>,
  moreRules: "More rules",
  changedRules: (count: number) => (count === 1 ? "1 changed" : `${count} changed`),
  tooOften: (count: number) => `Too many requests from your network. Try again in ${minutes(count)}.`,
  wholeNumber: (min: number, max: number) => `a whole number from ${min} to ${max}`,
  rulesRefused: "These rules are not valid.",
  endless: "Choose a rule that ends the game, such as passes in a row",
  field: {
    maxPlayers: "Maximum number of players",
    words: "Words",
    verdict: "Who decides a challenge",
    challengeWindow: "Seconds to challenge",
    lookUp: "Word lookup",
    beginner: "Who goes first",
    clock: "Clock",
    secondsATurn: "Seconds per turn",
    minutesAPlayer: "Minutes per player",
    increment: "Seconds added per turn",
    watching: "Who may watch",
    joining: "Who may join",
    tileTracker: "Show the unseen tiles",
    goingOutEarns: "Going out earns the other players' tiles",
    exchangeNeeds: "Tiles in the bag needed to swap",
    scorelessEnd: "The game ends after",
    scorelessCount: "How many in a row",
    removedAfter: "Players who are away",
    removedSeconds: "Seconds until removal",
    expiresAfter: "Hours until an idle table closes",
  },
  option: {
    words: {
      checked: "Checked before each play",
      challenge: "Any word; players may challenge",
    } satisfies Record<WordsRule, string>,
    verdict: {
      anyone: "Anyone at the table",
      vote: "A vote by the other players",
      dictionary: "The dictionary",
    } satisfies Record<VerdictRule, string>,
    lookUp: { always: "At any time", afterTheEnd: "After the end", never: "Never" } satisfies Record<
      LookUpRule,
      string
    >,
    beginner: {
      host: "The host",
      joinOrder: "The first player to join",
      drawn: "A draw, nearest to A",
    } satisfies Record<BeginnerRule, string>,
    clock: {
      none: "None",
      soft: "Per turn, as a reminder",
      turn: "Per turn, then a pass",
      game: "Per player, for the whole game",
      days: "Days per turn",
    } satisfies Record<ClockKind, string>,
    watching: { anyone: "Anyone with the code", byLink: "Anyone with the link" } satisfies Record<
      WatchingRule,
      string
    >,
    joining: { anyone: "Anyone with the code", hostAdmits: "Players the host lets in" } satisfies Record<
      JoiningRule,
      string
    >,
    exchangeNeeds: (count: number | "asManyAsSwapped") =>
      count === "asManyAsSwapped" ? "As many tiles as are swapped" : tiles(count),
    scorelessEnd: {
      everyPlayerPassed: "A pass by every player",
      passes: "Passes in a row",
      passesOrExchanges: "Passes or swaps in a row",
      never: "Never by passing",
    } satisfies Record<ScorelessEndKind, string>,
    absence: { kept: "Keep their seat", removed: "Are removed after a while" },
  },
};

export const lobby = {
  joinTitle: (roomCode: string) => `Join table ${roomCode}`,
  join: "Join",
  hostLabel: "Host",
  otherCode: "Another table",
  seatsTaken: (taken: number, max: number) => `${taken} of ${max} seats taken`,
  watchInstead: "Watch instead",
  watchNeedsLink:
    "This table can be watched only with its link. Ask the host for it: in the game it is under More, Invite to watch.",
  ticketTitle: "Play on this device",
  ticketText: "Your seat moves from the other device to this one.",
  takeSeat: "Move the seat here",
  askingHost: "Waiting for the host to let you in…",
  shareThisCode: "Share this code:",
  link: "Link to this table",
  copyLink: "Copy link",
  copied: "Copied",
  copyByHand: "Select the link and copy it.",
  share: "Share…",
  qrLabel: (roomCode: string) => `QR code of the link to table ${roomCode}`,
  onlyThisDevice:
    "This link works on this computer only. To invite other devices, open the page at this computer's network address.",
  players: "Players",
  host: "host",
  reservedFor: (name: string) => `Reserved for ${name}`,
  reservedHint: "Players who are not here when the game starts lose their seat.",
  freeSeat: "Free seat",
  waiting: (count: number, max: number) => `Waiting for players… (${count}/${max})`,
  full: (count: number, max: number) => `All seats are taken (${count}/${max})`,
  canJoin: (max: number) => (max <= 2 ? "2 players can join" : `2–${max} players can join`),
  startGame: "Start game",
  startFailed: (names: ReadonlyArray<string>) =>
    `The game did not start: no answer from ${names.join(", ")}. Start again, or remove them first.`,
  hostStarts: (name: string) => `${name} starts the game.`,
  addComputer: "Add computer",
  remove: (name: string) => `Remove ${name}`,
  requests: "Requests to join",
  admit: (name: string) => `Let ${name} in`,
  decline: (name: string) => `Decline ${name}`,
  admitShort: "Let in",
  declineShort: "Decline",
  left: (name: string) => `${name} has left.`,
  watching: "You are watching. Waiting for the host to start the game.",
  rules: "Rules of this table",
  allRules: "All rules",
  changeRules: "Change the rules",
  saveRules: "Save the rules",
  rulesChanged: (host: string) => `${host} changed the rules.`,
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
      host: "The host goes first.",
      joinOrder: "The first player to join goes first.",
      drawn: "A draw decides who goes first.",
    } satisfies Record<BeginnerRule, string>,
    judgedBy: (list: string) => `Words are judged by the list ${list}.`,
    noClock: "No clock.",
    softClock: (count: number) => `A turn should take ${seconds(count)}, without a penalty.`,
    turnClock: (count: number) => `A turn takes at most ${seconds(count)}, then it passes.`,
    gameClock: (each: number, added: number) => {
      const time =
        added > 0
          ? `Each player has ${minutes(each)}, and ${seconds(added)} more for every turn.`
          : `Each player has ${minutes(each)}.`;
      return `${time} Overtime costs 10 points for every minute begun; after 10 minutes of it the game is lost.`;
    },
    exchange: (needs: number | "asManyAsSwapped") =>
      needs === "asManyAsSwapped" || needs === 0
        ? "Swapping needs as many tiles in the bag as you swap."
        : `Swapping needs ${tiles(needs)} in the bag.`,
    scorelessEnd: (kind: ScorelessEndKind, count: number) =>
      ({
        everyPlayerPassed: "The game ends when every player passes in a row.",
        passes: count === 1 ? "The game ends after a pass." : `The game ends after ${count} passes in a row.`,
        passesOrExchanges:
          count === 1
            ? "The game ends after a pass or a swap."
            : `The game ends after ${count} passes or swaps in a row.`,
        never: "Passing does not end the game.",
      })[kind],
    goingOut: (earns: boolean): string =>
      earns
        ? "Going out earns the value of the other players' tiles."
        : "At the end each player loses the value of their own tiles.",
    absence: (after: number | null) =>
      after === null
        ? "A player who is away keeps the seat."
        : `A player who is away for ${seconds(after)} is removed.`,
    expires: (after: number) => `The table closes after ${hours(after)} without an action.`,
    watching: {
      anyone: "Anyone with the code can watch.",
      byLink: "Watching needs the link.",
    } satisfies Record<WatchingRule, string>,
    joining: {
      anyone: "Anyone with the code can join.",
      hostAdmits: "The host decides who can join.",
    } satisfies Record<JoiningRule, string>,
    tracker: (counts: boolean): string =>
      counts ? "Unseen tiles are shown." : "Unseen tiles are not shown.",
  },
};

export const settings = {
  title: "Settings",
  theme: "Theme",
  themes: { retro: "Retro", parlour: "Parlour" },
  brightness: "Brightness",
  brightnesses: { system: "Automatic", light: "Light", dark: "Dark" },
  language: "Language",
  sound: "Sounds",
  notifications: "Notify me of my turn when the page is in the background",
  notificationsBlocked: "Your browser blocks notifications from this page.",
  motion: "Reduce motion: no animations",
  keys: "Keys",
  keySets: { dord: "Dord", woogles: "Woogles" },
  key: {
    lay: "place a tile at the cursor",
    layBlank: "place a blank as that letter",
    move: "move the cursor",
    turn: "change direction",
    takeBack: "take the last tile back",
    recall: "take all tiles back",
    play: "play the word",
    shuffle: "shuffle the rack",
    swap: "swap tiles",
    pass: "pass",
    challenge: "challenge",
    lookUp: "look up a word",
    keys: "show this list",
  },
  letter: "letter",
  arrows: "arrows",
};
