import type { over as english } from "./en-days";

const days = (count: number) => (count === 1 ? "1 dag" : `${count} dagen`);

export const over: typeof english = {
  until: (when) => `tot ${when}`,
  left: (span) => `nog ${span}`,
  onBank: (when) => `op de reserve tot ${when}`,
  bank: (span) => `reserve: ${span}`,
  paused: "Het spel staat op pauze.",
  pausedText: (when) => `Er loopt geen klok. Als niemand het hervat, gaat het spel verder op ${when}.`,
  resume: "Verder spelen",
  proposePause: "Stel een pauze voor",
  pauseTitle: "Het spel pauzeren?",
  pauseText: "Alle klokken stoppen zodra iedereen akkoord is. Elke speler kan het spel hervatten.",
  pauseAlone: "Alle klokken stoppen tot je verder speelt.",
  pauseWaits: "Wachten tot de anderen akkoord gaan met een pauze.",
  pauseAsked: (name) => `${name} stelt een pauze voor.`,
  agreeToPause: "Akkoord met de pauze",
  decline: "Liever niet",
  withdraw: "Intrekken",
  openUntil: (when) => `Open tot ${when}`,
  standIn: "Je tijd was twee keer om. De computer speelt voor jou.",
  takeBack: "Ik ben er weer",
  playedBy: (level) => `computer, niveau ${level}, valt in`,
  challengeUntil: (when) => `(Betwist het tot ${when}, anders blijft het liggen)`,
  mayBeChallengedUntil: (when) => `Betwisten kan tot ${when}.`,
  logStandIn: "weer geen tijd meer: de computer speelt",
  logBack: "is er weer",
  announce: {
    ranOut: (name) => `De tijd van ${name} is om: gepast.`,
    agreed: (name) => `${name} gaat akkoord met de pauze.`,
    noPause: "Er komt geen pauze.",
    resumed: "Het spel gaat verder.",
    standIn: (name) => `De tijd van ${name} is om. De computer speelt voor ${name}.`,
    back: (name) => `${name} is er weer en speelt zelf.`,
  },
  pace: "Tempo",
  paceName: { live: "In één keer", days: "Over meerdere dagen" },
  paceText: {
    live: "Alle spelers zijn er tegelijk bij.",
    days: "Iedereen speelt wanneer het uitkomt, met dagen per beurt.",
  },
  presetText: {
    validated: "Elk woord wordt gecontroleerd voor het ligt. Vier keer passen achter elkaar is het einde.",
    open: "Elk woord wordt gecontroleerd voor het ligt. Zes keer passen of ruilen achter elkaar is het einde.",
  },
  daysATurn: "Dagen per beurt",
  bankDays: "Extra dagen per speler voor het hele spel",
  standInField: "Als de tijd van een speler twee keer achter elkaar om is",
  noStandIn: "De speler ligt eruit",
  standInLevel: (level, name) => `Een computer speelt: niveau ${level}, ${name}`,
  clockRule: (turn, bank) => {
    const extra = bank > 0 ? `, en ${days(bank)} extra voor het hele spel` : "";
    return `Iedere speler heeft ${days(turn)} per beurt${extra}; daarna wordt er gepast.`;
  },
  outRule: "Een speler wiens tijd twee keer achter elkaar om is, ligt eruit.",
  standInRule: (level) =>
    `Is de tijd van een speler twee keer achter elkaar om, dan speelt de computer (niveau ${level}) tot die terug is.`,
  pauseRule: "Het spel kan op pauze als alle spelers akkoord gaan.",
  neverExpires: "De tafel blijft open tot het spel uit is.",
};
