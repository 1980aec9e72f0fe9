// Pages in a real browser: they open fast, a reader filters, searches and opens by keyboard, nothing is loaded, and text is text.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemApply, ItemHistory } from '../../../src/model/item-history.ts';
import { itemId } from '../../../src/model/state.ts';
import { htmlHistory } from '../../../src/render/html/history.ts';
import { htmlPlan } from '../../../src/render/html/page.ts';
import { htmlSideBySide } from '../../../src/render/html/side-by-side.ts';
import { maskHistory } from '../../../src/render/item-history.ts';
import { columnsBy, sideBySide } from '../../../src/show/side-by-side.ts';
import { fileChange, placeAt, refusal, shownPlan, valueChange } from '../../helpers/plans.ts';
import { sideOf } from '../../helpers/sides.ts';
import { stateFrom } from '../../helpers/states.ts';
import { BROWSER, type Opened, startBrowser, withPage } from './browser.ts';

const ATTACK = `"'><img src=x onerror=alert(1)><script>alert(2)</script><!--`;

const PLAN = shownPlan({
  elements: ['Prod', 'Test'],
  findings: [refusal({ code: ATTACK, message: ATTACK, hint: ATTACK })],
  changes: [
    valueChange({
      key: 'pool.size',
      context: 'Prod;*',
      before: '50',
      after: '80',
      affects: { isExact: true, regions: [{ contexts: { elements: ['Prod', '*'], except: [] } }] },
    }),
    valueChange({ key: 'pool.size', context: 'Test;*', before: '5', place: placeAt(4) }),
    valueChange({ key: ATTACK, context: 'Test;*', after: ATTACK, place: placeAt(1, ATTACK) }),
    ...Array.from({ length: 100 }, (_, i) =>
      valueChange({ key: `shop.k${String(i).padStart(3, '0')}`, after: `v${i}` }),
    ),
    fileChange({ path: 'app.conf', before: `port: 80\n${ATTACK}\n`, after: 'port: 8080\nother\n' }),
  ],
});

const LEVELS = ['Environment', 'Application'];
const CREATED = new Date('2026-01-02T03:04:05Z');
const KEYS = 10_000;

function rowsOf(values: Record<string, string>) {
  return new Map(
    Object.entries(values).map(([context, text]) => [context.toLowerCase(), { context, text }]),
  );
}

function environments(count: number): string {
  const keys = Array.from({ length: count }, (_, i) => ({
    name: `area${i % 50}.key${i}`,
    rows: rowsOf({
      '*': `value ${i}`,
      ...(i % 3 === 0 && { 'Production;*': `prod ${i}` }),
      ...(i % 5 === 0 && { 'Staging;*': `stage ${i}` }),
      ...(i % 7 === 0 && { '*;Web': `web ${i}`, 'Production;Billing': `billing ${i}` }),
    }),
  }));
  const attack = { name: ATTACK, rows: rowsOf({ 'Staging;*': ATTACK }) };
  const files = [
    { path: 'app.conf', context: '*', text: 'port: 80\n' },
    { path: 'app.conf', context: 'Production;*', text: 'port: 8080\n' },
  ];
  const state = stateFrom({ keys: [...keys, attack], files });
  const columns = columnsBy({ levels: LEVELS, state }, undefined, { order: new Map(), stages: [] });
  const shown = sideBySide(sideOf({ levels: LEVELS, state }), columns, {
    isChosen: (item) => state.items.has(itemId(item)),
    keep: [],
  });
  return htmlSideBySide(shown, [], CREATED);
}

const APPLIES = 20;

function report(changes: number): string {
  const applies = Array.from({ length: APPLIES }, (_, i): ItemApply => {
    const subject = i === 3 ? ATTACK : `Change ${i}`;
    const commit = { commit: String(i).padStart(40, '0'), parents: [], author: 'Ada', subject };
    return {
      ...commit,
      time: `2026-03-${30 - i}T08:00:00Z`,
      actor: 'bob',
      commits: [commit, { ...commit, commit: 'f'.repeat(40) }],
      rollback: i === 5 ? true : undefined,
      changes: Array.from({ length: changes / APPLIES }, (__, j) => ({
        change: valueChange({
          key: `area${i}.key${j}`,
          context: 'Production;*',
          before: `old ${j}`,
          after: `new ${j}`,
        }),
        by: { commits: [commit] },
      })),
    };
  });
  applies.push({ time: '2026-03-10T08:00:00Z', commits: [], changes: [] });
  const repository = { account: 'acme', name: 'shop' };
  const looked = { applies: APPLIES, since: undefined, until: undefined };
  const target = { url: 'https://config.example.com', repository };
  const history: ItemHistory = { target, applies, older: 0, elements: [], looked, warnings: [] };
  return htmlHistory(maskHistory(history), CREATED);
}

const shownNames = (page: Page) => page.locator('#plan tbody:visible th code').allTextContents();

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Begins to measure; what it returns waits for the first frame, and ends. */
async function measured(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    await page.evaluate(PAINTED);
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

describe.skipIf(BROWSER === undefined)('in a browser', () => {
  // Each page has a context of its own.
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  /** Nothing is loaded, and nothing goes wrong. */
  function opened<T>(
    text: string,
    use: (page: Page) => Promise<T>,
    options: Parameters<typeof withPage>[3] = {},
  ): Promise<T> {
    const judged = async ({ page, requests, problems }: Opened) => {
      const result = await use(page);
      expect({ requests, problems }).toEqual({ requests: [], problems: [] });
      return result;
    };
    return withPage(browser, text, judged, options);
  }

  test('a reader of a plan filters and opens, and nothing else happens', async () => {
    await opened(htmlPlan(PLAN), async (page) => {
      const shownRows = () => page.locator('#plan tbody:visible th > code').allTextContents();
      const count = page.locator('#f-count');

      await page.keyboard.press('/');
      await page.keyboard.type('pool 80');
      await expect.poll(shownRows).toEqual(['pool.size']);
      expect(await count.textContent()).toBe('1 of 104 shown');
      await page.getByLabel('Search').fill('');

      await page.getByLabel('Action').selectOption('delete');
      await expect.poll(() => count.textContent()).toBe('1 of 104 shown');
      await expect
        .poll(() => page.getByRole('heading', { name: /^Changes \(/ }).isVisible())
        .toBe(false);
      await page.getByLabel('Context').selectOption('Prod;*');
      await expect.poll(shownRows).toEqual([]);
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(() => count.textContent()).toBe('');

      // Only what applications in Prod get: what is declared for all of them, and for Prod.
      await page.getByLabel('Affects').selectOption('Test');
      await expect.poll(() => count.textContent()).toBe('103 of 104 shown');
      await page.getByRole('button', { name: 'Clear' }).click();

      await page.getByRole('button', { name: 'Open all' }).click();
      const diff = page.locator('#plan .diff');
      await expect.poll(() => diff.isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Close all' }).click();
      expect(await diff.isVisible()).toBe(false);

      await page.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => diff.isVisible()).toBe(true);

      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(1);
      expect(
        await page.locator('#plan .lines:nth-of-type(2) tbody th > code').allTextContents(),
      ).toContain(ATTACK);
    });
  });

  test('its policy is in force', async () => {
    await withPage(browser, htmlPlan(shownPlan()), async ({ page, requests, problems }) => {
      await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'alert(3)';
      const image = document.createElement('img');
      image.src = '/image.png';
      document.body.append(script, image);
    `);
      await expect.poll(() => problems.length).toBe(2);
      expect(problems.join()).toMatch(/script-src[\s\S]*img-src|img-src[\s\S]*script-src/);
      expect(requests).toEqual([]);
    });
  });

  /** Milliseconds of the processor for a page, until the first frame after it was loaded: the load of the machine does not matter. */
  function timeOf(text: string): Promise<number> {
    let measure = async () => Number.NaN;
    const begin = async (page: Page) => {
      measure = await measured(page);
    };
    return opened(text, () => measure(), { begin });
  }

  for (const [name, text] of [
    ['environments side by side', environments(KEYS)],
    ['the report of the history', report(KEYS)],
  ] as const)
    test(`${name} of 10,000 keys open within a second of an empty page of that size`, async () => {
      const empty = `<!doctype html><link rel="icon" href="data:,"><!--${'x'.repeat(Buffer.byteLength(text))}-->`;
      const late: number[] = [];
      // The first time warms the browser.
      for (let round = 0; round < 4; round++) {
        const floor = await timeOf(empty);
        late.push((await timeOf(text)) - floor);
      }
      expect(Math.min(...late.slice(1))).toBeLessThan(1000);
    });

  test('a reader of environments searches, sees differences and opens rows and cells', async () => {
    await opened(environments(200), async (page) => {
      const count = page.locator('#f-count');
      await page.keyboard.press('/');
      await page.keyboard.type('key21');
      await expect.poll(() => shownNames(page)).toEqual(['area21.key21']);
      expect(await count.textContent()).toBe('1 of 202 shown');

      const row = page.locator('#plan tbody:visible');
      await row.locator('td').nth(1).click();
      await expect.poll(() => row.locator('th li').first().isVisible()).toBe(true);
      await row.locator('td').nth(1).click();
      await expect.poll(() => row.locator('th li').first().isVisible()).toBe(false);
      await row.locator('td summary').first().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => row.locator('td').getByText('billing 21').isVisible()).toBe(true);
      expect(await row.locator('th details').getAttribute('open')).toBeNull();

      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('Show').selectOption({ label: 'only differences' });
      await expect.poll(() => count.textContent()).toMatch(/^\d+ of 202 shown$/);
      expect(await shownNames(page)).not.toContain('area1.key1');
      await page.getByLabel('Show').selectOption({ label: 'differences of Production' });
      await expect.poll(() => shownNames(page)).toContain('area3.key3');
      expect(await page.locator('img').count()).toBe(0);

      // The names of the columns stay in view, above their columns.
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.mouse.wheel(0, 3000);
      const head = page.locator('.heads th').nth(2);
      await expect.poll(async () => (await head.boundingBox())?.y ?? -1).toBeGreaterThan(0);
      const cell = page.locator('#plan .part').nth(2).locator('td').nth(1);
      expect((await head.boundingBox())?.x).toBeCloseTo((await cell.boundingBox())?.x ?? 0, 0);
    });
  });

  test('a reader of the report finds a key, and what is left is its apply run', async () => {
    await opened(report(200), async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('area5.key3');
      await expect.poll(() => shownNames(page)).toEqual(['area5.key3']);
      const applies = page.locator('#plan section:visible h2');
      expect(await applies.allTextContents()).toEqual([expect.stringContaining('rollback')]);

      // By what an apply says of all its changes, also where it has none.
      await page.getByLabel('Search').fill('2026-03-10');
      await expect.poll(() => applies.count()).toBe(1);
      expect(await page.locator('#plan section:visible').textContent()).toContain('No key');
      await page.getByLabel('Action').selectOption('update');
      await expect.poll(() => applies.count()).toBe(0);
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(() => applies.count()).toBe(APPLIES + 1);
      expect(await page.locator('img').count()).toBe(0);
    });
  });

  test.each([
    ['a plan', htmlPlan(PLAN), 104, '.diff'],
    ['environments', environments(200), 202, 'details > *'],
    ['the report', report(200), 200, 'details > *'],
  ])('%s needs no JavaScript, and fits a phone and paper', async (_, text, count, folded) => {
    const narrow = { javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
    const judge = async (page: Page) => {
      expect(await page.locator('#plan tbody:visible').count()).toBe(count);
      expect(await page.locator('#filters').isVisible()).toBe(false);
      for (const part of ['main', '#plan .part >> nth=0']) {
        const box = await page.locator(part).boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
      }
      const first = page.locator(`#plan ${folded}`).nth(folded === '.diff' ? 0 : 1);
      expect(await first.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      await expect.poll(() => first.isVisible()).toBe(true);
    };
    await opened(text, judge, narrow);
  });
});
