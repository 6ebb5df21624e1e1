// Which screen the address asks for. The secret of an invitation stands in the fragment, which no server sees.

export type Place =
  | { screen: "menu" }
  | { screen: "table"; roomCode: string; invite: string | null; ticket: string | null }
  | { screen: "watch"; roomCode: string; invite: string | null }
  | { screen: "game"; id: string };

export function placeOf(path: string, fragment: string): Place {
  const secret = fragment.replace(/^#/, "");
  const ticket = /^ticket=(.+)$/.exec(secret)?.[1] ?? null;
  const invite = secret && !ticket ? secret : null;
  const [, first = "", second = ""] = path.split("/");
  if (/^[a-z]{4}$/i.test(first) && !second) {
    return { screen: "table", roomCode: first.toUpperCase(), invite, ticket };
  }
  if (first === "watch" && /^[a-z]{4}$/i.test(second)) {
    return { screen: "watch", roomCode: second.toUpperCase(), invite };
  }
  if (first === "games" && second) return { screen: "game", id: second };
  return { screen: "menu" };
}

class Router {
  place = $state.raw<Place>(placeOf(location.pathname, location.hash));

  constructor() {
    const read = () => (this.place = placeOf(location.pathname, location.hash));
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    scrollTo(0, 0);
    this.place = placeOf(location.pathname, location.hash);
  }

  /** The same without a step to go back to: for addresses that change by themselves. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.place = placeOf(location.pathname, location.hash);
  }
}

export const router = new Router();
