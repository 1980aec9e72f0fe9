// Projects that are near to what a server holds, so that little differs, and random ones that are not.
import fc from 'fast-check';
import { contextId } from '../../src/model/context.ts';
import { keyId, keysIn, type Row, type State } from '../../src/model/state.ts';
import { parseStrictObject } from '../../src/lib/json.ts';
import type { SecurityGroup } from '../../src/server/settings.ts';
import type { Repository } from '../../src/server/state.ts';
import { CONTEXTS, optional, state, type World, world } from './states.ts';
import { pushTo } from '../helpers/repository.ts';
import { fileRowsIn, type Key, stateFrom } from '../helpers/states.ts';

export const SECRET: SecurityGroup = {
  name: 'S',
  password: 'passw0rd',
  cipher: 'AES/CBC/PKCS5Padding',
};
export const OPEN: SecurityGroup = { name: 'O', password: 'passw0rd', cipher: null };

/** How a state follows from what is there. */
const WAYS = ['there', 'there', 'without a key', 'without values', 'mixed', 'other'] as const;
/** What a state says of {@link NATIVES}. */
const SAYS = [
  ...(['nothing', 'same', 'other', 'as text', 'as stored'] as const),
  ...(['gone', 'none', 'one', 'retyped'] as const),
] as const;
type Says = (typeof SAYS)[number];
const says = fc.oneof(
  { weight: 5, arbitrary: fc.constant('usual' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...SAYS) },
);
const near = fc.record({
  says: fc.tuple(says, says),
  way: fc.constantFrom(...WAYS),
  other: state,
  pick: fc.nat(10),
  native: fc.boolean(),
});
type Near = typeof near extends fc.Arbitrary<infer T> ? T : never;

export interface Case extends World {
  desiredNear: Near;
  lastAppliedNear: Near | undefined;
  begunNear: Near | undefined;
  baseNear: Near | undefined;
  /** Something is declared in every context, so that all are asked for. */
  isWide: boolean;
  natives: readonly boolean[];
  /** What most states say of them. */
  usual: Says;
  secured: 'S' | 'O' | undefined;
  /** Whether the project has the password of what is secured. */
  knows: boolean;
  onDrift: 'overwrite' | 'keep' | 'fail';
}

/** As others wrote them, and what they mean. */
const NATIVES = [
  {
    key: 'map',
    vdt: 'Map',
    stored: '{ "b": 1.50, "1": "x", a: [null] }',
    means: '{"b":1.50,"1":"x","a":[null]}',
  },
  { key: 'list', vdt: 'List', stored: "[ a, 'b' ]", means: '["a","b"]' },
] as const;
const NATIVE_CONTEXTS = ['*', 'P;W'];

export const nearCase: fc.Arbitrary<Case> = fc
  .record({
    world,
    desiredNear: near,
    lastAppliedNear: optional(near),
    begunNear: fc.option(near, { nil: undefined, freq: 1 }),
    baseNear: optional(near),
    isWide: fc.constantFrom(true, true, true, false),
    hasInactive: fc.constantFrom(true, false, false, false),
    usual: fc.constantFrom('nothing' as const, 'same' as const, 'same' as const),
    natives: fc.constantFrom<(readonly boolean[])[]>(
      ...[[], [], []],
      ...[
        [true, false],
        [false, true],
        [true, true],
      ],
    ),
    secured: fc.constantFrom('S' as const, 'O' as const, undefined, undefined),
    knows: fc.boolean(),
    onDrift: fc.constantFrom('overwrite' as const, 'keep' as const, 'fail' as const),
  })
  .map(({ world: { inactive, ...one }, hasInactive, ...rest }) => ({
    ...one,
    ...rest,
    inactive: hasInactive ? inactive : [],
  }));

/** Maps, lists and a secured key beside the rest. */
export function withMore(repository: Repository, { secured, natives }: Case): Repository {
  const data = NATIVES.filter((_, at) => natives[at]).map(({ key, vdt, stored }) => ({
    key,
    vdt,
    push: true,
    values: NATIVE_CONTEXTS.map((context) => ({
      context: context === '*' ? '*;*' : context,
      value: stored,
    })),
  }));
  return withSecured(pushTo(repository, { enableKeyCreation: true, data }), secured);
}

function withSecured(repository: Repository, secured: Case['secured']): Repository {
  if (secured === undefined) return repository;
  const pair = { securityGroup: secured, password: 'passw0rd' };
  const values = [
    { context: '*;*', value: 'hidden' },
    { context: 'P;*', value: null },
  ];
  return pushTo(repository, {
    enableKeyCreation: true,
    data: [{ key: 'sealed', push: true, ...pair, values }],
  });
}

export function nearState(
  there: State,
  { way, other, pick, native, says }: Near,
  { isWide, usual }: { isWide: boolean; usual: Says },
): State {
  const keys = new Map<string, Key>();
  const picked = way === 'other' ? [] : keysIn(there);
  for (const [index, key] of picked.entries()) {
    if (way === 'without a key' && index === pick % picked.length) continue;
    const { inactive: _, ...own } = key;
    const values = [...key.rows].filter(
      (_one, at) => way !== 'without values' || (at + index + pick) % 3 > 0,
    );
    if (values.length === 0 && key.rows.size > 0) continue;
    keys.set(keyId(key.name), {
      ...own,
      rows: new Map(values.map(([at, one]) => [at, declared(one, { key, native })])),
    });
  }
  const files = way === 'other' ? [] : fileRowsIn(there);
  if (way === 'other' || way === 'mixed') {
    for (const key of keysIn(other)) keys.set(keyId(key.name), key);
    files.push(...fileRowsIn(other));
  }
  for (const [at, one] of NATIVES.entries()) {
    if (!there.items.has(one.key)) continue;
    const own = says[at] ?? 'usual';
    const said = nativeKey(one, own === 'usual' ? usual : own);
    if (said === undefined) keys.delete(one.key);
    else keys.set(one.key, said);
  }
  if (isWide) {
    const values = CONTEXTS.map((context): [string, Row] => [
      context.toLowerCase(),
      { context, text: 'w' },
    ]);
    keys.set('wide', { name: 'wide', rows: new Map(values) });
  }
  return stateFrom({ keys: keys.values(), files });
}

function nativeKey(
  { key: name, vdt, stored, means }: (typeof NATIVES)[number],
  says: Says,
): Key | undefined {
  if (says === 'nothing') return undefined;
  if (says === 'gone') return { name, absent: true, rows: new Map() };
  if (says === 'none') return { name, readme: 'of it', rows: new Map() };
  const other = vdt === 'Map' ? '{}' : '[]';
  const contexts = says === 'one' ? NATIVE_CONTEXTS.slice(0, 1) : NATIVE_CONTEXTS;
  const values = contexts.map((context): [string, Row] => {
    const text = says === 'as stored' ? stored : says === 'other' ? other : means;
    const isText = says === 'as text' || says === 'as stored';
    return [contextId(context), { context, text, ...(!isText && { native: true as const }) }];
  });
  return { name, vdt: says === 'retyped' ? 'Text' : vdt, rows: new Map(values) };
}

/** As a mapping or a list of YAML would give it: compact. */
function declared({ context, text }: Row, { key, native }: { key: Key; native: boolean }): Row {
  if (key.name === 'sealed' && text !== null)
    return { context, text: native ? 'hidden' : 'another' };
  const isNative = native && text !== null && /^(?:Map|List)$/.test(key.vdt ?? '');
  const compact = isNative ? compactOf(text) : undefined;
  return compact === undefined ? { context, text } : { context, text: compact, native: true };
}

function compactOf(text: string): string | undefined {
  const parsed = parseStrictObject(`{"it":${text.trim() || null}}`)?.it;
  return parsed === undefined || parsed === null ? undefined : JSON.stringify(parsed);
}
