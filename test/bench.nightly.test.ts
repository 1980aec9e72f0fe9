// The benches: the same projects in every run, and figures that are called what they are. Nothing here is timed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
// @ts-expect-error JavaScript without types
import { namesIn, sizesIn } from '../bench/lib.js';
// @ts-expect-error JavaScript without types
import { CASES } from '../bench/main-table.js';
// @ts-expect-error JavaScript without types
import { PROJECTS } from '../bench/projects.js';
// @ts-expect-error JavaScript without types
import { exponent, median, spread } from '../bench/statistics.js';
// @ts-expect-error JavaScript without types
import { milliseconds, overs, ratio, sectionText } from '../bench/table.js';
// @ts-expect-error JavaScript without types
import { usualFor } from '../bench/targets.js';
import { withShop } from './helpers/process.ts';
import { runScript } from './helpers/run.ts';

const make = PROJECTS as Record<
  string,
  (size: number, options?: { changed: boolean }) => Record<string, string>
>;

function digest(files: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
}

describe('the projects', () => {
  test('have the same bytes on every machine', () => {
    const digests = Object.entries(make).map(([name, files]) => [name, digest(files(30))]);
    expect(Object.fromEntries(digests)).toMatchInlineSnapshot(`
      {
        "KB of one file": "508dae935355f92e",
        "KB of one line": "b38a09cda03bf762",
        "aliases": "917b69b549d0f44f",
        "contexts of one key": "2bd88e5c560b6f3a",
        "documents": "5685253b3b4a3e9a",
        "files of 100 KB": "b93656c119ca7d63",
        "keys": "312c9b8dde69bb3b",
        "keys in one document": "0e377b84791db49a",
        "keys without lists": "1ef6a3e1d513de73",
      }
    `);
  });

  test('differ by one value in a hundred keys when they are changed', () => {
    const [before = [], after = []] = [false, true].map((changed) =>
      Object.values(make.keys?.(1000, { changed }) ?? {})
        .join('')
        .split('\n'),
    );
    expect(after.length).toBe(before.length);
    expect(after.filter((line, i) => line !== before[i]).length).toBe(10);
  });

  test.for(Object.keys(make))('are valid, and an apply of them is verified: %s', async (name) => {
    await withShop(make[name]?.(5) ?? {}, async ({ desk }) => {
      const applied = await desk.cli(['apply', '--yes']);
      expect(applied.output).toContain('Applied and verified: ');
      expect((await desk.cli(['plan', '--detailed-exitcode'])).status).toBe(0);
    });
  });
});

test('what is measured within one process is there', async () => {
  const folder = new URL('../bench/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const uses = scripts.flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(
      /const \{ (.*) \} = await fromLib\('(.*)\.js'\)/g,
    ),
  ]);
  expect(uses.length).toBeGreaterThan(10);
  for (const [use, names = '', path] of uses) {
    const found = await import(new URL(`../src/${path}.ts`, import.meta.url).href);
    expect(Object.keys(found), use).toEqual(expect.arrayContaining(names.split(', ')));
  }
});

describe('the verdict', () => {
  const section = (figures: object[]) => ({
    title: 'Plan',
    head: ['case', 'ratio', 'time'],
    rows: [{ cells: ['a'], figures }],
  });

  test('is over where a figure is more than its target', () => {
    const one = section([ratio(2.1, 2), milliseconds(300, 300)]);
    expect(overs([one])).toEqual(['Plan, a, ratio: 2.10 ×, more than 2.00 ×.']);
    expect(sectionText(one)).toMatch(
      /\| 2\.10 × \| 2\.00 × \| over \| 300 ms \| 300 ms \| +ok \|$/,
    );
  });

  test.each([
    ['not within some slack', 2.4, []],
    ['beyond it', 2.41, ['Plan, a, ratio: 2.41 ×, more than 1.2 × 2.00 ×.']],
    ['where nothing could be measured', Number.NaN, [expect.any(String)]],
  ])('is over %s', (_, measured, expected) => {
    expect(overs([section([ratio(measured, 2, 1.2), milliseconds(10)])])).toEqual(expected);
  });
});

test('what each case takes is written down for the Node.js that runs, or nothing is', () => {
  const figures = { processors: expect.any(Number), memory: expect.any(Number) };
  const cases = Object.fromEntries(Object.keys(CASES).map((name) => [name, figures]));
  expect([undefined, { 1000: cases, 10000: cases }]).toContainEqual(usualFor(process.execPath));
});

test('an option of the benches is read, or an error', () => {
  expect(sizesIn('1000,10000')).toEqual([1000, 10000]);
  expect(() => sizesIn('1000,')).toThrow(
    '--keys takes whole numbers above 0, joined by commas, like 1000,10000; not 1000,.',
  );
  expect(namesIn('plan,push', CASES)).toEqual(['plan', 'push']);
  expect(() => namesIn('plans', CASES)).toThrow(
    '--only takes plan, apply, push, joined by commas; not plans.',
  );
});

test('the minimum cost reads the export, and the documents where it is told to', async () => {
  await withShop(make.keys?.(5) ?? {}, async ({ desk, server }) => {
    await desk.cli(['apply', '--yes']);
    const options = { cwd: process.cwd(), env: { ...process.env } };
    const floor = async (...args: string[]) =>
      (await runScript('bench/minimum.cjs', args, options)).status;
    const url = `${server.url}/rest/export/acme/shop`;
    expect([await floor(url), await floor(url, desk.dir)]).toEqual([0, 0]);
    desk.write({ 'config/broken.yaml': 'keys: [' });
    expect([await floor(url), await floor(url, desk.dir), await floor(`${url}/none`)]).toEqual([
      0, 1, 1,
    ]);
  });
});

describe('the statistics', () => {
  test('fit the exponent above what does not grow', () => {
    const points = (power: number) =>
      [1, 10, 100, 1000].map((size) => [size, 50 + (size - 1) ** power]);
    expect(exponent(points(1))).toBeCloseTo(1, 1);
    expect(exponent(points(2))).toBeCloseTo(2, 1);
    expect(exponent([1, 10, 100].map((size) => [size, 50]))).toBeNaN();
  });

  test('tell the middle and the half around it', () => {
    expect(median([3, 1, 2, 10])).toBe(2.5);
    expect(spread([1, 1, 1, 1, 1], [5, 1, 2, 3, 4])).toEqual([2, 4]);
  });
});
