// How long a push takes a real server: its time grows with the square of what one request touches (behaviour.md, section 16).

/** 10,000 new values in one request were measured at 310 seconds, on a server that had nothing else to do. */
const SECONDS_PER_SQUARE = 310 / 10_000 ** 2;
/** Other servers, and pushes of another shape, took longer: 3,000 new values 61 seconds instead of 28. */
const SLOWER = 2.2;
/** 1,200 values took 65 seconds once: the time depends on more than their number. */
const SLOW_AT_LEAST = 65;

/** Seconds, rounded up, for so many values and files in one request: on a fast server, and on a slow one. */
export function expectedSeconds(count: number): { fast: number; slow: number } {
  const fast = count ** 2 * SECONDS_PER_SQUARE;
  return { fast: Math.ceil(fast), slow: Math.ceil(Math.max(SLOW_AT_LEAST, SLOWER * fast)) };
}

/** `25 seconds`, `6 minutes`. */
export function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
