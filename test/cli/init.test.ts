// init asks what a new project needs, takes the same from flags, and never overwrites.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WORKFLOWS } from '../../src/commands/workflows.ts';
import { type Desk, REPOSITORY, ROOT, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';
import { hasScript, onTerminal } from '../helpers/terminal.ts';

const QUESTION = 'Address of the server';
const SEVERAL = { repositories: [{ ...REPOSITORY, repository: 'warehouse', levels: ['Site', 'Role'] }, REPOSITORY] };

function ask(desk: Desk, answers: readonly string[], args: readonly string[] = []) {
  const input = answers.map((answer) => `${answer}\n`).join('');
  return desk.cli(['init', '--no-color', ...args], { terminal: { question: QUESTION, input } });
}

function file(desk: Desk, path = 'confighub.yaml'): string {
  return readFileSync(desk.path(path), 'utf8');
}

/** What init says of sources. */
const NOTES = `Left out, because they cannot be read together with the others:
  a/app-mysql.properties: Duplicate declaration of the key db.password in the context \`*;a\`. (a/app.properties:1:1, a/app-mysql.properties:1:1)

Not used: config/routes.yml, other/0.json, other/1.json, other/2.json, other/3.json, other/4.json, other/5.json, other/6.json and 3 more. To use one of them, add its path to \`sources\` in confighub.yaml; files without keys and values need \`as: files\`. See docs/sources.md.

2 values in these files look like secrets, and whoever can read the Git repository can read them. To list them: confighub-sync validate

`;

/** Without those of Git. */
function filesOf(desk: Desk): string[] {
  return readdirSync(desk.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git/') && !entry.parentPath.endsWith('.git'))
    .map((entry) => join(entry.parentPath, entry.name).slice(desk.dir.length + 1))
    .sort();
}

describe.concurrent('init in a terminal', () => {
  test('offers what is known, shows what it writes, and ends with a plan', async () => {
    await withShop({}, async ({ desk, server }) => {
      const { status, stdout, stderr } = await ask(desk, ['', '', '', 'y']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(`Address of the server [${server.url}]: `);
      expect(stdout).toMatch(/^ {2}1\. acme\/shop {2}Environment;Application$/m);
      expect(stdout).toContain('Repository, by number or name [acme/shop]: ');
      expect(stdout).toMatch(/^ {2}2\. import {3}the content of the server, 0 keys$/m);
      const [shown = '', after = ''] = stdout.split('[y/N]');
      for (const line of file(desk).split('\n').filter(Boolean)) expect(shown).toContain(`  ${line}\n`);
      expect(after).toContain('Wrote confighub.yaml and config/first.yaml.\n');
      expect(after).toContain('Plan: 3 to create, 0 to update, 0 to delete.');
      expect(file(desk)).toContain(`url: ${server.url} #`);
      expect(file(desk)).toContain('levels: [Environment, Application] #');
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('a repository by its number or its name, and again after a mistake', async () => {
    await withShop(
      {},
      async ({ desk }) => {
        const { stdout } = await ask(desk, ['', '2', 'example', 'y']);
        expect(stdout).toContain('override the project file: unset CONFIGHUB_REPOSITORY\n');
        expect(file(desk)).toMatch(/^repository: acme\/warehouse #/m);
        expect(file(desk)).toContain('levels: [Site, Role] #');
        desk.env.CONFIGHUB_REPOSITORY = undefined;
        desk.write({ 'other/.keep': '' });
        const input = '\nshop\nacme/shop\nnothing\n1\ny\n';
        const terminal = { question: QUESTION, input };
        const ended = await desk.cli(['init', '--config', 'confighub.yaml'], { cwd: 'other', terminal });
        expect(ended).toMatchObject({ status: 0 });
        expect(ended.stderr).toContain('Type the account and the name, as in acme/shop.');
        expect(ended.stderr).toContain('Type a number from 1 to 2, or one of example, import.');
        expect(file(desk, 'other/confighub.yaml')).toMatch(/^repository: acme\/shop #/m);
      },
      SEVERAL,
    );
  });

  test('imports what is on the server', async () => {
    await withShop({}, async ({ desk, server }) => {
      const data = [{ key: 'shop.title', values: [{ context: '*;*', value: 'Theirs' }] }];
      await push(server, { enableKeyCreation: true, data }, { token: 'default' });
      const { status, stdout } = await ask(desk, ['', '', '', 'y']);
      expect(status).toBe(0);
      expect(stdout).toContain('Start with [import]: ');
      expect(stdout).toContain('Write 2 files? [y/N]');
      expect(stdout).toContain('No changes.');
      expect(filesOf(desk)).toEqual(['config/shop.yaml', 'confighub.yaml']);
    });
  });

  test('takes existing files as sources, without those that Git ignores', async () => {
    const files = {
      'application-prod.properties': 'db.host=db.prod.internal\n',
      'application-dev.properties': 'db.host=db.dev.internal\n',
      '.env': 'SECRET=x\n',
      '.gitignore': '.env\n',
    };
    await withShop(files, async ({ desk }) => {
      desk.git('init', '--quiet');
      const { status, stdout } = await ask(desk, ['', '', '', 'y']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^ {2}3\. sources {2}the configuration files in this folder: 1 pattern for 2 files$/m);
      expect(file(desk)).toMatch(/^sources:\n {2}- application-\{Environment\}\.properties$/m);
      expect(existsSync(desk.path('config/first.yaml'))).toBe(false);
      expect(stdout).toMatch(/\+ db\.host +dev;\*/);
    });
  });

  test('without a server, asks for everything', async () => {
    await withDesk({}, async (desk) => {
      const answers = ['no address', 'http://127.0.0.1:9', 'acme/shop', 'Environment, Application', 'y'];
      const { status, stdout, stderr } = await ask(desk, answers);
      expect(status).toBe(0);
      expect(stderr).toMatch(/This is not an address[\s\S]*warning: /);
      expect(stdout).not.toContain('Plan:');
      expect(file(desk)).toContain('levels: [Environment, Application] #');
      expect(file(desk)).toMatch(/^repository: acme\/shop #/m);
    });
  });

  test.for([
    ['no', ['', '', '', 'n'], 0],
    ['no answer to the last question', ['', '', ''], 1],
    ['no answer at all', [], 1],
    ['Ctrl-C', ['', '\u0003'], 1],
  ] as const)('writes nothing: %s', async ([, answers, status]) => {
    await withShop({}, async ({ desk }) => {
      const ended = await ask(desk, answers);
      expect(ended.status).toBe(status);
      expect(ended.output).toContain(status === 0 ? 'Nothing was written.\n' : 'cancelled: There was no answer');
      expect(filesOf(desk)).toEqual([]);
    });
  });

  test('flags answer questions', async () => {
    await withShop({}, async ({ desk, server }) => {
      const flags = ['--url', server.url, '--repository', 'acme/shop', '--levels', 'Environment;Application'];
      const { stdout } = await desk.cli(['init', ...flags, '--start', 'example'], { terminal: { input: 'y\n' } });
      expect(stdout).toContain('Wrote confighub.yaml');
      expect(stdout).not.toMatch(/Address|Repository,|Start with/);
      expect(stdout.match(/\[y\/N\]/g)).toHaveLength(1);
    });
  });

  test('asks nothing for a project that is there, or with --yes', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      const ended = await ask(desk, []);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toContain('confighub.yaml already exists; nothing was written.');
      desk.write({ 'other/.keep': '' });
      const flags = ['init', '--yes', '--config', 'confighub.yaml'];
      const plain = await desk.cli(flags, { cwd: 'other', terminal: {} });
      expect(plain).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Wrote /) });
      expect(file(desk, 'other/confighub.yaml')).toContain('levels: [Environment, Application] #');
      expect(requests).toEqual(['GET /rest/info/all']);
    });
  });
});

describe.concurrent('init elsewhere', () => {
  test('--start example: levels of the server, and a plan', async () => {
    await withShop({}, async ({ desk }) => {
      const { status, stdout } = await desk.cli(['init', '--start', 'example']);
      expect(status).toBe(0);
      expect(file(desk)).toContain('levels: [Environment, Application] #');
      expect(stdout).toContain('Plan: 3 to create');
    });
  });

  test('--start import writes without a question', async () => {
    await withShop({}, async ({ desk, server }) => {
      const data = [{ key: 'shop.title', values: [{ context: '*;*', value: 'Theirs' }] }];
      await push(server, { enableKeyCreation: true, data }, { token: 'default' });
      expect(await desk.cli(['init', '--start', 'import'])).toMatchObject({ status: 0 });
      expect(filesOf(desk)).toContain('confighub.yaml');
      expect((await desk.cli(['plan'])).stdout).toContain('No changes.');
    });
  });

  test('--start sources says when the levels are not known', async () => {
    await withDesk({ 'prod.env': 'A=1\n', 'dev.env': 'A=2\n' }, async (desk) => {
      const { status, stdout } = await desk.cli(['init', '--start', 'sources']);
      expect(status).toBe(0);
      expect(stdout).toContain('1. The context levels are not known');
      rmSync(desk.path('confighub.yaml'));
      const again = await desk.cli(['init', '--start', 'sources', '--levels', 'Environment,Application']);
      expect(again.stdout).toContain('1. Check `sources`');
      const { stderr } = await desk.cli(['validate']);
      expect(stderr).not.toContain('include');
    });
  });

  test('without --start: the levels of the server if it answers, and no word if it does not', async () => {
    await withShop({}, async ({ desk }) => {
      const ended = await desk.cli(['init', '--yes']);
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(ended.stdout).not.toContain('Plan:');
      expect(file(desk)).toContain('levels: [Environment, Application] #');
    });
    await withDesk({}, async (desk) => {
      const flags = ['--url', 'http://127.0.0.1:9', '--repository', 'acme/shop'];
      expect(await desk.cli(['init', '--yes', ...flags])).toMatchObject({ status: 0, stderr: '' });
      expect(file(desk)).toContain('# levels: [');
    });
  });

  test('--start sources says what it does not use, and what looks like a secret', async () => {
    const others = Array.from({ length: 9 }, (_, i) => [`other/${i}.json`, '{ "a": 1 }\n']);
    const files = {
      'a/app.properties': 'db.password=geheim12\n',
      'a/app-prod.properties': 'db.password=geheim34\n',
      'a/app-mysql.properties': 'db.password=geheim56\n',
      'b/app.yml': 'db: { host: b }\n---\n',
      'b/app-prod.yml': 'db: { host: c }\n',
      'config/routes.yml': 'routes: 1\n',
      'docker-compose.yml': 'services: {}\n',
      ...Object.fromEntries(others),
    };
    await withDesk(files, async (desk) => {
      const { status, stdout } = await desk.cli(['init', '--start', 'sources', '--levels', 'Environment,Application']);
      expect(status).toBe(0);
      const notes = stdout.slice(stdout.indexOf('Left out'), stdout.indexOf('Next:'));
      expect(notes).toBe(NOTES);
      expect(file(desk)).toMatch(/^include: \[\]/m);
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0 });
    });
  });

  test('--start sources offers nothing that cannot be read', async () => {
    await withDesk({ 'a.env': '}{\n' }, async (desk) => {
      const { status, stderr } = await desk.cli(['init', '--start', 'sources', '--levels', 'Environment,Application']);
      expect(status).toBe(1);
      expect(stderr).toContain('a.env:1:1 error dotenv-syntax');
      expect(stderr).toContain('that can be read; nothing was written');
      expect(filesOf(desk)).toEqual(['a.env']);
    });
  });

  test('--start sources needs files', async () => {
    await withShop({ 'a.txt': 'x\n' }, async ({ desk }) => {
      const { status, stderr } = await desk.cli(['init', '--start', 'sources']);
      expect(status).toBe(1);
      expect(stderr).toContain('No file in this folder looks like configuration');
      expect(filesOf(desk)).toEqual(['a.txt']);
    });
  });
});

describe.concurrent('init --workflow', () => {
  const PATHS = Object.keys(WORKFLOWS).map((name) => `.github/workflows/${name}`);
  const EXAMPLES = Object.keys(WORKFLOWS).map((name) => readFileSync(join(ROOT, 'examples/workflows', name), 'utf8'));
  const ACTION = `team/confighub-sync@${'a1'.repeat(20)}`;
  const texts = (desk: Desk) => PATHS.map((path) => file(desk, path));

  test('has the examples in it', () => expect(Object.values(WORKFLOWS)).toEqual(EXAMPLES));

  test('beside a new project', async () => {
    await withDesk({}, async (desk) => {
      const { stdout } = await desk.cli(['init', '--workflow']);
      expect(stdout).toContain(`Wrote confighub.yaml and config/first.yaml and ${PATHS.join(' and ')}.`);
      expect(stdout).toContain(`Replace <owner>/confighub-sync@<commit> in ${PATHS.join(' and ')} with`);
      expect(texts(desk)).toEqual(EXAMPLES);
    });
  });

  test('for a project that is there, filled in, and never overwritten', async () => {
    await withDesk(SMALL, async (desk) => {
      const { status, stdout } = await desk.cli(['init', '--workflow', '--action', ACTION]);
      expect(status).toBe(0);
      expect(stdout).not.toContain('Replace');
      const filled = EXAMPLES.map((text) => text.replaceAll('<owner>/confighub-sync@<commit>', ACTION));
      expect(texts(desk)).toEqual(filled);
      expect(await desk.cli(['init', '--workflow'])).toMatchObject({ status: 1 });
      expect(texts(desk)).toEqual(filled);
    });
  });

  test('asks for the action in a terminal, and shows the files', async () => {
    await withDesk(SMALL, async (desk) => {
      const terminal = { question: 'Action', input: `${ACTION}\ny\n` };
      const { stdout } = await desk.cli(['init', '--workflow'], { terminal });
      expect(stdout.split('  permissions: {}\n')).toHaveLength(3);
      for (const text of texts(desk)) expect(text).toContain(ACTION);
    });
  });

  test('has the tokens of several targets, and the name of the project file', async () => {
    const targets = 'targets:\n  shop: { repository: acme/shop }\n  shop-eu: { repository: acme/eu }\n';
    await withDesk({ 'other.yaml': targets }, async (desk) => {
      expect(await desk.cli(['init', '--workflow', '--config', 'other.yaml'])).toMatchObject({ status: 0 });
      const commands = ['plan', "${{ inputs.command || 'apply' }}"];
      for (const [index, text] of texts(desk).entries())
        expect(text).toContain(
          `
        env:
          CONFIGHUB_TOKEN_SHOP: \${{ secrets.CONFIGHUB_TOKEN_SHOP }}
          CONFIGHUB_TOKEN_SHOP_EU: \${{ secrets.CONFIGHUB_TOKEN_SHOP_EU }}
        with:
          command: ${commands[index]}
          config: 'other.yaml'
`,
        );
    });
  });

  test.for([
    ['--action', 'team/confighub-sync@main'],
    ['--action', 'x'],
  ])('refuses %j', async (flags) => {
    await withDesk(SMALL, async (desk) => {
      const { status, stderr } = await desk.cli(['init', '--workflow', ...flags]);
      expect(status).toBe(1);
      expect(stderr).toContain('full commit id');
    });
  });

  test('refuses a folder below the top', async () => {
    await withDesk({ 'below/confighub.yaml': 'version: 1\n' }, async (desk) => {
      desk.git('init', '--quiet');
      const { status, stderr } = await desk.cli(['init', '--workflow'], { cwd: 'below' });
      expect(status).toBe(1);
      expect(stderr).toContain('belong to the top folder');
      expect(existsSync(desk.path('below', '.github'))).toBe(false);
    });
  });
});

describe.skipIf(!hasScript())('on a terminal (needs util-linux script)', () => {
  test('init asks and writes', async () => {
    await withShop({}, async ({ desk }) => {
      const { status, stdout } = await onTerminal(desk, ['init', '--no-color'], { input: '\n\n\ny\n' });
      expect(status).toBe(0);
      expect(stdout).toContain('Wrote confighub.yaml and config/first.yaml.');
      expect(stdout).toContain('Plan: 3 to create');
    });
  });
});
