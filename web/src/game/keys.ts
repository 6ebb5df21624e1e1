// What keys do at the board.

import type { Playing } from "../table/playing";
import type { KeyPreset } from "../ui/settings.svelte";
import type { Desk } from "./desk.svelte";

const OPENED_BY: Record<string, Parameters<Playing["answers"]>[0]> = {
  "2": "pass",
  "3": "challenge",
  "4": "swap",
  "5": "lookUp",
};

/** The keys with what they do, as settings list them. */
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
} as const;

/** Does what a key stands for; false leaves it to the browser. */
export function pressed(event: KeyboardEvent, desk: Desk<Playing>, preset: KeyPreset): boolean {
  if (event.ctrlKey || event.metaKey || event.isComposing) return false;
  if (event.altKey) {
    if (event.key !== "ArrowUp") return false;
    desk.shuffle();
    return true;
  }
  const isFree = desk.cursor === null;
  switch (event.key) {
    case "ArrowUp":
      if (preset === "woogles" && isFree) desk.shuffle();
      else desk.moveCursor(-1, 0);
      return true;
    case "ArrowDown":
      if (preset === "woogles" && isFree) desk.recall();
      else desk.moveCursor(1, 0);
      return true;
    case "ArrowLeft":
      desk.moveCursor(0, -1);
      return true;
    case "ArrowRight":
      desk.moveCursor(0, 1);
      return true;
    case " ":
      desk.turnCursor();
      return true;
    case "Backspace":
      desk.takeBack();
      return true;
    case "Escape":
      desk.recall();
      return true;
    case "Enter":
      void desk.play();
      return true;
  }
  const opens = OPENED_BY[event.key];
  // A question that cannot be answered now is not asked.
  if (opens && desk.session.answers(opens)) {
    desk.opened = opens;
    return true;
  }
  const letter = event.key.toUpperCase();
  return desk.session.letters.includes(letter) && desk.type(letter, event.shiftKey);
}

/** Hears the keyboard of the whole page. Fields and open questions have it for themselves, and a button its Enter and Space. */
export function hear(event: KeyboardEvent, desk: Desk<Playing>, preset: KeyPreset): void {
  const target = event.target as HTMLElement;
  if (target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary")) return;
  if (pressed(event, desk, preset)) event.preventDefault();
}
