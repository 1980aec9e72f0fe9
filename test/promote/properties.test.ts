// Properties of promoting, on random rows of keys in two and three levels: who receives what afterwards, and promoting twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextId, covers } from '../../src/model/context.ts';
import { emptyState, type Item, itemId, type Row, type State } from '../../src/model/state.ts';
import { type Proposals, proposedRows } from '../../src/promote/proposals.ts';
import { indexGroups, winnersOf } from '../../src/semantics/resolution.ts';
import type { Side } from '../../src/show/sides.ts';
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

interface Case {
  pair: Pair;
  rows: Row[];
  exact: boolean;
  tidy: boolean;
}

const casesOf = (pairs: readonly Pair[]): fc.Arbitrary<Case> =>
  fc.constantFrom(...pairs).chain((pair) =>
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

const cases = casesOf(PAIRS);

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
function written(rows: readonly Row[], { set }: Proposals, depth: number): Row[] {
  const full = (context: string) => (context === '*' ? Array(depth).fill('*').join(';') : context);
  const after = new Map(
    rows.map((row) => [full(row.context), { ...row, context: full(row.context) }]),
  );
  const texts = new Map([...after].map(([context, { text }]) => [context, text]));
  for (const { context, from } of set) {
    if (from === undefined) after.delete(context);
    else after.set(context, { context, text: texts.get(from) ?? null });
  }
  return [...after.values()].map((row) => ({
    ...row,
    context: /^[*;]+$/.test(row.context) ? '*' : row.context,
  }));
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

describe('promoting', () => {
  it('leaves no difference but those that it lists', { timeout: PROPERTY_TIMEOUT }, () => {
    holds(cases, {
      check: (one) => {
        const found = promoted(one, stateOf(one.rows));
        const after = stateOf(written(one.rows, found, one.pair[0].length));
        for (const { from, to } of contextsOf(one.pair)) {
          if (textAt(after, from) === textAt(after, to)) continue;
          const shown = to.map((element) => (element === 'other' ? '*' : element)).join(';');
          expect(
            found.left.some(({ context }) => covers(context, shown)),
            `${shown} is not listed in ${JSON.stringify(found.left)}`,
          ).toBe(true);
        }
      },
    });
  });

  it('twice changes nothing', { timeout: PROPERTY_TIMEOUT }, () => {
    holds(cases, {
      check: (one) => {
        const found = promoted(one, stateOf(one.rows));
        const again = written(one.rows, found, one.pair[0].length);
        expect(promoted(one, stateOf(again)).set).toEqual([]);
      },
    });
  });

  it('to every element affects neither the source nor rows of others', {
    timeout: PROPERTY_TIMEOUT,
  }, () => {
    const broad = casesOf(PAIRS.filter(([, to]) => to.some((element) => element === '*')));
    holds(
      broad.filter(({ exact }) => !exact),
      {
        check: (one) => {
          const [from, to] = one.pair;
          const level = to.findIndex((element, at) => element === '*' && from[at] !== '*');
          if (level < 0) return;
          const before = stateOf(one.rows);
          const after = stateOf(written(one.rows, promoted(one, before), to.length));
          for (const elements of everyContext(to.length)) {
            const element = rowAt(before, elements)?.context.split(';')[level] ?? '*';
            if (element === '*' && elements[level] !== from[level]) continue;
            expect(textAt(after, elements), elements.join(';')).toBe(textAt(before, elements));
          }
        },
      },
    );
  });

  it('affects nobody else', { timeout: PROPERTY_TIMEOUT }, () => {
    holds(cases, {
      check: (one) => {
        const [, to] = one.pair;
        const depth = to.length;
        const before = stateOf(one.rows);
        const after = stateOf(written(one.rows, promoted(one, before), depth));
        for (const elements of everyContext(depth)) {
          const isTarget = to.every(
            (element, level) =>
              element === '**' ||
              element === elements[level] ||
              (element === '*' && elements[level] === 'other'),
          );
          const isBroad = to.includes('*');
          if (isTarget || isBroad) continue;
          expect(textAt(after, elements)).toBe(textAt(before, elements));
        }
      },
    });
  });
});
