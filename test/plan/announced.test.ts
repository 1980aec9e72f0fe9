// What an apply announced and did not record is ours like the baseline: deleted, and as secret.
import { describe, expect, it } from 'vitest';
import { mergeStates } from '../../src/model/merge-states.ts';
import { linesOf, stateOf } from '../helpers/project.ts';
import { planOf } from '../helpers/repository.ts';

const load = (text: string) => stateOf(text, { env: 'unknown' });

const live = load('keys: { a: 1, b: 1, others: 1 }\nfiles: { f: { content: x }, g: { content: x } }\n');
const desired = load('keys: { c: { opp: delete } }\n');
const baseline = load('keys: { a: 1 }\nfiles: { f: { content: x } }\n');
const announced = load('keys: { b: { value: { env: SECRET } } }\nfiles: { g: { env: CERTIFICATE } }\n');

function deleted(input: Partial<Parameters<typeof planOf>[0]>): string[] {
  const { changes } = planOf({ desired, live, ...input });
  return changes.flatMap((change) => {
    if (change.action !== 'delete' || change.kind === 'key') return [];
    return `${change.kind === 'file' ? change.path : change.key}${change.secret ? ' (secret)' : ''}`;
  });
}

describe('announced', () => {
  it('is deleted beside what the baseline declared, and without one', () => {
    expect(deleted({})).toEqual([]);
    expect(deleted({ baseline })).toEqual(['a', 'f']);
    expect(deleted({ announced })).toEqual(['b (secret)', 'g (secret)']);
    expect(deleted({ baseline, announced })).toEqual(['a', 'b (secret)', 'f', 'g (secret)']);
    expect(deleted({ baseline, announced, prune: 'none' })).toEqual([]);
  });
});

describe('the union of states', () => {
  it('has what any of them declares, and does not know what they disagree about', () => {
    const one = load(
      'keys: { a: 1, b: { value: 1, readme: r }, c: 1 }\nfiles: { f: { content: x }, g: { content: x } }\n',
    );
    const two = load(
      'keys: { a: 1, b: { value: 2, readme: s }, d: 1, c: { opp: delete } }\nfiles: { g: { content: y } }\n',
    );
    expect(linesOf(mergeStates(one, two)).sort()).toEqual([
      'a [*] "1"',
      'b [*] "1" unknown',
      'c [*] "1"',
      'd [*] "1"',
      'file f [*] "x"',
      'file g [*] "x" unknown',
    ]);
    expect(linesOf(mergeStates(two, one)).filter((line) => line.startsWith('c'))).toEqual(['c [*] "1"']);
    expect(mergeStates(one)).toEqual(one);
  });
});
