import { expect, test } from "vitest";
import { lookUp } from "./word-lookup";

const answer = (valid: unknown) => Promise.resolve(new Response(JSON.stringify({ valid, list: "ENABLE" })));

test("every word is requested once, at most six at a time", async () => {
  let [now, most, asked] = [0, 0, 0];
  const ask = async () => {
    asked++;
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    return answer(true);
  };
  const words = Array.from({ length: 20 }, (_, index) => `WORD${index}`);
  expect((await lookUp("en", words, ask)).get("WORD19")).toBe(true);
  await lookUp("en", words, ask);
  expect(most).toBe(6);
  expect(asked).toBe(20);
});

test("failed lookups are null and retried later", async () => {
  const answers = await lookUp("en", ["LOST"], () => Promise.reject(new TypeError("offline")));
  expect(answers.get("LOST")).toBeNull();
  expect((await lookUp("en", ["LOST"], () => answer("yes"))).get("LOST")).toBeNull();
  expect((await lookUp("en", ["LOST"], () => answer(false))).get("LOST")).toBe(false);
});

test("lookups are cached per language", async () => {
  await lookUp("en", ["BEER"], () => answer(true));
  expect((await lookUp("nl", ["BEER"], () => answer(false))).get("BEER")).toBe(false);
});
