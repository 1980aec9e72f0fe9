// A run of a workflow in act, and what it told: jobs, outputs, summaries, annotations.
import { cpSync } from 'node:fs';
import { dirname } from 'node:path';
import { ACTION } from '../../scripts/workflows.js';
import type { Environment, GitSandbox } from '../helpers/git.ts';
import { ROOT, Running } from '../helpers/run.ts';

export interface ActRun {
  event: string;
  payload: object;
  /** File in `.github/workflows`. */
  workflow: string;
  secrets: Record<string, string>;
  /** Variables of the repository. */
  vars: Record<string, string>;
  /** Of the jobs. */
  env: Record<string, string>;
  /** Runs nothing but this job. */
  only?: string | undefined;
  /** Further actions, each with the folder of this one that stands for it. */
  standIns?: Record<string, string>;
  /** Further options of act. */
  options?: string[];
  /** Milliseconds for the run; {@link LIMIT} unless told otherwise. */
  limit?: number;
}

export interface Ran {
  status: number | null;
  /** `success` or `failure` by the key of each job that ran; of a matrix, with its values: `plan (shop)`. */
  jobs: Record<string, string>;
  /** By name, of all steps. */
  outputs: Record<string, string>;
  summary: string;
  annotations: { kind: string; text: string }[];
  /** Everything, for a failure that nobody foresaw. */
  log: string;
}

/** Actions that the workflows use and no registry has, with what stands for them. */
const STAND_INS = {
  'actions/checkout@v5': 'checkout',
  'actions/upload-artifact@v7': 'upload',
  'actions/download-artifact@v8': 'download',
};

/** Milliseconds for a run; a few seconds are usual. */
const LIMIT = 60_000;

/** act hands its whole environment to the jobs, so it gets nearly none. */
export async function runAct(
  sandbox: GitSandbox,
  { dir, ...run }: ActRun & { dir: string },
): Promise<Ran> {
  const { CONFIGHUB_TEST_ACT: act = '', CONFIGHUB_TEST_NODE: node = '' } = process.env;
  sandbox.write('event.json', JSON.stringify(run.payload));
  const action = sandbox.path('action');
  for (const path of ['action.yml', 'dist/action'])
    cpSync(`${ROOT}${path}`, `${action}/${path}`, { recursive: true });
  const local = (name: string, path: string) => ['--local-repository', `${name}=${path}`];
  const workflow = `.github/workflows/${run.workflow}`;
  const args = [
    ...[run.event, '--json', '--pull=false', '--no-cache-server'],
    ...['--platform', 'ubuntu-latest=-self-hosted'],
    ...['--workflows', workflow, '--eventpath', sandbox.path('event.json')],
    ...(run.only === undefined ? [] : ['--job', run.only]),
    ...local(ACTION, action),
    ...Object.entries({ ...STAND_INS, ...run.standIns }).flatMap(([name, folder]) =>
      local(name, `${ROOT}test/runner/${folder}`),
    ),
    ...Object.entries(run.secrets).flatMap(([name, value]) => ['--secret', `${name}=${value}`]),
    ...Object.entries(run.vars).flatMap(([name, value]) => ['--var', `${name}=${value}`]),
    ...Object.entries(run.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...(run.options ?? []),
  ];
  const env: Environment = {
    HOME: sandbox.env.HOME,
    PATH: `${sandbox.path('bin')}:${dirname(node)}:${process.env.PATH}`,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const running = new Running(act, args, { cwd: dir, env });
  // One that waits for input would outlive its test.
  const limit = setTimeout(() => running.stop('SIGTERM'), run.limit ?? LIMIT);
  const { status, output } = await running.ended.finally(() => clearTimeout(limit));
  return { status, ...readRun(output) };
}

const ANNOTATIONS = ['error', 'warning', 'notice'];

/** What a line of `--json` may hold. */
interface Line {
  jobID?: string;
  jobResult?: string;
  matrix?: Record<string, string>;
  command?: string;
  name?: string;
  arg?: string;
  content?: string;
  msg?: string;
}

function readRun(output: string): Omit<Ran, 'status'> {
  const lines = output.split('\n').flatMap(parseLine);
  const results = lines.filter(({ jobResult }) => jobResult !== undefined);
  const outputs = lines.filter(({ command }) => command === 'set-output');
  const summaries = lines.filter(({ command }) => command === 'summary');
  const annotations = lines.filter(({ command = '' }) => ANNOTATIONS.includes(command));
  return {
    jobs: Object.fromEntries(
      results.map(({ jobResult = '', ...line }) => [jobOf(line), jobResult]),
    ),
    outputs: Object.fromEntries(outputs.map(({ name = '', arg = '' }) => [name, arg])),
    summary: summaries.map(({ content = '' }) => content).join(''),
    annotations: annotations.map(({ command = '', arg = '', msg = '' }) => ({
      kind: command,
      text: arg || msg,
    })),
    log: output,
  };
}

function jobOf({ jobID = '', matrix = {} }: Line): string {
  const values = Object.values(matrix);
  return values.length === 0 ? jobID : `${jobID} (${values.join(', ')})`;
}

function parseLine(line: string): Line[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
