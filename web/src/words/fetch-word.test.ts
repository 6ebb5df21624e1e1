import { expect, test } from "vitest";
import { fetchWord } from "./fetch-word";

const answering =
  (body: object, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

const QUIZ = { valid: true, list: "ENABLE", meanings: [{ partOfSpeech: "noun", text: "a short test" }] };

test("an answer has the list and the meanings", async () => {
  expect(await fetchWord("en", "QUIZ", answering({ ...QUIZ, language: "en", word: "QUIZ" }))).toEqual(QUIZ);
});

test("without definitions an answer has no meanings", async () => {
  const answer = await fetchWord("en", "WORD", answering({ valid: true, list: "ENABLE" }));
  expect(answer).toEqual({ valid: true, list: "ENABLE" });
});

test("an answer is cached, and a failure is not", async () => {
  expect(await fetchWord("nl", "QUIZ", answering(QUIZ, 503))).toBeNull();
  expect(await fetchWord("nl", "QUIZ", answering({ valid: "yes" }))).toBeNull();
  expect(await fetchWord("nl", "QUIZ", answering(QUIZ))).toEqual(QUIZ);
  expect(await fetchWord("nl", "QUIZ", answering({ valid: false, list: "another" }))).toEqual(QUIZ);
});
