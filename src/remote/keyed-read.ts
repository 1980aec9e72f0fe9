// Live by keys: keys and files by an export without values, and one pull for each context that is declared.
import { CommandError } from '../errors.ts';
import { type Context, contextId, contextIn, fullContext } from '../model/context.ts';
import type { RepositoryName } from '../model/project.ts';
import { sameJson } from '../model/same-json.ts';
import { type Key, keyId, type State, type Value } from '../model/state.ts';
import { askContext, OthersAnswer } from './ask-context.ts';
import { askedContexts } from './asked-context.ts';
import type { Reader } from './client.ts';
import type { PulledValue } from './pull.ts';
import type { RepositoryInfo } from './wire.ts';

/** With more contexts their pulls take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;

export interface Declared {
  desired: State;
  baseline?: State;
  /** What else is compared with live: what an apply announced, and the base of a branch. */
  others: readonly State[];
  /** Read after a push: what was applied before it is asked for, and no longer compared. */
  isAfterwards?: true;
}

interface ByKeys extends Declared {
  /** As an export without values shows them; they get their values. */
  keys: State;
  /** Without a token. */
  reader: Reader;
  repository: RepositoryName;
  info: RepositoryInfo;
  now: () => Date;
}

/**
 * What the whole export would show, in a tenth of the time that a real server takes for it; `undefined` where that
 * cannot be said: the server counts more than was read, or shows something otherwise than it is stored.
 */
export async function readByKeys(from: ByKeys): Promise<State | undefined> {
  const { keys, info } = from;
  const isWorthIt = keys.keys.size === info.keyCount && !changesParsed(from);
  const answers = isWorthIt ? await readRows(from) : undefined;
  if (answers === undefined) return undefined;
  let values = 0;
  for (const { id, rows } of answers) {
    values += rows.length;
    for (const row of rows) {
      const key = keys.keys.get(keyId(row.name));
      const isTwice = key?.values.has(id);
      if (key === undefined || isTwice || !isReadable(row)) return undefined;
      if (!isAsStored(key, { id, row, declared: from })) return undefined;
      key.values.set(id, { context: contextIn(row.context), text: row.text });
    }
  }
  return values === info.valueCount && !goesWhole(from) ? keys : undefined;
}

/**
 * Whether a key would be deleted by its name, and with it what no pull was asked for: that there is no such value is
 * believed of one answer alone, and never of a count that is from another moment than the pulls.
 */
function goesWhole({ keys, desired, baseline, others }: ByKeys): boolean {
  const states = [baseline, ...others];
  for (const [id, { values }] of keys.keys) {
    const ours = desired.keys.get(id);
    if (ours?.absent) return true;
    const isBare = ours === undefined && values.size === 0;
    if (isBare && states.some((state) => state?.keys.has(id))) return true;
  }
  return false;
}

interface Answer {
  id: string;
  /** The values that the context has of its own. */
  rows: PulledValue[];
}

/** `undefined` where pulls are no help. */
async function readRows(from: ByKeys): Promise<Answer[] | undefined> {
  const { reader, repository, info, now } = from;
  const contexts = contextsOf(from);
  if (contexts.size > MAX_CONTEXTS) return undefined;
  const source = { reader, repository, asked: askedContexts({ now: now().getTime() }) };
  const read = async ([id, context]: [string, Context]): Promise<Answer> => {
    const full = fullContext(context, info.levels.length);
    const { values } = await askContext(source, { context: full, content: 'texts' });
    // Where it has none of its own, the value of a broader context answers.
    return { id, rows: values.filter((value) => contextId(contextIn(value.context)) === id) };
  };
  try {
    return await Promise.all(Array.from(contexts, read));
  } catch (error) {
    // Whatever is wrong with pulls, the export may be had all the same, or says itself what is wrong.
    if (error instanceof CommandError || error instanceof OthersAnswer) return undefined;
    throw error;
  }
}

function contextsOf({ desired, baseline = desired }: Declared): Map<string, Context> {
  const contexts = new Map<string, Context>();
  for (const state of new Set([desired, baseline])) {
    for (const { values } of state.keys.values())
      for (const [id, { context }] of values) if (!contexts.has(id)) contexts.set(id, context);
  }
  return contexts;
}

type Row = PulledValue & { text: string | null };

function isReadable(value: PulledValue): value is Row {
  return value.text !== undefined;
}

interface Beside {
  id: string;
  row: Row;
  declared: Declared;
}

/**
 * What a cipher guards is shown as it is stored, beside its group, to everybody without the password. A type or a group that
 * is another one by now belongs to another moment than the text.
 */
function isAsStored(key: Key, { id, row, declared }: Beside): boolean {
  if (row.securityGroup !== key.securityGroup || row.vdt !== key.vdt) return false;
  const isParsed = row.isParsed || key.vdt === 'Map' || key.vdt === 'List';
  return !isParsed || isLeftAlone(key, { id, row, declared });
}

/**
 * Parsed, it is enough to see that a map or list is what was declared and applied. Its text is needed as soon as a plan
 * shows or compares it: where it changes or goes, and where somebody declares a text.
 */
function isLeftAlone(there: Key, { id, row, declared }: Beside): boolean {
  const { desired, baseline, others, isAfterwards } = declared;
  const named = keyId(there.name);
  const states = isAfterwards ? [desired] : [desired, baseline, ...others];
  const keys = states.flatMap((state) => state?.keys.get(named) ?? []);
  if (keys.length > 0 && !desired.keys.get(named)?.values.has(id)) return false;
  return keys.every((key) => {
    const known = key.values.get(id);
    return !key.absent && (known === undefined || isParsedAs(known, row.text));
  });
}

/** Whether a map or a list is another one than was applied: then its text will be needed, and no pull is asked for. */
function changesParsed({ keys, desired, baseline, isAfterwards }: ByKeys): boolean {
  if (isAfterwards || baseline === undefined) return false;
  for (const [id, { vdt }] of keys.keys) {
    if (vdt !== 'Map' && vdt !== 'List') continue;
    const [ours, applied] = [desired.keys.get(id)?.values, baseline.keys.get(id)?.values];
    if (ours === undefined || applied === undefined) continue;
    for (const [context, value] of ours) {
      const before = applied.get(context)?.text;
      if (before != null && !isParsedAs(value, before)) return true;
    }
  }
  return false;
}

function isParsedAs({ text, native, absent }: Value, shown: string | null): boolean {
  return native === true && !absent && text !== null && shown !== null && sameJson(text, shown);
}
