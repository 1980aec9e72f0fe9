// Random states, and random servers, projects and options around them: what the properties are tried on.
import fc from 'fast-check';
import { contextId } from '../../src/model/context.ts';
import { PRUNE_MODES, type PruneMode } from '../../src/model/project.ts';
import { keyId, type Row, type State, VDTS, type Vdt } from '../../src/model/state.ts';
import { type FileRow, type Key, stateFrom } from '../helpers/states.ts';

/** With two groups that share the member P. */
export const CONTEXTS = ['*', 'P;*', 'P;W', '*;W', 'N;*', 'G;*', 'H;*', 'G;W'];
export const GROUPS = [
  { level: 'Environment', name: 'G', members: ['P', 'N'] },
  { level: 'Environment', name: 'H', members: ['P'] },
];

/** Names in two spellings, and one that JavaScript objects have already. */
const NAMES = ['a', 'A', 'b', 'c.d', 'E', 'e', 'toString'];
const PATHS = ['f', 'd/g', 'D/g', '__proto__'];
const CONTENTS = [
  ...['', 'x\n', 'y', '${a}', '${A} ${ c.d }', '${e}\n${b}', '${tostring}'],
  ...['${-}', '${b', '$${a}', '${new.one}', '\\${a}', 'a \\${E} ${a}'],
];

/** What a type takes, some of it in another form. */
const TEXTS = ['1', '2', '007', '', ' x', null, ' '];
export const FITTING: Record<Vdt, readonly (string | null)[]> = {
  Text: TEXTS,
  Code: TEXTS,
  JSON: ['{"a":1}', '1', 'true', '{a:1}', null],
  Boolean: ['true', 'false', null],
  Integer: ['1', '2', '007', '+3', null],
  Long: ['1', '2', '4294967296'],
  Double: ['1', '.5', '-.5', ' 7', '1e5', 'NaN', '0.5'],
  Float: ['2', '.5', '7 ', '1e39'],
  Map: ['{}', '{"a":1}', '{a:1}', ' ', ''],
  List: ['[]', '["a",]', '[a,b]', '  '],
  FileRef: PATHS,
  FileEmbed: PATHS,
};
/** What some type refuses. */
const ODD = ['1', ' 1', '2147483648', 'True', '[1', 'null', '{]', 'no/file', '/f', '', null];

export const optional = <Type>(arbitrary: fc.Arbitrary<Type>) =>
  fc.option(arbitrary, { nil: undefined });
const seldom = fc.constantFrom(false, false, false, false, true);

const valueFor = (vdt: Vdt = 'Integer') =>
  fc
    .record({
      context: fc.constantFrom(...CONTEXTS),
      text: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom(...FITTING[vdt]) },
        { weight: 1, arbitrary: fc.constantFrom(...ODD) },
      ),
      absent: seldom,
    })
    .map(
      ({ context, text, absent }): Row =>
        absent ? { context, text: null, absent } : { context, text },
    );

const key = optional(fc.oneof(fc.constantFrom('Text', 'Integer'), fc.constantFrom(...VDTS)))
  .chain((vdt) =>
    fc.record({
      name: fc.constantFrom(...NAMES),
      vdt: fc.constant(vdt),
      readme: optional(fc.constantFrom('', 'one', 'two')),
      deprecated: optional(fc.boolean()),
      push: optional(fc.constantFrom(true, true, true, false)),
      values: fc.uniqueArray(valueFor(vdt), {
        selector: ({ context }) => contextId(context),
        maxLength: 4,
      }),
      absent: seldom,
    }),
  )
  .map(({ name, values, absent, ...metadata }): Key => {
    if (absent) return { name, absent, rows: new Map() };
    const declared = Object.fromEntries(
      Object.entries(metadata).filter(([, member]) => member !== undefined),
    );
    return { name, ...declared, rows: new Map(values.map((one) => [contextId(one.context), one])) };
  });

const file = fc
  .record({
    path: fc.constantFrom(...PATHS),
    context: fc.constantFrom(...CONTEXTS),
    text: fc.oneof(fc.constantFrom(...CONTENTS.slice(0, 7)), fc.constantFrom(...CONTENTS)),
    absent: seldom,
  })
  .map(({ absent, ...one }): FileRow => (absent ? { ...one, text: '', absent } : one));

/** The elements of one project are spelled alike, those of another project in its own way. */
export const state: fc.Arbitrary<State> = fc
  .record({
    keys: fc.uniqueArray(key, { selector: ({ name }) => keyId(name), maxLength: 4 }),
    files: fc.uniqueArray(file, {
      selector: ({ path, context }) => `${path}\0${contextId(context)}`,
      maxLength: 3,
    }),
    spelled: fc.constantFrom(
      (context: string) => context,
      (context: string) => context.toLowerCase(),
    ),
  })
  .map(({ keys, files, spelled }) =>
    stateFrom({
      keys: keys.map((one) => ({ ...one, rows: respelled(one.rows, spelled) })),
      files: files.map((one) => ({ ...one, context: spelled(one.context) })),
    }),
  );

function respelled(rows: Key['rows'], spelled: (context: string) => string): Key['rows'] {
  return new Map([...rows].map(([id, one]) => [id, { ...one, context: spelled(one.context) }]));
}

/** Inactive rows, which others left on the server. */
const inactive = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('a', 'b', 'E'), context: fc.constantFrom('P;*', 'N;*') }),
  { selector: ({ key: name }) => name, maxLength: 2 },
);

export interface World {
  /** What others put on the server. */
  there: State;
  inactive: { key: string; context: string }[];
  desired: State;
  lastApplied: State | undefined;
  prune: PruneMode;
  /** Mostly one atomic push; otherwise cut into small ones. */
  batch: number | undefined;
  /** Whether the token may write locked keys. */
  force: boolean;
  vdtEnabled: boolean;
  contextGroupsEnabled: boolean;
}

export const world: fc.Arbitrary<World> = fc.record({
  there: state,
  inactive,
  desired: state,
  lastApplied: optional(state),
  prune: fc.constantFrom(...PRUNE_MODES),
  batch: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 3 }),
  force: fc.boolean(),
  vdtEnabled: fc.constantFrom(true, true, true, false),
  contextGroupsEnabled: fc.boolean(),
});
