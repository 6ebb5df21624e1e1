// Keyboard control of the board.

import type { GameSession } from "../table/game-session";
import type { KeyPreset } from "../ui/settings.svelte";
import type { BoardController } from "./board-controller.svelte";

const DIALOG_KEYS: Record<string, Parameters<GameSession["canOpen"]>[0]> = {
  "2": "pass",
  "3": "challenge",
  "4": "swap",
  "5": "lookUp",
};

/** The key names that the settings list. */
export const KEY_NAMES = {
  play: "Enter",
  recall: "Esc",
  back: "Backspace",
  turn: "Space",
  shuffle: "Alt+↑",
  pass: "2",
  challenge: "3",
  swap: "4",
  lookUp: "5",
  keys: "?",
} as const;

/** Handles a key; false leaves it to the browser. */
export function handleKey(
  event: KeyboardEvent,
  controller: BoardController<GameSession>,
  preset: KeyPreset,
): boolean {
  if (event.ctrlKey || event.metaKey || event.isComposing) return false;
  if (event.altKey) {
    if (event.key !== "ArrowUp") return false;
    controller.shuffle();
    return true;
  }
  const isFree = controller.cursor === null;
  switch (event.key) {
    case "ArrowUp":
      if (preset === "woogles" && isFree) controller.shuffle();
      else controller.moveCursor(-1, 0);
      return true;
    case "ArrowDown":
      if (preset === "woogles" && isFree) controller.recall();
      else controller.moveCursor(1, 0);
      return true;
    case "ArrowLeft":
      controller.moveCursor(0, -1);
      return true;
    case "ArrowRight":
      controller.moveCursor(0, 1);
      return true;
    case " ":
      controller.turnCursor();
      return true;
    case "Backspace":
      controller.takeBack();
      return true;
    case "Escape":
      controller.recall();
      return true;
    case "Enter":
      void controller.play();
      return true;
  }
  if (event.key === KEY_NAMES.keys) {
    controller.dialog = "keys";
    return true;
  }
  const opens = DIALOG_KEYS[event.key];
  // Unavailable dialogs do not open.
  if (opens && controller.session.canOpen(opens)) {
    controller.dialog = opens;
    return true;
  }
  const letter = event.key.toUpperCase();
  return controller.session.letters.includes(letter) && controller.typeLetter(letter, event.shiftKey);
}

/** Handles keys of the whole page, except in fields and dialogs, and except Enter and Space on buttons. */
export function onKeyDown(
  event: KeyboardEvent,
  controller: BoardController<GameSession>,
  preset: KeyPreset,
): void {
  const target = event.target as HTMLElement;
  if (target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary")) return;
  if (handleKey(event, controller, preset)) event.preventDefault();
}
