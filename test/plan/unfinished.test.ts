// What an apply begun and did not record is ours where the server has exactly its text, and secret as it is there.
import { describe, expect, it } from 'vitest';
import { othersLines } from '../../src/render/sentences.ts';
import { linesOf, stateOf } from '../helpers/project.ts';
import { type Given, planOf } from '../helpers/repository.ts';
import { mergeStates } from '../../src/model/state.ts';

const load = (text: string) => stateOf(text, { env: 'unknown' });

const FILES = 'files: { f: { content: x }, g: { content: x } }\n';
const live = load(`keys: { a: 1, b: 1, others: 1 }\n${FILES}`);
const desired = load('keys: { c: { opp: delete } }\n');
const lastApplied = load('keys: { a: 1 }\nfiles: { f: { content: x } }\n');
const begun = [load('keys: { b: 1 }\nfiles: { g: { content: x } }\n')];
const secret = [
  load('keys: { b: { value: { env: SECRET } } }\nfiles: { g: { env: CERTIFICATE } }\n'),
];

function deleted(input: Partial<Given>): string[] {
  const { changes } = planOf({ desired, live, ...input });
  return changes.flatMap((change) => {
    if (change.action !== 'delete' || change.kind === 'key') return [];
    return `${change.name}${change.secret ? ' (secret)' : ''}`;
  });
}

describe('begun', () => {
  it('is deleted beside what was last applied, and without one', () => {
    expect(deleted({})).toEqual([]);
    expect(deleted({ lastApplied })).toEqual(['a', 'f']);
    expect(deleted({ begun })).toEqual(['b', 'g']);
    expect(deleted({ lastApplied, begun })).toEqual(['a', 'b', 'f', 'g']);
    expect(deleted({ lastApplied, begun, prune: 'none' })).toEqual([]);
    expect(deleted({ lastApplied: secret[0], begun: secret })).toEqual([
      'b (secret)',
      'g (secret)',
    ]);
  });

  const found = (input: Partial<Given>) => {
    const { findings } = planOf({ desired, live, ...input });
    return findings.map(({ severity, message }) => `${severity}: ${message}`);
  };
  const left = (name: string) =>
    `warning: ${name} is kept. Only an interrupted apply declared it, and the value on the server could not be matched to that apply, so someone else may own it.`;

  it('is left alone and named where the server has another text, or nothing to compare it with', () => {
    const others = [load('keys: { b: 2 }\nfiles: { g: { content: y } }\n')];
    for (const begun of [others, secret]) {
      expect(deleted({ lastApplied, begun })).toEqual(['a', 'f']);
      expect(found({ lastApplied, begun })).toEqual([left('b in `*;*`'), left('g in `*;*`')]);
    }
    expect(found({ lastApplied: others[0], begun: secret })).toEqual([]);
    const declared = load('keys: { b: 3 }\n');
    expect(found({ desired: declared, lastApplied, begun: others })).toEqual([left('g in `*;*`')]);
    expect(found({ lastApplied, begun: others, prune: 'none' })).toEqual([]);
    const project = { name: 'two.yaml', state: load('keys: { b: 1 }\n'), isCertain: true };
    expect(found({ lastApplied, begun: others, others: [project] })).toEqual([left('g in `*;*`')]);
  });

  it('is deleted where any of the apply runs that did not finish has the text', () => {
    const others = [load('keys: { b: 2 }\n'), ...begun, load('keys: { b: 3 }\n')];
    expect(deleted({ lastApplied, begun: others })).toEqual(['a', 'b', 'f', 'g']);
  });

  it.for([
    ['its text, as the type on the server stores it', 'export', '.5', false],
    ['another text', 'export', '1', true],
    ['another text, where the server is not read', 'last-applied', '1', false],
  ] as const)(
    'confirms a deletion under a record in doubt by: %s',
    ([, liveSource, sent, isDoubtful]) => {
      const begun = [load(`keys: { c: '${sent}', d: 1 }\n`)];
      const { findings } = planOf({
        liveSource,
        begun,
        desired: load('keys: { d: 1 }\n'),
        live: load("keys: { c: { vdt: Double, value: '0.5' }, d: 1 }\n"),
        lastApplied: load("keys: { c: '0.5', d: 1 }\n"),
        unconfirmed: { reason: 'names no commit', confirmed: { begun } },
      });
      expect(findings.some(({ code }) => code === 'record-unconfirmed')).toBe(isDoubtful);
    },
  );

  it('is deleted only after an approval where the server is not read', () => {
    const more = load('keys: { c: { opp: delete }, others: 1 }\nfiles: { f: { content: x } }\n');
    const liveSource = 'last-applied';
    const unread = { desired: more, live, lastApplied, begun: secret, liveSource } as const;
    expect(planOf(unread).findings).toMatchObject([
      {
        severity: 'refusal',
        code: 'unfinished-only',
        approvable: true,
        message: expect.stringMatching(
          /^2 deletions are uncertain\. Only an interrupted apply declared these items\./,
        ),
      },
    ]);
    expect(planOf({ ...unread, lastApplied: secret[0] }).findings).toEqual([]);
  });
});

describe('items that are in sync since the last apply', () => {
  it('are those of an unfinished apply where it began them, and else changed on both sides', () => {
    const both = load('keys: { a: 2, b: 2, c: 2 }\n');
    const input = { desired: both, live: both, lastApplied: load('keys: { a: 1, b: 1, c: 2 }\n') };
    const begun = [load('keys: { a: 2, b: 3, c: 2 }\n')];
    expect(othersLines(planOf(input))).toEqual([
      '2 items changed in the same way in the files and on the server, so no push is needed.',
    ]);
    expect(othersLines(planOf({ ...input, begun }))).toEqual([
      '1 item was sent by an apply that has not finished.',
      '1 item changed in the same way in the files and on the server, so no push is needed.',
    ]);
  });
});

describe('the union of states', () => {
  it('has what any of them declares, and does not know what they disagree about', () => {
    const one = load(`keys: { a: 1, b: { value: 1, readme: r }, c: 1 }\n${FILES}`);
    const others = 'keys: { a: 1, b: { value: 2, readme: s }, d: 1, c: { opp: delete } }\n';
    const two = load(`${others}files: { g: { content: y } }\n`);
    expect(linesOf(mergeStates(one, two)).sort()).toEqual([
      ...['a [*] "1"', 'b [*] "1" unknown', 'c [*] "1"', 'd [*] "1"'],
      ...['file f [*] "x"', 'file g [*] "x" unknown'],
    ]);
    expect(linesOf(mergeStates(two, one))).toContain('c [*] "1"');
    expect(mergeStates(one)).toEqual(one);
  });
});
