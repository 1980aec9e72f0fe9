// What holds for every desired state, whatever the server has: random states against the embedded server's repository.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextId } from '../src/model/context.ts';
import { hasRefusals } from '../src/model/plan.ts';
import { PRUNE_MODES } from '../src/model/project.ts';
import {
  emptyState,
  type FileEntry,
  fileId,
  type Key,
  keyId,
  type State,
  type Value,
} from '../src/model/state.ts';
import { storedText } from '../src/model/vdt.ts';
import { complete } from '../src/plan/complete.ts';
import { diff } from '../src/plan/diff.ts';
import { linesOf, load } from './helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo, send } from './helpers/repository.ts';

const SEED = { seed: 20_260_101, numRuns: 400 };

const CONTEXTS = ['*', 'P;*', 'P;W', '*;W', 'N;*'];
const texts = fc.constantFrom('1', '2', '007', '', ' x', null);
const optional = <Type>(arbitrary: fc.Arbitrary<Type>) => fc.option(arbitrary, { nil: undefined });

const value = fc
  .record({
    context: fc.constantFrom(...CONTEXTS),
    text: texts,
    absent: fc.constantFrom(false, false, false, true),
  })
  .map(({ context, text, absent }): Value => (absent ? { context, text: null, absent } : { context, text }));

const key = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c.d', 'E', 'toString'),
    vdt: optional(fc.constantFrom('Text', 'Code', 'Integer', 'JSON', 'Map')),
    readme: optional(fc.constantFrom('', 'one', 'two')),
    deprecated: optional(fc.boolean()),
    push: optional(fc.constantFrom(true, true, true, false)),
    values: fc.uniqueArray(value, { selector: ({ context }) => context, maxLength: 4 }),
    absent: fc.constantFrom(false, false, false, false, true),
  })
  .map(({ name, values, absent, ...metadata }): Key => {
    if (absent) return { name, absent, values: new Map() };
    const declared = Object.fromEntries(
      Object.entries(metadata).filter(([, member]) => member !== undefined),
    );
    return { name, ...declared, values: new Map(values.map((one) => [contextId(one.context), one])) };
  });

const file = fc
  .record({
    path: fc.constantFrom('f', 'd/g', 'D/g', '__proto__'),
    context: fc.constantFrom(...CONTEXTS),
    content: fc.constantFrom('', 'x\n', 'y'),
    absent: fc.constantFrom(false, false, true),
  })
  .map(({ absent, ...one }): FileEntry => (absent ? { ...one, content: '', absent } : one));

const state: fc.Arbitrary<State> = fc
  .record({
    keys: fc.uniqueArray(key, { selector: ({ name }) => name, maxLength: 4 }),
    files: fc.uniqueArray(file, { selector: ({ path, context }) => fileId(path, context), maxLength: 4 }),
  })
  .map(({ keys, files }) => ({
    keys: new Map(keys.map((one) => [keyId(one.name), one])),
    files: new Map(files.map((one) => [fileId(one.path, one.context), one])),
  }));

/** Inactive rows, which others left on the server. */
const inactive = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('a', 'b', 'E'), context: fc.constantFrom('P;*', 'N;*') }),
  { selector: ({ key: name }) => name, maxLength: 2 },
);
const world = fc.record({
  there: state,
  inactive,
  desired: state,
  baseline: optional(state),
  prune: fc.constantFrom(...PRUNE_MODES),
});

/** A repository that holds a random state, put there by pushes of others. */
function repositoryWith({
  there,
  inactive: rows,
}: {
  there: State;
  inactive: { key: string; context: string }[];
}) {
  let repository = emptyRepository();
  for (const { key: name, context } of rows) {
    const values = [{ context, value: 'x', active: false }];
    repository = pushTo(repository, { enableKeyCreation: true, data: [{ key: name, push: true, values }] });
  }
  const plan = planOf({ desired: there, live: liveOf(repository) });
  return hasRefusals(plan) ? repository : send(repository, plan, true);
}

/** Facts of a state by address: `a [P;*]` → text. */
function facts({ keys, files }: State): Map<string, string | null> {
  const values = [...keys.values()].flatMap((one) =>
    [...one.values].map(([id, { text }]) => [`${keyId(one.name)} [${id}]`, text] as const),
  );
  return new Map([...values, ...[...files].map(([id, { content }]) => [`file ${id}`, content] as const)]);
}

/** Addresses that a state declares, those that must not exist included. */
function declares({ keys, files }: State, address: string): boolean {
  const own = [...keys.values()].some((one) =>
    one.absent
      ? address.startsWith(`${keyId(one.name)} [`)
      : [...one.values.keys()].some((id) => address === `${keyId(one.name)} [${id}]`),
  );
  return own || [...files.keys()].some((id) => address === `file ${id}`);
}

/** Addresses whose value or file a state wants to exist. */
function wants(desired: State): State {
  const keys = [...desired.keys]
    .filter(([, one]) => !one.absent)
    .map(([id, one]) => {
      return [id, { ...one, values: new Map([...one.values].filter(([, { absent }]) => !absent)) }] as const;
    });
  return { keys: new Map(keys), files: new Map([...desired.files].filter(([, { absent }]) => !absent)) };
}

/** Mostly one atomic push; otherwise cut into small ones. */
const BATCH = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });

describe('a plan that is applied', () => {
  let applied = 0;
  const lawful = (
    check: (after: State, world: { before: State; desired: State; baseline: State; prune: string }) => void,
  ) =>
    fc.assert(
      fc.property(world, fc.boolean(), BATCH, ({ desired, baseline, prune, ...live }, force, batch) => {
        const repository = repositoryWith(live);
        const before = liveOf(repository);
        // Without force the server refuses every entry for a locked key; the plan says so, and cannot know the token.
        if (!force && [...before.keys.values()].some(({ push }) => push === false)) return;
        const input = {
          desired,
          prune,
          ...(baseline && { baseline }),
          ...(batch !== undefined && { batch }),
        };
        const plan = planOf({ ...input, live: before });
        if (hasRefusals(plan)) return;
        const after = liveOf(send(repository, plan, force));
        applied++;
        expect(planOf({ ...input, live: after }).changes, 'a second plan').toEqual([]);
        check(after, { before, desired, baseline: baseline ?? emptyState(), prune });
      }),
      SEED,
    );

  it('leaves a second plan nothing to do, and most of them can be applied', () => {
    applied = 0;
    lawful(() => {});
    expect(applied).toBeGreaterThan(SEED.numRuns / 4);
  });

  it('gives every value and file that is declared, and none that must not exist', () => {
    lawful((after, { before, desired }) => {
      const now = facts(after);
      for (const [address, text] of facts(wants(desired))) {
        const vdt = address.startsWith('file ')
          ? undefined
          : after.keys.get(address.split(' [')[0] ?? '')?.vdt;
        expect([address, now.get(address)]).toEqual([
          address,
          vdt === undefined ? text : storedText(vdt, text),
        ]);
      }
      for (const address of facts(before).keys()) {
        if (declares(desired, address) && !facts(wants(desired)).has(address))
          expect(now.has(address)).toBe(false);
      }
    });
  });

  it('gives the metadata that is declared, and keeps the rest', () => {
    lawful((after, { before, desired }) => {
      for (const [id, declared] of wants(desired).keys) {
        const there = after.keys.get(id);
        if (there === undefined) continue;
        const { vdt, readme, deprecated, push } = {
          vdt: 'Text',
          deprecated: false,
          push: true,
          ...before.keys.get(id),
          ...declared,
        };
        expect(there).toMatchObject({ vdt, deprecated, push, ...(readme === undefined ? {} : { readme }) });
      }
      for (const [id, { values: _, ...metadata }] of before.keys) {
        if (!desired.keys.has(id) && after.keys.has(id)) expect(after.keys.get(id)).toMatchObject(metadata);
      }
    });
  });

  it('deletes under `managed` only what the baseline declared, under `none` only what is declared absent', () => {
    lawful((after, { before, desired, baseline, prune }) => {
      const now = facts(after);
      for (const [address, text] of facts(before)) {
        if (declares(desired, address)) continue;
        const ours = prune === 'managed' && facts(wants(baseline)).has(address);
        if (prune !== 'all' && !ours) expect([address, now.get(address)]).toEqual([address, text]);
      }
      for (const [id, key] of before.keys) {
        const isTouched = desired.keys.has(id) || (prune === 'managed' && baseline.keys.has(id));
        if (prune !== 'all' && !isTouched) expect(after.keys.get(id)).toEqual(key);
      }
    });
  });

  it('leaves under `all` nothing that is not declared, and under `managed` nothing that was declared and no longer is', () => {
    lawful((after, { desired, baseline, prune }) => {
      const wanted = facts(wants(desired));
      const left = [...facts(after).keys()].filter((address) => !wanted.has(address));
      if (prune === 'all') expect(left).toEqual([]);
      if (prune === 'managed')
        expect(left.filter((address) => facts(wants(baseline)).has(address))).toEqual([]);
    });
  });
});

describe('a push body', () => {
  it('alone gives the whole desired state where the server has nothing', () => {
    fc.assert(
      fc.property(state, (declared) => {
        const desired = wants(declared);
        const plan = planOf({ desired, live: emptyState(), prune: 'all' });
        if (hasRefusals(plan)) return;
        const repository = send(emptyRepository(), plan);
        const completed = complete(desired, emptyState(), { vdtEnabled: true });
        const named = (lines: string[]) => lines.sort();
        expect(named(linesOf(liveOf(repository)))).toEqual(named(linesOf(completed)));
      }),
      SEED,
    );
  });
});

describe('a diff', () => {
  it('of a state and itself is empty', () => {
    fc.assert(
      fc.property(state, (declared) => {
        const one = complete(wants(declared), emptyState(), { vdtEnabled: true });
        const copy = structuredClone(one);
        expect(diff(one, copy, 2)).toEqual([]);
      }),
      SEED,
    );
  });

  it('of two states and back again is the same number of changes, the other way round', () => {
    fc.assert(
      fc.property(state, state, (left, right) => {
        const [a, b] = [left, right].map((one) =>
          complete(wants(one), emptyState(), { vdtEnabled: true }),
        ) as [State, State];
        const names = (changes: ReturnType<typeof diff>, swap = false) =>
          changes.map(({ kind, action, ...change }) => {
            const other = { create: 'delete', delete: 'create', update: 'update' } as const;
            return [
              kind,
              swap ? other[action] : action,
              'context' in change ? change.context : '',
              'key' in change ? change.key : change.path,
            ].join(' ');
          });
        expect(names(diff(a, b, 2)).sort()).toEqual(names(diff(b, a, 2), true).sort());
      }),
      SEED,
    );
  });
});

describe('documents', () => {
  it('give the same state and the same mistakes whatever their number and order', () => {
    const split = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(state, split, split, (declared, one, other) => {
        const [left, right] = [one, other].map((assignment) => load(documentsOf(declared, assignment)));
        const messages = (one: typeof left) => (one?.diagnostics ?? []).map(({ message }) => message).sort();
        expect(messages(right)).toEqual(messages(left));
        expect(linesOf(right?.state ?? emptyState())).toEqual(linesOf(left?.state ?? emptyState()));
      }),
      SEED,
    );
  });
});

/** Every declaration in the document that its number says, as JSON. */
function documentsOf(declared: State, assignment: number[]): Record<string, string> {
  const documents = Array.from({ length: 5 }, () => ({ data: [] as object[] }));
  let next = 0;
  const put = (entry: object) => documents[assignment[next++ % assignment.length] ?? 0]?.data.push(entry);
  for (const { name, absent, values, ...metadata } of declared.keys.values()) {
    put({ key: name, ...metadata, ...(absent ? { opp: 'delete' } : {}) });
    for (const { context, text, absent: gone } of values.values()) {
      put({ key: name, values: [{ context, ...(gone ? { opp: 'delete' } : { value: text }) }] });
    }
  }
  for (const { path, context, content, absent } of declared.files.values()) {
    put({ file: path, context, ...(absent ? { opp: 'delete' } : { content }) });
  }
  return Object.fromEntries(documents.map((document, i) => [`config/${i}.json`, JSON.stringify(document)]));
}
