// examples/gitlab: its jobs, run by bash as a GitLab runner does, with the built tool, real Git and an API with notes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Environment } from './helpers/git.ts';
import { clonedTool, type Desk, SMALL, TOKEN, withShop } from './helpers/process.ts';
import { listen } from './helpers/listen.ts';
import { read } from './helpers/pages.ts';

interface Job {
  extends?: string;
  before_script?: string[];
  script: string[];
  rules: { if: string }[];
}
const { variables, ...jobs }: { variables: Record<string, string>; [job: string]: unknown } = parse(
  read('examples/gitlab/.gitlab-ci.yml'),
);
function job(name: string): Job {
  const own = jobs[name] as Job;
  return own.extends === undefined ? own : { ...job(own.extends), ...own };
}

interface Note {
  id: number;
  body: string;
}

/** The notes of one merge request, as GitLab's API has them. */
class Notes {
  readonly notes: Note[] = [{ id: 1, body: 'A note of somebody.' }];
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(
      (answer) => response.end(JSON.stringify(answer)),
      () => response.writeHead(400).end(),
    );
  });

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}/api/v4`;
  }

  stop(): void {
    this.#server.close();
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const { method, url = '', headers } = request;
    const [, id] = /^\/api\/v4\/projects\/7\/merge_requests\/3\/notes(?:\/(\d+))?(?:\?|$)/.exec(
      url,
    ) ?? ['', 'none'];
    if (headers['private-token'] !== 'note-token' || id === 'none') throw new Error('refused');
    if (method === 'GET') return this.notes;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = new URLSearchParams(Buffer.concat(chunks).toString()).get('body') ?? '';
    if (method === 'POST') this.notes.push({ id: this.notes.length + 1, body });
    const note = this.notes.find((one) => one.id === Number(id));
    if (method === 'PUT' && note !== undefined) note.body = body;
    return {};
  }
}

/** A runner: the job's scripts in one shell that stops at the first failure. */
async function runJob(
  desk: Desk,
  name: string,
  env: Environment,
): Promise<{ status: number; output: string }> {
  const { before_script = [], script } = job(name);
  const filled = Object.entries(variables).map(([key, value]) => [key, withVariables(value, env)]);
  const child = spawn('bash', ['-eo', 'pipefail', '-c', [...before_script, ...script].join('\n')], {
    cwd: desk.dir,
    env: {
      ...desk.environment(env),
      ...Object.fromEntries(filled),
      ...clonedTool(desk.sandbox),
      PATH: process.env.PATH,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [status] = await once(child, 'close');
  return { status, output };
}

/** As GitLab fills in its variables. */
function withVariables(text: string, env: Environment): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => env[name] ?? '');
}

const PROJECT = {
  CI_PROJECT_ID: '7',
  CI_MERGE_REQUEST_IID: '3',
  CI_PROJECT_PATH: 'acme/shop-configuration',
  CI_PIPELINE_URL: 'https://gitlab.example.com/acme/shop-configuration/-/pipelines/5',
  GITLAB_USER_LOGIN: 'ada',
};

describe('examples/gitlab/.gitlab-ci.yml', () => {
  test('applies, plans a merge request as one note that it updates, and fails a refused plan after showing it', async () => {
    const gitlab = new Notes();
    const api = await gitlab.start();
    try {
      await withShop(SMALL, async ({ desk, server }) => {
        desk.commit('First');
        const origin = desk.sandbox.bare();
        desk.git('remote', 'add', 'origin', 'https://gitlab.invalid/job-token');
        const env = {
          ...PROJECT,
          CI_API_V4_URL: api,
          CI_PROJECT_URL: origin.replace(/\.git$/, ''),
          CONFIGHUB_TOKEN: TOKEN,
          RECORD_TOKEN: 'record-token',
          NOTE_TOKEN: 'note-token',
        };
        const ended = async (name: string, status: number, more: Environment = {}) => {
          const job = await runJob(desk, name, { ...env, ...more });
          expect(job, job.output).toMatchObject({ status });
        };
        await ended('apply', 0);
        const [first] = server.history('acme', 'shop');
        expect(JSON.stringify(first)).toMatch(/acme\/shop-configuration.*\/-\/pipelines\/5 by ada/);
        const refs = desk.sandbox.git(origin, 'for-each-ref', '--format=%(refname)');
        expect(refs).toMatch(/^refs\/confighub-sync\//);
        expect(readFileSync(desk.path('.git/config'), 'utf8')).not.toContain('record-token');

        desk.git('push', '--quiet', origin, 'HEAD:main');
        const document = SMALL['config/shop.yaml'];
        const planned = async (status: number, files: Record<string, string>) => {
          desk.commit('Change', files);
          await ended('plan', status, { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' });
          expect(gitlab.notes).toHaveLength(2);
          return gitlab.notes[1]?.body ?? '';
        };
        for (const title of ['Corner Store', 'Corner Market']) {
          const files = { 'config/shop.yaml': document.replace('Corner Shop', title) };
          const note = await planned(0, files);
          expect(note).toMatch(/^<!-- confighub-sync -->\n\n/);
          expect(note).toContain(title);
        }

        const limited = `${SMALL['confighub.yaml']}limits: { maxUpdates: 0 }\n`;
        const note = await planned(3, { 'confighub.yaml': limited });
        expect(note).not.toContain('Run workflow');
        const [, APPROVE = ''] =
          /^confighub-sync apply --approve ([0-9a-f]{32})$/m.exec(note) ?? [];
        await ended('apply', 3);
        await ended('apply-approved', 0, { APPROVE });
      });
    } finally {
      gitlab.stop();
    }
  });

  test('runs for merge requests, and for pushes to the default branch', () => {
    expect(job('plan').rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }]);
    expect(job('apply').rules[0]?.if).toContain('$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH');
  });
});
