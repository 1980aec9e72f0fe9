// Environments side by side: each cell is what the applications there get, and it is marked exactly where they get something else.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextId, type ContextPattern } from '../../src/model/context.ts';
import type { SideCell } from '../../src/model/side-by-side.ts';
import { keyId, type State } from '../../src/model/state.ts';
import { indexGroups, winnersOf } from '../../src/semantics/resolution.ts';
import { columnsBy, sideBySide } from '../../src/show/side-by-side.ts';
import { sideOf } from '../helpers/sides.ts';
import { stateFrom } from '../helpers/states.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';

const LEVELS = ['Environment', 'Application', 'Region'];
const NAMES = ['P', 'q', 'R-1'];

interface Case {
  levels: string[];
  state: State;
  by: string;
}

const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 3 }).chain((depth) => {
  const levels = LEVELS.slice(0, depth);
  const context = fc
    .array(fc.constantFrom('*', '*', ...NAMES), { minLength: depth, maxLength: depth })
    .map((elements) => (elements.every((one) => one === '*') ? '*' : elements.join(';')));
  const rows = fc.uniqueArray(fc.record({ context, text: fc.constantFrom('1', '2', null) }), {
    selector: (row) => contextId(row.context),
    minLength: 1,
    maxLength: 6,
  });
  return fc.record({
    levels: fc.constant(levels),
    by: fc.constantFrom(...levels),
    state: rows.map((list) =>
      stateFrom({
        keys: [{ name: 'a', rows: new Map(list.map((row) => [contextId(row.context), row])) }],
      }),
    ),
  });
});

/** What the cell says of an application, by the elements of the other levels. */
function toldIn({ row, others }: SideCell, application: readonly string[]) {
  const isIn = ({ elements, except }: ContextPattern) =>
    elements.every((element, i) => contextId(element) === contextId(application[i] ?? '*')) &&
    !except.some((pattern) =>
      pattern.every((one, i) => one === '*' || contextId(one) === contextId(application[i] ?? '*')),
    );
  const named = others.filter(({ applications }) => isIn(anywhere(applications, application)));
  expect(named.length).toBeLessThan(2);
  return (named[0]?.row ?? row)?.text;
}

/** With the elements of the application where the pattern has any. */
function anywhere({ elements, except }: ContextPattern, application: readonly string[]) {
  return {
    except,
    elements: elements.map((one, i) => (one === '*' ? (application[i] ?? '') : one)),
  };
}

function applicationsOf(depth: number): string[][] {
  if (depth === 0) return [[]];
  const rest = applicationsOf(depth - 1);
  return [...NAMES, 'other'].flatMap((name) => rest.map((more) => [name, ...more]));
}

test('every cell is what the applications there get', { timeout: PROPERTY_TIMEOUT }, () => {
  holds(cases, {
    check: (one) => {
      const { levels, state, by } = one;
      const level = levels.indexOf(by);
      const columns = columnsBy(one, by, { order: new Map(), stages: [] });
      const everything = { isChosen: () => true, keep: [] };
      const { items } = sideBySide(sideOf(one), columns, everything);
      const cells = items[0]?.cells ?? [];
      const applications = applicationsOf(levels.length - 1);
      const gets = (title: string, application: readonly string[]) => {
        const context = application.toSpliced(level, 0, title === '*' ? 'any' : title);
        const winners = winnersOf(state, context, indexGroups(levels, []));
        return winners.get(keyId('a'))?.row.text;
      };
      expect(cells).toHaveLength(columns.columns.length);
      for (const [i, { title }] of columns.columns.entries()) {
        const cell = cells[i];
        if (cell === undefined) continue;
        for (const application of applications)
          expect([title, application, toldIn(cell, application)]).toEqual([
            ...[title, application],
            gets(title, application),
          ]);
        const before = columns.columns[i - 1]?.title ?? title;
        const isOther = applications.some((app) => gets(title, app) !== gets(before, app));
        const { row, others } = cell.differs;
        expect([title, [row, others].includes('differs')]).toEqual([title, isOther]);
      }
    },
  });
});
