// What `show` says that an application gets, against the answers of the built-in server to `GET /rest/pull`.
import fc from 'fast-check';
import { expect } from 'vitest';
import { contextId, fullContext } from '../src/model/context.ts';
import { hasRefusals } from '../src/model/plan.ts';
import {
  emptyState,
  fileId,
  type Item,
  keyId,
  keysIn,
  type Row,
  type State,
  VDTS,
  type Vdt,
} from '../src/model/state.ts';
import { complete } from '../src/plan/normalize.ts';
import { type Pull, readPull } from '../src/remote/wire.ts';
import { REJECTIONS } from '../src/semantics/rejections.ts';
import { rendered } from '../src/semantics/placeholders.ts';
import { type ContextGroup, indexGroups, winnersOf } from '../src/semantics/resolution.ts';
import { textForApplication } from '../src/semantics/value-types.ts';
import { readAnswer } from '../src/server/reads.ts';
import type { Repository } from '../src/server/state.ts';
import { property } from './random/runs.ts';
import { FITTING } from './random/states.ts';
import { accepted, approvedPlanOf, emptyRepository, liveOf, send } from './helpers/repository.ts';
import { SHOP } from './helpers/server.ts';
import { fileRowsIn, stateFrom } from './helpers/states.ts';

const LEVELS = ['Environment', 'Application', 'Region', 'Instance'];
/** `G` and `H` are groups where there are any. */
const ELEMENTS = ['P', 'N', 'G', 'H'];
const NAMES = ['a', 'b', 'c.d', 'E', 'toString'];
const PATHS = ['f', 'd/g', '__proto__'];
const TEXTS: Record<Vdt, readonly (string | null)[]> = {
  ...FITTING,
  Text: ['1', 'x y', '', 'C:\\a', '${a}', '$1', null],
  Map: [...FITTING.Map, '{"a":1.50}'],
  List: [...FITTING.List, '["a",2]'],
  FileRef: PATHS,
  FileEmbed: PATHS,
};
const CONTENTS = [
  ...['', 'x\n', '${a}', '${A} ${ c.d }', '${E}\n${b}', '${tostring}', '${b', '$${a}', '\\\\${a}'],
  ...['${a.}', '[${c.d}]', '${E} ${E}'],
];

interface World {
  levels: string[];
  groups: ContextGroup[];
  desired: State;
  requests: string[];
}

const world: fc.Arbitrary<World> = fc
  .record({
    depth: fc.integer({ min: 1, max: 4 }),
    groupLevel: fc.integer({ min: 0, max: 3 }),
    hasGroups: fc.boolean(),
  })
  .chain(({ depth, groupLevel, hasGroups }) => {
    const levels = LEVELS.slice(0, depth);
    const level = levels[groupLevel % depth] ?? '';
    const groups = [
      { level, name: 'G', members: ['P', 'N'] },
      { level, name: 'H', members: ['P'] },
    ];
    const elements = (names: readonly string[]) =>
      fc
        .array(fc.constantFrom(...names), { minLength: depth, maxLength: depth })
        .map((list) => list.join(';'));
    const context = elements(['*', '*', ...ELEMENTS]).map((text) =>
      /^[*;]+$/.test(text) ? '*' : text,
    );
    return fc.record({
      levels: fc.constant(levels),
      groups: fc.constant(hasGroups ? groups : []),
      desired: stateOf(context),
      requests: fc.array(elements([...ELEMENTS, 'p', 'other', '*']), {
        minLength: 6,
        maxLength: 12,
      }),
    });
  });

function stateOf(context: fc.Arbitrary<string>): fc.Arbitrary<State> {
  const common = fc.constantFrom<Vdt[]>('Text', 'FileRef', 'FileEmbed');
  const key = fc.oneof(common, fc.constantFrom(...VDTS)).chain((vdt) =>
    fc.record({
      name: fc.constantFrom(...NAMES),
      vdt: fc.constant(vdt),
      rows: fc.uniqueArray(fc.record({ context, text: fc.constantFrom(...TEXTS[vdt]) }), {
        selector: (one) => contextId(one.context),
        minLength: 1,
        maxLength: 6,
      }),
    }),
  );
  const file = fc.record({
    path: fc.constantFrom(...PATHS),
    context,
    text: fc.constantFrom(...CONTENTS),
  });
  return fc
    .record({
      keys: fc.uniqueArray(key, {
        selector: ({ name }) => keyId(name),
        minLength: 2,
        maxLength: 5,
      }),
      files: fc.uniqueArray(file, {
        selector: ({ path, context: at }) => `${path}\0${contextId(at)}`,
        minLength: 2,
        maxLength: 5,
      }),
    })
    .map(({ keys, files }) =>
      stateFrom({
        keys: keys.map((one) => ({
          ...one,
          rows: new Map(one.rows.map((row) => [contextId(row.context), row])),
        })),
        files,
      }),
    );
}

/** The repository with what it accepts of a state, item by item, and what that is. */
function applied({ levels, groups, desired }: World): { repository: Repository; taken: State } {
  const flags = { contextGroupsEnabled: groups.length > 0 };
  let repository = emptyRepository({ levels, contextGroups: groups, flags });
  let taken = emptyState();
  const add = ({ keys = [], files = [] }: Parameters<typeof stateFrom>[0]) => {
    const wanted = stateFrom({
      keys: [...keysIn(taken), ...keys],
      files: [...fileRowsIn(taken), ...files],
    });
    const target = {
      url: 'http://config.example.com',
      account: SHOP.account,
      name: SHOP.repository,
      levels,
    };
    const plan = approvedPlanOf({
      desired: wanted,
      live: liveOf(repository),
      target,
      forceKeyPush: true,
    });
    const sent = hasRefusals(plan)
      ? undefined
      : accepted(() => send(repository, plan, { force: true }));
    if (sent !== undefined) [repository, taken] = [sent, wanted];
  };
  // Twice, because files name keys, and keys name files.
  for (let round = 0; round < 2; round++) {
    for (const key of keysIn(desired)) add({ keys: [key] });
    for (const file of fileRowsIn(desired)) add({ files: [file] });
  }
  return { repository, taken };
}

/** The answer of the server; `undefined` where rows of equal weight make it undefined, or files embed each other there. */
function pulled(repository: Repository, context: string): Pull | undefined {
  const headers = new Map([
    ['context', context],
    ['include-value-context', 'true'],
  ]);
  const { account, name } = repository;
  const request = {
    method: 'GET',
    target: `/rest/pull/${account}/${name}`,
    header: (one: string) => headers.get(one),
  };
  const service = { repositories: [repository], now: () => new Date(0), cache: new Map() };
  const answer = readAnswer(service, { request, endpoint: 'pull', address: { account, name } });
  if (answer.remark !== undefined || answer.etag?.includes(REJECTIONS.CIRCULAR.sentence))
    return undefined;
  expect(answer.status, answer.etag).toBe(200);
  const text = answer.body ?? '';
  const asked = { context, content: 'values and files' } as const;
  return readPull(JSON.parse(text), { text, repository: { account, name }, request: asked });
}

/** The same as a pull shows it. */
function shown(
  state: State,
  { context, levels, groups }: { context: string; levels: string[]; groups: ContextGroup[] },
) {
  const depth = levels.length;
  const winners = winnersOf(state, context.split(';'), indexGroups(levels, groups));
  const keys = [...winners.values()].filter(({ item }) => item.kind === 'key');
  const values = keys.map(({ item, row }): [string, unknown] => {
    return [
      keyId(item.name),
      [textForApplication(item.vdt, row.text), fullContext(row.context, depth).toLowerCase()],
    ];
  });
  return { values: sorted(values), files: sorted([...renderedFiles(winners)]) };
}

/** The content of each winning file. A file that embeds itself, which the server rejects, stays out of itself. */
function renderedFiles(
  winners: ReadonlyMap<string, { item: Item; row: Row }>,
): Map<string, string> {
  const render = (path: string, outer: readonly string[]): string | undefined => {
    const content = outer.includes(path) ? undefined : winners.get(fileId(path))?.row.text;
    if (content == null) return undefined;
    return rendered(content, {
      standingFor: (name) => {
        const found = winners.get(keyId(name));
        return found && { vdt: found.item.vdt, text: found.row.text };
      },
      embedded: (inner) => render(inner, [...outer, path]),
    });
  };
  const files = [...winners.values()].filter(({ item }) => item.kind === 'file');
  return new Map(files.map(({ item: { name } }) => [name, render(name, []) ?? '']));
}

function sorted<T>(entries: [string, T][]): [string, T][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

property('what `show` shows of the files, and of the server, is what the server answers', world, {
  check: (one, count) => {
    const { repository, taken } = applied(one);
    const declared = complete(taken, emptyState(), { vdtEnabled: true });
    const live = liveOf(repository);
    for (const context of one.requests) {
      const pull = pulled(repository, context);
      if (pull === undefined) continue;
      const values = pull.values.map(({ name, text, context: at }): [string, unknown] => [
        keyId(name),
        [text, at.toLowerCase()],
      ]);
      const answer = { values: sorted(values), files: sorted([...(pull.files ?? [])]) };
      for (const state of [declared, live])
        expect([context, shown(state, { ...one, context })]).toEqual([context, answer]);
      count('values', answer.values.length);
      count('files', answer.files.length);
      if (one.groups.length > 0) count('values where there are groups', answer.values.length);
    }
  },
  enough: { values: 1, files: 1 / 2, 'values where there are groups': 1 / 2 },
});
