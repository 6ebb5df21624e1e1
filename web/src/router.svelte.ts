// Client-side router: the current route and navigation.

import { addressOf, pathOf } from "./base";
import { parseRoute, type Route } from "./parse-route";

function currentRoute(): Route {
  return parseRoute(pathOf(location.pathname), location.hash, location.search);
}

class Router {
  route = $state.raw<Route>(currentRoute());

  constructor() {
    // Screens open at their top, also when the user goes back.
    history.scrollRestoration = "manual";
    const read = () => (this.route = currentRoute());
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  /** Navigates to a server path. */
  go(path: string): void {
    history.pushState(null, "", addressOf(path));
    this.route = currentRoute();
  }

  /** Navigates without a history entry, for changes the user did not request. */
  replace(path: string): void {
    history.replaceState(null, "", addressOf(path));
    this.route = currentRoute();
  }
}

export const router = new Router();
