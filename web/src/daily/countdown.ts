// The time until the next puzzle. The server sends its time and the start of the next puzzle, so the absolute time of
// the device clock does not matter.

/** How far the server's clock is ahead of this device's, in milliseconds. */
export function clockAhead(serverTime: number, deviceTime: number): number {
  return serverTime - deviceTime;
}

/** The time left until a server time, in milliseconds. */
export function leftMs(moment: number, clockAheadMs: number, deviceTime: number): number {
  return Math.max(0, moment - (deviceTime + clockAheadMs));
}

/** Formats `5:03:09`. Rounds up, so that zero means over. */
export function countdownText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const two = (count: number) => String(count).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
