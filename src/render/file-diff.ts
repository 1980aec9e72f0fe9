// Unified diffs of file contents. The effort is bounded, because diffing two unrelated texts could take minutes.
import { structuredPatch, type StructuredPatchHunk } from 'diff';
import type picocolors from 'picocolors';
import { withCommas } from '../lib/text.ts';
import { withLongLines } from './long-lines.ts';
import { clipped, MAX_LINE, printableLine } from './printable.ts';

/** With more edited lines a diff explains nothing, and its cost grows with the square. */
const MAX_EDITS = 500;

/** The lines of a unified diff (`@@`, ` `, `+`, `-`), or `undefined` if the texts differ too much. */
export function diffLines(before: string, after: string): string[] | undefined {
  return hunksOf(before, after)?.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...withLongLines(lines),
  ]);
}

/** The differences of two texts with whole lines, or `undefined` if they differ too much. */
export function hunksOf(before: string, after: string): StructuredPatchHunk[] | undefined {
  return structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS })?.hunks;
}

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Lines shown of one diff in a terminal; the JSON plan has all of them. */
const MAX_SHOWN = 60;

/** A diff for a terminal, indented below the line of its file. */
export function textDiff(before: string, after: string, colors: Colors): string[] {
  const lines = diffLines(before, after);
  if (lines === undefined) return [colors.dim('      | content replaced')];
  const shown = lines.slice(0, MAX_SHOWN).map((line) => {
    const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim;
    return `      ${colors.dim('|')} ${paint(printableLine(clipped(line, MAX_LINE)))}`;
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, colors.dim(`      | … ${more} more lines`)] : shown;
}

/** `12 lines`, for content that is not shown. */
export function lineCount(content: string): string {
  const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
  return `${withCommas(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}
