// The canary: no command of the CLI writes a secret anywhere but into the push. A new command needs a case here.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { expect } from 'vitest';
import { Detector } from './pieces.ts';
import { encoded, environment, of, OUTSIDE, project, SEALED, TELLING } from './secrets.ts';
import { type Canary, expectExitCode, lookThrough, test } from './stage.ts';
import { IS_NIGHTLY, representatives } from '../helpers/suite.ts';

type Case = (canary: Canary) => Promise<void>;

/** As text and as JSON. */
const both = (...args: string[]) => [args, [...args, '--json']];
/** As JSON, where text can hold no more than that; as both where there is time. */
const either = (...args: string[]) =>
  process.env.CONFIGHUB_TEST_RUNS === undefined ? [[...args, '--json']] : both(...args);

const PROMOTE = ['promote', '--from', 'Production', '--to', 'Test'];

const all =
  (...runs: string[][]): Case =>
  async ({ cli }) => {
    for (const args of runs) expect([0, 3]).toContain((await cli(args)).status);
  };

const SHOWN = [
  /^ {2}~ from\.outside .*\(secret, updated\)/m,
  /^ {2}~ shop\.license .*\(secret, updated, in clear text in Git\)/m,
  /^ {2}~ db\.password +Production;\* .*\(secret, updated, in clear text in Git\)/m,
  /^ {2}- gone\.password .*\(secret, deleted\)/m,
  /^ {2}~ clear\.user .*\(secret, updated, in clear text in Git\)/m,
  /^ {2}~ certs\/server\.pem .*\(secret, updated, in clear text in Git\)/m,
  /^ {2}~ hidden\.value .*\(secret, updated\)/m,
  /^ {2}~ HIDDEN_SOURCE .*\(secret, updated\)/m,
  /^ {2}~ hidden\.document .*\(secret, updated\)/m,
  /^ {2}~ hidden\.conf .*\(secret, updated\)/m,
  /^ {2}~ app\/plain\.conf .*\(secret, updated, in clear text in Git\)/m,
  /^ {2}~ inside\.map .*\(secret, updated, in clear text in Git\)/m,
  /^ {6}\| {2}db\.user=ada\n {6}\| -\(secret line\)\n {6}\| \+\(secret line, changed\)/m,
  /^ {6}\| {2}user = ada\n {6}\| -\(secret line\)\n {6}\| \+\(secret line, changed\)/m,
  /^ {6}\| {2}data:\n {6}\| -\(secret line\)\n {6}\| -\(secret line\)\n(?: {6}\| -.*\n)* {6}\| \+\(secret line, changed\)/m,
  // New in Git.
  /^ {2}\+ looks\.stripe .*\(secret, created, in clear text in Git\)/m,
  // It does not parse.
  /^ {2}~ inside\.yaml .*\(secret, updated, in clear text in Git\)/m,
  /^ {6}\| -\(secret line\)\n {6}\| -port: 1\n {6}\| \+\(secret line, changed\)\n {6}\| \+port: 2/m,
  // Another project says so.
  /^ {2}\+ mailer\.relay .*"mx\.prod".*\n(?:.*\n)?.* instead of \(secret\)/m,
  /^ {2}\+ mailer\.stamp .*\(secret, created\)/m,
  /^ {2}\+ looks\.connection .*\(secret, created, in clear text in Git\)/m,
];

const IN_PAGE = [
  '<code>db.password</code>',
  '(secret, updated)',
  '(secret, deleted)',
  '<ins>+(secret line, changed)\n</ins>',
];

/** One for each command that the program lists; those that write come last. */
const READING: Record<string, Case> = {
  validate: all(...both('validate')),
  plan: async (canary) => {
    const shown = await canary.cli(['plan', '--show-push', '--unmanaged']);
    expectExitCode(shown, 0);
    for (const line of SHOWN) expect(shown.stdout).toMatch(line);
    const page = canary.desk.sandbox.path('plan.html');
    expectExitCode(await canary.cli(['plan', '--html', page]), 0);
    canary.look('page of a plan', readFileSync(page, 'utf8'));
    for (const text of IN_PAGE) expect(readFileSync(page, 'utf8')).toContain(text);
    canary.desk.write({ 'config/encoded.yaml': encoded() });
    const more = ['plan', '--show-push', '--html', page];
    expect((await canary.cli(more)).stdout).toMatch(
      /^ {2}\+ encoded\.login .*\(secret, created\)/m,
    );
    canary.look('page of a plan', readFileSync(page, 'utf8'));
    await all(['plan', '--json'], ['plan', '--markdown'], ['show'])(canary);
    rmSync(canary.desk.path('config/encoded.yaml'));
    const base = canary.desk.git('rev-parse', 'HEAD~1');
    await all(
      ['plan', '--json', '--show-push', '--unmanaged'],
      ['plan', '--on-drift', 'overwrite', '--last-applied', base],
      ['plan', '--prune', 'all', '--json'],
      ['plan', '--base', base],
      ...either('plan', '--base', base, '--offline'),
      ['plan', '--prune', 'none', '--show-push', '--verbose'],
    )(canary);
  },
  drift: all(...both('drift')),
  show: async (canary) => {
    const where = ['--context', 'Production;Storefront'];
    const runs = [['--live'], ['--live', ...where], [], where].flatMap((args) =>
      either('show', ...args),
    );
    await all(...representatives(runs, 16))(canary);
    const items = [
      'db.password',
      'inside.map',
      'from.outside',
      'app/plain.conf',
      'certs/server.pem',
    ];
    const runsOf = (name: string) => [...either('show', name, '--live'), ...either('show', name)];
    await all(
      ...either('show', 'looks.connection'),
      ...representatives(items, 5).flatMap(runsOf),
    )(canary);
    const against = ['--context', 'Test;**', '--against', 'Production;**'];
    await all(...either('show', ...against))(canary);
    for (const args of [['db.password'], ['--live'], where, ['--live', ...where], against])
      expect((await canary.cli(['show', ...args])).stdout).toMatch(/\(secret/);
    const page = canary.desk.sandbox.path('show.html');
    for (const args of [[], ['--live'], ['--live', ...where], against]) {
      expectExitCode(await canary.cli(['show', ...args, '--html', page]), 0);
      canary.look('page of environments', readFileSync(page, 'utf8'));
      expect(readFileSync(page, 'utf8')).toContain('(secret');
    }
  },
  promote: async ({ cli }) => {
    for (const args of [...either(...PROMOTE), [...PROMOTE, '--exact', '--tidy']]) {
      const { status, stdout } = await cli([...args, '--dry-run']);
      // Some of it cannot be edited.
      expect([0, 1]).toContain(status);
      expect(stdout).toMatch(/Secrets are left out|"why": "secret"/);
    }
  },
  history: async (canary) => {
    const names = ['db.password', '*', 'inside.*', 'app/plain.conf', 'looks.connection'];
    const runs = names.flatMap((name) => either('history', name));
    await all(...either('history'), ...representatives(runs, 4))(canary);
    const page = canary.desk.sandbox.path('history.html');
    expectExitCode(await canary.cli(['history', '--html', page, '--json']), 0);
    canary.look('report of the history', readFileSync(page, 'utf8'));
    expect(readFileSync(page, 'utf8')).toContain('(secret, created');
    // What is clear text in the record, and was moved to a variable since.
    expect((await canary.cli(['history', '*'])).stdout).toMatch(/\(secret, created/);
  },
  info: all(...either('info')),
  init: async ({ cli, desk }) => {
    desk.sandbox.write('empty/.keep', '');
    expectExitCode(await cli(['init'], { cwd: '../empty' }), 0);
    lookThrough(desk.sandbox.path('empty'));
    desk.sandbox.write('started/deploy/Production.env', `DB_PASSWORD=${of('of others')}\n`);
    expectExitCode(
      await cli(['init', '--source', 'deploy/{Environment}.env', '--workflow'], {
        cwd: '../started',
      }),
      0,
    );
  },
  import: async (canary) => {
    const { cli, desk } = canary;
    const { 'confighub.yaml': projectFile = '' } = project('after');
    desk.sandbox.write('new/confighub.yaml', projectFile);
    const args = ['--document', 'config/all.yaml', '--env-example', '.env.example', '--yes'];
    expectExitCode(await cli(['import', ...args], { cwd: '../new' }), 0);
    lookThrough(desk.sandbox.path('new'), new Detector(TELLING));
    const only = ['--only', 'drift'];
    await all(...both('import', '--dry-run'), ...either('import', '--dry-run', ...only))(canary);
  },
  serve: async ({ desk, look }) => {
    const password = of('password of a group');
    const groups = `securityGroups: [{ name: Database, password: ${password}, cipher: AES/CBC/PKCS5Padding }]`;
    const levels = 'account: acme, repository: shop, levels: [Environment, Application]';
    desk.sandbox.write('serve/serve.yaml', `{ ${levels}, ${groups} }\n`);
    const served = desk.start(['serve', '--config', 'serve.yaml', '--port', '0'], {
      cwd: '../serve',
    });
    const url = /http:\S+\d/.exec(await served.firstLine())?.[0] ?? '';
    const entry = {
      key: 'a',
      securityGroup: 'Database',
      values: [{ context: 'x', value: of('of a group') }],
    };
    for (const body of [JSON.stringify({ data: [{ ...entry, password }] }), of('of a group')]) {
      const headers = { 'Content-Type': 'application/json', 'Client-Token': of('wrong token') };
      for (const path of ['/rest/push', '/rest/push/acme/shop'])
        await fetch(`${url}${path}`, { method: 'POST', headers, body });
    }
    const { stdout, stderr, status } = await served.stop('SIGTERM');
    expect(status).toBe(0);
    expect(stderr).toContain('POST /rest/push');
    look('the log of serve', stdout + stderr);
  },
  completion: async (canary) => {
    await all(['completion', 'bash'], ['completion', 'powershell'])(canary);
    await all(['__complete', 'zsh', 'plan', '--target', ''])(canary);
  },
  help: all(['help'], ['help', 'plan'], ['--version']),
};

const WRITING: Record<string, Case> = {
  'promote, into what is there': async ({ cli, desk }) => {
    const isWritten = ({ status }: { status: number | null }) => expect([0, 1]).toContain(status);
    isWritten(await cli([...PROMOTE, '--exact', '--yes']));
    isWritten(await cli(['promote', '--from', 'Production', '--to', '*;*', '--tidy', '--yes']));
    lookThrough(desk.path('config'), new Detector({ ...OUTSIDE, ...SEALED }));
    desk.git('checkout', '--quiet', '.');
    desk.git('clean', '--quiet', '--force', '-d');
  },
  'import, into what is there': async ({ cli, desk }) => {
    expectExitCode(await cli(['import', '--yes']), 0);
    expect(desk.git('diff', '--stat')).toContain('config/shop.yaml');
    // What a filter hides stays where it is.
    expect(readFileSync(desk.path('sealed/hidden.conf'), 'utf8')).toBe(
      of('sealed content, of others'),
    );
    expect(readFileSync(desk.path('sealed/app.env'), 'utf8')).toBe(
      `HIDDEN_SOURCE=${of('sealed, of others')}\n`,
    );
    lookThrough(desk.path('config'), new Detector({ ...OUTSIDE, ...SEALED }));
    desk.git('checkout', '--quiet', '.');
    desk.git('clean', '--quiet', '--force', '-d');
  },
  unlock: all(...either('unlock')),
  apply: async ({ cli, desk, look }) => {
    for (const key of [of('digest key'), '']) {
      const path = desk.sandbox.path('plan.json');
      const env = { ...environment('after'), CONFIGHUB_DIGEST_KEY: key };
      expectExitCode(await cli(['plan', '--out', path], { env }), 0);
      look('plan file', readFileSync(path, 'utf8'));
      const other = { ...env, ENV_VALUE: of('of a group') };
      const reviewed = await cli(['apply', '--plan', path, '--show-push'], {
        env: key === '' ? env : other,
      });
      expectExitCode(reviewed, key === '' ? 0 : 3);
    }
    expect(await cli(['plan'])).toMatchObject({ stdout: expect.stringContaining('No changes') });
    desk.commit('Back', project('before'));
    expectExitCode(await cli(['apply', '--json', '--show-push', '--on-drift', 'overwrite']), 0);
  },
};

test.concurrent('every command that the program has', async ({ canary }) => {
  const { stdout } = await canary.cli(['--help']);
  const listed = [...stdout.slice(stdout.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+)\b/gm)];
  const cases = { ...READING, ...WRITING };
  const named = Object.keys(cases).filter((name) => !name.includes(','));
  expect(listed.map(([, name]) => name).sort()).toEqual(named.sort());
  await Promise.all(Object.values(READING).map((run) => run(canary)));
  for (const run of Object.values(WRITING)) await run(canary);
  expect(existsSync(canary.desk.path('core'))).toBe(false);
});

test
  .runIf(IS_NIGHTLY)
  .concurrent('the plan shows no length either', async ({ canary: { cli } }) => {
    const env = { ...environment('after'), ENV_PEM: 'another' };
    const long = {
      ...env,
      ENV_VALUE: 'x',
      ENV_FILE: 'y\n'.repeat(99),
      ENV_PEM: 'z\n'.repeat(2000),
    };
    for (const args of [
      ['plan', '--show-push'],
      ['plan', '--json', '--show-push'],
    ]) {
      const [one, other] = [await cli(args, { env: long }), await cli(args, { env })];
      const undated = ({ stdout }: typeof one) => stdout.replace(/"createdAt": ".*"/, '');
      expect(undated(one)).toBe(undated(other));
    }
  });
