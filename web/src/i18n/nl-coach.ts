import type { JudgedBy } from "../protocol";
import type { coach as english } from "./en-coach";

const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`);
const afterEach = (turns: number) => (turns === 1 ? "na de enige beurt" : `na elk van de ${turns} beurten`);

export const coach: typeof english = {
  thinking: "De coach bekijkt het spel…",
  progress: (done, of) => `Beurt ${done} van ${of}`,
  done: "De coach heeft elke beurt bekeken.",
  nothing: "Niemand heeft een zet gedaan, dus er valt niets te zeggen.",
  unavailable: "De coach heeft het te druk, of de server is niet te bereiken.",
  brokeOff: "De coach is voor de laatste beurt gestopt.",
  sums: "Alles bij elkaar",
  sum: (luck, lost) => `geluk ${luck}, verloren ${lost}`,
  inTurns: (turns) => `in ${count(turns, "beurt", "beurten")}`,
  missedBingos: (many) => count(many, "gemiste bingo", "gemiste bingo's"),
  phoniesStood: (many) => count(many, "nepwoord dat bleef staan", "nepwoorden die bleven staan"),
  phoniesCaught: (many) => count(many, "nepwoord teruggenomen", "nepwoorden teruggenomen"),
  lostGraph: "Verloren punten, opgeteld",
  lostGraphText: (turns) => `Wat elke speler tegenover de beste zetten had verloren, ${afterEach(turns)}.`,
  luckGraph: "Geluk bij het trekken, opgeteld",
  luckGraphText: (turns) => `Hoeveel geluk elke speler met de stenen had, ${afterEach(turns)}.`,
  graphFlat: "Hier valt niets te tekenen.",
  turns: "Elke beurt",
  whose: "Wiens beurten",
  everybody: "Van iedereen",
  swap: (tiles) => `${tiles} ruilen`,
  pass: "passen",
  worth: "Waard",
  lost: "Verloren",
  luck: "Geluk",
  lostNothing: "niets",
  better: (many) => count(many, "betere zet", "betere zetten"),
  betterAtLeast: (many) => `${many} of meer betere zetten`,
  others: "Andere zetten",
  move: "Zet",
  score: "Punten",
  keeps: "Houdt",
  keepsNothing: "niets",
  made: "gedaan",
  missedBingo: "Gemiste bingo",
  phonyStood: (words) => `Nepwoord dat bleef staan: ${words}`,
  phonyCaught: (words) => `Nepwoord, teruggenomen: ${words}`,
  show: (turn) => `Laat beurt ${turn} op het bord zien`,
  showShort: "Bord",
  judgedBy: {
    equity: "",
    lookingAhead: "vooruitgekeken tot het einde",
    exactly: "precies tot het einde",
  } satisfies Record<JudgedBy, string>,
  how: "Hoe de coach telt",
  howWorth:
    "Een zet is waard wat hij scoort en wat de stenen die op het plankje blijven nog opleveren. Verloren is wat de beste zet meer waard was geweest.",
  howEnd:
    "Als de zak leeg is en er twee spelers over zijn, is alles bekend: een zet is dan de punten waard die zijn speler tot het einde van het spel meer haalt dan de ander.",
  howLuck:
    "Geluk is hoeveel meer de beste zet waard was dan gemiddeld de beste zet met opnieuw getrokken stenen. Wat met opzet is bewaard, is geen geluk.",
  howBingo:
    "Een bingo is gemist als alle zeven stenen gelegd konden worden en dat meer waard was dan wat er gespeeld werd.",
};
