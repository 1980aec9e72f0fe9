// Every folder of test/cases: what is planned, what is pushed, what the server holds afterwards. And the same on servers that
// offer less: the same plan or state, or that of a file which says so.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type ExpectStatic, it } from 'vitest';
import { type Outcome, runScenario } from './helpers/scenario.ts';
import type { Setup } from './helpers/scenario-stage.ts';
import { representatives } from './helpers/suite.ts';

const CASES = join(import.meta.dirname, 'cases');
const SNAPSHOTS = [
  'plan.txt',
  'plan.json',
  'push.json',
  'live-after.json',
  'diagnostics.txt',
  'error.txt',
  'warnings.txt',
];
const NAMES = readdirSync(CASES).sort();

describe.concurrent('the case', () => {
  it.for(NAMES)('%s', async (name, { expect }) => {
    const folder = join(CASES, name);
    const outcome = await runScenario(folder);
    const { files, pushes, secrets } = outcome;
    for (const [file, text] of Object.entries(files)) {
      await expect(text).toMatchFileSnapshot(join(folder, file));
    }
    // A file that is no longer produced must not stay as if it were checked.
    const left = SNAPSHOTS.filter(
      (file) => files[file] === undefined && existsSync(join(folder, file)),
    );
    expect(left).toEqual([]);
    expectOrdinary(outcome, expect);
    if (!isSent(files)) {
      expect(pushes, 'nothing was sent').toBe(0);
    } else {
      const bodies = files['push.json']?.match(/^\{$/gm) ?? [];
      expect(pushes, 'as many pushes as the plan shows').toBe(bodies.length);
    }
    const shown = Object.entries(files).filter(([file]) => file !== 'live-after.json');
    for (const secret of [...secrets, ...secretsOf(folder)]) {
      expect(shown.filter(([, text]) => text.includes(secret))).toEqual([]);
    }
  });
});

/** Not seen: inactive values, values in a context that nobody here names, and texts of files that others wrote. */
describe.concurrent('by token, the case', () => {
  const changed = 'plan-by-token.txt';
  it.for(representativeCases(changed))('%s', async (name, { expect }) => {
    const folder = join(CASES, name);
    const outcome = await runScenario(folder, { flags: { tokenFreePull: false } });
    const { files } = outcome;
    expectOrdinary(outcome, expect);
    expect(files['error.txt'] ?? '', 'an apply reads again what it pushed, and finds it').toBe(
      textOf(folder, 'error.txt'),
    );
    expect(JSON.parse(files['plan.json'] ?? '')).toMatchObject({ live: 'pulls' });
    const same = samePlan(files['plan.json'], textOf(folder, 'plan.json'));
    expect(same, 'the same plan').toBe(!existsSync(join(folder, changed)));
    if (same) expect(files['live-after.json'] ?? '').toBe(textOf(folder, 'live-after.json'));
    else await expect(files['plan.txt']).toMatchFileSnapshot(join(folder, changed));
  });
});

/** Not known: what is there before the first apply, what others made, and types that nobody declares. */
describe.concurrent('where only the documented interface is offered, the case', () => {
  const changed = 'plan-documented.txt';
  it.for(representativeCases(changed))('%s', async (name, { expect }) => {
    const folder = join(CASES, name);
    const outcome = await runScenario(folder, { isDocumented: true });
    const { files, before, after } = outcome;
    expectOrdinary(outcome, expect);
    const { live } = JSON.parse(files['plan.json'] ?? '{}') as { live?: string };
    expect(live).toBe(existsSync(join(folder, 'applied')) ? 'last-applied' : 'none');
    const expected = textOf(folder, 'live-after.json') || before;
    const same = after === expected && (files['error.txt'] ?? '') === textOf(folder, 'error.txt');
    expect(same, 'the same state').toBe(!existsSync(join(folder, changed)));
    if (!same) await expect(files['plan.txt']).toMatchFileSnapshot(join(folder, changed));
  });
});

/** A plan only reads and shows no secret, and after an apply there is nothing left to do. */
function expectOrdinary({ files, planned, again, secrets }: Outcome, expect: ExpectStatic): void {
  expect(
    planned.filter((method) => method !== 'GET'),
    'a plan only reads',
  ).toEqual([]);
  if (isSent(files)) expect(again, 'a second plan').toMatch(/^No changes\./);
  for (const secret of secrets) expect(files['plan.txt'] ?? '').not.toContain(secret);
}

function isSent(files: Outcome['files']): boolean {
  return files['error.txt'] === undefined && !files['plan.txt']?.includes('This plan is refused');
}

/** Those that are read with a token; in the ordinary suite a quarter of what ends otherwise on another server, and one in 24 of the rest. */
function representativeCases(changed: string): string[] {
  const plain = NAMES.filter((name) => {
    const setup = JSON.parse(textOf(join(CASES, name), 'setup.json') || '{}') as Setup;
    const hasFlag = setup.server?.flags?.tokenFreePull !== undefined;
    const isUsual = setup.token === undefined || setup.token === 'force';
    return isUsual && !hasFlag && existsSync(join(CASES, name, 'plan.json'));
  });
  const isChanged = (name: string) => existsSync(join(CASES, name, changed));
  const others = plain.filter((name) => !isChanged(name));
  return [...representatives(NAMES.filter(isChanged), 4), ...representatives(others, 24)].sort();
}

/** The same changes and findings; what was read, the notes about it, and what it shows of others are not the same. */
function samePlan(one = '', other = ''): boolean {
  const [a, b] = [one, other].map((text) => {
    // Without all rows of a key, which applications a change affects is not known exactly.
    const { changes, drift, findings, counts, refused } = JSON.parse(
      text,
      (name, value: unknown) => (name === 'affects' ? undefined : value),
    ) as Record<string, unknown>;
    return JSON.stringify({
      changes,
      drift,
      // What others have there, it counts.
      findings: (findings as { code: string }[]).filter(({ code }) => code !== 'first-apply'),
      counts: { ...(counts as object), unmanaged: 0 },
      refused,
    });
  });
  return a === b;
}

/** `secrets.json`: texts that the process cannot know, such as a former password on the server. */
function secretsOf(folder: string): string[] {
  return JSON.parse(textOf(folder, 'secrets.json') || '[]') as string[];
}

/** A file of a case; empty where there is none. */
function textOf(folder: string, name: string): string {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
