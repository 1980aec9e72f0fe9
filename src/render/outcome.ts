// How an apply ended, or was declared dead, in a sentence or two.
import { counted } from '../model/counted.ts';
import type { CountsCheck, ItemCounts } from '../model/reads.ts';
import { printable } from './printable.ts';

/** Of an apply that the server offers no read to verify with. */
export function unverifiedText(counts?: CountsCheck): string {
  const reason = 'Applied, not verified: the server offers no read.';
  if (counts === undefined) return reason;
  const { expected, found } = counts;
  if (isAsExpected(counts)) return `${reason} Its counts are as expected: ${sizeOf(found)}.`;
  return `${reason} Its counts are not as expected: ${sizeOf(found)} instead of ${sizeOf(expected)}. Others may have changed the repository, or hold values of the same keys.`;
}

/** @param pushSince ISO 8601: the last push of the apply began then or later */
export function unlockedText({ removed }: { removed?: { text: string; pushSince?: string } }): string {
  if (removed === undefined) return 'No apply is in the way: there is nothing to unlock.\n';
  const { text, pushSince } = removed;
  const sent = pushSince === undefined ? '' : `, sent at ${pushSince} or later`;
  return `Unlocked: the apply ${printable(text)}, counts as dead. The next apply takes over, and knows what it began.
The server may still be working on its last push${sent}. A push can take many minutes: see that the server is done with it, then apply.
`;
}

export function isAsExpected({ expected, found }: CountsCheck): boolean {
  return expected.keys === found.keys && expected.values === found.values;
}

function sizeOf({ keys, values }: ItemCounts): string {
  return `${counted(keys, 'key')} and ${counted(values, 'value')}`;
}
