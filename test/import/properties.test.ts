// import, then plan: `No changes.`, for random repositories of the built-in server with everything that YAML minds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextId, fullContext } from '../../src/model/context.ts';
import { filePathProblem } from '../../src/model/document-fields.ts';
import type { LeftOut } from '../../src/model/import-plan.ts';
import { type Change, hasRefusals } from '../../src/model/plan.ts';
import { isSecretValue } from '../../src/model/secrets.ts';
import {
  emptyState,
  isFilePath,
  keyId,
  keysIn,
  type Row,
  rowsIn,
  rowsOf,
  type State,
  VDTS,
  type Vdt,
} from '../../src/model/state.ts';
import { javaTrim, valueProblem } from '../../src/semantics/value-types.ts';
import { PROPERTY_TIMEOUT, RUNS, SEED } from '../random/runs.ts';
import { FITTING, optional } from '../random/states.ts';
import { emptyRepository, liveOf, planOf, send } from '../helpers/repository.ts';
import { part } from '../random/scopes.ts';
import { SHOP } from '../helpers/server.ts';
import { type FileRow, fileRowsIn, type Key, stateFrom } from '../helpers/states.ts';
import { MemoryFolder, PROJECT_FILE, passwordOf, SECURITY_GROUPS } from './folder.ts';
import { oddText } from '../random/odd-texts.ts';

/** Half as many as of other properties: a case of these takes longer. */
const CASES = { seed: SEED, numRuns: Math.ceil(RUNS / 2) };
const CONTEXTS = ['*', 'P;*', 'P;W', '*;W', 'N;*', 'Common;*', 'path;env'];

const NAMES = [
  ...['a', 'b.c', 'b.d', 'b.D.e', 'B-x', '*', '[x]', '(y)', '-', '...', '+', 'null', 'true', '007'],
  ...['toString', '__proto__', 'x.html', 'x.yaml', 'NUL', 'values', 'path', 'context'],
  ...['db.password', 'api.token', 'github.token'],
];

const GROUPS = SECURITY_GROUPS.map(({ name }) => name);
const group = fc.option(fc.constantFrom(...GROUPS), { nil: undefined, freq: 3 });

/** A cipher loses spaces, and nobody sees that there are none left: no variable can hold that. */
function heldIn<Text extends string | null>(
  securityGroup: string | undefined,
  text: Text,
): Text | string {
  const isLost = securityGroup === 'Sealed' && text !== null && javaTrim(text) === '';
  return isLost ? 'x' : text;
}

const anyText = fc.option(oddText, { freq: 9 });

/** Any text, of which {@link fits} leaves few to some types, and one that is made for the type. */
const valueFor = (vdt: Vdt) =>
  fc.oneof(
    { weight: 3, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constantFrom(...FITTING[vdt]) },
  );

function fits(vdt: Vdt, text: string | null): boolean {
  const isPath = text !== null && filePathProblem(text) === undefined;
  return valueProblem(vdt, text) === undefined && (isPath || !isFilePath(vdt));
}

const key = fc
  .constantFrom<Vdt[]>('Text', 'Text', 'Code', ...VDTS)
  .chain((vdt) =>
    fc.record({
      name: fc.constantFrom(...NAMES),
      vdt: fc.constant(vdt),
      readme: optional(oddText),
      deprecated: fc.constantFrom(false, false, true),
      push: fc.constantFrom(true, true, false),
      group,
      values: fc.uniqueArray(
        fc.record({ context: fc.constantFrom(...CONTEXTS), text: valueFor(vdt) }),
        { selector: ({ context }) => context, maxLength: 4 },
      ),
    }),
  )
  .map(({ values, readme, group: securityGroup, ...one }): Key => {
    const held = values.map((value) => ({ ...value, text: heldIn(securityGroup, value.text) }));
    const fitting = held.filter(({ text }) => fits(one.vdt, text));
    const members = fitting.map((value): [string, Row] => [contextId(value.context), value]);
    const known = {
      ...(readme !== undefined && { readme }),
      ...(securityGroup && { securityGroup }),
    };
    return { ...one, ...known, rows: new Map(members) };
  });

const PATHS = [
  ...['f', 'f/g', 'F', 'nginx/app.conf', '../up', 'a/../b', 'con', 'aux.txt', '.git/config'],
  ...['x.yaml', 'ü/ß.txt', 'q?*.md', 'path', 'a b', 'trailing.', '- x', 'keys.secret', 'P/f', ' x'],
];
const file = fc
  .record({
    path: fc.constantFrom(...PATHS),
    context: fc.constantFrom(...CONTEXTS),
    text: oddText,
    group,
  })
  .map(
    ({ group: securityGroup, text, ...one }): FileRow => ({
      ...one,
      text: heldIn(securityGroup, text),
      // A name that a key shares would make that a secret too.
      ...(securityGroup && !NAMES.includes(one.path) && { securityGroup }),
    }),
  );

const state: fc.Arbitrary<State> = fc
  .record({
    keys: fc.uniqueArray(key, { selector: ({ name }) => keyId(name), maxLength: 8 }),
    files: fc.uniqueArray(file, {
      selector: ({ path, context }) => `${path}\0${contextId(context)}`,
      maxLength: 5,
    }),
  })
  .map(({ keys, files }) => stateFrom({ keys, files: [...files, ...filesOf(keys, files)] }));

/** Those that keys point to, where there are none yet: the server takes no path of a file that is not there. */
function filesOf(keys: readonly Key[], files: readonly FileRow[]): FileRow[] {
  const pointing = keys
    .filter(({ vdt }) => isFilePath(vdt))
    .flatMap(({ rows }) => [...rows.values()]);
  const paths = new Set(pointing.flatMap(({ text }) => text ?? []));
  for (const { path } of files) paths.delete(path);
  return [...paths].map((path) => ({ path, context: '*', text: 'x' }));
}

/** With so many keys that an import splits them. */
function large(state: State): State {
  const more = Array.from({ length: 120 }, (_, i): Key => {
    const name = i < 60 ? `fill.${i}` : `only${i}.${i}`;
    const rows = new Map([['*', { context: '*', text: `${i}` }]]);
    return { name, vdt: 'Text', deprecated: false, push: true, rows };
  });
  return stateFrom({ keys: [...keysIn(state), ...more], files: fileRowsIn(state) });
}

/** What the server holds after somebody pushed a state to it. */
function liveWith(there: State): State | undefined {
  const plan = planOf({ desired: there, live: emptyState(), passwordOf });
  if (hasRefusals(plan)) return undefined;
  const repository = emptyRepository({ securityGroups: SECURITY_GROUPS });
  return liveOf(send(repository, plan, { force: true, passwordOf }));
}

describe('an import into an empty folder', { timeout: PROPERTY_TIMEOUT }, () => {
  it.each(['one document', 'several documents'])(
    'leaves a plan nothing to do, and a second import nothing to write (%s)',
    (size) => {
      let imported = 0;
      const property = fc.property(state, (there) => {
        const live = liveWith(size === 'one document' ? there : large(there));
        if (live === undefined) return;
        const folder = new MemoryFolder();
        const { leftOut } = folder.import(live);
        if (live.items.size > 0) imported++;
        if (size !== 'one document') expect(folder.files.has('config/fill.yaml')).toBe(true);
        expect(leftOut).toEqual([]);
        const plan = folder.replan(live);
        expect(plan.changes, folder.texts()).toEqual([]);
        expect(hasRefusals(plan)).toBe(false);
        expect(folder.plan(live).writes).toEqual([]);
      });
      fc.assert(property, CASES);
      expect(imported).toBeGreaterThan(CASES.numRuns / 2);
    },
  );

  it('puts no secret into a file', () => {
    fc.assert(
      fc.property(state, (there) => {
        const keys = keysIn(there);
        const live = liveWith(stateFrom({ keys, files: filesOf(keys, []) }));
        if (live === undefined) return;
        const folder = new MemoryFolder();
        const { variables } = folder.import(live);
        const secret = keysIn(live).filter(
          ({ name, securityGroup }) => /password|token/.test(name) || securityGroup,
        );
        // A file is a secret if a key with its name is one.
        const names = new Set(secret.map(({ name }) => keyId(name)));
        const all = [...live.items.values()].filter(({ name }) => names.has(keyId(name)));
        const held = rowsOf(all).filter(({ text }) => text);
        const isGuarded = ({ name }: { name: string }) => names.has(keyId(name));
        const others = [...live.items.values()].filter((item) => !isGuarded(item));
        const groups = new Set(secret.flatMap(({ securityGroup }) => securityGroup ?? []));
        const more = variables.length - held.length - groups.size;
        // Others may have the text of a secret, unless it could be any word.
        const credentials = held
          .map(({ text }) => text?.trim() ?? '')
          .filter((text) => text.length >= 8 && isSecretValue(text, 'doubtful'));
        const isCopied = ({ text }: Row) => credentials.some((secret) => text?.includes(secret));
        const copies = rowsOf(others).filter(isCopied);
        expect(more).toBe(copies.length);
      }),
      CASES,
    );
  });
});

describe('an import into a project', { timeout: PROPERTY_TIMEOUT }, () => {
  it('after changes on the server leaves a plan only what it lists, and a second import nothing to write', () => {
    const arrived = { made: 0, left: 0 };
    betweenServers(fc.boolean(), (before, after, isJson) => {
      const folder = new MemoryFolder(isJson ? { 'confighub.yaml': JSON_PROJECT } : {});
      folder.import(before);
      const old = folder.texts();
      const { leftOut, counts } = folder.import(after);
      expect(open(folder, after, leftOut), `${old}\n=====>\n${folder.texts()}`).toEqual([]);
      expect(folder.plan(after).writes).toEqual([]);
      if (isJson) return;
      arrived.left += leftOut.filter(({ reason }) => !reason.includes('environment')).length;
      arrived.made += counts.create + counts.update + counts.delete;
    });
    // In block style nearly everything arrives.
    expect(arrived.left).toBeLessThan(arrived.made / 20);
  });

  it('that answers for a part takes that part, and a plan has nothing to do', () => {
    const counts = { some: 0, all: 0 };
    betweenServers(part, (before, after, its) => {
      const project = JSON.stringify({ levels: LEVELS, ...its });
      const folder = new MemoryFolder({ 'confighub.yaml': project });
      for (const live of [before, after]) {
        const { leftOut } = folder.import(live);
        const told = `${project}\n${folder.texts()}`;
        expect(open(folder, live, leftOut), told).toEqual([]);
        expect(folder.plan(live).writes, told).toEqual([]);
        if ([...rowsIn(folder.load().state)].length < [...rowsIn(live)].length) counts.some++;
        else counts.all++;
      }
    });
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(CASES.numRuns / 10);
  });

  it('of drift alone leaves only the drift that it lists, and the rest of the plan as it was', () => {
    let drifted = 0;
    betweenServers(fc.constant(undefined), (before, live) => {
      const folder = new MemoryFolder();
      folder.import(before);
      const lastApplied = folder.load('unknown').state;
      const planned = () =>
        planOf({ desired: folder.load().state, live, lastApplied, onDrift: 'keep' });
      const old = folder.texts();
      const plan = planned();
      if (plan.drift.length > 0) drifted++;
      const { leftOut } = folder.import(live, { lastApplied });
      const listed = new Set(leftOut.map(({ item }) => item));
      const { drift, changes, unmanaged } = planned();
      const left = drift.filter((change) => !listed.has(itemOf(change)));
      expect(left, `${old}\n=====>\n${folder.texts()}`).toEqual([]);
      expect(unmanaged, folder.texts()).toBe(plan.unmanaged);
      const toldOf = (all: readonly Change[]) =>
        all
          .filter(({ secret }) => !secret)
          .map((change) => `${change.kind} ${change.action} ${itemOf(change)}`);
      expect(toldOf(changes)).toEqual(toldOf(plan.changes));
    });
    expect(drifted).toBeGreaterThan(CASES.numRuns / 3);
  });

  it('keeps every comment of every line that it does not touch', () => {
    const commentsIn = (text: string) => text.split('\n').filter((line) => COMMENT.test(line));
    let edited = 0;
    betweenServers(fc.constant(undefined), (before, after) => {
      const folder = new MemoryFolder();
      folder.import(before);
      const path = 'config/shop.yaml';
      const commented = withComments(folder.text(path));
      folder.files.set(path, Buffer.from(commented));
      const { leftOut } = folder.import(after);
      const text = folder.text(path);
      if (text !== commented) edited++;
      expect(commentsIn(text), text).toEqual(commentsIn(commented));
      expect(open(folder, after, leftOut), text).toEqual([]);
    });
    expect(edited).toBeGreaterThan(CASES.numRuns / 3);
  });
});

/** Tries a property of what a server has, what it has later, and something else that counts. */
function betweenServers<Other>(
  other: fc.Arbitrary<Other>,
  check: (before: State, after: State, other: Other) => void,
): void {
  const property = fc.property(state, state, other, (first, second, its) => {
    const [before, after] = [liveWith(first), liveWith(second)];
    if (before !== undefined && after !== undefined) check(before, after, its);
  });
  fc.assert(property, CASES);
}

const LEVELS = SHOP.levels;

/** What a plan has to do beside what was listed. */
function open(folder: MemoryFolder, live: State, leftOut: readonly LeftOut[]): string[] {
  const listed = new Set(leftOut.map(({ item }) => item));
  // A key that comes or goes is listed by its values.
  const changes = folder
    .replan(live)
    .changes.filter((change) =>
      change.kind === 'key' ? change.action === 'update' || change.values === 0 : !change.secret,
    );
  return changes.map(itemOf).filter((item) => !listed.has(item));
}

/** As what is left out is named. */
function itemOf(change: Change): string {
  return change.kind === 'key'
    ? change.name
    : `${change.name} [${fullContext(change.context, LEVELS.length)}]`;
}

/** New documents are JSON where nothing else is looked for. */
const JSON_PROJECT = `${PROJECT_FILE}include: [config/**/*.json]\n`;

const COMMENT = /^ *# comment \d+$/;

/** A comment of its own in front of every entry. */
function withComments(text: string): string {
  let next = 0;
  return text.replace(/^ {2}(?=[^ #])/gm, () => `  # comment ${next++}\n  `);
}
