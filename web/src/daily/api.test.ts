import { afterEach, expect, test, vi } from "vitest";
import { NoAnswerError } from "../connection/link";
import { api, DailyRefusalError, NotFoundError } from "./api";

vi.mock("../base", () => ({ addressOf: (path: string) => path }));

afterEach(() => vi.unstubAllGlobals());

const TURN = { turnNumber: 1, tilesPlaced: [] };
const REFUSAL = { error: { code: "INVALID_PLACEMENT", message: "", rule: "gap" } };

function preview(status: number, body: object | null): Promise<unknown> {
  vi.stubGlobal("fetch", async () => new Response(body && JSON.stringify(body), { status }));
  return api.preview("2026-11-17", TURN, null, new AbortController().signal);
}

test.each([200, 422])("a preview is refused by its body, with status %i", async (status) => {
  await expect(preview(status, REFUSAL)).rejects.toThrow(DailyRefusalError);
});

test("a preview has a score and words", async () => {
  expect(await preview(200, { score: 12, words: [] })).toEqual({ score: 12, words: [] });
});

test("an unknown day is not found, and a failing server did not answer", async () => {
  await expect(preview(404, {})).rejects.toThrow(NotFoundError);
  await expect(preview(503, REFUSAL)).rejects.toThrow(NoAnswerError);
  await expect(preview(200, null)).rejects.toThrow(NoAnswerError);
});
