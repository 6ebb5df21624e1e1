import { expect, test } from "vitest";
import { answered, asked, withdrawn, type Waiting } from "./door";

/** The door after these have asked, one after the other. */
function door(...requests: ReadonlyArray<[requestId: string, playerName: string]>): ReadonlyArray<Waiting> {
  return requests.reduce<ReadonlyArray<Waiting>>(
    (before, [requestId, playerName]) => asked(before, { requestId, playerName }),
    [],
  );
}

test("those who ask wait in the order in which they came", () => {
  expect(door(["r1", "Bob"], ["r2", "Eve"]).map(({ playerName }) => playerName)).toEqual(["Bob", "Eve"]);
});

test("a request that is told again is one request", () => {
  const told = door(["r1", "Bob"], ["r2", "Eve"], ["r1", "Bob"], ["r2", "Eve"]);
  expect(told).toEqual(door(["r1", "Bob"], ["r2", "Eve"]));
});

test("whoever asks again waits once, and the newest request is the one to answer", () => {
  expect(door(["r1", "Bob"], ["r2", "Eve"], ["r3", "BOB"])).toEqual([
    { playerName: "BOB", requestIds: ["r1", "r3"] },
    { playerName: "Eve", requestIds: ["r2"] },
  ]);
});

test("a number that a new server gives again is nobody else's any more", () => {
  expect(door(["r1", "Bob"], ["r1", "Eve"])).toEqual([{ playerName: "Eve", requestIds: ["r1"] }]);
});

test("whoever was answered does not wait any more", () => {
  expect(answered(door(["r1", "Bob"], ["r2", "Eve"]), "Bob")).toEqual(door(["r2", "Eve"]));
});

test("whoever has gone does not wait any more, unless they have asked again", () => {
  expect(withdrawn(door(["r1", "Bob"], ["r2", "Eve"]), "r1")).toEqual(door(["r2", "Eve"]));
  expect(withdrawn(door(["r1", "Bob"], ["r3", "Bob"]), "r1")).toEqual(door(["r3", "Bob"]));
});
