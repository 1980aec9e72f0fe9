// What a change of the project file does to safety, setting by setting.
import { describe, expect, it } from 'vitest';
import {
  type Guarded,
  PROJECT_FIELDS,
  SAFETY_SETTINGS,
  safetyChanges,
} from '../../src/documents/project-fields.ts';
import { load, fileErrors } from '../helpers/project.ts';

/** A project file of these lines, and one document. */
function guarded(lines: string): Guarded {
  const files = { 'confighub.yaml': `${lines}\n`, 'config/a.yaml': 'keys: {}\n' };
  const loaded = load(files, { missingEnv: 'warning' });
  const ignored = / (?:env-missing|no-documents|value-missing)$/;
  expect(fileErrors(loaded.diagnostics).filter((one) => !ignored.test(one))).toEqual([]);
  return loaded;
}

/** `prune managed → all, looser`; an absent side is `none`. */
function told(base: string, head: string): string[] {
  return safetyChanges(guarded(base), guarded(head)).map(
    ({ setting, before = 'none', after = 'none', effect }) =>
      `${setting} ${before} → ${after}${effect === undefined ? '' : `, ${effect}`}`,
  );
}

/** Base, head, and what is said; read from right to left with the effect turned round. */
const ROWS: [base: string, head: string, said: string][] = [
  ['', 'url: https://a.example.com', 'url none → https://a.example.com'],
  ['repository: acme/shop', 'repository: acme/till', 'repository acme/shop → acme/till'],
  ['', 'include: ["config/a*"]', 'include config/**/*.{yaml,yml,json} → config/a*'],
  ['', 'sources: "config/*"', 'sources none → config/*'],
  ['', 'prune: all', 'prune managed → all, looser'],
  ['stages: [Staging, Production]', '', 'stages Staging, then Production → none, looser'],
  ['stages: [{ name: a, contexts: ["A;**", "*;**"] }]', 'stages: [B]', 'stages a (A;**, *;**) → B'],
  [
    'stages: [A, B]\napplyStages: separately',
    'stages: [A, B]',
    'applyStages separately → together, looser',
  ],
  ['', 'approvals: any-writer', 'approvals not-author → any-writer, looser'],
  ['prune: none', 'prune: managed', 'prune none → managed, looser'],
  ['onDrift: keep', '', 'onDrift keep → overwrite, looser'],
  ['onDrift: fail', 'onDrift: keep', 'onDrift fail → keep, looser'],
  ['', 'record: false', 'record true → false, looser'],
  ['', 'reads: documented', 'reads all → documented, looser'],
  ['reads: token', 'reads: documented', 'reads token → documented, looser'],
  ['every: [P, S]', 'every: [P, "!x"]', 'every P, S → !x, P'],
  ['protect: [a, b]', 'protect: b', 'protect a, b → b, looser'],
  ['protect: a', '', 'protect a → none, looser'],
  ['protect: a', 'protect: b', 'protect a → b'],
  ['scope: { keys: a }', '', 'scope keys: a → none, looser'],
  ['scope: { keys: a, files: b }', 'scope: { keys: c }', 'scope files: b; keys: a → keys: c'],
  ['ignore: { contexts: "Production;**" }', '', 'ignore contexts: Production;** → none, looser'],
  ['', 'limits: { deletes: 50% }', 'deletes 30% → 50%, looser'],
  ['', 'limits: { updates: 30.5% }', 'updates 30% → 30.5%, looser'],
  ['', 'limits: { existing: 11 }', 'existing 10 → 11, looser'],
  ['', 'limits: { maxDeletes: 101 }', 'maxDeletes 100 → 101, looser'],
  ['', 'limits: { maxUpdates: 1001 }', 'maxUpdates 1000 → 1001, looser'],
  ['', 'forceKeyPush: true', 'forceKeyPush false → true, looser'],
  ['', 'allowNewContexts: [QA, Dev]', 'allowNewContexts none → Dev, QA, looser'],
  ['allowNewContexts: QA', 'allowNewContexts: Dev', 'allowNewContexts QA → Dev'],
  ['redact: "*.license"', '', 'redact *.license → none, looser'],
  ['', 'allowSecrets: "*.label"', 'allowSecrets none → *.label, looser'],
  ['passwords: { G: { env: A } }', 'passwords: { G: { env: B } }', 'passwords G from A → G from B'],
  ['', 'batch: 200', 'batch atomic → 200, looser'],
  ['batch: 200', 'batch: 100', 'batch 200 → 100'],
];

describe('a change of the project file', () => {
  it('is looser wherever the address of the server changes', () => {
    const [a, b] = ['https://a.example.com', 'https://b.example.com'];
    expect(told(`url: ${a}`, `url: ${b}/`)).toEqual([`url ${a} → ${b}, looser`]);
    expect(told(`url: ${b}/`, `url: ${a}`)).toEqual([`url ${b} → ${a}, looser`]);
  });

  it.each(ROWS)('%s ⇒ %s', (base, head, said) => {
    expect(told(base, head)).toEqual([said]);
    const [, setting, before, after, effect] = /^(\S+) (.*) → (.*?)(, looser)?$/.exec(said) ?? [];
    expect(told(head, base)).toEqual([
      `${setting} ${after} → ${before}${effect ? ', stricter' : ''}`,
    ]);
  });

  it.each([
    ['prune: managed', 'version: 1'],
    ['protect: [b, a, b]', 'protect: [a, b]'],
    ['url: https://a.example.com/', 'url: https://a.example.com'],
    ['limits: { maxDeletes: 100 }', 'batch: atomic'],
    ['scope: { keys: [a, b], files: c }', 'scope: { files: [c], keys: [b, a] }'],
    ['levels: [Environment]', 'levels: [Environment, Application]'],
  ])('is none where %s becomes %s', (base, head) => {
    expect(told(base, head)).toEqual([]);
  });

  it('is told in one order, each with the line of head, or of base where head has none', () => {
    const changes = safetyChanges(
      guarded('version: 1\nprotect: a\nprune: none'),
      guarded('version: 1\nbatch: 5\nprune: all\n\nlimits: { maxDeletes: 5 }'),
    );
    expect(
      changes.map(
        ({ setting, place, removedFrom }) => `${setting} ${place ?? '-'} ${removedFrom ?? '-'}`,
      ),
    ).toEqual([
      'prune confighub.yaml:3:8 -',
      'protect - confighub.yaml:2:10',
      'maxDeletes confighub.yaml:5:9 -',
      'batch confighub.yaml:2:8 -',
    ]);
  });

  it('is looked for in every field that guards something, so that a new field is a decision', () => {
    const guards: readonly string[] = SAFETY_SETTINGS;
    const others = PROJECT_FIELDS.filter((field) => !guards.includes(field));
    expect(others.join()).toBe(
      'version,levels,order,elements,clientVersion,promote,limits,targets',
    );
    expect(new Set(ROWS.map(([, , said]) => said.split(' ')[0]))).toEqual(new Set(SAFETY_SETTINGS));
  });
});
