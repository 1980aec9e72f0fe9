// What an apply announced and did not record is ours like the baseline: deleted, and as secret.
import { describe, expect, it } from 'vitest';
import { mergeStates } from '../../src/model/merge-states.ts';
import { othersLines } from '../../src/render/sentences.ts';
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

describe('items that are in sync since the last apply', () => {
  it('are those of an unfinished apply where it announced them, and else changed on both sides', () => {
    const both = load('keys: { a: 2, b: 2, c: 2 }\n');
    const input = { desired: both, live: both, baseline: load('keys: { a: 1, b: 1, c: 2 }\n') };
    const announced = load('keys: { a: 2, b: 3, c: 2 }\n');
    const told = (plan: ReturnType<typeof planOf>) => othersLines(plan).map((line) => line.replace(/^.*: /, ''));
    expect(told(planOf(input))).toEqual(['2 items changed the same way in the files and on the server.']);
    expect(told(planOf({ ...input, announced }))).toEqual([
      '1 item sent by an apply that has not finished.',
      '1 item changed the same way in the files and on the server.',
    ]);
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
