// The page in a real browser: it filters and opens, loads nothing, breaks no rule of its own, and shows text as text.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlPlan } from '../../../src/render/html/page.ts';
import { BROWSER, startBrowser, withPage } from './browser.ts';
import { fileChange, placeAt, refusal, shownPlan, valueChange } from '../../helpers/plans.ts';

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

const shownRows = (page: Page) => page.locator('#plan tbody:visible th > code').allTextContents();

describe.skipIf(BROWSER === undefined)('in a browser', () => {
  // Each page has a context of its own.
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('a reader filters and opens, and nothing else happens', async () => {
    await withPage(browser, htmlPlan(PLAN), async ({ page, requests, problems }) => {
      const count = page.locator('#f-count');

      await page.keyboard.press('/');
      await page.keyboard.type('pool 80');
      await expect.poll(() => shownRows(page)).toEqual(['pool.size']);
      expect(await count.textContent()).toBe('1 of 104 shown');
      await page.getByLabel('Search').fill('');

      await page.getByLabel('Action').selectOption('delete');
      await expect.poll(() => count.textContent()).toBe('1 of 104 shown');
      await expect
        .poll(() => page.getByRole('heading', { name: /^Changes \(/ }).isVisible())
        .toBe(false);
      await page.getByLabel('Context').selectOption('Prod;*');
      await expect.poll(() => shownRows(page)).toEqual([]);
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
      expect({ requests, problems }).toEqual({ requests: [], problems: [] });
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

  test('without JavaScript, narrow and on paper, everything is there', async () => {
    await withPage(
      browser,
      htmlPlan(PLAN),
      async ({ page }) => {
        expect(await page.locator('#plan tbody:visible').count()).toBe(104);
        expect(await page.locator('#filters').isVisible()).toBe(false);
        await page.setViewportSize({ width: 390, height: 800 });
        const box = await page.locator('main').boundingBox();
        expect(box?.width).toBeLessThanOrEqual(390);
        const widest = await page.locator('#plan .part').first().boundingBox();
        expect((widest?.x ?? 0) + (widest?.width ?? 0)).toBeLessThanOrEqual(390);
        expect(await page.locator('#plan .diff').isVisible()).toBe(false);
        await page.emulateMedia({ media: 'print' });
        await expect.poll(() => page.locator('#plan .diff').isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });
});
