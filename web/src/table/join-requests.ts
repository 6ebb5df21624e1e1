// Pending requests to join a table where the host admits players.

import type { JoinRequested } from "../protocol";

/** A player who wants to join. Names are unique at a table, so the host decides once per name. */
export type PendingJoin = {
  readonly playerName: string;
  /** The request ids, newest last. A client that reconnects sends a new request. */
  readonly requestIds: ReadonlyArray<string>;
};

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Adds a request. A host that reconnects receives pending requests again. */
export function addRequest(
  pending: ReadonlyArray<PendingJoin>,
  { requestId, playerName }: JoinRequested,
): ReadonlyArray<PendingJoin> {
  // A restarted server restarts its ids, so the same id may belong to another player.
  const others = pending
    .map((one) => ({ ...one, requestIds: one.requestIds.filter((id) => id !== requestId) }))
    .filter((one) => one.requestIds.length > 0 || isSameName(one.playerName, playerName));
  const place = others.findIndex((one) => isSameName(one.playerName, playerName));
  if (place < 0) return [...others, { playerName, requestIds: [requestId] }];
  const requestIds = [...others[place]!.requestIds, requestId];
  return others.map((one, index) => (index === place ? { playerName, requestIds } : one));
}

/** Removes a withdrawn request. */
export function withdrawRequest(
  pending: ReadonlyArray<PendingJoin>,
  requestId: string,
): ReadonlyArray<PendingJoin> {
  return pending
    .map((one) => ({ ...one, requestIds: one.requestIds.filter((id) => id !== requestId) }))
    .filter((one) => one.requestIds.length > 0);
}

export function removeRequestsOf(
  pending: ReadonlyArray<PendingJoin>,
  playerName: string,
): ReadonlyArray<PendingJoin> {
  return pending.filter((one) => one.playerName !== playerName);
}
