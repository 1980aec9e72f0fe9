// Draws the pictures of the HTML pages of a plan, of the history and of environments side by side in Chromium: of the
// example, light and dark.
// They are in docs/pull-requests.md and docs/everyday.md.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from './browser.js';
import { CLI, commit, onExample, replaceIn, ROOT } from './example.js';

const VIEWPORT = { width: 1200, height: 1050 };
/** Enough of a table that looks alike further down. */
const LOW = { width: 1200, height: 860 };
const SCHEMES = [
  ['', 'light'],
  ['-dark', 'dark'],
];
/** Bytes: all are loaded with the page that shows them. */
const LIMIT = 160_000;

/** What the files change besides the changes of every picture: file, text before, text after. */
const EDITS = [
  ['config/billing.yaml', 'vdt: Integer, value: 14 }', 'vdt: Integer, value: 21 }'],
  ['config/billing.yaml', 'Please pay within 14 days', 'Please pay within 21 days'],
  ['config/billing.yaml', 'vdt: Integer, value: 3 }', 'vdt: Integer, value: 5 }'],
  ['config/production.yaml', 'cache.ttl.seconds: 900', 'cache.ttl.seconds: 600'],
];
/** What somebody changed on the server meanwhile. */
const DRIFT = { key: 'log.level', values: [{ context: 'Production;*', value: 'debug' }] };

/** What is clicked before the picture. */
const DIFF = '#plan summary';

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error(
    'No picture without Chromium: `apt-get install -y --no-install-recommends chromium`.',
  );
  process.exitCode = 1;
} else {
  await photograph('docs/report', await onExample(pageOfPlan), { fullPage: true, opened: DIFF });
  // The end of the page is the first apply, of the whole example.
  await photograph('docs/history', await onExample(pageOfHistory), {
    fullPage: false,
    opened: DIFF,
  });
  await photograph('docs/side-by-side', await onExample(pageOfEnvironments), {
    viewport: LOW,
    opened: '#plan tbody:has-text("db.host") td',
  });
}

async function pageOfPlan({ folder, env, run }) {
  for (const [path, before, after] of EDITS) {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));
  }
  commit(run, 'Change the shop');
  await changeServer(env);
  run(process.execPath, CLI, 'plan', '--html', 'plan.html');
  return pageIn(folder, env, 'plan.html');
}

/** Two commits in one apply, and the roll-back of it. */
async function pageOfHistory({ folder, env, run }) {
  run('git', 'stash', '--quiet');
  const first = run('git', 'rev-parse', 'HEAD').trim();
  for (const [path, before, after] of EDITS.slice(0, 2)) {
    replaceIn(folder, [path, before, after]);
    commit(run, 'Pay within 21 days');
  }
  run('git', 'stash', 'pop', '--quiet');
  commit(run, 'Change the shop');
  run(process.execPath, CLI, 'apply', '--yes');
  run('git', 'checkout', '--quiet', first);
  run(process.execPath, CLI, 'apply', '--yes', '--allow-older');
  run(process.execPath, CLI, 'history', '--since', '2026-01-01', '--html', 'history.html');
  return pageIn(folder, env, 'history.html');
}

async function pageOfEnvironments({ folder, env, run }) {
  run(process.execPath, CLI, 'show', '--html', 'show.html');
  return pageIn(folder, env, 'show.html');
}

/** The address of the example's server is another one each time. */
function pageIn(folder, { CONFIGHUB_URL: url }, name) {
  const page = readFileSync(join(folder, name), 'utf8');
  return page.replaceAll(url, 'https://config.example.com');
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

async function photograph(name, text, { viewport = VIEWPORT, fullPage = false, opened }) {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-page-'));
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  const file = join(folder, 'page.html');
  writeFileSync(file, text);
  try {
    for (const [suffix, colorScheme] of SCHEMES) {
      const path = `${name}${suffix}.png`;
      const page = await browser.newPage({ viewport, colorScheme });
      await page.goto(pathToFileURL(file).href);
      await page.locator(opened).first().click();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(ROOT, path), fullPage });
      const { size } = statSync(join(ROOT, path));
      console.log(`${path}: ${size} bytes.`);
      if (size > LIMIT) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
