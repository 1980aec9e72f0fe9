// Properties of promoting, on random rows of keys in two and three levels: who receives what afterwards, and promoting twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextId, covers } from '../../src/model/context.ts';
import { emptyState, type Item, itemId, type Row, type State } from '../../src/model/state.ts';
import { type Proposals, proposedRows } from '../../src/promote/proposals.ts';
import { indexGroups, winnersOf } from '../../src/semantics/resolution.ts';
import type { Side } from '../../src/show/sides.ts';
import { casesOf } from '../helpers/suite.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';

const LEVELS = ['Environment', 'Region', 'Application'];
const ELEMENTS = [
  ['*', 'Staging', 'Production', 'Test'],
  ['*', 'EU', 'US'],
  ['*', 'Web', 'Billing'],
] as const;

type Pair = readonly [from: readonly string[], to: readonly string[]];

/** Patterns of two and of three levels. */
const PAIRS = [
  ...['Staging;** → Production;**', 'Staging;** → *;**', '**;EU → **;US', '**;EU → **;*'],
  ...['Staging;EU → Production;EU', 'Staging;* → Production;*'],
  ...['Staging;**;** → Production;**;**', 'Staging;**;** → *;**;**', '**;EU;** → **;US;**'],
  ...['**;**;Web → **;**;Billing', '**;**;Web → **;**;*', 'Staging;EU;** → Production;US;**'],
].map((pair): Pair => {
  const [from = '', to = ''] = pair.split(' → ');
  return [from.split(';'), to.split(';')];
});

/** To every element of a level. */
const BROAD = PAIRS.filter(([, to]) => to.includes('*'));

interface Case {
  pair: Pair;
  rows: Row[];
  exact: boolean;
  tidy: boolean;
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...PAIRS, ...BROAD, ...BROAD).chain((pair) =>
  fc.record({
    pair: fc.constant(pair),
    exact: fc.boolean(),
    tidy: fc.boolean(),
    rows: fc.uniqueArray(
      fc
        .record({
          elements: fc.tuple(
            ...ELEMENTS.slice(0, pair[0].length).map((names) => fc.constantFrom(...names)),
          ),
          text: fc.constantFrom('a', 'b', 'c', null),
          isAbsent: fc.constantFrom(false, false, false, false, true),
        })
        .map(
          ({ elements, text, isAbsent }): Row => ({
            context: elements.every((one) => one === '*') ? '*' : elements.join(';'),
            text: isAbsent ? null : text,
            ...(isAbsent && { absent: true }),
          }),
        ),
      { selector: ({ context }) => context, maxLength: 8 },
    ),
  }),
);

const NAME = 'a.b';

function stateOf(rows: readonly Row[]): State {
  const key: Item = {
    kind: 'key',
    name: NAME,
    vdt: 'Text',
    rows: new Map(rows.map((row) => [contextId(row.context), row])),
  };
  const state = emptyState();
  state.items.set(itemId(key), key);
  return state;
}

function sideOf(state: State, depth: number): Side {
  return {
    source: 'files',
    who: 'The files have',
    levels: LEVELS.slice(0, depth),
    remarks: [],
    groups: [],
    untold: [],
    state,
    marks: {
      desired: state,
      live: emptyState(),
      applied: {},
      policy: { prune: 'managed', scope: ALL },
      secrets: { isSecretName: () => false },
    },
  };
}

const ALL = { item: () => true, whole: () => true, row: () => true, written: {} };

function promoted({ pair, exact, tidy }: Omit<Case, 'rows'>, state: State): Proposals {
  const both = [[...pair[0]], [...pair[1]]] as [string[], string[]];
  const side = sideOf(state, pair[0].length);
  return proposedRows(side, {
    pair: both,
    names: ['a', 'b'],
    isChosen: () => true,
    keep: [],
    exact,
    tidy,
  });
}

/** The rows as they are once everything that was proposed is written. */
function written(rows: readonly Row[], { set }: Proposals): Row[] {
  const idOf = (context: string) => (/^[*;]+$/.test(context) ? '*' : context);
  const after = new Map(rows.map((row) => [row.context, row]));
  for (const { context, from } of set) {
    const row = rows.find((one) => one.context === idOf(from ?? ''));
    if (from === undefined) after.delete(idOf(context));
    else after.set(idOf(context), { context: idOf(context), text: row?.text ?? null });
  }
  return [...after.values()];
}

/** Every context of the pair: each element, and one that nothing names. */
function contextsOf(pair: Pair): { from: string[]; to: string[] }[] {
  return pair[0].reduce<{ from: string[]; to: string[] }[]>(
    (all, element, level) => {
      const names = element === '**' ? ['other', ...(ELEMENTS[level] ?? []).slice(1)] : [undefined];
      return all.flatMap(({ from, to }) =>
        names.map((name) => ({
          from: [...from, name ?? element],
          to: [...to, name ?? pair[1][level] ?? '*'],
        })),
      );
    },
    [{ from: [], to: [] }],
  );
}

/** Each element, and one that nothing names, of each level. */
function everyContext(depth: number): string[][] {
  return ELEMENTS.slice(0, depth).reduce<string[][]>(
    (all, names) =>
      all.flatMap((some) => ['other', ...names.slice(1)].map((name) => [...some, name])),
    [[]],
  );
}

function textAt(state: State, elements: readonly string[]): string | null | undefined {
  return rowAt(state, elements)?.text;
}

function rowAt(state: State, elements: readonly string[]): Row | undefined {
  const groups = indexGroups(LEVELS.slice(0, elements.length), []);
  return winnersOf(state, elements, groups).get(NAME)?.row;
}

interface Promoted extends Case {
  before: State;
  found: Proposals;
  after: State;
}

const LAWS: Record<string, (promoted: Promoted) => void> = {
  'leaves no difference but those that it lists': ({ pair, after, found }) => {
    for (const { from, to } of contextsOf(pair)) {
      if (textAt(after, from) === textAt(after, to)) continue;
      const shown = to.map((element) => (element === 'other' ? '*' : element)).join(';');
      expect(
        found.left.some(({ context }) => covers(context, shown)),
        `${shown} is not listed in ${JSON.stringify(found.left)}`,
      ).toBe(true);
    }
  },
  'twice changes nothing': ({ after, ...one }) => {
    expect(promoted(one, after).set).toEqual([]);
  },
  'to every element affects neither the source nor rows of others': ({
    pair: [from, to],
    exact,
    before,
    after,
  }) => {
    const level = to.findIndex((element, at) => element === '*' && from[at] !== '*');
    if (level < 0 || exact) return;
    for (const elements of everyContext(to.length)) {
      const element = rowAt(before, elements)?.context.split(';')[level] ?? '*';
      if (element === '*' && elements[level] !== from[level]) continue;
      expect(textAt(after, elements), elements.join(';')).toBe(textAt(before, elements));
    }
  },
  'affects nobody else': ({ pair: [, to], before, after }) => {
    if (to.includes('*')) return;
    for (const elements of everyContext(to.length)) {
      const isTarget = to.every(
        (element, level) => element === '**' || element === elements[level],
      );
      if (!isTarget) expect(textAt(after, elements)).toBe(textAt(before, elements));
    }
  },
};

describe('promoting', () => {
  it.each(Object.entries(LAWS))('%s', { timeout: PROPERTY_TIMEOUT }, (_, check) => {
    holds(cases, {
      check: (one) => {
        const before = stateOf(one.rows);
        const found = promoted(one, before);
        check({ ...one, before, found, after: stateOf(written(one.rows, found)) });
      },
      least: casesOf(1600),
    });
  });
});
