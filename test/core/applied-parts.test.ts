// What apply runs of stages applied together, held to a server that does what each of them says, while stages change.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppliedPart, begunIn, countingBeside, doneIn } from '../../src/core/applied-parts.ts';
import { contextsTest } from '../../src/model/project.ts';
import { addSecretRow } from '../../src/model/secret-rows.ts';
import { emptyState, rowAt, rowsIn, type State } from '../../src/model/state.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';
import { stateFrom } from '../helpers/states.ts';

const CONTEXTS = ['*', 'S;*', 'S;x', 'P;*', 'P;x'];
/** Sets of stages that a project may have, one after the other. */
const STAGES = [
  [],
  [['S;**'], ['!S;**']],
  [['S;x'], ['S;*', 'P;**'], ['*;*', '*;x']],
  [['P;**'], ['!P;**']],
  [['**;**']],
];

interface Step {
  /** Index in {@link STAGES}, and which of its stages. */
  stages: number;
  stage: number;
  isDone: boolean;
  /** Rows that the commit declares: key, context, readme of the key. */
  rows: { key: string; context: string; readme: string }[];
  /** Of rows that would be deleted, and of fields, which are left to a later stage; and which the others are. */
  isLater: boolean;
  isTaking: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  stages: fc.nat(STAGES.length - 1),
  stage: fc.nat(2),
  isDone: fc.boolean(),
  rows: fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b'),
      context: fc.constantFrom(...CONTEXTS),
      readme: fc.constantFrom('r', 's'),
    }),
    { maxLength: 6 },
  ),
  isLater: fc.boolean(),
  isTaking: fc.boolean(),
});

/** `a *: 3` for each row, and `a (r)` for each key. */
function shown(state: State | undefined): string[] {
  const { items } = state ?? emptyState();
  const rows = [...rowsIn({ items })].map(
    ({ item, context, row }) => `${item.name} ${context}: ${row.text}`,
  );
  return [...rows, ...[...items.values()].map(({ name, readme }) => `${name} (${readme})`)].sort();
}

/** A server: the texts of its rows by key and context, and the readme of each key. */
class Applied {
  rows = new Map<string, string>();
  readmes = new Map<string, string | undefined>();

  shown(): string[] {
    const rows = [...this.rows].map(([at, text]) => `${at}: ${text}`);
    return [...rows, ...[...this.readmes].map(([key, readme]) => `${key} (${readme})`)].sort();
  }

  apply(declared: State, reaches: (key: string, context: string) => boolean): void {
    for (const at of [...this.rows.keys()]) {
      const [key = '', context = ''] = at.split(' ');
      if (reaches(key, context)) this.rows.delete(at);
    }
    for (const { id, context, row } of rowsIn(declared))
      if (reaches(id, context)) this.rows.set(`${id} ${context}`, row.text ?? '');
    for (const [id, item] of declared.items) {
      const isThere = [...this.rows.keys()].some((at) => at.startsWith(`${id} `));
      if (isThere && reaches(id, '')) this.readmes.set(id, item.readme);
    }
    for (const key of [...this.readmes.keys()])
      if (![...this.rows.keys()].some((at) => at.startsWith(`${key} `))) this.readmes.delete(key);
  }
}

test('is what a server has that did what each of them said, whatever stages there were', {
  timeout: PROPERTY_TIMEOUT,
}, () => {
  let dropped = 0;
  holds(fc.array(step, { minLength: 1, maxLength: 9 }), {
    check: (steps) => {
      const server = new Applied();
      let parts: AppliedPart[] = [];
      for (const [index, one] of steps.entries()) {
        const part = partOf(one, index, server);
        const { isIn, ...made } = part;
        const counting = one.isDone ? countingBeside(made, parts, namesIn(one)) : parts;
        dropped += parts.length - counting.length;
        parts = [made, ...counting];
        if (one.isDone) server.apply(made.state, isIn);
        expect(shown(doneIn(parts) ?? emptyState())).toEqual(server.shown());
        for (const begun of begunIn(parts))
          for (const { id, context, row } of rowsIn(begun))
            expect(parts.some(({ state }) => rowAt(state, { id, context }) === row)).toBe(true);
      }
    },
  });
  expect(dropped).toBeGreaterThan(0);
});

function namesIn({ stages }: Step): string[] {
  return (STAGES[stages] ?? []).map((_, index) => `${index}`);
}

function partOf(
  { stages, stage, isDone, rows, isLater, isTaking }: Step,
  index: number,
  server: Applied,
) {
  const keys = rows.map(({ key, readme }) => [key, { readme, rows: new Map() }] as const);
  const state = stateFrom({
    keys: [...new Map(keys)].map(([name, { readme }]) => ({
      name,
      readme,
      rows: new Map(
        rows
          .filter(({ key }) => key === name)
          .map(({ context }) => [context.toLowerCase(), { context, text: `${index}` }]),
      ),
    })),
  });
  const all = STAGES[stages] ?? [];
  const at = stage % Math.max(all.length, 1);
  const contexts = all[at];
  const apply = { state: isDone ? ('done' as const) : ('begun' as const) };
  if (contexts === undefined) return { apply, state, isIn: () => true };
  const test = contextsTest(contexts);
  const [later, taken] = [emptyState(), emptyState()];
  for (const [at, text] of server.rows) {
    const [name = '', context = ''] = at.split(' ');
    const isDeclared = rowAt(state, { id: name, context }) !== undefined;
    if (isDeclared || text === '') continue;
    if (test(context) && isLater) addSecretRow(later, { kind: 'key', name }, context);
    if (!test(context) && isTaking) addSecretRow(taken, { kind: 'key', name }, context);
  }
  for (const name of server.readmes.keys()) {
    const declared = state.items.get(name);
    const isOfStage = [...(declared?.rows.keys() ?? [])].some(test);
    const isLeft = [...server.rows.keys()].some((at) => {
      const [key = '', context = ''] = at.split(' ');
      return key === name && !test(context);
    });
    // Only a key that stays has fields that can wait.
    if (declared && isOfStage && isLater && isLeft && !isTaking)
      addSecretRow(later, { kind: 'key', name }, '');
  }
  const isIn = (id: string, context: string) => {
    if (later.items.get(id)?.rows.has(context)) return false;
    if (taken.items.get(id)?.rows.has(context)) return true;
    if (context !== '') return test(context);
    return [...(state.items.get(id)?.rows.keys() ?? [])].some(test);
  };
  const isLast = at === all.length - 1;
  return {
    apply: { ...apply, stage: { name: `${at}`, contexts, isLast, later, taken } },
    state,
    isIn,
  };
}
