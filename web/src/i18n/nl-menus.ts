import type * as english from "./en-menus";

const seconds = (count: number) => (count === 1 ? "1 seconde" : `${count} seconden`);
const minutes = (count: number) => (count === 1 ? "1 minuut" : `${count} minuten`);
const hours = (count: number) => {
  if (count % 24 !== 0) return `${count} uur`;
  return count === 24 ? "1 dag" : `${count / 24} dagen`;
};

export const menu: typeof english.menu = {
  tagline: "Een woordspel met letters op een bord, voor mensen die je graag ziet.",
  story: "“Dord” stond jarenlang in een groot woordenboek, omdat niemand het betwistte.",
  bestWith: "Het mooist met vrienden",
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
  practiseHint: "Eén klik en je hebt letters op je plankje.",
  level: "Niveau",
  levels: ["Beginner", "Makkelijk", "Redelijk", "Sterk", "Expert"],
  wordsIn: "Woorden in het",
  createGame: "Nieuw spel",
  createHint: "Je krijgt een code en een link om te delen.",
  joinGame: "Meedoen",
  codeToJoin: "Code van de tafel, of de link",
  codeHint: "Een code heeft vier letters.",
  continue: "Verder spelen",
  justNow: "zojuist",
  olderSeats: (count) => (count === 1 ? "1 oudere tafel" : `${count} oudere tafels`),
  settings: "Instellingen",
  reference: "Voor ontwikkelaars",
  kindOfGame: "Soort spel",
  presetName: { social: "Gezellig", classic: "Klassiek", validated: "Gecontroleerd", open: "Open" },
  presetText: {
    social: "Alles mag. Wie een woord niet vertrouwt, betwist het, en jullie beslissen samen.",
    classic: "Alles mag. Bij een betwisting beslist het woordenboek, en er wordt geloot wie begint.",
    validated: "Elk woord wordt gecontroleerd voor het ligt, en de tafel blijft twee weken staan.",
    open: "Elk woord wordt gecontroleerd voor het ligt, en wie een minuut weg is, ligt eruit.",
  },
  moreRules: "Meer regels",
  changedRules: (count) => (count === 1 ? "1 gewijzigd" : `${count} gewijzigd`),
  tooOften: (count) => `Dat was te vaak vanaf jouw adres. Probeer het over ${minutes(count)} opnieuw.`,
  wholeNumber: (min, max) => `een geheel getal van ${min} tot ${max}`,
  rulesRefused: "Met deze regels gaat het niet.",
  endless: "Iets moet het spel beëindigen: laat passen dat doen",
  field: {
    maxPlayers: "Hoogstens zoveel spelers",
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
    tileTracker: "Tel de ongeziene letters",
    goingOutEarns: "Wie uit is, krijgt de letters van de anderen",
    exchangeNeeds: "Ruilen kan als er in de zak zitten",
    scorelessEnd: "Het spel eindigt na",
    scorelessCount: "Hoeveel achter elkaar",
    removedAfter: "Wie weg is",
    removedSeconds: "Seconden tot je eruit ligt",
    expiresAfter: "Uren tot een stille tafel sluit",
  },
  option: {
    words: { checked: "Gecontroleerd voor ze liggen", challenge: "Alles mag" },
    verdict: { anyone: "Iedereen aan tafel", vote: "De anderen stemmen", dictionary: "Het woordenboek" },
    lookUp: { always: "Altijd", afterTheEnd: "Na afloop", never: "Nooit" },
    beginner: {
      host: "De gastheer",
      joinOrder: "Wie er het eerst was",
      drawn: "Er wordt geloot, het dichtst bij de A",
    },
    clock: {
      none: "Geen",
      soft: "Per beurt, alleen als herinnering",
      turn: "Per beurt, daarna pas je vanzelf",
      game: "Voor het hele spel",
    },
    watching: { anyone: "Iedereen met de code", byLink: "Wie de link heeft" },
    joining: { anyone: "Iedereen met de code", hostAdmits: "Wie de gastheer toelaat" },
    exchangeNeeds: (count) =>
      count === "asManyAsSwapped"
        ? "Zoveel letters als je ruilt"
        : count === 1
          ? "1 letter"
          : `${count} letters`,
    scorelessEnd: {
      everyPlayerPassed: "Een pas van iedereen",
      passes: "Passen achter elkaar",
      passesOrExchanges: "Passen of ruilen achter elkaar",
      never: "Nooit door passen",
    },
    absence: { kept: "Houdt de plaats", removed: "Ligt er na een tijdje uit" },
  },
};

export const lobby: typeof english.lobby = {
  joinTitle: (roomCode) => `Meedoen aan tafel ${roomCode}`,
  join: "Meedoen",
  watchInstead: "Dan kijk ik mee",
  watchNeedsLink:
    "Bij deze tafel kijk je alleen mee met de link. Vraag de gastheer erom: in het spel staat die onder Meer, Laat iemand meekijken.",
  ticketTitle: "Speel op dit apparaat",
  ticketText: "Je plaats verhuist hierheen en het andere apparaat laat hem los.",
  takeSeat: "Neem deze plaats hier in",
  askingHost: "De gastheer wordt gevraagd of je mee mag doen…",
  shareThisCode: "Deel deze code:",
  link: "Link naar deze tafel",
  copyLink: "Link kopiëren",
  copied: "Gekopieerd",
  copyByHand: "Selecteer de link en kopieer hem.",
  share: "Delen…",
  qrLabel: (roomCode) => `QR-code van de link naar tafel ${roomCode}`,
  onlyThisDevice:
    "Deze link leidt naar deze computer zelf. Open de pagina voor andere apparaten via het adres van deze computer.",
  players: "Spelers",
  host: "gastheer",
  keptFor: (name) => `Bewaard voor ${name}`,
  keptUntil: "Wie er bij de start nog niet is, doet niet mee.",
  freeSeat: "Vrije plaats",
  waiting: (count, max) => `Wachten op spelers... (${count}/${max})`,
  full: (count, max) => `Iedereen is er (${count}/${max})`,
  canJoin: (max) => (max <= 2 ? "2 spelers kunnen meedoen" : `2-${max} spelers kunnen meedoen`),
  startGame: "Start spel",
  startFailed: (names) =>
    `Het spel is niet begonnen: geen antwoord van ${names.join(", ")}. Start opnieuw, of verwijder ze eerst.`,
  hostStarts: (name) => `${name} start het spel.`,
  addComputer: "Computer toevoegen",
  remove: (name) => `Verwijder ${name}`,
  requests: "Iemand wil meedoen",
  admit: (name) => `Laat ${name} binnen`,
  refuse: (name) => `Wijs ${name} af`,
  admitShort: "Toelaten",
  refuseShort: "Afwijzen",
  left: (name) => `${name} is weggegaan.`,
  watching: "Je kijkt mee. Het spel begint als de gastheer het start.",
  rules: "Regels van deze tafel",
  allRules: "Alle regels",
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
      joinOrder: "Wie er het eerst was, begint.",
      drawn: "Er wordt geloot wie begint.",
    },
    noClock: "Geen klok.",
    softClock: (count) => `Een beurt duurt liefst ${seconds(count)}; daarna gebeurt er niets.`,
    turnClock: (count) => `Een beurt duurt ${seconds(count)}, daarna pas je vanzelf.`,
    gameClock: (each, added) =>
      added > 0
        ? `Iedere speler heeft ${minutes(each)}, en ${added === 1 ? "er komt" : "er komen"} ${seconds(added)} per beurt bij.`
        : `Iedere speler heeft ${minutes(each)}.`,
    exchange: (needs) =>
      needs === "asManyAsSwapped" || needs === 0
        ? "Ruilen kan als er zoveel letters in de zak zitten als je ruilt."
        : `Ruilen kan als er ${needs === 1 ? "1 letter in de zak zit" : `${needs} letters in de zak zitten`}.`,
    scorelessEnd: (kind, count) =>
      ({
        everyPlayerPassed: "Het spel eindigt als iedereen achter elkaar past.",
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
        ? "Wie uit is, krijgt de letters van de anderen."
        : "Aan het eind verliest iedereen alleen zijn eigen letters.",
    absence: (after) =>
      after === null
        ? "De plaats van wie weg is, blijft bewaard."
        : `Wie ${seconds(after)} weg is, ligt eruit.`,
    expires: (after) => `De tafel sluit na ${hours(after)} zonder zet.`,
    watching: { anyone: "Iedereen met de code kan meekijken.", byLink: "Meekijken kan met de link." },
    joining: {
      anyone: "Iedereen met de code kan meedoen.",
      hostAdmits: "De gastheer wordt gevraagd voor iemand meedoet.",
    },
    tracker: (counts) =>
      counts ? "De ongeziene letters worden geteld." : "De ongeziene letters worden niet geteld.",
  },
};

export const settings: typeof english.settings = {
  title: "Instellingen",
  theme: "Uiterlijk",
  themes: { retro: "Retro", parlour: "Salon" },
  brightness: "Helderheid",
  brightnesses: { system: "Automatisch", light: "Licht", dark: "Donker" },
  language: "Taal",
  sound: "Geluid",
  notifications: "Laat me weten dat ik aan de beurt ben, ook als de pagina op de achtergrond staat",
  notificationsBlocked: "Je browser blokkeert meldingen van deze pagina.",
  motion: "Houd het rustig: geen animaties",
  keys: "Toetsen",
  keySets: { dord: "Dord", woogles: "Woogles" },
  key: {
    lay: "leg een letter bij de cursor",
    layBlank: "leg een blanco als die letter",
    move: "verplaats de cursor",
    turn: "draai de richting om",
    takeBack: "neem de laatste letter terug",
    recall: "neem alle letters terug",
    play: "leg het woord",
    shuffle: "schud het plankje",
    swap: "ruil letters",
    pass: "pas",
    challenge: "betwist",
    lookUp: "zoek een woord op",
  },
  letter: "letter",
  arrows: "pijltjes",
};
