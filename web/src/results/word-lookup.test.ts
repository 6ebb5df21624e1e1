import { expect, test } from "vitest";
import { lookUp } from "./word-lookup";

const answer = (valid: unknown) => Promise.resolve(new Response(JSON.stringify({ valid })));

test("every word is asked for once, six at a time", async () => {
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

test("what the server does not say is not known, and asked again later", async () => {
  const answers = await lookUp("en", ["LOST"], () => Promise.reject(new TypeError("offline")));
  expect(answers.get("LOST")).toBeNull();
  expect((await lookUp("en", ["LOST"], () => answer("yes"))).get("LOST")).toBeNull();
  expect((await lookUp("en", ["LOST"], () => answer(false))).get("LOST")).toBe(false);
});

test("languages do not share their words", async () => {
  await lookUp("en", ["BEER"], () => answer(true));
  expect((await lookUp("nl", ["BEER"], () => answer(false))).get("BEER")).toBe(false);
});
