// The first steps that README.md and docs/getting-started.md show work as shown, and print what is printed there.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { GitSandbox } from './helpers/git.ts';
import { CLI, ROOT } from './helpers/process.ts';
import { withServer } from './helpers/server.ts';

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
    if (name !== '') return `mkdir -p "$(dirname '${name}')" && cat > '${name}' <<'END'\n${text}END\n`;
    const isOfServer = /^(?:confighub-sync serve|export CONFIGHUB_)/.test(text);
    return language === 'sh' && !isOfServer ? text : '';
  });
  return `set -e\nconfighub-sync() { "$NODE" "$CLI" "$@"; }\n${steps.join('')}`;
}

it.each([
  ['README.md', 'Quick start', 1],
  ['docs/getting-started.md', 'A project from nothing', 2],
])('%s: %s', async (path, title, outputs) => {
  const fences = fencesOf(path, title);
  const shown = fences.filter(({ language }) => language === 'text').map(({ text }) => text);
  expect(shown).toHaveLength(outputs);
  const sandbox = new GitSandbox();
  try {
    const settings = { account: 'acme', repository: 'shop', levels: ['Environment', 'Application'] };
    await withServer(settings, async (server) => {
      const env = {
        ...sandbox.env,
        ...IDENTITY,
        ...{
          NODE: process.execPath,
          CLI,
          CONFIGHUB_URL: server.url,
          CONFIGHUB_TOKEN: server.token('default'),
        },
      };
      const { stdout } = await promisify(execFile)('bash', ['-c', scriptOf(fences)], {
        cwd: sandbox.dir,
        env,
      });
      const printed = stdout.replaceAll(server.url, SHOWN_URL);
      for (const text of shown) expect(printed).toContain(text);
    });
  } finally {
    sandbox.dispose();
  }
});
