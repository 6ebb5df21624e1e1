import { expect, test } from "vitest";
import { removeRequestsOf, addRequest, withdrawRequest, type PendingJoin } from "./join-requests";

/** The door after these have addRequest, one after the other. */
function pendingAfter(
  ...requests: ReadonlyArray<[requestId: string, playerName: string]>
): ReadonlyArray<PendingJoin> {
  return requests.reduce<ReadonlyArray<PendingJoin>>(
    (before, [requestId, playerName]) => addRequest(before, { requestId, playerName }),
    [],
  );
}

test("those who ask wait in the order in which they came", () => {
  expect(pendingAfter(["r1", "Bob"], ["r2", "Eve"]).map(({ playerName }) => playerName)).toEqual([
    "Bob",
    "Eve",
  ]);
});

test("a request that is told again is one request", () => {
  const told = pendingAfter(["r1", "Bob"], ["r2", "Eve"], ["r1", "Bob"], ["r2", "Eve"]);
  expect(told).toEqual(pendingAfter(["r1", "Bob"], ["r2", "Eve"]));
});

test("whoever asks again waits once, and the newest request is the one to answer", () => {
  expect(pendingAfter(["r1", "Bob"], ["r2", "Eve"], ["r3", "BOB"])).toEqual([
    { playerName: "BOB", requestIds: ["r1", "r3"] },
    { playerName: "Eve", requestIds: ["r2"] },
  ]);
});

test("a number that a new server gives again is nobody else's any more", () => {
  expect(pendingAfter(["r1", "Bob"], ["r1", "Eve"])).toEqual([{ playerName: "Eve", requestIds: ["r1"] }]);
});

test("whoever was answered does not wait any more", () => {
  expect(removeRequestsOf(pendingAfter(["r1", "Bob"], ["r2", "Eve"]), "Bob")).toEqual(
    pendingAfter(["r2", "Eve"]),
  );
});

test("whoever has gone does not wait any more, unless they have asked again", () => {
  expect(withdrawRequest(pendingAfter(["r1", "Bob"], ["r2", "Eve"]), "r1")).toEqual(
    pendingAfter(["r2", "Eve"]),
  );
  expect(withdrawRequest(pendingAfter(["r1", "Bob"], ["r3", "Bob"]), "r1")).toEqual(
    pendingAfter(["r3", "Bob"]),
  );
});
