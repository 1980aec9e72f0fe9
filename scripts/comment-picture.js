// Writes examples/comment.md, the comment of a pull request on the example, as the built action writes it, and draws
// docs/comment.png of it by Chromium. `--check` only compares the text: a picture depends on fonts and browser.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.js';
import { toHtml } from './comment-html.js';
import { page } from './comment-page.js';
import { commit, onExample, ROOT } from './example.js';

const TEXT = join(ROOT, 'examples/comment.md');
const PICTURE = join(ROOT, 'docs/comment.png');
const WIDTH = 800;
/** Bytes: it is loaded with every view of the README. */
const LIMIT = 150_000;

const markdown = `${(await commentOfExample()).trimEnd()}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(TEXT, 'utf8') !== markdown) {
    console.error(
      'examples/comment.md is not what the action writes now: run `node scripts/comment-picture.js`.',
    );
    process.exitCode = 1;
  }
} else {
  writeFileSync(TEXT, markdown);
  photograph(page(toHtml(markdown)));
}

/** The summary of a pull request's step: the same text as the comment, and no Git host is needed. */
function commentOfExample() {
  return onExample(({ folder, env, run }) => {
    const base = run('git', 'rev-parse', 'HEAD').trim();
    const project = join(folder, 'confighub.yaml');
    writeFileSync(project, `${readFileSync(project, 'utf8')}limits: { maxDeletes: 200 }\n`);
    commit(run, 'Change the shop');
    const head = run('git', 'rev-parse', 'HEAD').trim();
    const files = mkdtempSync(join(tmpdir(), 'confighub-sync-step-'));
    try {
      const text = step({ files, folder, env, event: pullRequest({ base, head }) });
      // The address of the example's server is another one each time, and so is the time.
      return text
        .replaceAll(new URL(env.CONFIGHUB_URL).host, 'config.example.com')
        .replace(/\bplanned \d{4}-\d\d-\d\d \d\d:\d\d UTC/, 'planned 2026-11-27 09:30 UTC');
    } finally {
      rmSync(files, { recursive: true, force: true });
    }
  });
}

function pullRequest({ base, head }) {
  const repo = { full_name: 'corner-shop/configuration' };
  return {
    action: 'opened',
    repository: { ...repo, default_branch: 'main' },
    pull_request: { number: 12, head: { sha: head, repo }, base: { sha: base, ref: 'main', repo } },
  };
}

function step({ files, folder, env, event }) {
  const summary = join(files, 'summary.md');
  for (const name of ['summary.md', 'output']) writeFileSync(join(files, name), '');
  writeFileSync(join(files, 'event.json'), JSON.stringify(event));
  execFileSync(process.execPath, [join(ROOT, 'dist/action/index.js')], {
    cwd: folder,
    env: {
      ...env,
      INPUT_COMMAND: 'plan',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: join(files, 'event.json'),
      GITHUB_OUTPUT: join(files, 'output'),
      GITHUB_REPOSITORY: event.repository.full_name,
      GITHUB_RUN_ID: '4242',
      GITHUB_SERVER_URL: 'https://git.example.com',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: files,
    },
  });
  return readFileSync(summary, 'utf8');
}

function photograph(text) {
  const browser = findBrowser();
  if (browser === undefined) {
    console.error(
      'No picture without Chromium: `apt-get install -y --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji`.',
    );
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-page-'));
  try {
    const file = join(folder, 'page.html');
    writeFileSync(file, text);
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
    const shown = [
      ...options,
      `--user-data-dir=${join(folder, 'profile')}`,
      '--virtual-time-budget=1000',
    ];
    const call = (...own) =>
      execFileSync(browser, [...shown, ...own, `file://${file}`], { stdio: 'pipe' });
    // The page says in its title how high it is: a screenshot is as large as the window.
    const dom = call(`--window-size=${WIDTH},100`, '--dump-dom').toString();
    const [, height] = /<title>(\d+)<\/title>/.exec(dom);
    call(
      `--window-size=${WIDTH},${height}`,
      '--force-device-scale-factor=1.25',
      `--screenshot=${PICTURE}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { size } = statSync(PICTURE);
  console.log(`docs/comment.png: ${size} bytes.`);
  if (size > LIMIT) process.exitCode = 1;
}
