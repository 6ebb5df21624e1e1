// Which screen the address asks for. The secret of an invitation stands in the fragment, which no server sees.

export type Place =
  | { screen: "menu" }
  | { screen: "table"; roomCode: string; invite: string | null; ticket: string | null }
  | { screen: "watch"; roomCode: string; invite: string | null }
  | { screen: "daily"; date: string | null; language: string | null }
  | { screen: "game"; id: string };

export function placeOf(path: string, fragment: string, query = ""): Place {
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
  if (first === "daily") {
    const language = new URLSearchParams(query).get("language");
    return { screen: "daily", date: second || null, language };
  }
  if (first === "games" && second) return { screen: "game", id: second };
  return { screen: "menu" };
}

function placeHere(): Place {
  return placeOf(location.pathname, location.hash, location.search);
}

class Router {
  place = $state.raw<Place>(placeHere());

  constructor() {
    const read = () => (this.place = placeHere());
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    scrollTo(0, 0);
    this.place = placeHere();
  }

  /** The same without a step to go back to: for addresses that change by themselves. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.place = placeHere();
  }
}

export const router = new Router();
