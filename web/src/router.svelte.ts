// Which screen the address asks for, and the way to another.

import { addressOf, pathOf } from "./base";
import { placeOf, type Place } from "./places";

function placeHere(): Place {
  return placeOf(pathOf(location.pathname), location.hash, location.search);
}

class Router {
  place = $state.raw<Place>(placeHere());

  constructor() {
    const read = () => (this.place = placeHere());
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  /** Goes to a path of the server. */
  go(path: string): void {
    history.pushState(null, "", addressOf(path));
    scrollTo(0, 0);
    this.place = placeHere();
  }

  /** The same without a step to go back to: for addresses that change by themselves. */
  replace(path: string): void {
    history.replaceState(null, "", addressOf(path));
    this.place = placeHere();
  }
}

export const router = new Router();
