// Those who wait at the pending of a table where the host is asked.

import type { JoinRequested } from "../protocol";

/** Somebody who wants to join. A name sits down once, so the host decides about a name, however often it asks. */
export type PendingJoin = {
  readonly playerName: string;
  /** What they have addRequest, the newest last: whoever lost the connection and came back has asked again. */
  readonly requestIds: ReadonlyArray<string>;
};

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Somebody asks, or a host who comes back is told again who does. */
export function addRequest(
  pending: ReadonlyArray<PendingJoin>,
  { requestId, playerName }: JoinRequested,
): ReadonlyArray<PendingJoin> {
  // A server that was started anew counts requests anew: the same number may be somebody else's.
  const others = pending
    .map((one) => ({ ...one, requestIds: one.requestIds.filter((id) => id !== requestId) }))
    .filter((one) => one.requestIds.length > 0 || isSameName(one.playerName, playerName));
  const place = others.findIndex((one) => isSameName(one.playerName, playerName));
  if (place < 0) return [...others, { playerName, requestIds: [requestId] }];
  const requestIds = [...others[place]!.requestIds, requestId];
  return others.map((one, index) => (index === place ? { playerName, requestIds } : one));
}

/** Somebody does not wait any more. */
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
