import { expect, test, vi } from "vitest";
import { en } from "../i18n/en";
import { game, passed, played } from "./game.fixture";
import { fetchPicture, gameText, shareData } from "./share-game";

// These modules need a browser; the tested functions do not use them.
vi.mock("../base", () => ({ addressOf: (path: string) => path, linkOf: (path: string) => path }));

test("the text has the final scores and the best play", () => {
  const log = [played("alice", { words: [["QUIZ", 68]] }), played("bob", { words: [["CAT", 10]] })];
  expect(gameText(game(log, { alice: 68, bob: -4 }), en.results)).toBe(
    "Dord: Alice 68, Bob −4. Best play: QUIZ for 68 points.",
  );
});

test("without a play the text has only the scores", () => {
  expect(gameText(game([passed("alice")], { alice: 0, bob: 0 }), en.results)).toBe("Dord: Alice 0, Bob 0.");
});

test("the picture is a file, or null if there is none", async () => {
  const asked: string[] = [];
  const answer = (status: number) => async (url: string | URL | Request) => {
    asked.push(String(url));
    return new Response("png", { status });
  };
  expect((await fetchPicture("0192f0c1-6a7e", answer(200)))?.name).toBe("dord-0192f0c1.png");
  expect(asked).toEqual(["/api/games/0192f0c1-6a7e.png"]);
  expect(await fetchPicture("a", answer(503))).toBeNull();
});

test("the picture is shared only where the device can share files", () => {
  const picture = new File(["png"], "dord.png", { type: "image/png" });
  expect(shareData("text", "url", picture, () => true)).toMatchObject({ files: [picture], url: "url" });
  expect(shareData("text", "url", picture, () => false)).toEqual({ title: "Dord", text: "text", url: "url" });
  expect(shareData("text", "url", picture, undefined)).not.toHaveProperty("files");
  expect(shareData("text", "url", null, () => true)).not.toHaveProperty("files");
});
