// Unified diffs of file contents, bounded: two wholly different texts must not take minutes.
import { structuredPatch } from 'diff';
import { withCommas } from '../lib/text.ts';

/** Beyond this many edited lines a diff explains nothing, and costs the square of its length. */
const MAX_EDITS = 500;

/** The lines of a unified diff (`@@`, ` `, `+`, `-`), or `undefined` where so much differs that none is made. */
export function diffLines(before: string, after: string): string[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS });
  return patch?.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
}

/** `12 lines`, for a content that is not shown. */
export function lineCount(content: string): string {
  const lines = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
  return `${withCommas(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}
