import { describe, expect, test } from "vitest";
import type { BagReveal, GameRecord, TileKind } from "../protocol";
import { bagKey, commitmentOf, fromHex, nonceCommitment, pick, toHex } from "./bag-key";
import { finishedRecord, type FinishedGame } from "./finished-game";
import secondForm from "../over/record-2.fixture.json";
import { realRecord } from "./game.fixture";
import { parseTileSet, tileSetOf } from "./tile-sets";
import { verify } from "./verify";

/** A record that a test may forge. */
const real = () => structuredClone(realRecord);
const english = (await tileSetOf("en"))!;

describe("the published vector", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, byte) => byte);
  const key = bagKey(seed, "game-1", ["alice", "bob"], 1);

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

describe("the tiles of a language", () => {
  test("are those that its games are played with", () => {
    expect(english).toEqual(realRecord.tileSet.map(({ letter, count }) => ({ letter, count })));
  });

  test("may carry several letters each, and blanks come first", () => {
    const text = "# Tiny\ncode xx\nname Tiny language\nA 3 1\nblanks 1\n\nCH 2 5\n";
    expect(parseTileSet(text).map(({ letter, count }) => `${letter}${count}`)).toEqual(["_1", "A3", "CH2"]);
  });

  test("are not known for every language that there may be", async () => {
    expect(await tileSetOf("xx")).toBeNull();
  });
});

/** What the table tells at its end. */
function revealOf({ id, commitment, seed, players, openingDraw, bag }: GameRecord): BagReveal {
  const nonces = players.map((player) => ({ ...player, playerId: player.id }));
  return { gameId: id, commitment, seed, keyVersion: 1, nonces, openingDraw, bag };
}

/** Draws tiles at the end of the game, as the seed gives them. */
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
    const proof = { provenFor: [], notProvenFor: names };
    expect(verify(real())).toEqual({ isFair: true, draws: 27, openingDraws: 3, ...proof });
  });

  test("was fair by everything that its table has seen, too", () => {
    const seen = {
      finished: finishedRecord(realRecord),
      promised: realRecord.commitment,
      reveal: revealOf(realRecord),
      tileSet: english,
    };
    expect(verify(real(), seen)).toMatchObject({ isFair: true });
  });

  test("in a language that this page does not know is taken as it is", () => {
    expect(verify(real(), { tileSet: null })).toMatchObject({ isFair: true });
  });

  test("that is played again begins with the next in turn, whatever the rules say", () => {
    const again = { ...real(), openingDraw: [], rematch: [1, 2, 0] };
    expect(verify(again)).toMatchObject({ isFair: true, draws: 27, openingDraws: 0 });
  });
});

/** The first draw or putting back of which something is true. */
function stepOf<K extends "draw" | "putBack">(record: GameRecord, kind: K, place = 0) {
  const steps = record.bag.filter((step) => step.kind === kind);
  return steps[place] as Extract<GameRecord["bag"][number], { kind: K }>;
}

function moveOf(record: GameRecord, kind: string) {
  return record.moves.find(({ deed }) => deed.kind === kind)!;
}

describe("a forged game is found out:", () => {
  const forged: ReadonlyArray<[string, (record: GameRecord) => void, object]> = [
    ["a form that is not known", (it) => (it.format = "dord/game/3"), { fault: "format" }],
    ["a later form", (it) => (it.format = "dord/game/2"), { fault: "openingDraw" }],
    ["a seed that cannot be read", (it) => (it.seed = "?"), { fault: "seed" }],
    ["a seed that is too long", (it) => (it.seed += "x"), { fault: "seed" }],
    ["another seed", (it) => (it.seed = "00".repeat(32)), { fault: "commitment" }],
    ["another seal", (it) => (it.commitment = "11".repeat(32)), { fault: "commitment" }],
    ["another game's id", (it) => (it.id = "game-2"), { fault: "commitment" }],
    ["a nonce that was changed", (it) => (it.players[1]!.nonce = "bobby"), { fault: "openingDraw" }],
    ["another order of the nonces", (it) => it.players.reverse(), { fault: "openingDraw" }],
    ["a third blank", (it) => (it.tileSet[0]!.count = 3), { fault: "tileSet" }],
    ["a better tile for who begins", (it) => (it.openingDraw[0]![0]!.tile = "A"), { fault: "openingDraw" }],
    ["a round too many for who begins", (it) => it.openingDraw.push([]), { fault: "openingDraw" }],
    ["no draw for who begins", (it) => (it.openingDraw = []), { fault: "openingDrawMissing" }],
    ["somebody else who begins", (it) => it.turnOrder.push(it.turnOrder.shift()!), { fault: "turnOrder" }],
    ["a player who is left out", (it) => it.turnOrder.pop(), { fault: "turnOrder" }],
    ["a rematch that was none", (it) => (it.rematch = [2, 1, 0]), { fault: "openingDraw" }],
    [
      "a draw where those who came first begin",
      (it) => (it.rules.beginner = "joinOrder"),
      { fault: "openingDraw" },
    ],
    [
      "another order than that in which they came",
      (it) => {
        it.rules.beginner = "joinOrder";
        it.openingDraw = [];
      },
      { fault: "turnOrder" },
    ],
    [
      "another order after the host",
      (it) => {
        it.rules.beginner = "host";
        it.openingDraw = [];
      },
      { fault: "turnOrder" },
    ],
    ["racks that go round the other way", (it) => it.bag.reverse(), { fault: "deal", step: 1 }],
    [
      "a rack that is somebody else's",
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
    ["a number that was used twice", (it) => (stepOf(it, "draw", 1).t = 0), { fault: "drawNumber", step: 2 }],
    ["a count that is too high", (it) => (stepOf(it, "draw", 3).count = 4), { fault: "draw", step: 4 }],
    [
      "tiles that were kept back at the end",
      (it) => it.outcome.finalScores.forEach((score) => (score.remainingTiles = [])),
      { fault: "tiles" },
    ],
    ["a play that is left out", (it) => it.moves.shift(), { fault: "tiles" }],
    [
      "a tile put back that nobody held",
      (it) => it.bag.push({ kind: "putBack", seat: 0, tiles: ["Q", "Q", "Q"] }),
      { fault: "putBack", step: 8 },
    ],
    [
      "a tile put back that there is not",
      (it) => it.bag.push({ kind: "putBack", seat: 0, tiles: ["ß"] }),
      { fault: "putBack", step: 8 },
    ],
    [
      "nothing that was put back",
      (it) => (it.bag = it.bag.filter(({ kind }) => kind === "draw")),
      { fault: "tiles" },
    ],
    ["a rack of a turn", (it) => (it.moves[0]!.rack[0] = "_"), { fault: "rack", turn: 1 }],
    ["a draw that no play asked for", (it) => moveOf(it, "passed").rack.pop(), { fault: "rack", turn: 3 }],
    ["what was swapped", (it) => moveOf(it, "exchanged").swapped!.pop(), { fault: "drawSize", step: 5 }],
    [
      "tiles that were drawn to be looked at, and put back",
      (it) => {
        const tiles = drawMore(it, 2);
        it.bag.push({ kind: "draw", seat: 1, t: 27, count: 2, tiles });
        it.bag.push({ kind: "putBack", seat: 1, tiles });
      },
      { fault: "noReason", step: 8 },
    ],
    [
      "a play that drew more than it laid",
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

  test("a bag of more tiles than anybody could count", () => {
    const record = real();
    for (const kind of record.tileSet) kind.count = 2 ** 32 - 1;
    expect(verify(record)).toMatchObject({ isFair: false });
    record.tileSet = [];
    expect(verify(record)).toMatchObject({ isFair: false });
  });

  test("a seal that is not the one that was shown before", () => {
    expect(verify(real(), { promised: "00".repeat(32) })).toEqual({ isFair: false, fault: "promised" });
  });
});

describe("a record is held against what the table has seen:", () => {
  const told = { isFair: false, fault: "tableMismatch" };

  const reveals: ReadonlyArray<[string, (reveal: BagReveal) => void]> = [
    ["another game", (it) => (it.gameId = "game-2")],
    ["another seed", (it) => (it.seed = "00".repeat(32))],
    ["another form of the key", (it) => (it.keyVersion = 2)],
    ["a nonce", (it) => (it.nonces[0]!.nonce = "")],
    ["the draw for who begins", (it) => it.openingDraw.pop()],
    ["a draw", (it) => (it.bag[3]!.tiles[0] = "Q")],
    ["a putting back", (it) => it.bag.pop()],
  ];
  test.each(reveals)("%s that was told otherwise", (_, change) => {
    const reveal = structuredClone(revealOf(realRecord));
    change(reveal);
    expect(verify(real(), { reveal })).toEqual(told);
  });

  const games: ReadonlyArray<[string, (game: GameRecord) => void]> = [
    ["a play", (it) => it.moves.shift()],
    [
      "a square",
      ({ moves: [play] }) => {
        if (play?.deed.kind === "played") play.deed.placements[0]!.row = 6;
      },
    ],
    ["what somebody had left", (it) => it.outcome.finalScores[0]!.remainingTiles.pop()],
  ];
  test.each(games)("%s that was seen otherwise", (_, change) => {
    const game = real();
    change(game);
    const finished: FinishedGame = finishedRecord(game);
    expect(verify(real(), { finished })).toEqual(told);
  });
});

describe("a game whose players have committed to nonces", () => {
  const committed = () => structuredClone(secondForm) as unknown as GameRecord;
  const [ann, , cat] = committed().players;
  /** What the table published before any nonce was revealed; a nonce in the open is published by its hash. */
  const published = [
    { playerId: ann!.id, commitment: ann!.nonceCommitment! },
    { playerId: cat!.id, commitment: nonceCommitment(cat!.nonce) },
  ];
  const own = { nonce: ann!.nonce, commitment: ann!.nonceCommitment! };
  const seen = { nonces: { own, published }, you: ann!.id, tileSet: english };

  test("is proven fair for those who have, and for nobody else", () => {
    const proof = { provenFor: ["Ann"], notProvenFor: ["Bob", "Cat"] };
    expect(verify(committed(), seen)).toMatchObject({ isFair: true, ...proof });
    expect(verify(committed())).toMatchObject({ isFair: true, ...proof });
  });

  test("has the key and the commitments of the description", () => {
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
    ["a nonce in the open that was changed", (it) => (it.players[2]!.nonce = "x"), { fault: "contributors" }],
    ["a contributor who was not published", (it) => (it.players[1]!.nonce = "x"), { fault: "contributors" }],
    [
      "a nonce and its commitment",
      ({ players: [player] }) => {
        player!.nonce = "ground";
        player!.nonceCommitment = nonceCommitment("ground");
      },
      { fault: "contributors" },
    ],
    [
      "a nonce as if it had been in the open",
      (it) => delete it.players[0]!.nonceCommitment,
      { fault: "contributors" },
    ],
    ["a nonce that was left out", (it) => (it.players[2]!.nonce = ""), { fault: "contributors" }],
  ];
  test.each(forged)("is found out by %s", (_, forge, expected) => {
    const record = committed();
    forge(record);
    expect(verify(record, seen)).toEqual({ isFair: false, ...expected });
  });
});
