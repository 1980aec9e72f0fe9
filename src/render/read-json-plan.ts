// Values of JSON that anybody may have written: each kind is a function that takes what it expects, and nothing else.
import { VDTS } from '../model/state.ts';
import { CommandError } from '../errors.ts';
import { excessOf } from '../lib/json.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import { withCommas } from '../lib/text.ts';
import { Place, Source } from '../model/diagnostic.ts';
import {
  ACTIONS,
  type BaseSummary,
  CAUSES,
  type Change,
  type FileChange,
  type Finding,
  type KeyChange,
  LIVE_SOURCES,
  SAFETY_SETTINGS,
  type SafetyChange,
  type Target,
  type ValueChange,
} from '../model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../model/project.ts';
import type { KeyMetadata } from '../model/state.ts';
import { JSON_VERSION } from './json.ts';
import { MASK, mask, type MaskedPlan } from './mask.ts';

/** What is wrong with the JSON, and with which member; never holds a text of it. */
class Mismatch extends Error {
  readonly where: string;

  constructor(where: string, problem: string) {
    super(problem);
    this.name = 'Mismatch';
    this.where = where;
  }
}

/** Throws a {@link Mismatch} for anything else than it expects. */
type ValueReader<Value> = (value: unknown, where: string) => Value;

/** More elements than that have no list of a plan: far more than a comment shows. */
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

/** Of a member that is there only when it holds. */
const yes: ValueReader<true> = (value, where) => {
  if (value !== true) throw new Mismatch(where, 'is not true');
  return true;
};

/** A whole number. */
function numberFrom(least: number): ValueReader<number> {
  return (value, where) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    throw new Mismatch(where, `is not an integer of at least ${least}`);
  };
}

function listOf<Item>(read: ValueReader<Item>): ValueReader<Item[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new Mismatch(where, 'is not an array');
    if (value.length > MAX_ITEMS)
      throw new Mismatch(where, `has more than ${withCommas(MAX_ITEMS)} elements`);
    return value.map((item, i) => read(item, `${where}[${i}]`));
  };
}

type Shape = Readonly<Record<string, ValueReader<unknown>>>;
type Made<Must extends Shape, May extends Shape> = {
  [Name in keyof Must]: ReturnType<Must[Name]>;
} & { [Name in keyof May]?: ReturnType<May[Name]> };

/**
 * An object made anew of the members that are named here. Others are passed over, because a later version may add some
 * to the same shape; so what is called `__proto__` arrives nowhere.
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

// Changes of a JSON plan, and the places in them, as a plan has them.

/** Of names and sentences; lists of settings are the longest. */
const LINE = 100_000;
/** Of what a value or a file holds. */
const CONTENT = 10_000_000;

/** A place whose text is not at hand. */
class Pointed extends Source {
  readonly #position: { line: number; column: number };

  constructor(file: string, position: { line: number; column: number }) {
    super(file, '');
    this.#position = position;
  }

  override position(): { line: number; column: number } {
    return this.#position;
  }
}

const position = objectOf({
  must: { file: readPath, line: numberFrom(1), column: numberFrom(1) },
  may: {},
});

/** A drive, what some systems take for `/`, and what no address can hold. */
const UNFIT = /^[a-z]:(?:\/|$)|\\|\p{Cs}/iu;

/** Links are made of it: it must not lead out of the folder that they begin with. */
function readPath(value: unknown, where: string): string {
  const path = text(LINE)(value, where);
  const isBelow = path.split('/').every((part) => !['', '.', '..'].includes(part));
  if (isBelow && !UNFIT.test(path)) return path;
  throw new Mismatch(where, 'is not a relative file path');
}

const readPlace: ValueReader<Place> = (value, where) => {
  const { file, ...rest } = position(value, where);
  return new Place(new Pointed(file, rest), 0);
};

const must = { action: oneOf(ACTIONS) };
const may = {
  cause: oneOf(CAUSES),
  place: readPlace,
  removedFrom: readPlace,
  secret: yes,
  rewritten: yes,
  pending: yes,
};

const overrides = objectOf({ must: { context: text(LINE) }, may: { place: readPlace } });

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
  may: { ...may, overrides, before: orNull(text(CONTENT)), after: orNull(text(CONTENT)) },
});

const fileChange: ValueReader<FileChange> = objectOf({
  must: { ...must, kind: oneOf(['file']), path: text(LINE), context: text(LINE) },
  may: {
    ...may,
    overrides,
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
  if (change.secret && change.kind !== 'key') expectMasked(change, where);
  return change;
});

/** What is masked here was masked when it was written: anything else would be a secret in an artifact. */
function expectMasked(change: ValueChange | FileChange, where: string): void {
  for (const side of ['before', 'after'] as const) {
    const shown = change[side];
    if (shown !== undefined && shown !== MASK) throw new Mismatch(`${where}.${side}`, 'shows a secret');
  }
}

// A JSON plan read back, as strictly as befits a file that the author of a pull request may have forged.

/** A comment shows a fraction of it. */
export const MAX_BYTES = 20_000_000;
/** A plan has less, and the bodies of its pushes little more. */
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

/** What can be counted again is not believed. */
const counts = objectOf({ must: { converged: numberFrom(0), unmanaged: numberFrom(0) }, may: {} });

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
 * The plan as renderers take it. What only an apply or a list of other items needs is not read. Throws one
 * {@link CommandError} for the first thing that is wrong; it quotes nothing of the file.
 *
 * @param file as a person calls it
 */
export function readJsonPlan(json: string, file: string): MaskedPlan {
  try {
    const value = parsed(json);
    version(value, '');
    const { counts, ...rest } = plan(value, '');
    return mask({ ...rest, ...counts });
  } catch (error) {
    if (error instanceof Mismatch) throw noPlan(file, error);
    throw error;
  }
}

function parsed(json: string): unknown {
  if (Buffer.byteLength(json) > MAX_BYTES)
    throw new Mismatch('', `is larger than ${MAX_BYTES / 1_000_000} MB`);
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
