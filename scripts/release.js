// Makes a release of what is committed: `npm run release -- 1.2.3` (or `major`, `minor`, `patch`) sets the version in
// package.json, package-lock.json and src/version.ts, gives `Unreleased` of CHANGELOG.md its version and date, builds
// dist/, commits and tags. It pushes nothing. If a step fails, the files are as they were.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { sectionOf, withRelease } from './changelog.js';

const CHANGELOG = 'CHANGELOG.md';
const VERSION_FILE = 'src/version.ts';
const PARTS = ['major', 'minor', 'patch'];

/** A sentence for the person who releases; anything else that is thrown is a bug. */
class Refusal extends Error {}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function release(wanted) {
  const before = JSON.parse(read('package.json')).version;
  const version = versionAfter(before, wanted);
  const tag = `v${version}`;
  refuseUnlessReady(tag);
  try {
    write(version, before);
    npm('run', 'dist');
    git('add', '--all');
    git('commit', '--quiet', '--message', `Release ${version}`);
  } catch (error) {
    git('reset', '--quiet', '--hard', 'HEAD');
    throw new Refusal(`Nothing was released, and no file is changed: ${error.message}`);
  }
  git('tag', '--annotate', '--message', `Version ${version}`, tag);
  const branch = git('branch', '--show-current');
  console.log(
    `Version ${version} is committed and tagged. To publish it: git push --atomic origin ${branch} ${tag}`,
  );
}

function versionAfter(before, wanted) {
  if (/^\d+\.\d+\.\d+$/.test(wanted)) {
    if (isNewer(wanted, before)) return wanted;
    throw new Refusal(`Version ${wanted} is not newer than ${before}. Name a newer one.`);
  }
  if (!PARTS.includes(wanted)) throw new Refusal('Name the version: 1.2.3, major, minor or patch.');
  const at = PARTS.indexOf(wanted);
  const numbers = before.split('.').map(Number);
  return numbers.map((number, i) => (i < at ? number : i === at ? number + 1 : 0)).join('.');
}

/** A first release may have the version that package.json has. */
function isNewer(version, before) {
  const [a, b] = [version, before].map((text) => text.split('.').map(Number));
  const at = a.findIndex((number, i) => number !== b[i]);
  return at === -1 ? !hasTag(`v${version}`) : a[at] > b[at];
}

function refuseUnlessReady(tag) {
  if (git('status', '--porcelain') !== '') {
    throw new Refusal(
      'The working tree has changes or untracked files. Commit or remove them first.',
    );
  }
  if (git('branch', '--show-current') === '')
    throw new Refusal('No branch is checked out. Switch to one first.');
  if (hasTag(tag)) throw new Refusal(`There is a tag ${tag} already. Name a newer version.`);
  if (!sectionOf(read(CHANGELOG), 'Unreleased')) {
    throw new Refusal(
      `${CHANGELOG} says nothing under \`## Unreleased\`. Write there what users will notice.`,
    );
  }
}

function write(version, before) {
  npm('version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
  writeFileSync(VERSION_FILE, read(VERSION_FILE).replace(`'${before}'`, `'${version}'`));
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, withRelease(read(CHANGELOG), { version, date }));
}

function hasTag(tag) {
  return git('tag', '--list', tag) !== '';
}

function read(path) {
  return readFileSync(path, 'utf8');
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function npm(...args) {
  // On Windows npm is a script, which only a shell starts.
  execFileSync('npm', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
