// Draws the pictures of docs/report.md in Chromium: the HTML page of a plan of the example, light, dark and narrow, and
// the page of a plan of 2,000 changes.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from './browser.js';
import { CLI, commit, onExample, ROOT } from './example.js';

const WIDE = { width: 1200, height: 1150 };
const PICTURES = [
  { path: 'docs/report.png', plan: 'few', colorScheme: 'light', viewport: WIDE },
  { path: 'docs/report-dark.png', plan: 'few', colorScheme: 'dark', viewport: WIDE },
  { path: 'docs/report-narrow.png', plan: 'few', colorScheme: 'light', viewport: { width: 390, height: 1150 } },
  { path: 'docs/report-many.png', plan: 'many', colorScheme: 'light', viewport: { width: 1200, height: 760 } },
];
/** Bytes: all are loaded with the page that shows them. */
const LIMIT = 150_000;

/** What the files change besides the changes of every picture: file, text before, text after. */
const EDITS = [
  ['config/billing.yaml', 'vdt: Integer, value: 14 }', 'vdt: Integer, value: 21 }'],
  ['config/billing.yaml', 'Please pay within 14 days', 'Please pay within 21 days'],
  ['config/billing.yaml', 'https://api.pay.example/v2', 'https://api.pay.example/v3'],
  ['config/production.yaml', 'cache.ttl.seconds: 900', 'cache.ttl.seconds: 600'],
];
/** What somebody changed on the server meanwhile. */
const DRIFT = { key: 'log.level', values: [{ context: 'Production;*', value: 'debug' }] };

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error('No picture without Chromium: `apt-get install -y --no-install-recommends chromium`.');
  process.exitCode = 1;
} else {
  await photograph({ few: await onExample(pageOfFew), many: await onExample(pageOfMany) });
}

async function pageOfFew({ folder, env, run }) {
  for (const [path, before, after] of EDITS) {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));
  }
  commit(run, 'Change the shop');
  await changeServer(env);
  return pageOf({ folder, env, run });
}

function pageOfMany({ folder, env, run }) {
  const file = join(folder, 'config/services.yaml');
  writeFileSync(file, services('old'));
  commit(run, 'Add the services');
  run(process.execPath, CLI, 'apply', '--yes');
  writeFileSync(file, services('new'));
  commit(run, 'Change the services');
  return pageOf({ folder, env, run });
}

/** A plan from one to the other has about 2,000 changes: 500 updates, and a key that goes for each that comes. */
function services(version) {
  const keys = Array.from({ length: 500 }, (_, i) => {
    const stays = `  service${i % 20}.setting${i}: { values: { "*;*": same, "Production;*": ${version} ${i} } }\n`;
    const moves = `  service${i % 20}.${version}${i}: { values: { "*;*": ${version}, "Staging;*": ${version} ${i} } }\n`;
    return i < 400 ? stays + moves : stays;
  });
  return `keys:\n${keys.join('')}`;
}

function pageOf({ folder, env, run }) {
  try {
    run(process.execPath, CLI, 'plan', '--html', 'plan.html');
  } catch (error) {
    // A refused plan has its page too.
    if (error.status !== 3) throw error;
  }
  // The address of the example's server is another one each time.
  return readFileSync(join(folder, 'plan.html'), 'utf8').replaceAll(env.CONFIGHUB_URL, 'https://config.example.com');
}

async function changeServer({ CONFIGHUB_URL: url, CONFIGHUB_TOKEN: token }) {
  const headers = { 'Client-Token': token, 'Content-Type': 'application/json', 'Client-Version': '1' };
  const body = JSON.stringify({ data: [{ push: true, ...DRIFT }] });
  const { status, headers: answer } = await fetch(`${url}/rest/push`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`The server answers ${status}: ${answer.get('etag')}`);
}

async function photograph(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-page-'));
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    for (const { path, plan, colorScheme, viewport } of PICTURES) {
      const file = join(folder, `${plan}.html`);
      writeFileSync(file, texts[plan]);
      const page = await browser.newPage({ viewport, colorScheme });
      await page.goto(pathToFileURL(file).href);
      if (plan === 'few') await page.locator('#plan summary').first().click();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(ROOT, path), fullPage: plan === 'few' });
      const { size } = statSync(join(ROOT, path));
      console.log(`${path}: ${size} bytes.`);
      if (size > LIMIT) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
