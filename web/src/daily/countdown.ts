// The time until the next puzzle. The server says when it begins and what time it is there; the clock of the device only
// counts on from that, so it may be as wrong as it likes.

/** How much the server's clock is ahead of this one, in milliseconds. */
export function clockAhead(serverTime: number, deviceTime: number): number {
  return serverTime - deviceTime;
}

/** What is left until a moment of the server's clock, in milliseconds. */
export function leftMs(moment: number, clockAheadMs: number, deviceTime: number): number {
  return Math.max(0, moment - (deviceTime + clockAheadMs));
}

/** Hours, minutes and seconds: `5:03:09`. The last second is over only at zero. */
export function countdownText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const two = (count: number) => String(count).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
