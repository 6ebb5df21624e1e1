import { expect, test } from "vitest";
import { parseCode, parseTableLink } from "./codes";

test.each([
  ["abcd", "ABCD"],
  [" a-b c ", "ABC"],
  ["abcdef", "ABCD"],
  ["12", ""],
])("the code in %j is %j", (typed, code) => expect(parseCode(typed)).toBe(code));

test.each([
  ["https://club.example/ABCD#secret", "/ABCD#secret"],
  [" https://club.example/watch/ABCD#secret ", "/watch/ABCD#secret"],
  ["http://192.168.1.5:3000/watch/abcd", "/watch/ABCD"],
  ["https://club.example/docs/x", null],
  ["https://club.example/ABCD/", null],
  ["ABCD", null],
  ["https://club.example/games/dord/ABCD#secret", null],
])("the link %j leads to %j", (pasted, path) => expect(parseTableLink(pasted)).toBe(path));

test.each([
  ["https://club.example/games/dord/ABCD#secret", "/ABCD#secret"],
  ["https://club.example/games/dord/watch/abcd", "/watch/ABCD"],
  ["https://club.example/games/dord", null],
  ["https://club.example/games/dord/", null],
])("below /games/dord the link %j leads to %j", (pasted, path) =>
  expect(parseTableLink(pasted, "/games/dord")).toBe(path),
);
