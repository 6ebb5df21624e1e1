// The screens of the page and their addresses. Invitation secrets are in the fragment, which browsers do not send.

export type Route =
  | { screen: "menu" | "settings" | "practise" | "unknown" }
  | {
      screen: "table";
      roomCode: string;
      invite: string | null;
      ticket: string | null;
      /** Tentative tiles that move with a seat; see `table/transfer.ts`. */
      tiles: string | null;
    }
  | { screen: "watch"; roomCode: string; invite: string | null }
  | { screen: "daily"; date: string | null; language: string | null }
  | { screen: "game"; id: string };

/** Screens with a fixed address. Both spellings of practise are accepted. */
const NAMED = {
  "/": "menu",
  "/index.html": "menu",
  "/settings": "settings",
  "/practise": "practise",
  "/practice": "practise",
} as const;

/** Must match the server's list: it answers every other address with the page and status 404. */
export function parseRoute(path: string, fragment: string, query = ""): Route {
  if (Object.hasOwn(NAMED, path)) return { screen: NAMED[path as keyof typeof NAMED] };
  const secret = fragment.replace(/^#/, "");
  const [, ticket = null, tiles = null] = /^ticket=([^&]+)(?:&tiles=(.*))?$/.exec(secret) ?? [];
  const invite = secret && !ticket ? secret : null;
  const [, watched, roomCode] = /^\/(watch\/)?([a-z]{4})$/i.exec(path) ?? [];
  if (roomCode && watched) return { screen: "watch", roomCode: roomCode.toUpperCase(), invite };
  if (roomCode) return { screen: "table", roomCode: roomCode.toUpperCase(), invite, ticket, tiles };
  const [day, date = null] = /^\/daily(?:\/(\d{4}-\d\d-\d\d))?$/.exec(path) ?? [];
  if (day) return { screen: "daily", date, language: new URLSearchParams(query).get("language") };
  const [, id] = /^\/games\/([a-z\d-]{1,64})$/i.exec(path) ?? [];
  return id ? { screen: "game", id } : { screen: "unknown" };
}
