// Tries the npm package as a new user does: packs it, installs it in an empty folder with an empty npm cache, and goes from
// `init` to a first apply. Fails if a step fails, or all of it takes more than two minutes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MOST_SECONDS = 120;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-try-'));
const app = join(folder, 'app');
const env = {
  ...process.env,
  npm_config_cache: join(folder, 'cache'),
  npm_config_update_notifier: 'false',
};

/** On Windows, npm and npx are scripts of the shell. */
const SHELL = process.platform === 'win32';

try {
  await tryPackage();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function tryPackage() {
  const [{ filename, size }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], root),
  );
  const start = Date.now();
  mkdirSync(app);
  step('install', () =>
    run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefix', app, join(folder, filename)],
      app,
    ),
  );
  step('git init', () => git('init', '--quiet'));
  const server = serve();
  try {
    const settings = await server.settings;
    const inApp = { ...env, ...settings, CONFIGHUB_REPOSITORY: undefined };
    step('init', () =>
      confighub(['init', '--url', settings.CONFIGHUB_URL, '--repository', 'acme/shop'], inApp),
    );
    writeFileSync(join(app, '.gitignore'), 'node_modules\n');
    git('add', '--all');
    git(
      '-c',
      'user.name=Try',
      '-c',
      'user.email=try@example.com',
      'commit',
      '--quiet',
      '--message',
      'Begin',
    );
    step('plan', () => expectText(confighub(['plan'], inApp), 'to create'));
    step('apply', () => expectText(confighub(['apply', '--yes'], inApp), 'Applied and verified: '));
    step('plan again', () => expectText(confighub(['plan'], inApp), 'No changes.'));
  } finally {
    server.stop();
  }
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(
    `From install to the first apply: ${seconds} s (the package has ${Math.round(size / 1000)} kB).`,
  );
  if (seconds > MOST_SECONDS) throw new Error(`More than ${MOST_SECONDS} seconds.`);
}

function step(name, work) {
  const start = Date.now();
  work();
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

function run(command, args, cwd) {
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: SHELL,
  });
}

function git(...args) {
  execFileSync('git', args, { cwd: app, stdio: 'inherit' });
}

function confighub(args, environment) {
  const options = {
    cwd: app,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: SHELL,
  };
  return execFileSync('npx', ['--no-install', 'confighub-sync', ...args], options);
}

function expectText(text, expected) {
  if (!text.includes(expected)) throw new Error(`Expected "${expected}" in:\n${text}`);
}

/** The built-in server of the installed package, and the variables that it prints. */
function serve() {
  const script = join(app, 'node_modules/confighub-sync/dist/cli/index.js');
  const args = [
    'serve',
    '--repository',
    'acme/shop',
    '--levels',
    'Environment,Application',
    '--port',
    '0',
  ];
  const child = spawn(process.execPath, [script, ...args], {
    cwd: app,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { settings: settingsOf(child), stop: () => child.kill() };
}

async function settingsOf(child) {
  const settings = {};
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended.');
  });
  const found = new Promise((resolve) => {
    lines.on('line', (line) => {
      const [, name, value] = /^\s*export (CONFIGHUB_\w+)=(\S+)/.exec(line) ?? [];
      if (name !== undefined) settings[name] = value;
      if (name === 'CONFIGHUB_TOKEN') resolve(settings);
    });
  });
  return Promise.race([found, ended]);
}
