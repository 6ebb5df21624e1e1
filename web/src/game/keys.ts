// What keys do at the board.

import type { KeyPreset } from "../ui/settings.svelte";
import type { Desk, Opened } from "./desk.svelte";

const OPENED_BY: Record<string, Opened> = { "2": "pass", "3": "challenge", "4": "swap", "5": "lookUp" };

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
export function pressed(
  event: KeyboardEvent,
  desk: Desk,
  preset: KeyPreset,
  letters: ReadonlySet<string>,
): boolean {
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
  if (opens && mayOpen(desk, opens)) {
    desk.opened = opens;
    return true;
  }
  const letter = event.key.toUpperCase();
  return letters.has(letter) && desk.type(letter, event.shiftKey);
}

/** A question that cannot be answered now is not asked. */
function mayOpen({ session }: Desk, what: Opened): boolean {
  if (what === "challenge") return session.model?.game?.openPlay != null;
  return what === "lookUp" ? session.model?.rules.lookUp === "always" : session.mayMove;
}
