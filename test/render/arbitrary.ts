// Masked plans with everything in them that a JSON plan can hold.
import { VDTS } from '../../src/model/state.ts';
import { posix } from 'node:path';
import fc from 'fast-check';
import { CAUSES, type Change, LIVE_SOURCES, type Plan } from '../../src/model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../../src/model/project.ts';
import { placeAt, shownPlan } from '../helpers/plans.ts';
import { change, hostile } from './markdown/arbitrary.ts';
import { SAFETY_SETTINGS } from '../../src/documents/project-fields.ts';

/** As every file is named that a plan was made from. */
function isRelative(file: string): boolean {
  const isPlain =
    posix.normalize(file) === file && !posix.isAbsolute(file) && !/[/.]$|\\|\p{Cs}/u.test(file);
  return isPlain && !file.startsWith('..') && !/^[a-z]:/i.test(file);
}

const place = fc
  .tuple(fc.integer({ min: 1, max: 30 }), hostile.filter(isRelative))
  .map(([line, file]) => placeAt(line, file));
const yes = fc.constant(true as const);
const number = fc.nat(5000);

type Arbitraries<T> = { [Name in keyof T]: fc.Arbitrary<T[Name]> };

/** An object with members that it has, and others that it may have. */
function record<Needed, More>(
  needed: Arbitraries<Needed>,
  more: Arbitraries<More>,
): fc.Arbitrary<Needed & Partial<More>> {
  return fc
    .tuple(fc.record(needed), fc.record(more, { requiredKeys: [] }))
    .map(([one, other]) => ({ ...one, ...other }) as Needed & Partial<More>);
}

/** What only some changes have; a place that no project could have goes. */
const shared = record(
  {},
  { cause: fc.constantFrom(...CAUSES), rewritten: yes, pending: yes, removedFrom: place },
);
const row = record({ context: hostile }, { text: fc.option(hostile), secret: yes });
const contexts = fc.record({
  elements: fc.array(hostile),
  except: fc.array(fc.array(hostile), { maxLength: 3 }),
});
const affects = fc.record({
  isExact: fc.boolean(),
  regions: fc.array(record({ contexts }, { before: row, after: row }), { maxLength: 4 }),
});
const beside = record({}, { overrides: record({ context: hostile }, { place }), affects });
const anyChange: fc.Arbitrary<Change> = fc
  .tuple(change, shared, beside)
  .map(([one, rest, more]) => {
    const { place, ...others } = one;
    const overriding = one.kind === 'key' ? {} : more;
    const where = place && isRelative(place.file) && { place };
    return { ...others, ...where, ...rest, ...overriding } as Change;
  });

const metadata = record(
  {},
  {
    vdt: fc.constantFrom(...VDTS),
    readme: hostile,
    deprecated: fc.boolean(),
    push: fc.boolean(),
    securityGroup: hostile,
  },
);
function ofKey<Action extends string>(action: Action) {
  return {
    kind: fc.constant('key' as const),
    name: hostile,
    values: number,
    action: fc.constant(action),
  };
}
const marks = { secret: yes, place };
const keyChange: fc.Arbitrary<Change> = fc.oneof(
  record({ ...ofKey('create'), after: metadata }, marks),
  record({ ...ofKey('update'), before: metadata, after: metadata }, { anchor: hostile, ...marks }),
  record({ ...ofKey('delete'), before: metadata }, { whole: yes, ...marks }),
);

const changes = fc.array(fc.oneof({ weight: 4, arbitrary: anyChange }, keyChange), {
  maxLength: 12,
});
const where = { place, removedFrom: place };
const severity = fc.constantFrom('refusal' as const, 'warning' as const);
const finding = record({ severity, code: hostile, message: hostile }, { hint: hostile, ...where });
const effect = fc.constantFrom('looser' as const, 'stricter' as const);
const safety = record(
  { setting: fc.constantFrom(...SAFETY_SETTINGS) },
  { before: hostile, after: hostile, effect, ...where },
);

const parts: fc.Arbitrary<Partial<Plan>> = record(
  {},
  {
    target: fc.record({ url: hostile, account: hostile, name: hostile, levels: fc.array(hostile) }),
    live: fc.constantFrom(...LIVE_SOURCES),
    prune: fc.constantFrom(...PRUNE_MODES),
    onDrift: fc.constantFrom(...ON_DRIFT),
    notes: fc.array(hostile, { maxLength: 3 }),
    changes,
    drift: changes,
    converged: number,
    unmanaged: number,
    unmanagedItems: fc.array(fc.record({ kind: fc.constant('key' as const), name: hostile })),
    findings: fc.array(finding, { maxLength: 6 }),
    base: record({ commit: hostile }, { pending: number, dropped: number }),
    safety: fc.array(safety, { maxLength: 3 }),
  },
);

export const maskedPlan = parts.map(shownPlan);
