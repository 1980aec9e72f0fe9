// The HTML page of 10,000 changes: how long it takes to write it, to open it in a browser, and to filter it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BROWSER_ARGS, findBrowser } from '../scripts/browser.js';
import { inside } from './inside.js';
import { median } from './statistics.js';
import { milliseconds } from './table.js';
import { PAGE } from './targets.js';

/** Two frames: what changed is laid out, and painted. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

export async function page(measuring) {
  const { written, text } = inside('page', measuring);
  const size = `${(Buffer.byteLength(text) / 1024 ** 2).toFixed(1)} MiB`;
  const rows = [{ cells: ['written', size], figures: [milliseconds(written, PAGE.written)] }];
  const browser = findBrowser();
  if (browser === undefined) measuring.onProgress('No Chromium: the page is not opened.');
  else rows.push(...(await openings(text, { browser, runs: measuring.runs })));
  return { title: 'The HTML page of 10,000 changes', head: ['', 'size', 'time'], rows };
}

async function openings(text, { browser: executablePath, runs }) {
  const { chromium } = await import('playwright-core');
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-page-'));
  const file = join(folder, 'plan.html');
  writeFileSync(file, text);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const times = [];
    for (let run = 0; run <= runs; run++)
      times.push(await timesOf(browser, pathToFileURL(file).href));
    // The first one warms the disk and the browser.
    const of = (name) => median(times.slice(1).map((one) => one[name]));
    return [
      { cells: ['opened', ''], figures: [milliseconds(of('opened'), PAGE.opened)] },
      { cells: ['filtered', ''], figures: [milliseconds(of('filtered'))] },
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timesOf(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  const opened = await page.evaluate(`${PAINTED}.then(() => performance.now())`);
  const begun = performance.now();
  await page.selectOption('#f-action', 'delete');
  await page.evaluate(PAINTED);
  const filtered = performance.now() - begun;
  await page.close();
  return { opened, filtered };
}
