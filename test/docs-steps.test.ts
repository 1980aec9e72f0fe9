// The first steps that README.md and docs/getting-started.md show work as shown, and print what is printed there.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { GitSandbox } from './helpers/git.ts';
import { CLI, ROOT } from './helpers/process.ts';
import { request, type TestServer, withServer } from './helpers/server.ts';

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

const FUNCTIONS = 'set -e\nconfighub-sync() { "$NODE" "$CLI" "$@"; }\n';

/** What a reader does, but for the server, which is there already. */
function scriptOf(fences: readonly Fence[]): string {
  const steps = fences.map(({ language, name, text }) => {
    if (name !== '') return `mkdir -p "$(dirname '${name}')" && cat > '${name}' <<'END'\n${text}END\n`;
    const isOfServer = /^(?:confighub-sync serve|export CONFIGHUB_)/.test(text);
    return language === 'sh' && !isOfServer ? text : '';
  });
  return FUNCTIONS + steps.join('');
}

interface Reader {
  sandbox: GitSandbox;
  server: TestServer;
  /** Runs a script in a folder; what it prints, with the address that the documents show. */
  run: (script: string, folder?: string) => Promise<string>;
  /** What another client writes to the server. */
  push: (key: string, value: string) => Promise<void>;
}

async function withReader(use: (reader: Reader) => Promise<void>): Promise<void> {
  const sandbox = new GitSandbox();
  try {
    const settings = { account: 'acme', repository: 'shop', levels: ['Environment', 'Application'] };
    await withServer(settings, async (server) => {
      const token = server.token('default');
      const variables = { NODE: process.execPath, CLI, CONFIGHUB_URL: server.url, CONFIGHUB_TOKEN: token };
      const env = { ...sandbox.env, ...IDENTITY, ...variables };
      const run = async (script: string, folder = '.') => {
        const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
          cwd: sandbox.path(folder),
          env,
        });
        return `${stdout}${stderr}`.replaceAll(server.url, SHOWN_URL);
      };
      const push = async (key: string, value: string) => {
        const data = [{ key, vdt: 'Text', push: true, values: [{ context: '*;*', value }] }];
        const headers = { 'Client-Token': token, 'Content-Type': 'application/json' };
        const body = JSON.stringify({ enableKeyCreation: true, data });
        expect(await request(server, { method: 'POST', path: '/rest/push', headers, body })).toMatchObject({
          status: 200,
        });
      };
      await use({ sandbox, server, run, push });
    });
  } finally {
    sandbox.dispose();
  }
}

/** The text that a page shows and that begins like this. */
function shownIn(path: string, start: string): string {
  const page = readFileSync(join(ROOT, path), 'utf8');
  const fences = [...page.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)].filter(([, language]) => language === '');
  return (
    fences.map(([, , text = '']) => text).find((text) => text.startsWith(start)) ?? `no text that begins with ${start}`
  );
}

/** Milliseconds for a dozen commands on a busy machine. */
const LONG = 180_000;

describe.concurrent('the first steps', { timeout: LONG }, () => {
  test('README.md: Install', async () => {
    await withReader(async ({ run }) => {
      const [install] = fencesOf('README.md', 'Install');
      const script = install?.text.replace('<address of this repository>', `--quiet '${ROOT}'`) ?? '';
      const printed = await run(`shopt -s expand_aliases\n${script}eval 'confighub-sync --version'`);
      expect(printed.trim()).toBe(VERSION);
    });
  });

  test('README.md: Quick start, and drift', async () => {
    await withReader(async ({ run, push }) => {
      const fences = fencesOf('README.md', 'Quick start');
      const shown = fences.filter(({ language }) => language === 'text').map(({ text }) => text);
      expect(shown).toHaveLength(1);
      const printed = await run(scriptOf(fences));
      for (const text of shown) expect(printed).toContain(text);
      await run(`${FUNCTIONS}git commit -qam x && confighub-sync apply`, 'my-configuration');
      await push('shop.title', 'Their Shop');
      const plan = await run(`${FUNCTIONS}confighub-sync plan`, 'my-configuration');
      expect(plan).toContain(shownIn('docs/drift-and-deletions.md', '1 item was changed'));
    });
  });

  test('docs/drift-and-deletions.md: a refused plan, and the flag that approves it', async () => {
    await withReader(async ({ run }) => {
      const declare = (count: number) => `{ echo keys:; seq -f '  item%g: x' ${count}; } > config/items.yaml`;
      const start = `git init -q && mkdir config && echo 'repository: acme/shop' > confighub.yaml && ${declare(24)}`;
      await run(`${FUNCTIONS}${start} && git add . && git commit -qm x && confighub-sync apply --yes`);
      const plan = await run(`${FUNCTIONS}${declare(12)} && git commit -qam x && confighub-sync plan || true`);
      const [, digest = ''] = /--force ([0-9a-f]{32})$/m.exec(plan) ?? [];
      const shown = shownIn('docs/drift-and-deletions.md', 'refused share-of-deletes');
      const [, example = ''] = /--force ([0-9a-f]{32})$/m.exec(shown) ?? [];
      expect(plan.replaceAll(digest, example)).toContain(shown);
      const [, sentence = 'no sentence'] = /^refused share-of-deletes: (.*)$/m.exec(shown) ?? [];
      expect(readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8')).toContain(sentence);
      const [approve = ''] = fencesOf('docs/drift-and-deletions.md', 'Approvals')
        .filter(({ language }) => language === 'sh')
        .map(({ text }) => text.split('\n')[0] ?? '');
      expect(approve).toContain(example);
      const applied = await run(`${FUNCTIONS}${approve.replace(example, digest)}`);
      expect(applied).toContain('Applied and verified.');
    });
  });

  test('docs/getting-started.md: A project from nothing, and without its variable', async () => {
    await withReader(async ({ run }) => {
      const fences = fencesOf('docs/getting-started.md', 'A project from nothing');
      const shown = fences.filter(({ language }) => language === 'text').map(({ text }) => text);
      expect(shown).toHaveLength(2);
      const printed = await run(scriptOf(fences));
      for (const text of shown) expect(printed).toContain(text);
      const failed = await run(`${FUNCTIONS}confighub-sync apply --yes || true`, 'shop-configuration');
      expect(failed).toContain(shownIn('docs/troubleshooting.md', 'config/web.yaml'));
    });
  });

  test('docs/show.md', async () => {
    await withReader(async ({ sandbox, run, push }) => {
      const page = readFileSync(join(ROOT, 'docs/show.md'), 'utf8');
      const fences = [...page.matchAll(/^```(\w*)[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map(
        ([, language = '', name = '', text = '']) => ({ language, name, text }),
      );
      sandbox.write('docs/.keep', '');
      await run(`${scriptOf(fences.filter(({ name }) => name !== ''))}git init --quiet\n`, 'docs');
      const apply = 'git add . && git commit -qm Start && DB_PASSWORD=made-up confighub-sync apply --yes';
      expect(await run(FUNCTIONS + apply, 'docs')).toContain('Applied and verified');
      await push('db.pool.size', '99');
      const steps = fences.filter(({ name }) => name === '');
      expect(steps.map(({ language }) => language)).toEqual(Array.from({ length: 4 }, () => ['sh', 'text']).flat());
      for (let i = 0; i < steps.length; i += 2)
        expect(await run(`${FUNCTIONS.replace('set -e', '')}${steps[i]?.text}true`, 'docs')).toBe(steps[i + 1]?.text);
    });
  });

  test('docs/getting-started.md: from the import to the roll-out', async () => {
    await withReader(async ({ sandbox, server, run, push }) => {
      const steps = (title: string) => fencesOf('docs/getting-started.md', title).map(({ text }) => text);
      await push('shop.title', 'Corner Shop');
      await push('db.password', 'made-up');
      const [start = ''] = steps('Import from a server');
      const imported = start
        .replace(/^export CONFIGHUB_TOKEN=.*$/m, '')
        .replace('https://config.example.com', `${server.url} --yes`)
        .replace(/<what the server holds>.*/, 'made-up');
      expect(await run(FUNCTIONS + imported)).toMatch(/\nNo changes\.\n$/);

      const [rollOut = ''] = steps('Roll it out');
      const withOrigin = rollOut.replace('<address of a repository on your forge>', sandbox.bare());
      const folder = 'imported-configuration';
      const recorded = await run(`${FUNCTIONS}export DB_PASSWORD=made-up\n${withOrigin}`, folder);
      expect(recorded.match(/refs\/confighub-sync\/.*\/acme\/shop\/confighub\.yaml\/applied$/gm)).toHaveLength(1);

      await push('shop.title', 'Their Shop');
      const [drift = ''] = steps('Import drift');
      const edited = await run(FUNCTIONS + drift.replace('--only drift', '--only drift --yes'), folder);
      expect(edited).toMatch(/^\+.*Their Shop/m);
    });
  });
});
