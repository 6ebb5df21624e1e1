import type { JudgedBy } from "../protocol";
import type { coach as english } from "./en-coach";

const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`);
const afterEach = (turns: number) => (turns === 1 ? "na de enige beurt" : `na elk van de ${turns} beurten`);

export const coach: typeof english = {
  thinking: "De coach bespreekt het spel…",
  progress: (done, of) => `Beurt ${done} van ${of}`,
  done: "De coach heeft elke beurt besproken.",
  nothing: "Er zijn geen zetten gedaan, dus er valt niets te bespreken.",
  unavailable: "De coach is bezet of de server is niet bereikbaar. Probeer het zo opnieuw.",
  interrupted: "De bespreking stopte voor de laatste beurt.",
  sums: "Samenvatting",
  sum: (luck, lost) => `geluk ${luck}, verloren ${lost}`,
  inTurns: (turns) => `in ${count(turns, "beurt", "beurten")}`,
  missedBingos: (many) => count(many, "gemiste bingo", "gemiste bingo's"),
  phoniesStood: (many) => count(many, "nepwoord dat bleef staan", "nepwoorden die bleven staan"),
  phoniesCaught: (many) => count(many, "nepwoord teruggenomen", "nepwoorden teruggenomen"),
  lostGraph: "Verloren punten (opgeteld)",
  lostGraphText: (turns) =>
    `Punten die elke speler had verloren vergeleken met de beste zetten, ${afterEach(turns)}.`,
  luckGraph: "Geluk bij het trekken (opgeteld)",
  luckGraphText: (turns) => `Hoeveel geluk elke speler met de stenen had, ${afterEach(turns)}.`,
  graphFlat: "Er valt niets te tonen.",
  turns: "Elke beurt",
  player: "Speler",
  allPlayers: "Alle spelers",
  swap: (tiles) => `${tiles} ruilen`,
  pass: "passen",
  worth: "Waarde",
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
  made: "gespeeld",
  missedBingo: "Gemiste bingo",
  phonyStood: (words) => `Nepwoord dat bleef staan: ${words}`,
  phonyCaught: (words) => `Nepwoord, teruggenomen: ${words}`,
  show: (turn) => `Laat beurt ${turn} op het bord zien`,
  showMove: "Laat deze zet op het bord zien",
  tapHint: "Tik op een zet om hem op het bord te zien.",
  shows: (turn) => `Het bord toont beurt ${turn}.`,
  judgedBy: {
    equity: "",
    lookingAhead: "vooruitgekeken tot het einde",
    exactly: "precies tot het einde",
  } satisfies Record<JudgedBy, string>,
  how: "Hoe de coach zetten waardeert",
  howWorth:
    "De waarde van een zet is de score plus wat de stenen die op het plankje blijven naar verwachting opleveren. Verloren: de waarde van de beste zet min die van de gespeelde zet.",
  howEnd:
    "Als de zak leeg is en er twee spelers over zijn, zijn alle stenen bekend. De waarde van een zet is dan het aantal punten dat de speler tot het einde van het spel op de ander wint.",
  howLuck:
    "Geluk is de waarde van de beste zet min de gemiddelde waarde van de beste zet met andere trekkingen. Stenen die op het plankje bleven, zijn geen geluk.",
  howBingo:
    "Een bingo telt als gemist als alle zeven stenen gelegd konden worden en dat meer waard was dan de gespeelde zet.",
};
