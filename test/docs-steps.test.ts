// The steps that README.md and the pages for beginners show work as shown, and print what is printed there.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { type Environment, GitSandbox } from './helpers/git.ts';
import { ROOT } from './helpers/run.ts';
import { request, type TestServer, withServer } from './helpers/server.ts';
import { passwordsOnServer, serviceFolder, servicesOnServer } from './import/service-folder.ts';
import { shellProgram, withShellCommand } from './helpers/shell-command.ts';

const SHOWN_URL = 'http://127.0.0.1:7080';
const IDENTITY = Object.fromEntries(
  ['GIT_AUTHOR', 'GIT_COMMITTER'].flatMap((who) => [
    [`${who}_NAME`, 'a'],
    [`${who}_EMAIL`, 'a@example.com'],
  ]),
);

interface Fence {
  language: string;
  /** Behind the language: the file that it is. */
  name: string;
  text: string;
}

function fencesOf(path: string, title: string): Fence[] {
  const [, rest = ''] = readFileSync(join(ROOT, path), 'utf8').split(`\n## ${title}\n`);
  const [section = ''] = rest.split(/^## /m);
  return [...section.matchAll(/^```(\w*)[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', name = '', text = '']) => ({ language, name, text }),
  );
}

/** What a reader does, but for the server, which is there already. */
function scriptOf(fences: readonly Fence[]): string {
  const steps = fences.map(({ language, name, text }) => {
    if (name !== '')
      return `mkdir -p "$(dirname '${name}')" && cat > '${name}' <<'END'\n${text}END\n`;
    const isOfServer = /^(?:confighub-sync serve|export CONFIGHUB_)/.test(text);
    return language === 'sh' && !isOfServer ? text : '';
  });
  return steps.join('');
}

interface Reader {
  sandbox: GitSandbox;
  server: TestServer;
  /** Runs a script in a folder; what it prints, with the address that the documents show. */
  run: (script: string, folder?: string) => Promise<string>;
  /** What another client writes to the server. */
  push: (key: string, value: string) => Promise<void>;
}

/** As a person pastes them: zsh reads them as it reads what is typed. */
function runIn(shell: 'bash' | 'zsh', script: string, options: { cwd: string; env: Environment }) {
  if (shell === 'bash') return promisify(execFile)('bash', ['-c', `set -e\n${script}`], options);
  const running = promisify(execFile)('zsh', ['-f', '-i'], options);
  running.child.stdin?.end(`PS1=; setopt no_prompt_sp\nset -e\n${script}`);
  return running;
}

const HAS_ZSH = spawnSync('zsh', ['--version']).status === 0;

/** @param isProcess whether every command is a process of its own */
async function withReader(
  use: (reader: Reader) => Promise<void>,
  { isProcess = false, shell = 'bash' }: { isProcess?: boolean; shell?: 'bash' | 'zsh' } = {},
): Promise<void> {
  const sandbox = new GitSandbox();
  try {
    const settings = {
      account: 'acme',
      repository: 'shop',
      levels: ['Environment', 'Application'],
    };
    await withServer(settings, (server) =>
      withShellCommand(sandbox, async (within) => {
        const token = server.token('default');
        const bin = isProcess ? shellProgram(sandbox) : within;
        const variables = {
          CONFIGHUB_URL: server.url,
          CONFIGHUB_TOKEN: token,
          PATH: `${bin}:${sandbox.env.PATH}`,
        };
        const env = { ...sandbox.env, ...IDENTITY, ...variables };
        const run = async (script: string, folder = '.') => {
          const { stdout, stderr } = await runIn(shell, script, { cwd: sandbox.path(folder), env });
          return `${stdout}${stderr}`.replaceAll(server.url, SHOWN_URL);
        };
        const push = async (key: string, value: string) => {
          const data = [{ key, vdt: 'Text', push: true, values: [{ context: '*;*', value }] }];
          const headers = { 'Client-Token': token, 'Content-Type': 'application/json' };
          const body = JSON.stringify({ enableKeyCreation: true, data });
          expect(
            await request(server, { method: 'POST', path: '/rest/push', headers, body }),
          ).toMatchObject({
            status: 200,
          });
        };
        await use({ sandbox, server, run, push });
      }),
    );
  } finally {
    sandbox.dispose();
  }
}

/** The text that a page shows and that begins like this. */
function shownIn(path: string, start: string): string {
  const page = readFileSync(join(ROOT, path), 'utf8');
  const fences = [...page.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)].filter(
    ([, language]) => language === '',
  );
  return (
    fences.map(([, , text = '']) => text).find((text) => text.startsWith(start)) ??
    `no text that begins with ${start}`
  );
}

/** Milliseconds for a dozen commands on a busy machine. */
const LONG = 180_000;

describe.concurrent('the first steps', { timeout: LONG }, () => {
  test('README.md: Install, and the alias of docs/getting-started.md', async () => {
    await withReader(async ({ sandbox, run }) => {
      const [install] = fencesOf('README.md', 'Install');
      const script = (install?.text ?? '')
        .replace("'address of this repository'", `'${ROOT}'`)
        .replace(
          'npm install --global',
          `npm install --silent --prefix '${sandbox.path('own')}' --global`,
        );
      const linked = await run(`${script}'${sandbox.path('own')}/bin/confighub-sync' --version`);
      expect(linked).toMatch(new RegExp(`^${VERSION.replaceAll('.', '\\.')}$`, 'm'));
      const [, alias] = fencesOf('docs/getting-started.md', 'What you need');
      const printed = await run(
        `mkdir 'a b' && mv confighub-sync 'a b' && cd 'a b/confighub-sync'
        shopt -s expand_aliases\n${alias?.text}eval 'confighub-sync --version'`,
      );
      expect(printed.trim()).toBe(VERSION);
    });
  });

  const shells = ['bash', 'zsh'] as const;
  test.for(shells)('README.md: Quick start, and drift, pasted into %s', async (shell, context) => {
    if (shell === 'zsh' && !HAS_ZSH) return context.skip();
    await withReader(
      async ({ run, push }) => {
        const fences = fencesOf('README.md', 'Quick start');
        const shown = fences.filter(({ language }) => language === 'text').map(({ text }) => text);
        expect(shown).toHaveLength(1);
        const printed = await run(scriptOf(fences));
        for (const text of shown) expect(printed).toContain(text);
        await run(`git commit -qam x && confighub-sync apply`, 'my-configuration');
        await push('shop.title', 'Their Shop');
        const plan = await run(`confighub-sync plan`, 'my-configuration');
        expect(plan).toContain(shownIn('docs/drift-and-deletions.md', '1 item was changed'));
      },
      { isProcess: true, shell },
    );
  });

  test('docs/drift-and-deletions.md: a refused plan, and the flag that approves it', async () => {
    await withReader(async ({ run }) => {
      const declare = (count: number) =>
        `{ echo keys:; seq -f '  item%g: x' ${count}; } > config/items.yaml`;
      const start = `git init -q && mkdir config && echo 'repository: acme/shop' > confighub.yaml && ${declare(24)}`;
      await run(`${start} && git add . && git commit -qm x && confighub-sync apply --yes`);
      const plan = await run(`${declare(12)} && git commit -qam x && confighub-sync plan || true`);
      const [, digest = ''] = /--approve ([0-9a-f]{32})$/m.exec(plan) ?? [];
      const shown = shownIn('docs/drift-and-deletions.md', 'refused share-of-deletes');
      const [, example = ''] = /--approve ([0-9a-f]{32})$/m.exec(shown) ?? [];
      expect(plan.replaceAll(digest, example)).toContain(shown);
      const [approve = ''] = fencesOf('docs/drift-and-deletions.md', 'Approvals')
        .filter(({ language }) => language === 'sh')
        .map(({ text }) => text.split('\n')[0] ?? '');
      expect(approve).toContain(example);
      const applied = await run(`${approve.replace(example, digest)}`);
      expect(applied).toContain('Applied and verified: ');
    });
  });

  test('docs/getting-started.md: A project from nothing, and without its variable', async () => {
    await withReader(async ({ run }) => {
      const fences = fencesOf('docs/getting-started.md', 'A project from nothing');
      const shown = fences.filter(({ language }) => language === 'text').map(({ text }) => text);
      expect(shown).toHaveLength(2);
      const printed = await run(scriptOf(fences));
      for (const text of shown) expect(printed).toContain(text);
      const failed = await run(`confighub-sync apply --yes || true`, 'shop-configuration');
      expect(failed).toContain(shownIn('docs/messages.md', 'config/web.yaml'));
    });
  });

  test('docs/everyday.md: what an application gets, and what differs', async () => {
    await withReader(async ({ sandbox, run, push }) => {
      const fences = ['See what an application gets', 'Compare two environments'].flatMap((title) =>
        fencesOf('docs/everyday.md', title),
      );
      sandbox.write('shown/.keep', '');
      await run(`${scriptOf(fences.filter(({ name }) => name !== ''))}git init --quiet\n`, 'shown');
      const apply =
        'git add . && git commit -qm Start && DB_PASSWORD=made-up confighub-sync apply --yes';
      expect(await run(apply, 'shown')).toContain('Applied and verified');
      await push('db.pool.size', '99');
      const steps = fences.filter(({ name }) => name === '');
      expect(steps.map(({ language }) => language)).toEqual(
        Array.from({ length: 4 }, () => ['sh', 'text']).flat(),
      );
      for (let i = 0; i < steps.length; i += 2)
        expect(await run(`set +e\n${steps[i]?.text}true`, 'shown')).toBe(steps[i + 1]?.text);
    });
  });

  test('docs/adopt.md: a server, then the roll-out, and docs/everyday.md: drift', async () => {
    await withReader(async ({ sandbox, server, run, push }) => {
      const steps = (page: string, title: string) =>
        fencesOf(`docs/${page}.md`, title).map(({ text }) => text);
      await push('shop.title', 'Corner Shop');
      await push('db.password', 'made-up');
      const [start = ''] = steps('adopt', 'You have a server');
      const imported = start
        .replace(/^export CONFIGHUB_TOKEN=.*$/m, '')
        .replace('https://config.example.com', `${server.url} --yes`)
        .replace(/'what the server holds'/, 'made-up');
      expect(await run(imported)).toMatch(/\nNo changes\.\n$/);

      const [rollOut = ''] = steps('getting-started', 'Roll it out');
      const withOrigin = rollOut.replace(
        'address of an empty repository on your Git host',
        sandbox.bare(),
      );
      const folder = 'imported-configuration';
      const recorded = await run(`export DB_PASSWORD=made-up\n${withOrigin}`, folder);
      expect(
        recorded.match(/refs\/confighub-sync\/.*\/acme\/shop\/confighub\.yaml\/applied$/gm),
      ).toHaveLength(1);

      await push('shop.title', 'Their Shop');
      const [drift = ''] = steps('everyday', 'Accept a change made on the server');
      const edited = await run(drift.replace('--only drift', '--only drift --yes'), folder);
      expect(edited).toMatch(/^\+.*Their Shop/m);
    });
  });

  test('docs/adopt.md: a folder of 86 files, and a server that has most of it', async () => {
    await withReader(async ({ sandbox, server, run }) => {
      const files = serviceFolder();
      expect(Object.keys(files)).toHaveLength(86);
      for (const [path, text] of Object.entries(files)) sandbox.write(`services/${path}`, text);
      const headers = {
        'Client-Token': server.token('default'),
        'Content-Type': 'application/json',
      };
      const body = JSON.stringify(servicesOnServer());
      expect(
        await request(server, { method: 'POST', path: '/rest/push', headers, body }),
      ).toMatchObject({
        status: 200,
      });
      const [, ...fences] = fencesOf('docs/adopt.md', 'You have files');
      const secrets = Object.entries(passwordsOnServer()).map(
        ([name, text]) => `${name}=${text}\n`,
      );
      let printed = '';
      for (const { language, text } of fences) {
        if (language === 'sh') {
          // The first try is to fail.
          printed = await run(`set +e\n${text}true`, 'services');
          if (text.includes('.env.example .env')) sandbox.write('services/.env', secrets.join(''));
        } else {
          for (const line of text.trim().split('\n')) expect(printed).toContain(line);
        }
      }
      expect(printed).toMatch(/\nNo changes\.\n$/);
    });
  });

  test('docs/adopt.md: who wins, in files as those of Spring', async () => {
    await withReader(async ({ sandbox, run }) => {
      sandbox.write('config/application.yml', 'host: a\npool: 1\n');
      sandbox.write('config/application-prod.yml', 'host: b\n');
      sandbox.write('config/customers.yml', 'host: c\n');
      const project = `repository: acme/shop
levels: [Environment, Application]
elements: { application: "*" }
sources:
  - config/application-{Environment}.yml
  - { path: "config/{Application}.yml", exclude: config/application-*.yml }
`;
      sandbox.write('confighub.yaml', project);
      const [show, text] = fencesOf('docs/adopt.md', 'Who wins');
      expect(await run(show?.text ?? '')).toContain(text?.text);
    });
  });

  test('docs/everyday.md', async () => {
    await withReader(async ({ sandbox, run }) => {
      const step = (title: string) => fencesOf('docs/everyday.md', title);
      const page = (title: string) => run(scriptOf(step(title)));
      sandbox.write('.env', 'DB_PASSWORD=one\n');
      const document =
        'keys:\n  db.host: { values: { "*": a, Production;*: b } }\n  db.pool.size: { vdt: Integer, value: 10 }\n  db.password: { value: { env: DB_PASSWORD } }\n';
      sandbox.write('config/a.yaml', document);
      sandbox.write('confighub.yaml', 'repository: acme/shop\n');
      sandbox.write('.gitignore', '.env\n');
      const commit = 'git add . && git commit -qm x\n';
      const apply = 'confighub-sync apply --yes --env-file .env\n';
      await run(`git init -q\n${commit}${apply}`);
      expect(await page('Change a value')).toContain('config/a.yaml:3');

      await page('Add an environment');
      const refused = await run(`${commit}confighub-sync plan --env-file .env || true`);
      expect(refused).toContain('refused context-new');
      const allowed = step('Add an environment').at(-1)?.text ?? '';
      await run(`cat >> confighub.yaml <<'END'\n${allowed}END\n${commit}${apply}`);

      const [copy, compare] = step('Add an environment like another');
      expect(await run(copy?.text ?? '')).toBe('config/staging.yaml:1:context: Staging;*\n');
      await run(`sed -i 's/Staging]/Staging, Testing]/' confighub.yaml\n${commit}`);
      const added = await run('confighub-sync plan --env-file .env');
      expect(added).toContain('This permanently creates the element `Testing` of Environment.\n');
      expect(added).toMatch(/\+ db\.host +Testing;\* +"db\.staging\.internal"/);
      await run(apply);
      expect(await run(compare?.text ?? '')).toContain('nothing differs between Testing;* and');

      sandbox.write('.env', 'DB_PASSWORD=two\n');
      expect(await page('Rotate a secret')).toContain('(secret, updated)');
      await run(apply);
      const removed = await run(
        `set +e\nexport DB_PASSWORD=two\n${scriptOf(step('Remove an environment'))}`,
      );
      expect(removed).toMatch(
        /- db\.host +Staging;\* .*\n.*\n\nPlan: 0 to create, 0 to update, 1 to delete\.\n$/,
      );
      await run(`${commit}${apply}`);
      const [look, revert] = step('Undo');
      const told = await run(look?.text ?? '');
      const [, command = ''] = /^To undo the newest apply: (.*)$/m.exec(told) ?? [];
      expect(told).toContain(`to undo this apply: ${command}\n`);
      const undone = await run(`export DB_PASSWORD=two\n${revert?.text}`);
      expect(undone).toMatch(/\+ db\.host +Staging;\*/);
      await run(`git reset -q --hard HEAD~1\n${command}`);
      expect(await run('cat config/staging.yaml')).toContain('db.staging.internal');
    });
  });

  test('docs/everyday.md: a key is renamed in three steps', async () => {
    await withReader(async ({ sandbox, run }) => {
      sandbox.write('confighub.yaml', 'repository: acme/shop\n');
      sandbox.write('config/mail.yaml', 'keys:\n  mail.host: mail.internal\n');
      const applied = 'git add . && git commit -qm x && confighub-sync apply --yes';
      await run(`git init -q\n${applied}`);
      const fences = fencesOf('docs/everyday.md', 'Rename a key');
      expect(fences).toHaveLength(9);
      for (let i = 0; i < fences.length; i += 3) {
        const printed = await run(scriptOf(fences.slice(i, i + 2)));
        expect(printed).toContain(fences[i + 2]?.text);
        expect(await run(applied)).toContain('Applied and verified');
      }
    });
  });
});
