// How an apply ended, in a sentence or two.
import { counted } from '../model/counted.ts';
import type { CountsCheck, ItemCounts } from '../model/reads.ts';

/** Of an apply that the server offers no read to verify with. */
export function unverifiedText(counts?: CountsCheck): string {
  const reason = 'Applied, not verified: the server offers no read.';
  if (counts === undefined) return reason;
  const { expected, found } = counts;
  if (isAsExpected(counts)) return `${reason} Its counts are as expected: ${sizeOf(found)}.`;
  return `${reason} Its counts are not as expected: ${sizeOf(found)} instead of ${sizeOf(expected)}. Others may have changed the repository, or hold values of the same keys.`;
}

export function isAsExpected({ expected, found }: CountsCheck): boolean {
  return expected.keys === found.keys && expected.values === found.values;
}

function sizeOf({ keys, values }: ItemCounts): string {
  return `${counted(keys, 'key')} and ${counted(values, 'value')}`;
}
