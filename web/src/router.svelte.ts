// Which screen the address asks for, and the way to another.

import { addressOf, pathOf } from "./base";
import { parseRoute, type Route } from "./routes";

function currentRoute(): Route {
  return parseRoute(pathOf(location.pathname), location.hash, location.search);
}

class Router {
  route = $state.raw<Route>(currentRoute());

  constructor() {
    const read = () => (this.route = currentRoute());
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  /** Goes to a path of the server. */
  go(path: string): void {
    history.pushState(null, "", addressOf(path));
    scrollTo(0, 0);
    this.route = currentRoute();
  }

  /** The same without a step to go back to: for addresses that change by themselves. */
  replace(path: string): void {
    history.replaceState(null, "", addressOf(path));
    this.route = currentRoute();
  }
}

export const router = new Router();
