// How long a push takes a real server: its time grows with the square of what one request touches (behaviour.md, section 16).

/** Measured: 310 seconds for 10,000 new values in one request on an idle server. */
const SECONDS_PER_SQUARE = 310 / 10_000 ** 2;
/** Measured on other servers and pushes: 3,000 new values took 61 seconds instead of 28. */
const SLOWER = 2.2;
/** Measured once for 1,200 values: the time depends on more than their number. */
const SLOW_AT_LEAST = 65;

/** Expected seconds, rounded up, for a request with `count` values and files, on a fast and a slow server. */
export function expectedSeconds(count: number): { fast: number; slow: number } {
  const fast = count ** 2 * SECONDS_PER_SQUARE;
  return { fast: Math.ceil(fast), slow: Math.ceil(Math.max(SLOW_AT_LEAST, SLOWER * fast)) };
}

/** `25 seconds`, `6 minutes`. */
export function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
