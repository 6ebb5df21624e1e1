// The tutorial's progress on this device, so that it survives a reload.

import { loadItem, removeItem, saveItem } from "../connection/storage";
import type { Step } from "./tutorial";

type Progress = { roomCode: string; step: Step };

const KEY = "dord.tutorial";

/** The current step of the tutorial at a table; null if there is none. */
export function tutorialStep(roomCode: string): Step | null {
  const progress = loadItem<Progress>(KEY);
  return progress?.roomCode === roomCode ? progress.step : null;
}

export function saveTutorialStep(roomCode: string, step: Step): void {
  saveItem(KEY, { roomCode, step } satisfies Progress);
}

export function endTutorial(): void {
  removeItem(KEY);
}
