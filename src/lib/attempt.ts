// Runs a function and returns `undefined` if it throws.

/** `undefined` if it throws. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
