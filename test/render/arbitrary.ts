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

/** What only some changes have; a place that no project could have goes. */
const shared = fc.record(
  { cause: fc.constantFrom(...CAUSES), rewritten: yes, pending: yes, removedFrom: place },
  { requiredKeys: [] },
);
const overrides = fc.record(
  { overrides: fc.record({ context: hostile, place }, { requiredKeys: ['context'] }) },
  { requiredKeys: [] },
);
const row = fc.record(
  { context: hostile, text: fc.option(hostile), secret: yes },
  { requiredKeys: ['context'] },
);
const pattern = fc.record({
  elements: fc.array(hostile),
  except: fc.array(fc.array(hostile), { maxLength: 3 }),
});
const affects = fc.record(
  {
    affects: fc.record({
      isExact: fc.boolean(),
      regions: fc.array(
        fc.record({ contexts: pattern, before: row, after: row }, { requiredKeys: ['contexts'] }),
        {
          maxLength: 4,
        },
      ),
    }),
  },
  { requiredKeys: [] },
);
const beside = fc.tuple(overrides, affects).map(([one, other]) => ({ ...one, ...other }));
const anyChange: fc.Arbitrary<Change> = fc
  .tuple(change, shared, beside)
  .map(([one, rest, more]) => {
    const { place, ...others } = one;
    const overriding = one.kind === 'key' ? {} : more;
    return {
      ...others,
      ...(place && isRelative(place.file) && { place }),
      ...rest,
      ...overriding,
    } as Change;
  });
const anyKey = { kind: fc.constant('key' as const), name: hostile, values: number };
const marks = { secret: yes, place };
const keyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record(
    { ...anyKey, action: fc.constant('create' as const), after: metadata(), ...marks },
    { requiredKeys: ['kind', 'action', 'name', 'values', 'after'] },
  ),
  fc.record(
    {
      ...anyKey,
      action: fc.constant('update' as const),
      before: metadata(),
      after: metadata(),
      anchor: hostile,
      ...marks,
    },
    { requiredKeys: ['kind', 'action', 'name', 'values', 'before', 'after'] },
  ),
  fc.record(
    { ...anyKey, action: fc.constant('delete' as const), before: metadata(), whole: yes, ...marks },
    { requiredKeys: ['kind', 'action', 'name', 'values', 'before'] },
  ),
);

function metadata() {
  return fc.record(
    {
      vdt: fc.constantFrom(...VDTS),
      readme: hostile,
      deprecated: fc.boolean(),
      push: fc.boolean(),
      securityGroup: hostile,
    },
    { requiredKeys: [] },
  );
}

const changes = fc.array(fc.oneof({ weight: 4, arbitrary: anyChange }, keyChange), {
  maxLength: 12,
});
const where = { place, removedFrom: place };
const finding = fc.record(
  {
    severity: fc.constantFrom('refusal' as const, 'warning' as const),
    code: hostile,
    message: hostile,
    hint: hostile,
    ...where,
  },
  { requiredKeys: ['severity', 'code', 'message'] },
);
const safety = fc.record(
  {
    setting: fc.constantFrom(...SAFETY_SETTINGS),
    before: hostile,
    after: hostile,
    effect: fc.constantFrom('looser' as const, 'stricter' as const),
    ...where,
  },
  { requiredKeys: ['setting'] },
);
const base = fc.record(
  { commit: hostile, pending: number, dropped: number },
  { requiredKeys: ['commit'] },
);

const parts: fc.Arbitrary<Partial<Plan>> = fc.record(
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
    base,
    safety: fc.array(safety, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

export const maskedPlan = parts.map(shownPlan);
