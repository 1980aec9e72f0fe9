// What a plan says about which applications a change affects, for each kind of effect.
import { describe, expect, it } from 'vitest';
import type {
  Change,
  ShowAffected,
  Affected,
  AffectedRegion,
  RowChange,
  WinningRow,
} from '../../src/model/plan.ts';
import { leavesNothing, affectedLines } from '../../src/render/affected-text.ts';
import { textPlan } from '../../src/render/text.ts';
import { fileChange, keyChange, shownPlan, valueChange } from '../helpers/plans.ts';

/** What an application gets: by name, or `<context>` or `<context>=<text>`; `-` is nothing. */
const WINNERS: Record<string, WinningRow | undefined> = {
  '-': undefined,
  broad: { context: '*;*', text: '20' },
  own: { context: 'Production;*' },
  secret: { context: '*;*', text: '(secret)', secret: true },
};

function winner(name: string): WinningRow | undefined {
  if (name in WINNERS) return WINNERS[name];
  const [context = '', text] = name.split('=');
  return { context, ...(text !== undefined && { text }) };
}

/** `<contexts> except <contexts>, …: <before> → <after>`, with ` | ` between regions; `?` at the end: not all rows were read. */
function affects(text: string): Affected {
  const all = [...text.matchAll(/(\S+)(?: except ([^:]+))?: (\S+) → (\S+)/g)];
  const regions = all.map(([, contexts = '', except, from = '-', to = '-']): AffectedRegion => {
    const [before, after] = [winner(from), winner(to)];
    const elements = contexts.split(';');
    return {
      contexts: { elements, except: except?.split(', ').map((one) => one.split(';')) ?? [] },
      ...(before && { before }),
      ...(after && { after }),
    };
  });
  return { isExact: !text.endsWith('?'), regions };
}

const at = { key: 'a', context: 'Production;*' };
const update = valueChange({ ...at, before: '1', after: '2' });
const deletion = valueChange({ ...at, before: '1' });
const everywhere = { context: '*;*' };
const file = { path: 'f', context: 'Production;*' };
const CHANGES: Record<string, RowChange> = {
  update,
  deletion,
  creation: valueChange({ ...at, after: '2' }),
  'update everywhere': { ...update, ...everywhere },
  'deletion everywhere': { ...deletion, ...everywhere },
  'creation everywhere': valueChange({ ...at, ...everywhere, after: '2' }),
  'deletion of a file': fileChange({ ...file, before: 'x' }),
  'creation of a file': fileChange({ ...file, after: 'x' }),
};

/** What it is; the change, and what applications get before and after; the line about it, if there is one. */
const ROWS = `
an update in its context
  update, Production;*: own → own
an update with an exception
  update, Production;* except *;Billing: own → own
  affects applications in Production;* except Billing
an update, but not where the same plan creates a more specific value
  update everywhere, *;* except Production;*, Test;*: broad → broad | Test;*: broad → Test;*
  affects applications everywhere except Production, Test
an update that takes effect where another value is deleted
  update everywhere, *;* except Production;*, Staging;*: broad → broad | Production;*: own → broad
  affects applications everywhere except Staging
an update that takes effect where another value of its context is deleted
  update, Production;* except *;Billing, *;Web: own → own | Production;Billing: Production;Billing → own
  affects applications in Production;* except Web
an update in contexts that would lose one if they were joined
  update everywhere, *;* except Production;*, *;Web: broad → broad | Production;*: own → broad
  affects applications everywhere except Production;*, *;Web and in Production;*
an update in contexts that cannot be joined
  update everywhere, *;* except Production;*, Staging;*: broad → broad | Production;* except *;Billing: own → broad
  affects applications everywhere except Production;Billing, Staging;*
a first value
  creation, Production;*: - → own
a value instead of a broader one
  creation, Production;*: broad → own
  instead of "20" from *;*
a value in place of none, and instead of another one
  creation everywhere, *;* except Production;*: - → broad | Production;*: own → broad
  also affects applications in Production;*, instead of the value of Production;*
a value instead of a secret
  creation, Production;*: secret → own
  instead of (secret) from *;*
a deletion that something is left of
  deletion, Production;*: own → broad
  falls back to "20" from *;*
a deletion that leaves nothing in some contexts
  deletion, Production;* except *;Shop: own → - | Production;Shop: own → *;Shop=3
  in Production;* except Shop: no application has a value afterwards; in Production;Shop: falls back to "3" from *;Shop
a deletion that leaves nothing in its context
  deletion, Production;*: own → -
  in Production;*: no application has a value afterwards
a deletion that leaves nothing anywhere
  deletion everywhere, *;*: broad → -
  no application has a value afterwards
a file of which nothing is left
  deletion of a file, Production;*: own → -
  in Production;*: no application has this file afterwards
a deletion after which another value says the same
  deletion,
  no effect: every application gets the same value as before
a new value that another one says already
  creation,
  no effect: every application already gets this value
a new file that another one says already
  creation of a file,
  no effect: every application already gets this content
a file
  deletion of a file, Production;*: own → broad
  falls back to the file of *;*
an update of which not all rows were read
  update, Production;*: own → own ?
a deletion of which not all rows were read
  deletion, Production;*: own → broad ?
  in Production;* and maybe elsewhere: falls back to "20" from *;*
an update with an exception, of which not all rows were read
  update, Production;* except *;Billing: own → own ?
  affects applications in Production;* except Billing, and maybe elsewhere
a last value of which not all rows were read
  deletion, Production;*: own → - ?
nothing that is known not to change
  deletion, ?
`
  .trim()
  .split(/\n(?! )/)
  .map((row) => row.split('\n  ') as [what: string, given: string, line?: string]);

describe('which applications a change affects', () => {
  it.each(ROWS)('of %s', (_, given, line) => {
    const [, kind = '', regions = ''] = /^([^,]+),(.*)$/.exec(given) ?? [];
    const change = CHANGES[kind];
    if (change === undefined) throw new Error(`There is no such change: ${given}`);
    const affected = { ...change, affects: affects(regions) };
    expect(affectedLines(affected, 'short')).toEqual(line === undefined ? [] : [line]);
    expect(affectedLines(affected, 'none')).toEqual([]);
  });

  it('is counted by the first element above eight contexts', () => {
    const contexts = ['P', 'S'].flatMap((one) => [...'abcde'].map((two) => `${one};${two}`));
    const regions = contexts.map((one) => `${one}: own → own`).join(' | ');
    const change = { ...update, affects: affects(regions) };
    expect(affectedLines(change, 'short')).toEqual([
      'affects applications in 10 groups of contexts: P (5), S (5)',
    ]);
    expect(affectedLines(change, 'full')).toHaveLength(10);
  });

  it('is said once, on the line of the key, if the whole key goes and no value is left', () => {
    const values = [
      { ...deletion, affects: affects('Production;*: own → -') },
      { ...deletion, ...everywhere, affects: affects('*;*: broad → -') },
    ];
    const goes = keyChange({ key: 'a', action: 'delete', values: 2 });
    const linesOf = (changes: Change[], showAffected: ShowAffected) =>
      textPlan(shownPlan({ changes }), { color: false, showAffected }).match(/^ {6}.*$/gm);
    const once = ['      no application has a value afterwards'];
    expect(linesOf([goes, ...values], 'short')).toEqual(once);
    expect(linesOf([goes, ...values], 'full')).toEqual(once);
    expect(linesOf([goes, ...values], 'none')).toBe(null);
    expect(linesOf(values, 'short')).toEqual([
      '      in Production;*: no application has a value afterwards',
      ...once,
    ]);
    expect(textPlan(shownPlan({ changes: values }), { color: true })).toContain(
      '\u001b[31mno application has a value afterwards\u001b[39m\n',
    );
  });

  it.each([
    ['Production;*: own → -', true],
    ['Production;*: own → broad', false],
    ['Production;*: own → - ?', false],
  ])('tells whether a deletion leaves nothing: %s, %s', (regions, isNothing) => {
    expect(leavesNothing({ ...deletion, affects: affects(regions) })).toBe(isNothing);
  });
});
