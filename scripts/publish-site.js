// Publishes the site on the branch `site` of origin: `node scripts/publish-site.js v1.2.3` a release, below its version and,
// as the newest, at the top; without a version the main branch at the top, as long as nothing was released. SITE_BASE is
// the path that the host serves the branch below. What was published before stays.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BRANCH = 'site';
const RELEASED = /^v\d+\.\d+\.\d+$/;
const { SITE_BASE = '/', SITE_BUILT } = process.env;

const [version] = process.argv.slice(2);
if (version !== undefined && !RELEASED.test(version))
  throw new Error(`\`${version}\` is no version such as v1.2.3.`);
const folder = mkdtempSync(join(tmpdir(), 'site-'));
try {
  publish();
} finally {
  rmSync(folder, { recursive: true });
}

function publish() {
  checkOut();
  const released = readdirSync(folder).filter((name) => RELEASED.test(name));
  if (version === undefined && released.length > 0) {
    console.log('A release is published: the main branch is not.');
    return;
  }
  if (version !== undefined) {
    rmSync(join(folder, version), { recursive: true, force: true });
    build(`${SITE_BASE}${version}/`, join(folder, version));
  }
  // An older release that is published again, such as a fix of it, does not replace the newest one.
  if (released.every((name) => isOlder(name, version))) {
    for (const name of readdirSync(folder))
      if (name !== '.git' && !RELEASED.test(name)) rmSync(join(folder, name), { recursive: true });
    build(SITE_BASE, folder);
  }
  // A Git host would leave out what begins with an underscore.
  writeFileSync(join(folder, '.nojekyll'), '');
  git('add', '--all');
  if (git('status', '--porcelain') === '') return;
  git('commit', '--quiet', '--message', version ?? 'Main branch');
  git('push', '--quiet', 'origin', `HEAD:refs/heads/${BRANCH}`);
}

/** What was published, or nothing. */
function checkOut() {
  const origin = gitIn(ROOT, 'remote', 'get-url', 'origin');
  git('init', '--quiet', '--initial-branch', BRANCH);
  git('remote', 'add', 'origin', origin);
  const [name, email] = ['site', 'site@users.noreply.example.com'];
  git('config', 'user.name', name);
  git('config', 'user.email', email);
  if (git('ls-remote', '--heads', 'origin', BRANCH) === '') return;
  git('fetch', '--quiet', '--depth', '1', 'origin', BRANCH);
  git('reset', '--quiet', '--hard', 'FETCH_HEAD');
}

function build(base, into) {
  const env = { ...process.env, SITE_BASE: base, SITE_VERSION: version ?? '' };
  // A test publishes what was built before.
  if (SITE_BUILT === undefined)
    execFileSync('npm', ['run', 'build', '--prefix', 'site'], { cwd: ROOT, env, stdio: 'inherit' });
  cpSync(SITE_BUILT ?? join(ROOT, 'site/.vitepress/dist'), into, { recursive: true });
}

function isOlder(one, other) {
  const [a, b] = [one, other].map((name) => name.slice(1).split('.').map(Number));
  const at = a.findIndex((number, i) => number !== b[i]);
  return at === -1 || a[at] < b[at];
}

function git(...args) {
  return gitIn(folder, ...args);
}

function gitIn(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
