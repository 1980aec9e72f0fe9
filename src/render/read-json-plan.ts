// Reads a JSON plan back, as strictly as an untrusted file requires: a pull request may have forged it.
import { CommandError } from '../errors.ts';
import { excessOf } from '../lib/json.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import type { ContextPattern } from '../model/context.ts';
import { DIAGNOSTIC_CODES, type Diagnostic, type Place, placeAt } from '../model/diagnostic.ts';
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
import { MASK, type MaskedPlan, mask } from './mask.ts';

/** Maximum length of names and sentences. */
const LINE = 100_000;
/** Maximum length of a value or a file. */
const CONTENT = 10_000_000;

const position = objectOf({ file: readPath, line: numberFrom(1), column: numberFrom(1) });

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

const overrides = objectOf({ context: text(LINE) }, { place: readPlace });

const receivedRow: ValueReader<ReceivedRow> = objectOf(
  { context: text(LINE) },
  { text: orNull(text(CONTENT)), secret: yes },
);

const contextPattern: ValueReader<ContextPattern> = objectOf({
  elements: listOf(text(LINE)),
  except: listOf(listOf(text(LINE))),
});

const received: ValueReader<Received> = objectOf({
  isExact: yesOrNo,
  regions: listOf(objectOf({ contexts: contextPattern }, { before: receivedRow, after: receivedRow })),
});

const metadata: ValueReader<KeyMetadata> = objectOf(
  {},
  {
    vdt: oneOf(VDTS),
    readme: text(CONTENT),
    deprecated: yesOrNo,
    push: yesOrNo,
    securityGroup: text(LINE),
  },
);

const keyChange: ValueReader<KeyChange> = objectOf(
  { ...must, kind: oneOf(['key']), key: text(LINE), values: numberFrom(0) },
  { ...may, before: metadata, after: metadata, whole: yes, anchor: text(LINE) },
);

const valueChange: ValueReader<ValueChange> = objectOf(
  { ...must, kind: oneOf(['value']), key: text(LINE), context: text(LINE), vdt: oneOf(VDTS) },
  { ...may, overrides, received, before: orNull(text(CONTENT)), after: orNull(text(CONTENT)) },
);

const fileChange: ValueReader<FileChange> = objectOf(
  { ...must, kind: oneOf(['file']), path: text(LINE), context: text(LINE) },
  {
    ...may,
    overrides,
    received,
    securityGroup: text(LINE),
    withNewKeys: yes,
    before: text(CONTENT),
    after: text(CONTENT),
  },
);

const KINDS = { key: keyChange, value: valueChange, file: fileChange };
const kind = objectOf({ kind: oneOf(['key', 'value', 'file']) });

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
  url: text(LINE),
  account: text(LINE),
  name: text(LINE),
  levels: listOf(text(LINE)),
});

const places = { place: readPlace, removedFrom: readPlace };

const finding: ValueReader<Finding> = objectOf(
  { severity: oneOf(['refusal', 'warning']), code: text(LINE), message: text(LINE) },
  { ...places, hint: text(LINE), approvable: yes },
);

const base: ValueReader<BaseSummary> = objectOf(
  { commit: text(LINE) },
  { pending: numberFrom(0), dropped: numberFrom(0) },
);

const safety: ValueReader<SafetyChange> = objectOf(
  { setting: oneOf(SAFETY_SETTINGS) },
  { ...places, before: text(LINE), after: text(LINE), effect: oneOf(['looser', 'stricter']) },
);

/** Other counts are recomputed rather than trusted. */
const counts = objectOf(
  { converged: numberFrom(0), unmanaged: numberFrom(0) },
  { alreadySent: numberFrom(1), byElement: listOf(objectOf({ element: text(LINE) })) },
);

const plan = objectOf(
  {
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
  { base, safety: listOf(safety), force: text(LINE), approvalWay: oneOf(APPROVAL_WAYS) },
);

const diagnostic: ValueReader<Diagnostic> = objectOf(
  { severity: oneOf(['error', 'warning']), code: oneOf(DIAGNOSTIC_CODES), message: text(LINE) },
  { hint: text(LINE), place: readPlace, file: readPath, related: readPlace },
);

const error = objectOf(
  { code: text(LINE), message: text(LINE), diagnostics: listOf(diagnostic) },
  { hint: text(LINE) },
);

const failed = objectOf({ error });

const targetName: ValueReader<string> = (value, where) => {
  const name = text(LINE)(value, where);
  if (!TARGET_NAME.test(name)) throw new Mismatch(where, 'is not the name of a target');
  return name;
};
const named = objectOf({ name: targetName });

const isOfThisVersion: ValueReader<void> = (value, where) => {
  if (value !== JSON_VERSION) throw new Mismatch(where, `is not ${JSON_VERSION}`);
};
const version = objectOf({ version: isOfThisVersion });

const removed = objectOf({}, { removed: listOf(objectOf({ server: text(LINE), repository: text(LINE) })) });

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
 * Reads only what renderers need, of one target or several. Throws a {@link CommandError} for the first problem, which
 * never quotes the file.
 * @param file name to show
 */
export function readJsonPlans(json: string, file: string): ReadPlans {
  try {
    return readPlans(parsed(json));
  } catch (error) {
    if (error instanceof Mismatch) throw noPlan(file, error);
    throw error;
  }
}

function readPlans(value: unknown): ReadPlans {
  version(value, '');
  if (!isPlainObject(value) || !Object.hasOwn(value, 'targets'))
    return { plans: [{ plan: readPlan(value, '') }], removed: [] };
  const plans = listOf(readTarget)(value.targets, 'targets');
  if (plans.length === 0) throw new Mismatch('targets', 'is empty');
  const names = plans.map(({ name }) => name);
  const again = names.findIndex((name, i) => names.indexOf(name) < i);
  if (again !== -1) throw new Mismatch(`targets[${again}].name`, 'is the name of another target too');
  return { plans, removed: removed(value, '').removed ?? [] };
}

/** Without how it can be approved: a forged text could be taken for the approval of another plan. */
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
