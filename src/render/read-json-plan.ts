// Reads a JSON plan back, as strictly as an untrusted file requires: a pull request may have forged it.
import { CommandError } from '../errors.ts';
import { excessOf } from '../lib/json.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import { withCommas } from '../lib/text.ts';
import type { ContextPattern } from '../model/context.ts';
import { type Place, placeAt } from '../model/diagnostic.ts';
import {
  ACTIONS,
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
import { JSON_VERSION } from './json.ts';
import { MASK, mask, type MaskedPlan } from './mask.ts';

/** The problem, and the member that has it. Never quotes the JSON. */
class Mismatch extends Error {
  readonly where: string;

  constructor(where: string, problem: string) {
    super(problem);
    this.name = 'Mismatch';
    this.where = where;
  }
}

/** Throws a {@link Mismatch} for an unexpected value. */
type ValueReader<Value> = (value: unknown, where: string) => Value;

/** Maximum length of a list, far beyond what a comment shows. */
const MAX_ITEMS = 100_000;

function text(max: number): ValueReader<string> {
  return (value, where) => {
    if (typeof value !== 'string') throw new Mismatch(where, 'is not a string');
    if (value.length > max) throw new Mismatch(where, `is longer than ${withCommas(max)} characters`);
    return value;
  };
}

function orNull<Value>(read: ValueReader<Value>): ValueReader<Value | null> {
  return (value, where) => (value === null ? null : read(value, where));
}

function oneOf<const Choices extends readonly string[]>(choices: Choices): ValueReader<Choices[number]> {
  return (value, where) => {
    const choice: Choices[number] | undefined = choices.find((one) => one === value);
    if (choice === undefined) throw new Mismatch(where, `is not one of ${choices.join(', ')}`);
    return choice;
  };
}

const yesOrNo: ValueReader<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw new Mismatch(where, 'is not a boolean');
  return value;
};

/** For a member that is either true or absent. */
const yes: ValueReader<true> = (value, where) => {
  if (value !== true) throw new Mismatch(where, 'is not true');
  return true;
};

function numberFrom(least: number): ValueReader<number> {
  return (value, where) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    throw new Mismatch(where, `is not an integer of at least ${least}`);
  };
}

function listOf<Item>(read: ValueReader<Item>): ValueReader<Item[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new Mismatch(where, 'is not an array');
    if (value.length > MAX_ITEMS) throw new Mismatch(where, `has more than ${withCommas(MAX_ITEMS)} elements`);
    return value.map((item, i) => read(item, `${where}[${i}]`));
  };
}

type Shape = Readonly<Record<string, ValueReader<unknown>>>;
type Made<Must extends Shape, May extends Shape> = {
  [Name in keyof Must]: ReturnType<Must[Name]>;
} & { [Name in keyof May]?: ReturnType<May[Name]> };

/**
 * A new object with the named members only. Other members are ignored, because later versions may add some, and so is
 * `__proto__`.
 */
function objectOf<Must extends Shape, May extends Shape>(shape: {
  must: Must;
  may: May;
}): ValueReader<Made<Must, May>> {
  const must = Object.entries(shape.must);
  const may = Object.entries(shape.may);
  return (value, where) => {
    if (!isPlainObject(value)) throw new Mismatch(where, 'is not an object');
    const at = (name: string) => (where === '' ? name : `${where}.${name}`);
    const missing = must.find(([name]) => !Object.hasOwn(value, name));
    if (missing !== undefined) throw new Mismatch(at(missing[0]), 'is missing');
    const present = [...must, ...may.filter(([name]) => Object.hasOwn(value, name))];
    const members = present.map(([name, read]) => [name, read(value[name], at(name))]);
    return Object.fromEntries(members) as Made<Must, May>;
  };
}

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
  may: { ...places, hint: text(LINE) },
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
  may: { base, safety: listOf(safety) },
});

const isOfThisVersion: ValueReader<void> = (value, where) => {
  if (value !== JSON_VERSION) throw new Mismatch(where, `is not ${JSON_VERSION}`);
};
const version = objectOf({ must: { version: isOfThisVersion }, may: {} });

/**
 * Reads only what renderers need. Throws a {@link CommandError} for the first problem, which never quotes the file.
 * @param file name to show
 */
export function readJsonPlan(json: string, file: string): MaskedPlan {
  try {
    const value = parsed(json);
    version(value, '');
    const { counts, ...rest } = plan(value, '');
    const { byElement, ...others } = counts;
    const elements = byElement?.map(({ element }) => element).filter((element) => element !== '*');
    return mask({ ...rest, ...others, ...(elements && { elements }) });
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
