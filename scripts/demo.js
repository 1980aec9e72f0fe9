// npm start: applies the example to a built-in server, then shows the plan of a change, of a deletion, of drift and of a
// refusal, by the commands that a person would type. Needs Git, and none of its settings.
import { execFileSync, spawnSync } from 'node:child_process';
import { CLI, commit, onServer, replaceIn, SERVE } from './example.js';

const PRODUCTION = 'config/production.yaml';
const SHOP = 'config/shop.yaml';
const MISSPELLED = '      Stagging;*: false\n';
/** What somebody else does on the server. */
const ELSEWHERE = {
  key: 'log.level',
  vdt: 'Text',
  values: [{ context: 'Production;*', value: 'debug' }],
};

/** Without the server and the Git settings of the person who runs it, and not a workflow. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:CONFIGHUB_|GIT_|GITHUB_ACTIONS$|CI$)/.test(name),
    ),
  ),
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

if (spawnSync('git', ['--version'], { env: environment }).error !== undefined) {
  console.error('The demo commits its files. Install Git, then run `npm start` again.');
  process.exit(1);
}

say('The built-in server starts with an empty repository. At the end, it stops.');
prompt(SERVE);
await onServer(environment, async ({ folder, env, url, served }) => {
  console.log(served);
  const run = (...command) =>
    execFileSync(command[0], command.slice(1), { cwd: folder, env }).toString();
  const confighub = (args, exitCode = 0) => {
    prompt(args);
    const { status } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: folder,
      env,
      stdio: 'inherit',
    });
    if (status !== exitCode) throw new Error(`The exit code is ${status}, not ${exitCode}.`);
  };
  const plan = (exitCode) => confighub(['plan'], exitCode);
  const apply = () => confighub(['apply', '--yes', '--quiet']);
  const edit = (...change) => {
    replaceIn(folder, change);
    commit(run, 'A change');
  };

  say('The first apply creates everything that a copy of examples/shop declares.');
  run('git', 'init', '--quiet');
  commit(run, 'The example');
  apply();

  say(`A change: somebody raises \`db.pool.size\` in ${PRODUCTION}, and commits it.`);
  edit(PRODUCTION, 'db.pool.size: 40', 'db.pool.size: 60');
  plan();
  apply();

  say('A deletion: somebody removes `storefront.theme` from the files.');
  edit('config/storefront.yaml', '  storefront.theme: spring\n', '');
  plan();
  apply();

  say('Drift: somebody changes `log.level` on the server, and not in the files.');
  await pushElsewhere(url, env.CONFIGHUB_TOKEN);
  plan();
  apply();

  say('A refusal: somebody misspells the name of an environment.');
  edit(SHOP, '      Development;*: false\n', `      Development;*: false\n${MISSPELLED}`);
  plan(3);

  say('Without that line, the files and the server are the same.');
  edit(SHOP, MISSPELLED, '');
  plan();
});

async function pushElsewhere(url, token) {
  const { ok, status } = await fetch(`${url}/rest/push`, {
    method: 'POST',
    headers: { 'Client-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [ELSEWHERE] }),
  });
  if (!ok) throw new Error(`The built-in server answered ${status}.`);
}

function say(text) {
  console.log(`\n# ${text}`);
}

function prompt(args) {
  console.log(`\n$ confighub-sync ${args.join(' ')}`);
}
