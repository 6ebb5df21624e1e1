import { expect, test } from "vitest";
import { removeRequestsOf, addRequest, withdrawRequest, type PendingJoin } from "./join-requests";

/** The pending requests after these arrived in order. */
function pendingAfter(
  ...requests: ReadonlyArray<[requestId: string, playerName: string]>
): ReadonlyArray<PendingJoin> {
  return requests.reduce<ReadonlyArray<PendingJoin>>(
    (before, [requestId, playerName]) => addRequest(before, { requestId, playerName }),
    [],
  );
}

test("requests are listed in the order in which they arrive", () => {
  expect(pendingAfter(["r1", "Bob"], ["r2", "Eve"]).map(({ playerName }) => playerName)).toEqual([
    "Bob",
    "Eve",
  ]);
});

test("a request that arrives twice is listed once", () => {
  const requests = pendingAfter(["r1", "Bob"], ["r2", "Eve"], ["r1", "Bob"], ["r2", "Eve"]);
  expect(requests).toEqual(pendingAfter(["r1", "Bob"], ["r2", "Eve"]));
});

test("a player who asks again is listed once, with the newest request last", () => {
  expect(pendingAfter(["r1", "Bob"], ["r2", "Eve"], ["r3", "BOB"])).toEqual([
    { playerName: "BOB", requestIds: ["r1", "r3"] },
    { playerName: "Eve", requestIds: ["r2"] },
  ]);
});

test("a request id that a restarted server reuses belongs to the newest player only", () => {
  expect(pendingAfter(["r1", "Bob"], ["r1", "Eve"])).toEqual([{ playerName: "Eve", requestIds: ["r1"] }]);
});

test("an answered player is removed", () => {
  expect(removeRequestsOf(pendingAfter(["r1", "Bob"], ["r2", "Eve"]), "Bob")).toEqual(
    pendingAfter(["r2", "Eve"]),
  );
});

test("a withdrawn request is removed, unless the player has asked again", () => {
  expect(withdrawRequest(pendingAfter(["r1", "Bob"], ["r2", "Eve"]), "r1")).toEqual(
    pendingAfter(["r2", "Eve"]),
  );
  expect(withdrawRequest(pendingAfter(["r1", "Bob"], ["r3", "Bob"]), "r1")).toEqual(
    pendingAfter(["r3", "Bob"]),
  );
});
