import type * as english from "./en-menus";

const seconds = (count: number) => {
  if (count === 86_400) return "1 dag";
  return count === 1 ? "1 seconde" : `${count} seconden`;
};
const minutes = (count: number) => (count === 1 ? "1 minuut" : `${count} minuten`);
const hours = (count: number) => {
  if (count % 24 !== 0) return `${count} uur`;
  return count === 24 ? "1 dag" : `${count / 24} dagen`;
};

export const menu: typeof english.menu = {
  newHere: "Nieuw hier?",
  learn: "Leer het in twee minuten",
  howToPlay: "Speluitleg",
  tagline: "Een woordspel met letters op een bord, voor mensen die je graag ziet.",
  story: "“Dord” stond jarenlang in een groot woordenboek, omdat niemand het betwistte.",
  bestWith: "Het mooist met vrienden",
  look: { retro: "Retrostijl", parlour: "Salonstijl" },
  playNow: "Nu spelen",
  yourName: "Je naam",
  defaultName: "Speler",
  nameHint: "1 tot 20 letters of cijfers, met enkele spaties, koppeltekens, apostrofs of punten ertussen.",
  playAlone: "Alleen",
  playTogether: "Samen",
  daily: "Puzzel van vandaag",
  dailyHint: "Vijf beurten, en iedereen heeft dezelfde letters.",
  dailyState: {
    new: "niet begonnen",
    begun: (turn) => `beurt ${turn} van 5`,
    done: (score) => `klaar: ${score === 1 ? "1 punt" : `${score} punten`}`,
  },
  practise: "Oefen tegen de computer",
  practiseHint: "Eén klik en het spel begint.",
  level: "Niveau",
  levels: ["Beginner", "Makkelijk", "Redelijk", "Sterk", "Expert"],
  wordsIn: "Woorden in het",
  createGame: "Nieuw spel",
  createHint: "Je krijgt een code en een link om te delen.",
  joinGame: "Meedoen of kijken",
  codeToJoin: "Tafelcode of link",
  codeHint: "Een code heeft vier letters.",
  continue: "Verder spelen",
  tableState: { yourTurn: "Jouw beurt", waiting: "Wachten", over: "Afgelopen" },
  justNow: "zojuist",
  olderSeats: (count) => (count === 1 ? "1 oudere tafel" : `${count} oudere tafels`),
  settings: "Instellingen",
  reference: "Voor ontwikkelaars",
  kindOfGame: "Soort spel",
  presetName: {
    social: "Vrienden beslissen",
    classic: "Woordenboek beslist",
    validated: "Alleen echte woorden",
    open: "Echte woorden, niet wachten",
  },
  presetText: {
    social: "Elk woord mag. Spelers betwisten twijfelachtige woorden en beslissen samen.",
    classic: "Elk woord mag. Het woordenboek beslist bij een betwisting, en er wordt geloot wie begint.",
    validated: "Elk woord wordt gecontroleerd voor het ligt. De tafel blijft twee weken open.",
    open: "Elk woord wordt gecontroleerd voor het ligt. Een speler die een minuut weg is, ligt eruit.",
  },
  moreRules: "Meer regels",
  changedRules: (count) => (count === 1 ? "1 gewijzigd" : `${count} gewijzigd`),
  tooOften: (count) => `Te veel verzoeken vanuit je netwerk. Probeer het over ${minutes(count)} opnieuw.`,
  wholeNumber: (min, max) => `een geheel getal van ${min} tot ${max}`,
  rulesRefused: "Deze regels zijn niet geldig.",
  endless: "Kies een regel die het spel beëindigt, zoals passen achter elkaar",
  field: {
    maxPlayers: "Maximaal aantal spelers",
    words: "Woorden",
    verdict: "Wie beslist bij een betwisting",
    challengeWindow: "Seconden om te betwisten",
    lookUp: "Woorden opzoeken",
    beginner: "Wie begint",
    clock: "Klok",
    secondsATurn: "Seconden per beurt",
    minutesAPlayer: "Minuten per speler",
    increment: "Seconden erbij per beurt",
    watching: "Wie mag meekijken",
    joining: "Wie mag meedoen",
    tileTracker: "Toon de ongeziene letters",
    goingOutEarns: "Wie uit is, krijgt de letters van de anderen",
    exchangeNeeds: "Letters in de zak om te ruilen",
    scorelessEnd: "Het spel eindigt na",
    scorelessCount: "Hoeveel achter elkaar",
    removedAfter: "Spelers die weg zijn",
    removedSeconds: "Seconden tot verwijdering",
    expiresAfter: "Uren tot een inactieve tafel sluit",
  },
  option: {
    words: { checked: "Gecontroleerd voor ze liggen", challenge: "Elk woord; betwisten mag" },
    verdict: { anyone: "Iedereen aan tafel", vote: "De anderen stemmen", dictionary: "Het woordenboek" },
    lookUp: { always: "Altijd", afterTheEnd: "Na afloop", never: "Nooit" },
    beginner: {
      host: "De gastheer",
      joinOrder: "De eerste speler die meedeed",
      drawn: "Loten, het dichtst bij de A",
    },
    clock: {
      none: "Geen",
      soft: "Per beurt, als herinnering",
      turn: "Per beurt, daarna een pas",
      game: "Per speler, voor het hele spel",
      days: "Dagen per beurt",
    },
    watching: { anyone: "Iedereen met de code", byLink: "Iedereen met de link" },
    joining: { anyone: "Iedereen met de code", hostAdmits: "Spelers die de gastheer toelaat" },
    exchangeNeeds: (count) =>
      count === "asManyAsSwapped"
        ? "Zoveel letters als je ruilt"
        : count === 1
          ? "1 letter"
          : `${count} letters`,
    scorelessEnd: {
      everyPlayerPassed: "Een pas van elke speler",
      passes: "Passen achter elkaar",
      passesOrExchanges: "Passen of ruilen achter elkaar",
      never: "Nooit door passen",
    },
    absence: { kept: "Houden hun plaats", removed: "Worden na een tijdje verwijderd" },
  },
};

export const lobby: typeof english.lobby = {
  joinTitle: (roomCode) => `Meedoen aan tafel ${roomCode}`,
  join: "Meedoen",
  hostLabel: "Gastheer",
  otherCode: "Een andere tafel",
  seatsTaken: (taken, max) => `${taken} van de ${max} plaatsen bezet`,
  watchInstead: "Meekijken",
  watchNeedsLink:
    "Bij deze tafel kijk je alleen mee met de link. Vraag de gastheer erom: in het spel staat die onder Meer, Laat iemand meekijken.",
  ticketTitle: "Speel op dit apparaat",
  ticketText: "Je plaats verhuist van het andere apparaat naar dit apparaat.",
  takeSeat: "Verplaats de plaats hierheen",
  askingHost: "Wachten tot de gastheer je toelaat…",
  shareThisCode: "Deel deze code:",
  link: "Link naar deze tafel",
  copyLink: "Link kopiëren",
  copied: "Gekopieerd",
  copyByHand: "Selecteer de link en kopieer hem.",
  share: "Delen…",
  qrLabel: (roomCode) => `QR-code van de link naar tafel ${roomCode}`,
  onlyThisDevice:
    "Deze link werkt alleen op deze computer. Open de pagina via het netwerkadres van deze computer om andere apparaten uit te nodigen.",
  players: "Spelers",
  host: "gastheer",
  reservedFor: (name) => `Gereserveerd voor ${name}`,
  reservedHint: "Spelers die er bij de start niet zijn, verliezen hun plaats.",
  freeSeat: "Vrije plaats",
  waiting: (count, max) => `Wachten op spelers… (${count}/${max})`,
  full: (count, max) => `Alle plaatsen zijn bezet (${count}/${max})`,
  canJoin: (max) => (max <= 2 ? "2 spelers kunnen meedoen" : `2–${max} spelers kunnen meedoen`),
  startGame: "Start spel",
  startFailed: (names) =>
    `Het spel is niet begonnen: geen antwoord van ${names.join(", ")}. Start opnieuw, of verwijder ze eerst.`,
  hostStarts: (name) => `${name} start het spel.`,
  addComputer: "Computer toevoegen",
  remove: (name) => `Verwijder ${name}`,
  requests: "Verzoeken om mee te doen",
  admit: (name) => `Laat ${name} binnen`,
  decline: (name) => `Wijs ${name} af`,
  admitShort: "Toelaten",
  declineShort: "Afwijzen",
  left: (name) => `${name} is weggegaan.`,
  watching: "Je kijkt mee. Wachten tot de gastheer het spel start.",
  rules: "Regels van deze tafel",
  allRules: "Alle regels",
  changeRules: "Regels wijzigen",
  saveRules: "Regels opslaan",
  rulesChanged: (host) => `${host} heeft de regels gewijzigd.`,
  rule: {
    upTo: (max) => (max === 1 ? "1 speler" : max === 2 ? "2 spelers" : `tot ${max} spelers`),
    checked: "Elk woord wordt gecontroleerd voor het ligt.",
    challenge: (verdict, count) => {
      const judge = {
        anyone: "iedereen aan tafel mag beslissen",
        vote: "de anderen stemmen",
        dictionary: "het woordenboek beslist",
      };
      return `Elk woord mag gelegd en binnen ${seconds(count)} betwist worden; ${judge[verdict]}.`;
    },
    lookUp: {
      always: "Woorden opzoeken mag altijd.",
      afterTheEnd: "Woorden opzoeken mag na afloop.",
      never: "Woorden opzoeken mag niet.",
    },
    beginner: {
      host: "De gastheer begint.",
      joinOrder: "De eerste speler die meedeed, begint.",
      drawn: "Er wordt geloot wie begint.",
    },
    judgedBy: (list) => `Woorden worden beoordeeld met de lijst ${list}.`,
    noClock: "Geen klok.",
    softClock: (count) => `Een beurt duurt liefst ${seconds(count)}, zonder straf.`,
    turnClock: (count) => `Een beurt duurt hoogstens ${seconds(count)}, daarna pas je automatisch.`,
    gameClock: (each, added) => {
      const time =
        added > 0
          ? `Iedere speler heeft ${minutes(each)}, en ${added === 1 ? "er komt" : "er komen"} ${seconds(added)} per beurt bij.`
          : `Iedere speler heeft ${minutes(each)}.`;
      return `${time} Elke begonnen minuut daarna kost 10 punten; na 10 minuten is het spel verloren.`;
    },
    exchange: (needs) =>
      needs === "asManyAsSwapped" || needs === 0
        ? "Ruilen kan als er zoveel letters in de zak zitten als je ruilt."
        : `Ruilen kan als er ${needs === 1 ? "1 letter in de zak zit" : `${needs} letters in de zak zitten`}.`,
    scorelessEnd: (kind, count) =>
      ({
        everyPlayerPassed: "Het spel eindigt als alle spelers achter elkaar passen.",
        passes:
          count === 1
            ? "Het spel eindigt als iemand past."
            : `Het spel eindigt na ${count} keer passen achter elkaar.`,
        passesOrExchanges:
          count === 1
            ? "Het spel eindigt als iemand past of ruilt."
            : `Het spel eindigt na ${count} keer passen of ruilen achter elkaar.`,
        never: "Door passen eindigt het spel niet.",
      })[kind],
    goingOut: (earns) =>
      earns
        ? "Wie uit is, krijgt de waarde van de letters van de anderen."
        : "Aan het eind verliest elke speler de waarde van de eigen letters.",
    absence: (after) =>
      after === null
        ? "Een speler die weg is, houdt de plaats."
        : `Een speler die ${seconds(after)} weg is, wordt verwijderd.`,
    expires: (after) => `De tafel sluit na ${hours(after)} zonder zet.`,
    watching: { anyone: "Iedereen met de code kan meekijken.", byLink: "Meekijken kan met de link." },
    joining: {
      anyone: "Iedereen met de code kan meedoen.",
      hostAdmits: "De gastheer beslist wie meedoet.",
    },
    tracker: (counts) =>
      counts ? "De ongeziene letters worden getoond." : "De ongeziene letters worden niet getoond.",
  },
};

export const settings: typeof english.settings = {
  title: "Instellingen",
  theme: "Thema",
  themes: { retro: "Retro", parlour: "Salon" },
  brightness: "Helderheid",
  brightnesses: { system: "Automatisch", light: "Licht", dark: "Donker" },
  language: "Taal",
  sound: "Geluid",
  notifications: "Geef een melding als ik aan de beurt ben en de pagina op de achtergrond staat",
  notificationsBlocked: "Je browser blokkeert meldingen van deze pagina.",
  motion: "Minder beweging: geen animaties",
  keys: "Toetsen",
  keySets: { dord: "Dord", woogles: "Woogles" },
  key: {
    lay: "leg een letter bij de cursor",
    layBlank: "leg een blanco als die letter",
    move: "verplaats de cursor",
    turn: "wissel van richting",
    takeBack: "neem de laatste letter terug",
    recall: "neem alle letters terug",
    play: "leg het woord",
    shuffle: "schud het plankje",
    swap: "ruil letters",
    pass: "pas",
    challenge: "betwist",
    lookUp: "zoek een woord op",
    keys: "toon deze lijst",
  },
  letter: "letter",
  arrows: "pijltjes",
};
