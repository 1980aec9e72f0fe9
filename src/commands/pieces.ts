// Live in pieces: keys and files by an export without values, and one pull for each context that is declared.
import { CommandError } from '../errors.ts';
import { type Context, contextId, contextOf, elementsOf, fullContext } from '../model/context.ts';
import type { RepositoryName } from '../model/project.ts';
import { sameJson } from '../model/same-json.ts';
import { type Key, keyId, type State, type Value } from '../model/state.ts';
import { askedContexts } from '../remote/asked-context.ts';
import type { Reader } from '../remote/client.ts';
import type { Pull, PulledValue } from '../remote/pull.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import type { Surroundings } from './project.ts';
import { OthersAnswer, pullOf } from './pulls.ts';

/** With more contexts their pulls take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;

interface Declared {
  desired: State;
  baseline?: State;
}

interface Piecewise extends Declared {
  /** As an export without values shows them; they get their values. */
  keys: State;
  reader: Reader;
  repository: RepositoryName;
  info: RepositoryInfo;
  now: Surroundings['now'];
}

/**
 * What the whole export would show, in a tenth of the time that a real server takes for it; `undefined` where that
 * cannot be said: the server counts more than was read, or shows something otherwise than it is stored.
 */
export async function readInPieces(from: Piecewise): Promise<State | undefined> {
  const { keys, info } = from;
  const pulls = keys.keys.size === info.keyCount ? await pullDeclared(from) : undefined;
  if (pulls === undefined) return undefined;
  let values = 0;
  for (const [id, pull] of pulls) {
    for (const value of pull.values) {
      const context = contextOf(elementsOf(value.context));
      // A row of another context answers where this one has none.
      if (contextId(context) !== id) continue;
      const key = keys.keys.get(keyId(value.name));
      if (key === undefined || !isAsStored(key, { id, value, declared: from })) return undefined;
      key.values.set(id, { context, text: value.text ?? null });
      values++;
    }
  }
  return values === info.valueCount ? keys : undefined;
}

/** By the id of the context; `undefined` where pulls are no help. */
async function pullDeclared(from: Piecewise): Promise<ReadonlyMap<string, Pull> | undefined> {
  const { reader, repository, info, now } = from;
  const contexts = contextsOf(from);
  if (contexts.size > MAX_CONTEXTS) return undefined;
  const asked = askedContexts({ now: now().getTime() });
  const pull = async ([id, context]: [string, Context]) => {
    const request = { context: fullContext(context, info.levels.length), content: 'values' } as const;
    return [id, await pullOf({ reader, repository, asked }, request)] as const;
  };
  try {
    return new Map(await Promise.all(Array.from(contexts, pull)));
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

interface Row {
  id: string;
  value: PulledValue;
  declared: Declared;
}

/**
 * What a cipher guards is shown in the clear to a token that has its password, and as it is stored to all others. Maps and
 * lists are shown parsed: enough to see that they are what was declared and applied, and not to show a change of them.
 */
function isAsStored(key: Key, { id, value, declared }: Row): boolean {
  if (value.text === undefined || value.securityGroup !== key.securityGroup) return false;
  if (key.vdt !== 'Map' && key.vdt !== 'List') return true;
  const { desired, baseline } = declared;
  const known = [desired, baseline].map((state) => state?.keys.get(keyId(key.name))?.values.get(id));
  return known.every((item) => item === undefined || isParsedAs(item, value.text));
}

function isParsedAs({ text, native, absent }: Value, shown: string | null | undefined): boolean {
  return native === true && !absent && text !== null && shown != null && sameJson(text, shown);
}
