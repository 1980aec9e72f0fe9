// Live in pieces: keys and files by an export without values, and a pull for each declared context. A real server takes a
// tenth of the time of the whole export for it (behaviour.md, section 16), and where it counts no more, it is all there is.
import { CommandError } from '../errors.ts';
import { type Context, contextId, contextOf, elementsOf, fullContext } from '../model/context.ts';
import { type Key, keyId, type State } from '../model/state.ts';
import type { Vdt } from '../model/vdt.ts';
import { askedContexts } from '../remote/asked-context.ts';
import type { Reader } from '../remote/client.ts';
import type { Pull, PulledValue } from '../remote/pull.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import type { ResolvedTarget } from '../options.ts';
import type { OpenProject, Surroundings } from './project.ts';
import { OthersAnswer, pullOf } from './pulls.ts';

/** With more contexts their pulls take as long as the export: 18 µs for each key, where it takes 200 (section 16). */
const MAX_CONTEXTS = 10;
/** A pull shows these otherwise than they are stored: parsed, or with the file in their place. */
const SHOWN_OTHERWISE: readonly Vdt[] = ['Map', 'List', 'FileRef', 'FileEmbed'];

export interface Declared {
  desired: State;
  baseline?: State;
}

interface PullSource {
  reader: Reader;
  target: ResolvedTarget;
  now: Surroundings['now'];
}

/** Pulls by the id of their context; `undefined` where pieces are no help. */
export type Pulling = Promise<ReadonlyMap<string, Pull> | undefined>;

/** Asks for the values of every context that the files or the last apply declare. Never rejects for what a server says. */
export async function pullDeclared(
  { reader, target: { repository }, now }: PullSource,
  { depth, ...declared }: Declared & { depth: number },
): Pulling {
  const contexts = contextsOf(declared);
  if (contexts.size === 0 || contexts.size > MAX_CONTEXTS) return undefined;
  const asked = askedContexts({ now: now().getTime() });
  const pull = async ([id, context]: [string, Context]) => {
    const request = { context: fullContext(context, depth), content: 'values' } as const;
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

function contextsOf({ desired, baseline }: Declared): Map<string, Context> {
  const contexts = new Map<string, Context>();
  for (const state of baseline === undefined || baseline === desired ? [desired] : [desired, baseline]) {
    for (const { values } of state.keys.values())
      for (const [id, { context }] of values) if (!contexts.has(id)) contexts.set(id, context);
  }
  return contexts;
}

/** The levels as the files tell them, before the server has; it is checked when it does. */
export function declaredDepth({ depth, project }: OpenProject): number | undefined {
  return depth?.levels ?? project.levels?.length;
}

/**
 * The keys with their values, as the export would show them; `undefined` where that cannot be said: the server counts more than was read, or shows
 * something otherwise than it is stored.
 */
export function assembled(
  keys: State,
  { pulls, info, declared }: { pulls: ReadonlyMap<string, Pull>; info: RepositoryInfo; declared: Declared },
): State | undefined {
  let values = 0;
  for (const [id, pull] of pulls) {
    for (const value of pull.values) {
      const context = contextOf(elementsOf(value.context));
      // A row of another context answers where this one has none.
      if (contextId(context) !== id) continue;
      const key = keys.keys.get(keyId(value.name));
      if (key === undefined || !isAsStored(key, { value, declared })) return undefined;
      key.values.set(id, { context, text: value.text ?? null });
      values++;
    }
  }
  return values === info.valueCount && keys.keys.size === info.keyCount ? keys : undefined;
}

/** What a cipher guards is shown in the clear to a token that has its password, and as it is stored to all others. */
function isAsStored(key: Key, { value, declared }: { value: PulledValue; declared: Declared }): boolean {
  if (value.text === undefined || value.securityGroup !== key.securityGroup) return false;
  const id = keyId(key.name);
  const isOurs = declared.desired.keys.has(id) || declared.baseline?.keys.has(id) === true;
  return !isOurs || !SHOWN_OTHERWISE.some((vdt) => vdt === key.vdt);
}
