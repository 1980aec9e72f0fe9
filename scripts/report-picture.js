// Draws the pictures of the HTML page of a plan for docs/pull-requests.md in Chromium: of the example, light and dark.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from './browser.js';
import { CLI, commit, onExample, ROOT } from './example.js';

const VIEWPORT = { width: 1200, height: 1150 };
const PICTURES = [
  { path: 'docs/report.png', colorScheme: 'light' },
  { path: 'docs/report-dark.png', colorScheme: 'dark' },
];
/** Bytes: all are loaded with the page that shows them. */
const LIMIT = 150_000;

/** What the files change besides the changes of every picture: file, text before, text after. */
const EDITS = [
  ['config/billing.yaml', 'vdt: Integer, value: 14 }', 'vdt: Integer, value: 21 }'],
  ['config/billing.yaml', 'Please pay within 14 days', 'Please pay within 21 days'],
  ['config/billing.yaml', 'vdt: Integer, value: 3 }', 'vdt: Integer, value: 5 }'],
  ['config/production.yaml', 'cache.ttl.seconds: 900', 'cache.ttl.seconds: 600'],
];
/** What somebody changed on the server meanwhile. */
const DRIFT = { key: 'log.level', values: [{ context: 'Production;*', value: 'debug' }] };

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error(
    'No picture without Chromium: `apt-get install -y --no-install-recommends chromium`.',
  );
  process.exitCode = 1;
} else {
  await photograph(await onExample(pageOfPlan));
}

async function pageOfPlan({ folder, env, run }) {
  for (const [path, before, after] of EDITS) {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));
  }
  commit(run, 'Change the shop');
  await changeServer(env);
  run(process.execPath, CLI, 'plan', '--html', 'plan.html');
  // The address of the example's server is another one each time.
  return readFileSync(join(folder, 'plan.html'), 'utf8').replaceAll(
    env.CONFIGHUB_URL,
    'https://config.example.com',
  );
}

async function changeServer({ CONFIGHUB_URL: url, CONFIGHUB_TOKEN: token }) {
  const headers = {
    'Client-Token': token,
    'Content-Type': 'application/json',
    'Client-Version': '1',
  };
  const body = JSON.stringify({ data: [{ push: true, ...DRIFT }] });
  const { status, headers: answer } = await fetch(`${url}/rest/push`, {
    method: 'POST',
    headers,
    body,
  });
  if (status !== 200) throw new Error(`The server answers ${status}: ${answer.get('etag')}`);
}

async function photograph(text) {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-page-'));
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const file = join(folder, 'plan.html');
  writeFileSync(file, text);
  try {
    for (const { path, colorScheme } of PICTURES) {
      const page = await browser.newPage({ viewport: VIEWPORT, colorScheme });
      await page.goto(pathToFileURL(file).href);
      await page.locator('#plan summary').first().click();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(ROOT, path), fullPage: true });
      const { size } = statSync(join(ROOT, path));
      console.log(`${path}: ${size} bytes.`);
      if (size > LIMIT) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
