import type { learn as english } from "./en-learn";

const tiles = (count: number) => (count === 1 ? "1 letter" : `${count} letters`);
const points = (score: number) => (score === 1 ? "1 punt" : `${score} punten`);

export const learn: typeof english = {
  example: {
    language: "nl",
    across: [
      ["K", 3],
      ["A", 1],
      ["T", 2],
    ],
    down: [
      ["T", 2],
      ["E", 1],
      ["E", 1],
    ],
    exchange: [
      ["W", 5],
      ["U", 4],
      ["V", 4],
    ],
  },
  title: "Speluitleg",
  ofThisTable: "Dit zijn de regels van jouw tafel.",
  daily: "Puzzel van vandaag",
  start: "Leer al spelend",
  startHint: "Een eerste spel tegen de computer, met uitleg. Je kunt er altijd mee stoppen.",
  section: {
    goal: "Het doel",
    lay: "Een woord leggen",
    score: "Punten",
    blank: "Blanco's",
    words: "Welke woorden tellen",
    turn: "Jouw beurt",
    end: "Het einde",
    table: "Deze tafel",
  },
  goal: "Leg woorden op het bord, zoals in een kruiswoordpuzzel. De speler met de meeste punten wint.",
  goalAlone: (turns) =>
    `Haal zoveel mogelijk punten in ${turns === 1 ? "één beurt" : `${turns} beurten`}. Iedereen krijgt dezelfde letters.`,
  rack: "Je hebt altijd zeven letters, zolang er genoeg in de zak zitten.",
  first: "Het eerste woord bedekt de ster en heeft minstens twee letters.",
  connect:
    "Elk volgend woord raakt letters op het bord. Alle letters die elkaar raken, moeten woorden vormen.",
  oneLine: "Leg je letters op één lijn, horizontaal of verticaal.",
  letters: "In de hoek van elke letter staan de punten; een woord scoort de som.",
  premiums: "Gekleurde vakken tellen één keer, voor de letters die er in die beurt op komen:",
  premium: {
    DL: "de letter telt dubbel",
    TL: "de letter telt driemaal",
    DW: "het woord telt dubbel",
    TW: "het woord telt driemaal",
  },
  bonus: "Alle zeven letters in één keer leggen heet een bingo en levert 50 punten extra op.",
  everyWord: "Elk nieuw woord van de zet scoort, niet alleen het langste.",
  blank: "Een blanco kan elke letter zijn. Hij scoort niets en blijft op het bord die letter.",
  turnChoice: "Leg een woord, ruil letters of pas.",
  turnChoiceAlone: "Een beurt is een woord of een ruil.",
  swap: "Bij ruilen gaan letters terug in de zak en krijg je nieuwe. Het kost je beurt.",
  challengeCost:
    "Is een betwist woord geldig, dan verliest de betwister een beurt. Zo niet, dan wordt de zet teruggenomen.",
  goingOut: "Het spel eindigt als de zak leeg is en een speler de laatste letter heeft gelegd.",
  tilesLeft: "Letters die nog op een plankje liggen, gaan van de score van die speler af.",
  turnsEnd: (turns) => `Het spel eindigt na ${turns === 1 ? "één beurt" : `${turns} beurten`}.`,
  dailyCost: "Een geweigerd woord kost niets, en aan het eind gaat er niets van je score af.",
  picture: {
    star: "De ster in het midden van het lege bord.",
    lay: "Een woord van drie letters, horizontaal over de ster.",
    connect: "Een tweede woord loopt omlaag door de laatste letter van het eerste.",
    blank: "Een blanco wordt een letter zonder punten.",
    swap: "Drie letters gaan terug in de zak.",
    challenge: "Een woord met een vraagteken.",
    end: "Een leeg plankje en een lege zak.",
  },
  word: {
    title: "Woord",
    titleMany: "Woorden",
    looking: "Wordt opgezocht…",
    unknown: "Het kon niet worden opgezocht.",
    notAllowed: "Woorden opzoeken mag aan deze tafel nu niet.",
    checked: "Het is gecontroleerd toen het gelegd werd.",
    noWord: "Hier ligt geen woord van twee letters.",
    played: (name, score, turn) => `${name} legde het voor ${points(score)} in beurt ${turn}.`,
    wholePlay: (score) => `De hele zet leverde ${points(score)} op.`,
  },
  tutorial: {
    label: "Uitleg",
    step: (step, of) => `Stap ${step} van ${of}`,
    next: "Verder",
    skip: "Overslaan",
    leave: "Stop met de uitleg",
    finish: "Klaar",
    howToPlay: "Alle regels",
    wait: "Wacht tot de computer heeft gespeeld.",
    laySelect: {
      title: "Pak een letter",
      text: "Tik op een letter van je plankje en dan op een vak van het bord. Slepen kan ook. Begin op of naast de ster in het midden.",
    },
    layWord: {
      title: "Maak een woord",
      text: "Leg letters op één lijn tot er een woord staat dat de ster bedekt. Het getal bij het woord is wat het zou opleveren.",
    },
    layPlay: {
      title: "Speel het",
      text: (score) =>
        `Deze letters kunnen gelegd worden voor ${points(score)}. Ken je het woord? Druk dan op “Leg woord”.`,
    },
    premium: {
      title: "Gekleurde vakken",
      text: (word, score) =>
        `${word} leverde ${points(score)} op. Het eerste woord ligt op de ster en telt dubbel. Let ook op de andere gekleurde vakken: DL en TL vermenigvuldigen een letter, DW en TW het hele woord, één keer, voor wie ze bedekt.`,
      general:
        "Gekleurde vakken leveren meer op: DL en TL vermenigvuldigen een letter, DW en TW het hele woord, één keer, voor wie ze bedekt.",
    },
    refused: {
      title: "Teruggenomen",
      text: (word) =>
        `${word} staat niet in de woordenlijst: de computer betwistte het en je letters kwamen terug. Dat hoort erbij. Probeer een ander woord.`,
    },
    connect: {
      title: "Sluit aan",
      text: "Je volgende woord moet letters op het bord raken. Kruis een woord, verleng het of leg er een naast. Alles wat elkaar raakt, moet ook een woord zijn.",
    },
    blank: {
      title: "Blanco's",
      text: "Twee stenen hebben geen letter. Een blanco is elke letter die je kiest, scoort niets en helpt aan lange woorden. Vroeg of laat trek je er een.",
      own: "Je hebt een blanco: de lege steen. Leg hem zoals elke andere en kies een letter. Hij scoort niets. Gebruik hem nu, of bewaar hem voor een lang woord.",
    },
    swap: {
      title: "Letters ruilen",
      text: "Lastige letters? Bij ruilen gaan ze terug in de zak en krijg je nieuwe. Het kost je beurt. Probeer het met de letters die je het minst bevallen.",
      done: (count) => `Je ruilde ${tiles(count)}.`,
    },
    challenge: {
      title: "Betwist een woord",
      wait: "Wacht tot de computer een woord legt.",
      text: (word) =>
        `De computer legde ${word}. Aan deze tafel mag elk woord gelegd worden. Twijfel je? Tik op het woord op het bord om het op te zoeken, of betwist het: een ongeldige zet wordt teruggenomen, maar is hij geldig, dan verlies jij een beurt. Anders zeg je dat het er goed uitziet.`,
    },
    done: {
      title: "Je kent het spel!",
      text: "Speel verder, of stop wanneer je wilt. Onder Meer, Speluitleg staan alle regels van deze tafel.",
    },
  },
};
