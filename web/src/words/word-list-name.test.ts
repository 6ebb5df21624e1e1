import { expect, test } from "vitest";
import { wordListName } from "./word-list-name";

const answering =
  (body: object, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

test("the server names the list", async () => {
  expect(await wordListName("en", answering({ source: "ENABLE" }))).toBe("ENABLE");
});

test("a name is asked for once", async () => {
  await wordListName("nl", answering({ source: "OpenTaal" }));
  expect(await wordListName("nl", answering({ source: "another" }))).toBe("OpenTaal");
});

test("a failure is not remembered", async () => {
  expect(await wordListName("fy", answering({}, 503))).toBeNull();
  expect(await wordListName("fy", answering({ source: "Frysk" }))).toBe("Frysk");
});
