import { expect, test } from "vitest";
import { codeIn, linkIn } from "./codes";

test.each([
  ["abcd", "ABCD"],
  [" a-b c ", "ABC"],
  ["abcdef", "ABCD"],
  ["12", ""],
])("the code in %j is %j", (typed, code) => expect(codeIn(typed)).toBe(code));

test.each([
  ["https://club.example/ABCD#secret", { roomCode: "ABCD", fragment: "#secret" }],
  ["http://192.168.1.5:3000/watch/abcd", { roomCode: "ABCD", fragment: "" }],
  ["https://club.example/docs/x", null],
  ["ABCD", null],
])("the link in %j is %j", (pasted, link) => expect(linkIn(pasted)).toEqual(link));
