// Lists that grow at their end.

import { tick } from "svelte";

/** Shows the end of a list, once what has just been added to it is there. */
export function scrollToEnd(list: HTMLElement): void {
  void tick().then(() => (list.scrollTop = list.scrollHeight));
}
