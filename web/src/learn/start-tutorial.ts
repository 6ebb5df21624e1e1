// Starts the tutorial: a real game against the weakest computer, in which every step can occur.

import { nameOrDefault } from "../lobby/names";
import { preferences } from "../lobby/preferences";
import { enterGame, startAgainstComputer } from "../lobby/table-actions";
import type { CreateGame } from "../protocol";
import { saveTutorialStep } from "./tutorial-step";
import { STEPS } from "./tutorial";

/** The learner begins, has time to read, and can look up and challenge words. */
const RULES = {
  maxPlayers: 2,
  beginner: "host",
  lookUp: "always",
  challengeWindowSeconds: 600,
} satisfies CreateGame["rules"];

export async function startTutorial(): Promise<void> {
  const { gameLanguage: language } = preferences();
  const wish: CreateGame = { playerName: nameOrDefault(), preset: "classic", language, rules: RULES };
  const session = await startAgainstComputer(wish, 1);
  saveTutorialStep(session.roomCode, STEPS[0]);
  enterGame(session);
}
