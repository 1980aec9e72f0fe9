// Reads by token of random servers, of which one lies: a lie about what another read shows too is never believed.
import fc from 'fast-check';
import { expect } from 'vitest';
import { withTouchedKeys } from '../src/core/keys.ts';
import { contextId, contextIn, covers } from '../src/model/context.ts';
import { keyId, type State } from '../src/model/state.ts';
import { Contradiction } from '../src/remote/agreement.ts';
import { readByPulls } from '../src/remote/read-live.ts';
import type { Pull, PulledValue } from '../src/remote/wire.ts';
import type { Repository } from '../src/server/state.ts';
import { type Count, property } from './random/runs.ts';
import { localServer, pullSource } from './random/local-reader.ts';
import { type Case, nearCase, nearState, withMore } from './random/near-states.ts';
import { repositoryOf } from './random/repository.ts';
import { inputOf, liveOf } from './helpers/repository.ts';

const KINDS = [
  'pull without a key',
  'pull without files',
  'pull of another text',
  'pull of another type',
  'keyData of none',
] as const;

interface Lie {
  kind: (typeof KINDS)[number];
  /** Which of the pulls and keys it is about. */
  picks: readonly [pull: number, key: number];
}

const lie: fc.Arbitrary<Lie> = fc.record({
  kind: fc.constantFrom(...KINDS),
  picks: fc.tuple(fc.nat(50), fc.nat(50)),
});

/** The pulls that were answered, by the context that they were asked for. */
type Truth = Map<string, Pull>;

interface Told {
  key: string;
  /** Context of the pull that lies. */
  at?: string;
}

/** One read of everything; `lies` is told which pulls there are before it changes one of them. */
async function read(
  { repository, desired }: { repository: Repository; desired: State },
  { truth, told, kind }: { truth: Truth; told?: Told | undefined; kind?: Lie['kind'] },
): Promise<State | undefined> {
  const honest = localServer(repository);
  const server = pullSource(repository, {
    // The contexts as a plan names them.
    uncachedContext: (context) => context,
    pull: async (request) => {
      const pull = await honest.pull(request);
      const at = contextId(contextIn(request.context));
      if (pull === undefined) return undefined;
      truth.set(at, pull);
      return told?.at === at && kind !== undefined ? lied(pull, told.key, kind) : pull;
    },
    keyData: async (name) =>
      kind === 'keyData of none' && keyId(name) === told?.key ? undefined : honest.keyData(name),
  });
  const pulled = await readByPulls(server, {
    desired,
    presumed: 'last-applied',
    mayBeUnread: true,
  });
  if ('rejection' in pulled) return undefined;
  const input = inputOf({ desired, live: pulled.state, liveSource: 'pulls' });
  return (await withTouchedKeys(input, { server, seen: pulled.seen })).input.live;
}

function lied(pull: Pull, key: string, kind: Lie['kind']): Pull {
  const values = pull.values.flatMap((value): PulledValue[] => {
    if (keyId(value.name) !== key) return [value];
    if (kind === 'pull of another text') return [{ ...value, text: `${value.text} of before` }];
    if (kind === 'pull of another type')
      return [{ ...value, vdt: value.vdt === 'Code' ? 'Text' : 'Code' }];
    return kind === 'pull without a key' ? [] : [value];
  });
  return {
    values,
    ...(pull.files && { files: kind === 'pull without files' ? new Map() : pull.files }),
  };
}

function rowOf(pull: Pull, key: string): string | undefined {
  const value = pull.values.find(({ name }) => keyId(name) === key);
  return value && contextId(contextIn(value.context));
}

/** Whether another pull shows that it is a lie. */
function isShown(truth: Truth, { key, at = '' }: Told, kind: Lie['kind']): boolean {
  const own = truth.get(at);
  const row = own && rowOf(own, key);
  return [...truth].some(([other, pull]) => {
    if (kind === 'pull without files')
      return other !== at && own?.files && pull.files?.size && covers(other, at);
    const there = rowOf(pull, key);
    if (other === at || there === undefined) return false;
    if (kind === 'pull of another type') return true;
    if (kind === 'pull of another text') return there === row;
    return there === at || covers(other, at);
  });
}

async function outcome(
  reading: Promise<State | undefined>,
): Promise<State | Contradiction | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof Contradiction) return error;
    throw error;
  });
}

async function check({ one, lie: { kind, picks } }: { one: Case; lie: Lie }, count: Count) {
  const repository = withMore(repositoryOf(one), { ...one, secured: undefined });
  const desired = nearState(liveOf(repository), one.desiredNear, {
    isWide: one.isWide,
    usual: one.usual,
  });
  const truth: Truth = new Map();
  const honest = await outcome(read({ repository, desired }, { truth }));
  expect(honest, 'all say the truth').not.toBeInstanceOf(Contradiction);
  const isOfFiles = kind === 'pull without files';
  const pulls = [...truth].filter(
    ([, { values, files }]) => values.length > 0 && (files?.size || !isOfFiles),
  );
  const [at, pull] = pulls[picks[0] % Math.max(pulls.length, 1)] ?? [];
  const key = pull?.values[picks[1] % pull.values.length]?.name.toLowerCase();
  if (key === undefined || at === undefined) return;
  const told = kind === 'keyData of none' ? { key } : { key, at };
  const found = await outcome(read({ repository, desired }, { truth: new Map(), told, kind }));
  const isFound = found instanceof Contradiction;
  // `keyData` is asked for what the plan touches, and is one more witness of that.
  if (isFound && found.message.includes('keyData')) count('found by keyData');
  else if (kind !== 'keyData of none')
    expect(isFound, `${kind} ${key} at ${at}`).toBe(isShown(truth, told, kind));
  else if ([...truth.values()].some((one) => rowOf(one, key) !== undefined))
    expect(found).toEqual(honest);
  if (!isFound) return;
  count('found');
  count(kind);
}

property(
  'what two reads say about the same item agrees, unless one of them lies',
  fc.record({ one: nearCase, lie }),
  { check, enough: { found: 1 / 8 } },
);
