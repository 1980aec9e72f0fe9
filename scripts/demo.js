// npm start: applies the example to a built-in server, changes it, and applies it again, by the commands that a person
// would type. Needs no Git.
import { execFileSync } from 'node:child_process';
import { CLI, onServer, replaceIn, SERVE } from './example.js';

const CHANGE = ['config/production.yaml', 'db.pool.size: 40', 'db.pool.size: 60'];

/** Without the server and the Git settings of the person who runs it, and not a workflow, which would need Git. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:CONFIGHUB_|GIT_|GITHUB_ACTIONS$|CI$)/.test(name),
  ),
);

say('The built-in server runs until the end of the demo, with an empty repository.');
prompt(SERVE);
await onServer(environment, ({ folder, env, served }) => {
  const confighub = (...args) => {
    prompt(args);
    execFileSync(process.execPath, [CLI, ...args], { cwd: folder, env, stdio: 'inherit' });
  };
  console.log(served);

  say(
    `In ${folder}, a copy of examples/shop, with CONFIGHUB_URL and CONFIGHUB_TOKEN set to these:`,
  );
  confighub('plan');
  confighub('apply', '--yes', '--quiet');

  const [file, before, after] = CHANGE;
  say(`In ${file}, \`${before}\` becomes \`${after}\`.`);
  replaceIn(folder, CHANGE);
  confighub('plan');
  confighub('apply', '--yes', '--quiet');
  confighub('plan');
});

function say(text) {
  console.log(`\n# ${text}`);
}

function prompt(args) {
  console.log(`\n$ confighub-sync ${args.join(' ')}`);
}
