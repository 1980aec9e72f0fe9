// What a case is played on: a server, and a project in a Git repository of its own, both put back before every run.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TOKEN } from './projects.js';

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
};
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Nothing of this machine's configuration. */
export function environment(extra = {}) {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    NO_COLOR: '1',
    CI: 'true',
    ...extra,
  };
}

/** A folder that is gone afterwards. */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A script of this folder that prints its address, and ends with its input. */
export async function startScript(script, { node = process.execPath, args = [] } = {}) {
  const child = spawn(node, ['--max-old-space-size=8192', at(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const stop = () => child.stdin.end();
  for await (const url of createInterface({ input: child.stdout })) {
    return { url, stop, control: (order) => post(`${url}/bench`, order) };
  }
  throw new Error(`${script} did not start.`);
}

/** What is answered, parsed. */
function post(url, value) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject).end(JSON.stringify(value));
  });
}

export class Project {
  constructor(folder, server, env = {}) {
    this.folder = folder;
    this.env = environment({ CONFIGHUB_URL: server.url, CONFIGHUB_TOKEN: TOKEN, ...env });
    mkdirSync(folder, { recursive: true });
    this.git('init', '--quiet', '--initial-branch', 'main');
  }

  git(...args) {
    const env = { ...this.env, ...IDENTITY };
    return execFileSync('git', args, {
      cwd: this.folder,
      env,
      encoding: 'utf8',
      maxBuffer: 1024 ** 3,
    });
  }

  commit(files, message) {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(this.folder, dirname(path)), { recursive: true });
      writeFileSync(join(this.folder, path), content);
    }
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** What was applied, as Git knows it. */
  refs() {
    return this.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/confighub-sync');
  }

  reset(refs) {
    const there = this.refs();
    if (there === refs) return;
    for (const line of lines(there)) this.git('update-ref', '-d', line.split(' ')[0]);
    for (const line of lines(refs)) this.git('update-ref', ...line.split(' '));
  }
}

const lines = (text) => text.split('\n').filter((line) => line !== '');
