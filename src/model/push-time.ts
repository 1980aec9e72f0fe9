// How long a push takes a real server: its time grows with the square of what one request touches (behaviour.md, section 16).

/** 10,000 new values in one request were measured at 310 seconds. */
const SECONDS_PER_SQUARE = 310 / 10_000 ** 2;

/** Seconds, rounded up, for so many values and files in one request. */
export function expectedSeconds(count: number): number {
  return Math.ceil(count ** 2 * SECONDS_PER_SQUARE);
}

/** `25 seconds`, `6 minutes`. */
export function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
