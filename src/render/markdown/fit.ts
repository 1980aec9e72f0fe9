// The levels of detail of a comment and a summary: the first whose text fits is shown.
import type { Level } from './lines.ts';

const MORE: readonly Level[] = [
  { lines: 500, diffs: 50, diffLines: 60, words: 1000 },
  { lines: 100, diffs: 10, diffLines: 30, words: 1000 },
  { lines: 20, diffs: 0, diffLines: 0, words: 500 },
  { lines: 0, diffs: 0, diffLines: 0, words: 200 },
  { lines: 0, diffs: 0, diffLines: 0, words: 40 },
];

/** Where a text is shown, and how long it may be there. */
export interface Medium {
  limit: number;
  /** How the size of a text is measured. */
  size: (text: string) => number;
  levels: readonly Level[];
}

/**
 * GitHub accepts 65,536 characters; our comments have at most 60,000, including the marker in front. There are never
 * fewer UTF-16 units than characters.
 */
export const COMMENT: Medium = {
  limit: 59_500,
  size: (text) => text.length,
  levels: [{ lines: Number.POSITIVE_INFINITY, diffs: 200, diffLines: 60, words: 1000 }, ...MORE],
};

/** GitHub drops summaries of more than 1 MiB entirely. */
export const SUMMARY: Medium = {
  limit: 1_000_000,
  size: Buffer.byteLength,
  levels: [{ lines: Number.POSITIVE_INFINITY, diffs: 1000, diffLines: 200, words: 1000 }, ...MORE],
};

/** A part of a text, at each level of detail. */
export interface Part {
  render: (level: Level) => string;
  /** How many lines each of its lists has. */
  counts: readonly number[];
}

/** No line is shorter. */
const LEAST_LINE = 30;

/** The text in the most detail that fits; `undefined` if none does. */
export function fitted({ render, counts }: Part, { limit, size, levels }: Medium): string | undefined {
  for (const level of levels) {
    const lines = counts.reduce((sum, count) => sum + Math.min(count, level.lines), 0);
    if (lines * LEAST_LINE > limit) continue;
    const text = render(level);
    if (size(text) <= limit) return text;
  }
  return undefined;
}
