import { describe, expect, test } from "vitest";
import type { BagReveal, GameRecord, TileKind } from "../protocol";
import { bagKey, commitmentOf, fromHex, nonceCommitment, pick, toHex } from "./bag-key";
import { finishedRecord, type FinishedGame } from "./finished-game";
import secondForm from "./record-2.fixture.json";
import { realRecord } from "./game.fixture";
import { parseTileSet, tileSetOf } from "./tile-sets";
import { verify } from "./verify";

/** A copy of the record that a test may modify. */
const real = () => structuredClone(realRecord);
const english = (await tileSetOf("en"))!;

describe("the published vector", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, byte) => byte);
  const key = bagKey(seed, "game-1", ["alice", "bob"], 1);

  test("gives the commitment and the key", () => {
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

test("bytes round-trip through hexadecimal digits", () => {
  const text = "00ff".repeat(16);
  expect(toHex(fromHex(text)!)).toBe(text);
  for (const bad of ["", "00", "zz".repeat(32), "00".repeat(33)]) expect(fromHex(bad)).toBeNull();
});

describe("the tiles of a language", () => {
  test("match those of a real game", () => {
    expect(english).toEqual(realRecord.tileSet.map(({ letter, count }) => ({ letter, count })));
  });

  test("may have several letters each; blanks come first", () => {
    const text = "# Tiny\ncode xx\nname Tiny language\nA 3 1\nblanks 1\n\nCH 2 5\n";
    expect(parseTileSet(text).map(({ letter, count }) => `${letter}${count}`)).toEqual(["_1", "A3", "CH2"]);
  });

  test("are null for an unknown language", async () => {
    expect(await tileSetOf("xx")).toBeNull();
  });
});

/** What the table reveals at its end. */
function revealOf({ id, commitment, seed, players, openingDraw, bag }: GameRecord): BagReveal {
  const nonces = players.map((player) => ({ ...player, playerId: player.id }));
  return { gameId: id, commitment, seed, keyVersion: 1, nonces, openingDraw, bag };
}

/** Draws tiles at the end of the game, according to the seed. */
function drawMore(record: GameRecord, count: number): string[] {
  const nonces = record.players.map(({ nonce }) => nonce);
  const key = bagKey(fromHex(record.seed)!, record.id, nonces, 1);
  const bag = record.tileSet.flatMap((kind) => Array.from({ length: kind.count }, () => kind.letter));
  const order = record.tileSet.map(({ letter }) => letter);
  let t = 0;
  for (const step of record.bag) {
    if (step.kind === "draw") {
      for (const tile of step.tiles) bag.splice(bag.indexOf(tile), 1);
      t += step.tiles.length;
    } else {
      bag.push(...step.tiles);
    }
    bag.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  }
  return Array.from({ length: count }, () => bag.splice(pick(key, "draw", t++, bag.length), 1)[0]!);
}

describe("a real game", () => {
  test("was fair", () => {
    const names = realRecord.players.map(({ name }) => name);
    const proof = { provenFor: [], notProvenFor: names, failedStarts: 0 };
    expect(verify(real())).toEqual({ isFair: true, draws: 27, openingDraws: 3, ...proof });
  });

  test("was fair with everything that its table has seen", () => {
    const seen = {
      finished: finishedRecord(realRecord),
      promised: realRecord.commitment,
      reveal: revealOf(realRecord),
      tileSet: english,
    };
    expect(verify(real(), seen)).toMatchObject({ isFair: true });
  });

  test("in an unknown language is verified without its tile set", () => {
    expect(verify(real(), { tileSet: null })).toMatchObject({ isFair: true });
  });

  test("that is a rematch starts with the next in turn, whatever the rules say", () => {
    const again = { ...real(), openingDraw: [], rematch: [1, 2, 0] };
    expect(verify(again)).toMatchObject({ isFair: true, draws: 27, openingDraws: 0 });
  });
});

/** A draw or put-back step by its index among its kind. */
function stepOf<K extends "draw" | "putBack">(record: GameRecord, kind: K, place = 0) {
  const steps = record.bag.filter((step) => step.kind === kind);
  return steps[place] as Extract<GameRecord["bag"][number], { kind: K }>;
}

function moveOf(record: GameRecord, kind: string) {
  return record.moves.find(({ deed }) => deed.kind === kind)!;
}

describe("a forged game is detected:", () => {
  const forged: ReadonlyArray<[string, (record: GameRecord) => void, object]> = [
    ["an unknown format", (it) => (it.format = "dord/game/3"), { fault: "format" }],
    ["a later format", (it) => (it.format = "dord/game/2"), { fault: "openingDraw" }],
    ["an unreadable seed", (it) => (it.seed = "?"), { fault: "seed" }],
    ["a seed that is too long", (it) => (it.seed += "x"), { fault: "seed" }],
    ["another seed", (it) => (it.seed = "00".repeat(32)), { fault: "commitment" }],
    ["another commitment", (it) => (it.commitment = "11".repeat(32)), { fault: "commitment" }],
    ["another game's id", (it) => (it.id = "game-2"), { fault: "commitment" }],
    ["a changed nonce", (it) => (it.players[1]!.nonce = "bobby"), { fault: "openingDraw" }],
    ["another order of the nonces", (it) => it.players.reverse(), { fault: "openingDraw" }],
    ["a third blank", (it) => (it.tileSet[0]!.count = 3), { fault: "tileSet" }],
    [
      "a better tile in the opening draw",
      (it) => (it.openingDraw[0]![0]!.tile = "A"),
      { fault: "openingDraw" },
    ],
    ["an extra round in the opening draw", (it) => it.openingDraw.push([]), { fault: "openingDraw" }],
    ["a missing opening draw", (it) => (it.openingDraw = []), { fault: "openingDrawMissing" }],
    ["another first player", (it) => it.turnOrder.push(it.turnOrder.shift()!), { fault: "turnOrder" }],
    ["a missing player", (it) => it.turnOrder.pop(), { fault: "turnOrder" }],
    ["a false rematch", (it) => (it.rematch = [2, 1, 0]), { fault: "openingDraw" }],
    [
      "an opening draw where join order decides",
      (it) => (it.rules.beginner = "joinOrder"),
      { fault: "openingDraw" },
    ],
    [
      "a turn order other than the join order",
      (it) => {
        it.rules.beginner = "joinOrder";
        it.openingDraw = [];
      },
      { fault: "turnOrder" },
    ],
    [
      "another turn order after the host",
      (it) => {
        it.rules.beginner = "host";
        it.openingDraw = [];
      },
      { fault: "turnOrder" },
    ],
    ["racks dealt in reverse order", (it) => it.bag.reverse(), { fault: "deal", step: 1 }],
    [
      "a rack of another player",
      (it) => (stepOf(it, "draw").seat = stepOf(it, "draw", 1).seat),
      { fault: "deal", step: 1 },
    ],
    ["a rack that was not dealt", (it) => it.bag.splice(1, 1), { fault: "deal", step: 2 }],
    ["a first rack of eight", (it) => (stepOf(it, "draw").count = 8), { fault: "deal", step: 1 }],
    ["a tile that was not drawn", (it) => (it.bag[0]!.tiles[0] = "Z"), { fault: "draw", step: 1 }],
    [
      "tiles in another order",
      (it) => {
        const { tiles } = it.bag[0]!;
        tiles.push(tiles.shift()!);
      },
      { fault: "draw", step: 1 },
    ],
    ["a repeated draw number", (it) => (stepOf(it, "draw", 1).t = 0), { fault: "drawNumber", step: 2 }],
    ["a count that is too high", (it) => (stepOf(it, "draw", 3).count = 4), { fault: "draw", step: 4 }],
    [
      "remaining tiles that are missing at the end",
      (it) => it.outcome.finalScores.forEach((score) => (score.remainingTiles = [])),
      { fault: "tiles" },
    ],
    ["a missing play", (it) => it.moves.shift(), { fault: "tiles" }],
    [
      "a tile put back that the player did not hold",
      (it) => it.bag.push({ kind: "putBack", seat: 0, tiles: ["Q", "Q", "Q"] }),
      { fault: "putBack", step: 8 },
    ],
    [
      "an unknown tile put back",
      (it) => it.bag.push({ kind: "putBack", seat: 0, tiles: ["ß"] }),
      { fault: "putBack", step: 8 },
    ],
    [
      "missing put-back steps",
      (it) => (it.bag = it.bag.filter(({ kind }) => kind === "draw")),
      { fault: "tiles" },
    ],
    ["a changed rack of a turn", (it) => (it.moves[0]!.rack[0] = "_"), { fault: "rack", turn: 1 }],
    ["a draw without a play", (it) => moveOf(it, "passed").rack.pop(), { fault: "rack", turn: 3 }],
    ["changed swapped tiles", (it) => moveOf(it, "exchanged").swapped!.pop(), { fault: "drawSize", step: 5 }],
    [
      "tiles drawn to peek and put back",
      (it) => {
        const tiles = drawMore(it, 2);
        it.bag.push({ kind: "draw", seat: 1, t: 27, count: 2, tiles });
        it.bag.push({ kind: "putBack", seat: 1, tiles });
      },
      { fault: "noReason", step: 8 },
    ],
    [
      "a play that drew more than it placed",
      (it) => {
        const play = it.moves[0]!;
        if (play.deed.kind !== "played") return;
        const kept = play.deed.placements.pop()!;
        const final = it.outcome.finalScores.find(({ playerId }) => playerId === play.playerId)!;
        final.remainingTiles.push(kept.tile);
      },
      { fault: "drawSize", step: 4 },
    ],
  ];

  test.each(forged)("%s", (_, forge, expected) => {
    const record = real();
    forge(record);
    expect(verify(record, { tileSet: english })).toEqual({ isFair: false, ...expected });
  });

  test("a bag with an absurd number of tiles", () => {
    const record = real();
    for (const kind of record.tileSet) kind.count = 2 ** 32 - 1;
    expect(verify(record)).toMatchObject({ isFair: false });
    record.tileSet = [];
    expect(verify(record)).toMatchObject({ isFair: false });
  });

  test("a commitment other than the one shown before", () => {
    expect(verify(real(), { promised: "00".repeat(32) })).toEqual({ isFair: false, fault: "promised" });
  });
});

describe("a record is compared with what the table has seen:", () => {
  const mismatch = { isFair: false, fault: "tableMismatch" };

  const reveals: ReadonlyArray<[string, (reveal: BagReveal) => void]> = [
    ["another game", (it) => (it.gameId = "game-2")],
    ["another seed", (it) => (it.seed = "00".repeat(32))],
    ["another key version", (it) => (it.keyVersion = 2)],
    ["a nonce", (it) => (it.nonces[0]!.nonce = "")],
    ["the opening draw", (it) => it.openingDraw.pop()],
    ["a draw", (it) => (it.bag[3]!.tiles[0] = "Q")],
    ["a put-back step", (it) => it.bag.pop()],
  ];
  test.each(reveals)("%s that differs from the reveal", (_, change) => {
    const reveal = structuredClone(revealOf(realRecord));
    change(reveal);
    expect(verify(real(), { reveal })).toEqual(mismatch);
  });

  const games: ReadonlyArray<[string, (game: GameRecord) => void]> = [
    ["a play", (it) => it.moves.shift()],
    [
      "a square",
      ({ moves: [play] }) => {
        if (play?.deed.kind === "played") play.deed.placements[0]!.row = 6;
      },
    ],
    ["a player's remaining tiles", (it) => it.outcome.finalScores[0]!.remainingTiles.pop()],
  ];
  test.each(games)("%s that differs from the followed game", (_, change) => {
    const game = real();
    change(game);
    const finished: FinishedGame = finishedRecord(game);
    expect(verify(real(), { finished })).toEqual(mismatch);
  });
});

describe("a game whose players have committed to nonces", () => {
  const committed = () => structuredClone(secondForm) as unknown as GameRecord;
  const [ann, , cat] = committed().players;
  /** What the table published before any nonce was revealed; open nonces are published by their hash. */
  const published = [
    { playerId: ann!.id, commitment: ann!.nonceCommitment! },
    { playerId: cat!.id, commitment: nonceCommitment(cat!.nonce) },
  ];
  const own = { nonce: ann!.nonce, commitment: ann!.nonceCommitment! };
  const seen = { nonces: { own, published }, you: ann!.id, tileSet: english };

  test("is proven fair only for the players who committed", () => {
    const proof = { provenFor: ["Ann"], notProvenFor: ["Bob", "Cat"] };
    expect(verify(committed(), seen)).toMatchObject({ isFair: true, ...proof });
    expect(verify(committed())).toMatchObject({ isFair: true, ...proof });
    expect(verify({ ...committed(), failedStarts: 2 })).toMatchObject({ isFair: true, failedStarts: 2 });
  });

  test("has the documented key and commitments", () => {
    const seed = Uint8Array.from({ length: 32 }, (_, byte) => byte);
    expect(toHex(bagKey(seed, "game-1", ["alice", "bob"], 2))).toBe(
      "149c2e141970311039b1176f775f4f8e138cecfe5910ecdaa44ae05a7d286fae",
    );
    expect(nonceCommitment("alice")).toBe(ann!.nonceCommitment);
  });

  const forged: ReadonlyArray<[string, (record: GameRecord) => void, object]> = [
    ["another nonce", (it) => (it.players[0]!.nonce = "ground"), { fault: "nonce" }],
    [
      "a commitment to nothing",
      (it) => (it.players[1]!.nonceCommitment = "00".repeat(32)),
      { fault: "nonce" },
    ],
    ["a changed open nonce", (it) => (it.players[2]!.nonce = "x"), { fault: "contributors" }],
    ["an unpublished contributor", (it) => (it.players[1]!.nonce = "x"), { fault: "contributors" }],
    [
      "a nonce and its commitment",
      ({ players: [player] }) => {
        player!.nonce = "ground";
        player!.nonceCommitment = nonceCommitment("ground");
      },
      { fault: "contributors" },
    ],
    ["a nonce presented as open", (it) => delete it.players[0]!.nonceCommitment, { fault: "contributors" }],
    ["a missing nonce", (it) => (it.players[2]!.nonce = ""), { fault: "contributors" }],
  ];
  test.each(forged)("is detected with %s", (_, forge, expected) => {
    const record = committed();
    forge(record);
    expect(verify(record, seen)).toEqual({ isFair: false, ...expected });
  });
});
