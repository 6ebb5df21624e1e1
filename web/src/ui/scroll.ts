// Scrolling of lists that grow at their end.

import { tick } from "svelte";

/** Scrolls to the end of a list after the next render. */
export function scrollToEnd(list: HTMLElement): void {
  void tick().then(() => (list.scrollTop = list.scrollHeight));
}
