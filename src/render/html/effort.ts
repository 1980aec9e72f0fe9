// Bounds what a page costs: large plans of large texts are shown in part, the same part every time.

const LIMITS = {
  /** Texts that are compared line by line. */
  diffs: 1000,
  /** Characters that are compared line by line. */
  compared: 20_000_000,
  /** Lines that differ: the time of a comparison grows with their square. */
  edits: 100_000,
  /** Characters of lines that are compared word by word. */
  words: 4_000_000,
  /** Characters of contents and differences that are shown, with their markup. */
  shown: 20_000_000,
};

/** One for each page. */
export class Effort {
  readonly #left = { ...LIMITS };

  /** Whether this much of it is left; if so, it is spent. */
  take(what: keyof typeof LIMITS, amount: number): boolean {
    if (this.#left[what] < amount) return false;
    this.#left[what] -= amount;
    return true;
  }

  /** Spends more than is left, if it must: what something cost is only known afterwards. */
  spend(what: keyof typeof LIMITS, amount: number): void {
    this.#left[what] -= amount;
  }
}
