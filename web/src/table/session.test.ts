import { beforeEach, describe, expect, test, vi } from "vitest";
import type { KeptSeat } from "../connection/device";
import { sockets, type FakeSocket } from "../connection/socket.fixture";
import type { TableModel } from "./model";
import { model } from "./model.fixture";
import { TableSession } from "./session.svelte";

vi.mock("socket.io-client", () => import("../connection/socket.fixture"));

const seat: KeptSeat = { roomCode: "ABCD", playerId: "p2", token: "secret", playerName: "Bob", usedAt: 0 };

/** The table at a version. */
const at = (seq: number): TableModel => ({ ...model(), seq });

/** Somebody is back on their seat, at the other end of the socket. */
function sitting(): { session: TableSession; server: FakeSocket } {
  const session = TableSession.resume(seat);
  const server = sockets.at(-1)!;
  server.open();
  return { session, server };
}

beforeEach(() => void sockets.splice(0));

describe("the state of a table", () => {
  test("that comes first after the connection counts, though it is older than what was known", () => {
    const { session, server } = sitting();
    server.tell("tableState", at(30));
    server.lose("transport close");
    server.open();
    server.tell("tableState", at(12));
    expect(session.model?.seq).toBe(12);
    server.tell("hostChanged", { playerId: "p2", playerName: "Bob", seq: 13 });
    expect(session.me?.isHost).toBe(true);
    session.close();
  });

  test("that was overtaken by news on the same connection does not", () => {
    const { session, server } = sitting();
    server.tell("tableState", at(30));
    server.tell("tableState", at(12));
    expect(session.model?.seq).toBe(30);
    session.close();
  });
});
