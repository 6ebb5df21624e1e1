import { describe, expect, test } from "vitest";
import type { BagReveal, TileKind } from "../protocol";
import { bagKey, commitmentOf, fromHex, pick, toHex } from "./bag-key";
import { finishedRecord } from "./finished";
import { realRecord } from "./story.fixture";
import { evidenceOfRecord, evidenceOfReveal, verify, type Evidence } from "./verify";

const real = () => structuredClone(evidenceOfRecord(realRecord)) as Writable<Evidence>;

/** Evidence that a test may forge. */
type Writable<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T extends object
      ? { -readonly [F in keyof T]: Writable<T[F]> }
      : T;

describe("the published vector", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, byte) => byte);
  const key = bagKey(seed, "game-1", ["alice", "bob"]);

  test("gives the seal and the key", () => {
    expect(toHex(commitmentOf(seed, "game-1"))).toBe(
      "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec",
    );
    expect(toHex(key)).toBe("e2b3fb84c6d91a46cb5e8fc4dbbac2086a283590ee80d1a87f4cdcb33ed623ba");
  });

  test("gives the first seventeen tiles of an English bag", () => {
    const english: ReadonlyArray<TileKind> = realRecord.tileSet;
    const bag = english.flatMap(({ letter, count }) => Array.from({ length: count }, () => letter));
    const drawn = Array.from({ length: 17 }, (_, t) => bag.splice(pick(key, "draw", t, bag.length), 1)[0]);
    expect(drawn.join("")).toBe("ZLTFORIEEBRRIWEOU");
  });
});

test("bytes are written as hexadecimal digits and read back", () => {
  const text = "00ff".repeat(16);
  expect(toHex(fromHex(text)!)).toBe(text);
  for (const bad of ["", "00", "zz".repeat(32), "00".repeat(33)]) expect(fromHex(bad)).toBeNull();
});

describe("a real game", () => {
  test("was fair", () => {
    expect(verify(real())).toEqual({ isFair: true, draws: 27, openingDraws: 3 });
  });

  test("was fair by what its table told at the end, too", () => {
    const { id, commitment, seed, players, openingDraw, bag } = realRecord;
    const nonces = players.map((player) => ({ ...player, playerId: player.id }));
    const reveal: BagReveal = { gameId: id, commitment, seed, nonces, openingDraw, bag };
    const evidence = evidenceOfReveal(reveal, finishedRecord(realRecord));
    expect(verify(evidence, commitment)).toMatchObject({ isFair: true });
  });
});

describe("a forged game is found out:", () => {
  const forged: ReadonlyArray<[string, (evidence: Writable<Evidence>) => void, object]> = [
    ["a seed that cannot be read", (it) => (it.seed = "?"), { fault: "seed" }],
    ["another seed", (it) => (it.seed = "00".repeat(32)), { fault: "commitment" }],
    ["another game's id", (it) => (it.gameId = "game-2"), { fault: "commitment" }],
    ["a nonce that was changed", (it) => (it.seats[1]!.nonce = "bobby"), { fault: "openingDraw" }],
    ["a better tile for who begins", (it) => (it.openingDraw[0]![0]!.tile = "A"), { fault: "openingDraw" }],
    ["a draw for who begins that is left out", (it) => it.openingDraw.push([]), { fault: "openingDraw" }],
    ["somebody else who begins", (it) => it.bag.reverse(), { fault: "beginner" }],
    ["a tile that was not drawn", (it) => (it.bag[0]!.tiles[0] = "Z"), { fault: "draw", step: 1 }],
    [
      "a number that was used twice",
      (it) => {
        const second = it.bag[1]!;
        if (second.kind === "draw") second.t = 0;
      },
      { fault: "drawNumber", step: 2 },
    ],
    [
      "a count that is too high",
      (it) => {
        const first = it.bag[0]!;
        if (first.kind === "draw") first.count = 8;
      },
      { fault: "draw", step: 1 },
    ],
    ["tiles that were kept back at the end", (it) => it.left.clear(), { fault: "tiles" }],
    ["a play that never was", (it) => (it.log = []), { fault: "tiles" }],
    [
      "a tile put back that nobody held",
      (it) => it.bag.push({ kind: "putBack", seat: 0, tiles: ["Q", "Q", "Q"] }),
      { fault: "putBack" },
    ],
  ];

  test.each(forged)("%s", (_, forge, expected) => {
    const evidence = real();
    forge(evidence);
    expect(verify(evidence)).toMatchObject({ isFair: false, ...expected });
  });

  test("a seal that is not the one that was shown before", () => {
    expect(verify(real(), "00".repeat(32))).toEqual({ isFair: false, fault: "promised" });
  });
});
