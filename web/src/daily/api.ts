// HTTP client of the daily puzzle API. The device's token identifies the player.

import { addressOf } from "../base";
import { RefusalError, NoAnswerError } from "../connection/link";
import type {
  DailyArchive,
  DailyProblem,
  DailyResults,
  DailyState,
  DeviceToken,
  Leaderboard,
  MovePreview,
  SubmitTurn,
  TransferCode,
  TurnAnswer,
} from "../protocol";

const ANSWER_WITHIN_MS = 10_000;

/** The server refused a request; it may include the current state. */
export class DailyRefusalError extends RefusalError {
  constructor(readonly problem: DailyProblem) {
    super(problem.error);
  }
}

/** Status 404: an unknown day or code. */
export class NotFoundError extends Error {}

type Request = { token?: string | null; body?: object; signal?: AbortSignal };

async function ask<Answer>(method: string, path: string, request: Request = {}): Promise<Answer> {
  const { token, body, signal } = request;
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  let answer: Response;
  let said: unknown;
  try {
    answer = await fetch(addressOf(`/api/daily${path}`), {
      method,
      headers,
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body && { body: JSON.stringify(body) }),
    });
    said = answer.status === 204 ? null : await answer.json().catch(() => undefined);
  } catch {
    throw new NoAnswerError();
  }
  const problem = said as Partial<DailyProblem> | null | undefined;
  if (answer.status === 404 && problem?.error?.code !== "NOT_YET") throw new NotFoundError();
  // 5xx comes from a proxy without a server, or from a server without its store: nothing was executed.
  if (answer.status >= 500 || said === undefined) throw new NoAnswerError();
  // Refused turns and previews have status 200 by `REFUSALS`, or 422 from an older server.
  if (problem?.error) throw new DailyRefusalError(problem as DailyProblem);
  if (answer.ok) return said as Answer;
  throw new NoAnswerError();
}

/** Asks for refusals with status 200: browsers log other statuses as errors, for every unfinished word. */
const REFUSALS = "?refusals=ok";

const inLanguage = (language: string) => `?language=${encodeURIComponent(language)}`;

export const api = {
  device: () => ask<DeviceToken>("POST", "/devices"),
  archive: (language: string, token: string | null) =>
    ask<DailyArchive>("GET", inLanguage(language), { token }),
  state: (date: string, language: string, token: string | null) =>
    ask<DailyState>("GET", `/${date}${inLanguage(language)}`, { token }),
  submit: (date: string, turn: SubmitTurn, token: string) =>
    ask<TurnAnswer>("POST", `/${date}/turns${REFUSALS}`, { token, body: turn }),
  preview: (date: string, turn: SubmitTurn, token: string | null, signal: AbortSignal) =>
    ask<MovePreview>("POST", `/${date}/preview${REFUSALS}`, { token, body: turn, signal }),
  results: (date: string, language: string, token: string) =>
    ask<DailyResults>("GET", `/${date}/results${inLanguage(language)}`, { token }),
  leaderboard: (date: string, language: string, token: string | null) =>
    ask<Leaderboard>("GET", `/${date}/leaderboard${inLanguage(language)}`, { token }),
  rename: (name: string | null, token: string) =>
    ask<null>("PUT", "/name", { token, body: name === null ? {} : { name } }),
  transfer: (token: string) => ask<TransferCode>("POST", "/transfer", { token }),
  redeem: (code: string) => ask<DeviceToken>("POST", "/transfer/redeem", { body: { code } }),
  forget: (token: string) => ask<null>("DELETE", "/me", { token }),
};
