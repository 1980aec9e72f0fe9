// The example of the demo, with a built-in server; and as the pictures show it, applied and changed since.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CLI = join(ROOT, 'dist/cli/index.js');

/** What is changed between the apply and the plan that is drawn: file, text before, text after. */
const CHANGES = [
  ['config/production.yaml', 'db.pool.size: 40', 'db.pool.size: 60'],
  [
    'config/shop.yaml',
    '  shop.currency: EUR\n',
    '  shop.currency: EUR\n  shop.vat.id: ATU12345678\n',
  ],
  ['config/billing.yaml', 'example-token-not-a-secret', 'another-example-token'],
  ['config/storefront.yaml', '  storefront.theme: spring\n', ''],
  ['config/content/logback.xml', '<root level="INFO">', '<root level="WARN">'],
];

export const SERVE =
  'serve --repository acme/shop --levels Environment,Application --port 0 --json'.split(' ');

/** Hands over where it lies, a way to run commands there, and the server; what it gives back is given back. */
export function onExample(use) {
  return onServer(plainEnvironment(), ({ folder, env, url }) => {
    const run = (...command) =>
      execFileSync(command[0], command.slice(1), { cwd: folder, env }).toString();
    run('git', 'init', '--quiet');
    commit(run, 'First');
    run(process.execPath, CLI, 'apply', '--yes');
    for (const change of CHANGES) replaceIn(folder, change);
    return use({ folder, env, run, url });
  });
}

/** Copies the example to a temporary folder, and starts a server. Both are gone afterwards. */
export async function onServer(environment, use) {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-shop-'));
  const server = spawn(process.execPath, [CLI, ...SERVE], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    cpSync(join(ROOT, 'examples/shop'), folder, { recursive: true });
    const served = await firstLine(server.stdout);
    const { url, repositories } = JSON.parse(served);
    const env = {
      ...environment,
      CONFIGHUB_URL: url,
      CONFIGHUB_TOKEN: repositories[0].tokens.default,
    };
    return await use({ folder, env, url, served });
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function commit(run, message) {
  run('git', 'add', '--all');
  run(
    'git',
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '-m',
    message,
  );
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('The built-in server did not start.');
}

/** Without what would change the output, or lead git elsewhere. */
function plainEnvironment() {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(CONFIGHUB_|GIT_|NO_COLOR$|FORCE_COLOR$)/.test(name),
  );
  // The same commits in every picture.
  const dates = {
    GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
    GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
  };
  return {
    ...Object.fromEntries(entries),
    ...dates,
    TERM: 'xterm',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
}

export function replaceIn(folder, [path, before, after]) {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${path} no longer holds ${JSON.stringify(before)}.`);
  writeFileSync(file, text.replace(before, after));
}
