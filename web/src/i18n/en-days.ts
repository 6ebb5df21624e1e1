// The texts of games over days.

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const over = {
  until: (when: string) => `until ${when}`,
  left: (span: string) => `${span} left`,
  onBank: (when: string) => `using the bank until ${when}`,
  bank: (span: string) => `bank: ${span}`,
  paused: "The game is paused.",
  pausedText: (when: string) => `No clock runs. If no one resumes the game, it continues on ${when}.`,
  resume: "Resume the game",
  proposePause: "Propose a pause",
  pauseTitle: "Pause the game?",
  pauseText: "All clocks stop once every player agrees. Any player can resume the game.",
  pauseAlone: "All clocks stop until you resume the game.",
  pauseWaits: "Waiting for the others to agree to a pause.",
  pauseAsked: (name: string) => `${name} proposes a pause.`,
  agreeToPause: "Agree to the pause",
  decline: "Decline",
  withdraw: "Withdraw",
  openUntil: (when: string) => `Open until ${when}`,
  standIn: "Your time ran out twice. The computer plays for you.",
  takeBack: "I'm back",
  playedBy: (level: number) => `computer, level ${level}, stands in`,
  challengeUntil: (when: string) => `(Challenge until ${when} or the word stands)`,
  mayBeChallengedUntil: (when: string) => `It can be challenged until ${when}.`,
  logStandIn: "ran out of time again: the computer plays",
  logBack: "is back",
  announce: {
    ranOut: (name: string) => `${name} ran out of time and passed.`,
    agreed: (name: string) => `${name} agrees to the pause.`,
    noPause: "There is no pause.",
    resumed: "The game continues.",
    standIn: (name: string) => `${name} ran out of time. The computer plays for ${name}.`,
    back: (name: string) => `${name} is back and plays again.`,
  },
  pace: "Pace",
  paceName: { live: "In one sitting", days: "Over days" },
  paceText: {
    live: "All players are there at the same time.",
    days: "Everyone plays when they have time, with days for each turn.",
  },
  presetText: {
    validated: "Every word is checked before it is played. Four passes in a row end the game.",
    open: "Every word is checked before it is played. Six passes or swaps in a row end the game.",
  },
  daysATurn: "Days per turn",
  bankDays: "Extra days per player for the whole game",
  standInField: "When a player runs out of time twice in a row",
  noStandIn: "The player is out",
  standInLevel: (level: number, name: string) => `A computer plays: level ${level}, ${name}`,
  clockRule: (turn: number, bank: number) => {
    const extra = bank > 0 ? `, and ${days(bank)} extra for the whole game` : "";
    return `Each player has ${days(turn)} for a turn${extra}; then the turn passes.`;
  },
  outRule: "A player whose time runs out twice in a row is out.",
  standInRule: (level: number) =>
    `When a player's time runs out twice in a row, the computer (level ${level}) plays until they return.`,
  pauseRule: "The game can be paused if all players agree.",
  neverExpires: "The table stays open until the game is over.",
};
