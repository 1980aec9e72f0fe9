// Every folder of test/cases: what is planned, what is pushed, what the server holds afterwards.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { runScenario } from './helpers/scenario.ts';

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

describe.concurrent('the case', () => {
  it.for(readdirSync(CASES).sort())('%s', async (name, { expect }) => {
    const folder = join(CASES, name);
    const { files, planned, again, pushes, secrets } = await runScenario(folder);
    for (const [file, text] of Object.entries(files)) {
      await expect(text).toMatchFileSnapshot(join(folder, file));
    }
    // A file that is no longer produced must not stay as if it were checked.
    const left = SNAPSHOTS.filter(
      (file) => files[file] === undefined && existsSync(join(folder, file)),
    );
    expect(left).toEqual([]);
    expect(
      planned.filter((method) => method !== 'GET'),
      'a plan only reads',
    ).toEqual([]);
    if (files['error.txt'] !== undefined || files['plan.txt']?.includes('This plan is refused')) {
      expect(pushes, 'nothing was sent').toBe(0);
    } else {
      expect(again, 'a second plan').toMatch(/^No changes\./);
      const bodies = files['push.json']?.match(/^\{$/gm) ?? [];
      expect(pushes, 'as many pushes as the plan shows').toBe(bodies.length);
    }
    const shown = Object.entries(files).filter(([file]) => file !== 'live-after.json');
    for (const secret of [...secrets, ...secretsOf(folder)]) {
      expect(shown.filter(([, text]) => text.includes(secret))).toEqual([]);
    }
  });
});

/** `secrets.json`: texts that the process cannot know, such as a former password on the server. */
function secretsOf(folder: string): string[] {
  const path = join(folder, 'secrets.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as string[]) : [];
}
