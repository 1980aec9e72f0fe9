// Reads a JSON plan back, as strictly as an untrusted file requires: a pull request may have forged it.
import { CommandError } from '../errors.ts';
import { excessOf } from '../lib/json.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import type { ContextPattern } from '../model/context.ts';
import { type Diagnostic, DIAGNOSTIC_CODES, type Place, placeAt } from '../model/diagnostic.ts';
import {
  ACTIONS,
  APPROVAL_WAYS,
  type BaseSummary,
  CAUSES,
  type Change,
  type FileChange,
  type Finding,
  type KeyChange,
  LIVE_SOURCES,
  type Received,
  type ReceivedRow,
  SAFETY_SETTINGS,
  type SafetyChange,
  type Target,
  type ValueChange,
} from '../model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../model/project.ts';
import { type KeyMetadata, VDTS } from '../model/state.ts';
import { TARGET_NAME } from '../model/targets.ts';
import { JSON_VERSION } from './json.ts';
import {
  listOf,
  Mismatch,
  numberFrom,
  objectOf,
  oneOf,
  orNull,
  text,
  type ValueReader,
  yes,
  yesOrNo,
} from './json-reader.ts';
import { MASK, mask, type MaskedPlan } from './mask.ts';

/** Maximum length of names and sentences. */
const LINE = 100_000;
/** Maximum length of a value or a file. */
const CONTENT = 10_000_000;

const position = objectOf({
  must: { file: readPath, line: numberFrom(1), column: numberFrom(1) },
  may: {},
});

/** A drive letter, a backslash or a lone surrogate. */
const UNFIT = /^[a-z]:(?:\/|$)|\\|\p{Cs}/iu;

/** Links are built from the path, so it must not lead out of its folder. */
function readPath(value: unknown, where: string): string {
  const path = text(LINE)(value, where);
  const isBelow = path.split('/').every((part) => !['', '.', '..'].includes(part));
  if (isBelow && !UNFIT.test(path)) return path;
  throw new Mismatch(where, 'is not a relative file path');
}

const readPlace: ValueReader<Place> = (value, where) => {
  const { file, ...rest } = position(value, where);
  return placeAt(file, rest);
};

const must = { action: oneOf(ACTIONS) };
const may = {
  cause: oneOf(CAUSES),
  place: readPlace,
  contentPath: readPath,
  removedFrom: readPlace,
  secret: yes,
  rewritten: yes,
  pending: yes,
};

const overrides = objectOf({ must: { context: text(LINE) }, may: { place: readPlace } });

const receivedRow: ValueReader<ReceivedRow> = objectOf({
  must: { context: text(LINE) },
  may: { text: orNull(text(CONTENT)), secret: yes },
});

const contextPattern: ValueReader<ContextPattern> = objectOf({
  must: { elements: listOf(text(LINE)), except: listOf(listOf(text(LINE))) },
  may: {},
});

const received: ValueReader<Received> = objectOf({
  must: {
    isExact: yesOrNo,
    regions: listOf(objectOf({ must: { contexts: contextPattern }, may: { before: receivedRow, after: receivedRow } })),
  },
  may: {},
});

const metadata: ValueReader<KeyMetadata> = objectOf({
  must: {},
  may: {
    vdt: oneOf(VDTS),
    readme: text(CONTENT),
    deprecated: yesOrNo,
    push: yesOrNo,
    securityGroup: text(LINE),
  },
});

const keyChange: ValueReader<KeyChange> = objectOf({
  must: { ...must, kind: oneOf(['key']), key: text(LINE), values: numberFrom(0) },
  may: { ...may, before: metadata, after: metadata, whole: yes, anchor: text(LINE) },
});

const valueChange: ValueReader<ValueChange> = objectOf({
  must: { ...must, kind: oneOf(['value']), key: text(LINE), context: text(LINE), vdt: oneOf(VDTS) },
  may: { ...may, overrides, received, before: orNull(text(CONTENT)), after: orNull(text(CONTENT)) },
});

const fileChange: ValueReader<FileChange> = objectOf({
  must: { ...must, kind: oneOf(['file']), path: text(LINE), context: text(LINE) },
  may: {
    ...may,
    overrides,
    received,
    securityGroup: text(LINE),
    withNewKeys: yes,
    before: text(CONTENT),
    after: text(CONTENT),
  },
});

const KINDS = { key: keyChange, value: valueChange, file: fileChange };
const kind = objectOf({ must: { kind: oneOf(['key', 'value', 'file']) }, may: {} });

const readChanges: ValueReader<Change[]> = listOf((value, where) => {
  const change = KINDS[kind(value, where).kind](value, where);
  if (change.kind !== 'key') expectMasked(change, where);
  return change;
});

/** The plan was masked when it was written; anything else would be a secret in an artifact. */
function expectMasked(change: ValueChange | FileChange, where: string): void {
  const isShown = (content: string | null | undefined) => content !== undefined && content !== MASK;
  for (const side of ['before', 'after'] as const) {
    if (change.secret && isShown(change[side])) throw new Mismatch(`${where}.${side}`, 'shows a secret');
    const rows = change.received?.regions.flatMap((region) => region[side] ?? []) ?? [];
    if (rows.some(({ secret, text }) => (secret || change.secret) && isShown(text)))
      throw new Mismatch(`${where}.received`, 'shows a secret');
  }
}

/** Maximum size of the file. */
export const MAX_BYTES = 20_000_000;
const MAX_DEPTH = 32;

const target: ValueReader<Target> = objectOf({
  must: { url: text(LINE), account: text(LINE), name: text(LINE), levels: listOf(text(LINE)) },
  may: {},
});

const places = { place: readPlace, removedFrom: readPlace };

const finding: ValueReader<Finding> = objectOf({
  must: { severity: oneOf(['refusal', 'warning']), code: text(LINE), message: text(LINE) },
  may: { ...places, hint: text(LINE), approvable: yes },
});

const base: ValueReader<BaseSummary> = objectOf({
  must: { commit: text(LINE) },
  may: { pending: numberFrom(0), dropped: numberFrom(0) },
});

const safety: ValueReader<SafetyChange> = objectOf({
  must: { setting: oneOf(SAFETY_SETTINGS) },
  may: { ...places, before: text(LINE), after: text(LINE), effect: oneOf(['looser', 'stricter']) },
});

/** Other counts are recomputed rather than trusted. */
const counts = objectOf({
  must: { converged: numberFrom(0), unmanaged: numberFrom(0) },
  may: { byElement: listOf(objectOf({ must: { element: text(LINE) }, may: {} })) },
});

const plan = objectOf({
  must: {
    target,
    live: oneOf(LIVE_SOURCES),
    prune: oneOf(PRUNE_MODES),
    onDrift: oneOf(ON_DRIFT),
    counts,
    notes: listOf(text(LINE)),
    changes: readChanges,
    drift: readChanges,
    findings: listOf(finding),
  },
  may: { base, safety: listOf(safety), force: text(LINE), approvalWay: oneOf(APPROVAL_WAYS) },
});

const diagnostic: ValueReader<Diagnostic> = objectOf({
  must: { severity: oneOf(['error', 'warning']), code: oneOf(DIAGNOSTIC_CODES), message: text(LINE) },
  may: { hint: text(LINE), place: readPlace, file: readPath, related: readPlace },
});

const error = objectOf({
  must: { code: text(LINE), message: text(LINE), diagnostics: listOf(diagnostic) },
  may: { hint: text(LINE) },
});

const failed = objectOf({ must: { error }, may: {} });

const targetName: ValueReader<string> = (value, where) => {
  const name = text(LINE)(value, where);
  if (!TARGET_NAME.test(name)) throw new Mismatch(where, 'is not the name of a target');
  return name;
};
const named = objectOf({ must: { name: targetName }, may: {} });

const isOfThisVersion: ValueReader<void> = (value, where) => {
  if (value !== JSON_VERSION) throw new Mismatch(where, `is not ${JSON_VERSION}`);
};
const version = objectOf({ must: { version: isOfThisVersion }, may: {} });

const removed = objectOf({
  must: {},
  may: { removed: listOf(objectOf({ must: { server: text(LINE), repository: text(LINE) }, may: {} })) },
});

/** Why there is no plan of a target. */
type ReadError = ReturnType<typeof error>;

/** One plan of a file; without a name if it is that of a project file without `targets`. */
export type ReadPlan = { name?: string } & ({ plan: MaskedPlan } | { name: string; error: ReadError });

export interface ReadPlans {
  plans: ReadPlan[];
  /** What was applied before and is no target any more. */
  removed: { server: string; repository: string }[];
}

/**
 * Reads only what renderers need, and not how a plan can be approved: a forged text could be taken for the approval of
 * another plan. Throws a {@link CommandError} for the first problem, which never quotes the file.
 * @param file name to show
 */
export function readJsonPlan(json: string, file: string): MaskedPlan {
  return reading(file, () => {
    const value = parsed(json);
    version(value, '');
    return withoutApproval(readPlan(value, ''));
  });
}

/** Like {@link readJsonPlan}, of one target or several, and with how they can be approved. */
export function readJsonPlans(json: string, file: string): ReadPlans {
  return reading(file, () => {
    const value = parsed(json);
    version(value, '');
    if (!isPlainObject(value) || !Object.hasOwn(value, 'targets'))
      return { plans: [{ plan: readPlan(value, '') }], removed: [] };
    const plans = listOf(readTarget)(value.targets, 'targets');
    if (plans.length === 0) throw new Mismatch('targets', 'is empty');
    const names = plans.map(({ name }) => name);
    const again = names.findIndex((name, i) => names.indexOf(name) < i);
    if (again !== -1) throw new Mismatch(`targets[${again}].name`, 'is the name of another target too');
    return { plans, removed: removed(value, '').removed ?? [] };
  });
}

export function withoutApproval({ force: _, approvalWay: __, ...plan }: MaskedPlan): MaskedPlan {
  return plan;
}

const readTarget: ValueReader<ReadPlan> = (value, where) => {
  const { name } = named(value, where);
  if (isPlainObject(value) && Object.hasOwn(value, 'error')) return { name, ...failed(value, where) };
  const { target, ...rest } = readPlan(value, where);
  return { name, plan: mask({ ...rest, target: { ...target, declaredAs: name } }) };
};

const readPlan: ValueReader<MaskedPlan> = (value, where) => {
  const { counts, ...rest } = plan(value, where);
  const { byElement, ...others } = counts;
  const elements = byElement?.map(({ element }) => element).filter((element) => element !== '*');
  return mask({ ...rest, ...others, ...(elements && { elements }) });
};

function reading<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof Mismatch) throw noPlan(file, error);
    throw error;
  }
}

function parsed(json: string): unknown {
  if (Buffer.byteLength(json) > MAX_BYTES) throw new Mismatch('', `is larger than ${MAX_BYTES / 1_000_000} MB`);
  if (excessOf(json, { depth: MAX_DEPTH, items: Number.POSITIVE_INFINITY }) !== undefined)
    throw new Mismatch('', `is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return JSON.parse(json);
  } catch {
    throw new Mismatch('', 'is not valid JSON');
  }
}

function noPlan(file: string, { where, message }: Mismatch): CommandError {
  const what = where === '' ? 'it' : `\`${where}\``;
  return new CommandError({
    code: 'bad-plan-file',
    message: `${file} is not a JSON plan of version ${JSON_VERSION}: ${what} ${message}.`,
    hint: 'Pass the file that the output `plan-path` names, unchanged.',
  });
}
