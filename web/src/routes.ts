// The screens of the page, and the address of each. The secret of an invitation is in the fragment, which no server sees.

export type Route =
  | { screen: "menu" | "settings" | "practise" | "unknown" }
  | { screen: "table"; roomCode: string; invite: string | null; ticket: string | null }
  | { screen: "watch"; roomCode: string; invite: string | null }
  | { screen: "daily"; date: string | null; language: string | null }
  | { screen: "game"; id: string };

/** Screens whose address is a word. Both spellings of practise are in use. */
const NAMED = {
  "/": "menu",
  "/index.html": "menu",
  "/settings": "settings",
  "/practise": "practise",
  "/practice": "practise",
} as const;

/** The server opens the page for these addresses, and for any other with the status 404: the two lists are alike. */
export function parseRoute(path: string, fragment: string, query = ""): Route {
  if (Object.hasOwn(NAMED, path)) return { screen: NAMED[path as keyof typeof NAMED] };
  const secret = fragment.replace(/^#/, "");
  const ticket = /^ticket=(.+)$/.exec(secret)?.[1] ?? null;
  const invite = secret && !ticket ? secret : null;
  const [, watched, roomCode] = /^\/(watch\/)?([a-z]{4})$/i.exec(path) ?? [];
  if (roomCode && watched) return { screen: "watch", roomCode: roomCode.toUpperCase(), invite };
  if (roomCode) return { screen: "table", roomCode: roomCode.toUpperCase(), invite, ticket };
  const [day, date = null] = /^\/daily(?:\/(\d{4}-\d\d-\d\d))?$/.exec(path) ?? [];
  if (day) return { screen: "daily", date, language: new URLSearchParams(query).get("language") };
  const [, id] = /^\/games\/([a-z\d-]{1,64})$/i.exec(path) ?? [];
  return id ? { screen: "game", id } : { screen: "unknown" };
}
