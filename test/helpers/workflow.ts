// A step of a workflow: the action in a runner's environment, and its log as a runner reads it.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Environment } from './git.ts';
import type { Desk } from './process.ts';
import { type Ended, type How, run } from './run.ts';
import { IS_NIGHTLY } from './suite.ts';

/** In the nightly suite, a step is a process unless a test gives it a clock. */
export interface StepOptions extends Omit<How, 'terminal'> {
  /** Inputs by name, as in a workflow: `dry-run`. */
  with?: Record<string, string>;
  event?: string;
  ref?: string;
  /** What GitHub says of the event. */
  payload?: object;
  /** `name:` of the workflow. */
  workflow?: string;
  env?: Environment;
  /** The workspace has no `.git`, as actions/checkout leaves it where it finds no Git. */
  isWithoutGit?: boolean;
}

export interface StepResult extends Ended {
  /** Outputs by name. */
  outputs: Record<string, string>;
  summary: string;
  log: Log;
}

/** Runs the action with the project's folder as its workspace, and commits it first if it is not in Git yet. */
export async function runStep(
  desk: Pick<Desk, 'sandbox' | 'dir' | 'env'>,
  options: StepOptions = {},
): Promise<StepResult> {
  const { sandbox } = desk;
  if (!options.isWithoutGit && !existsSync(`${desk.dir}/.git`)) {
    sandbox.init('project');
    sandbox.commit(desk.dir, 'Open the shop');
  }
  const files = {
    event: 'runner/event.json',
    outputs: 'runner/output',
    summary: 'runner/summary.md',
  };
  sandbox.write(
    files.event,
    JSON.stringify(
      options.payload ?? { repository: { default_branch: 'main', full_name: 'acme/shop-config' } },
    ),
  );
  for (const file of [files.outputs, files.summary]) sandbox.write(file, '');
  mkdirSync(sandbox.path('runner/temp'), { recursive: true });
  const inputs = Object.entries(options.with ?? {}).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const { CONFIGHUB_TOKEN: token, ...own } = desk.env;
  const { isProcess = IS_NIGHTLY && options.pause === undefined } = options;
  const ended = await run('action', {
    ...options,
    isProcess,
    cwd: desk.dir,
    env: {
      ...own,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      INPUT_TOKEN: token,
      ...Object.fromEntries(inputs),
      GITHUB_EVENT_NAME: options.event ?? 'push',
      GITHUB_EVENT_PATH: sandbox.path(files.event),
      GITHUB_REF: options.ref ?? 'refs/heads/main',
      GITHUB_SHA: '0'.repeat(40),
      GITHUB_WORKFLOW: options.workflow ?? 'Configuration',
      GITHUB_WORKSPACE: desk.dir,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/shop-config',
      GITHUB_ACTOR: 'ada',
      GITHUB_RUN_ID: '42',
      GITHUB_OUTPUT: sandbox.path(files.outputs),
      GITHUB_STEP_SUMMARY: sandbox.path(files.summary),
      RUNNER_TEMP: sandbox.path('runner/temp'),
      ...options.env,
    },
  });
  return {
    ...ended,
    outputs: readOutputs(readFileSync(sandbox.path(files.outputs), 'utf8')),
    summary: existsSync(sandbox.path(files.summary))
      ? readFileSync(sandbox.path(files.summary), 'utf8')
      : '',
    log: readLog(ended.stdout),
  };
}

/** `name<<delimiter`, the value, `delimiter`, as the runner reads it. */
function readOutputs(text: string): Record<string, string> {
  const found = [...text.matchAll(/^([^\n<]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)];
  return Object.fromEntries(found.map(([, name, , value]) => [name, value]));
}

interface Annotation {
  kind: 'error' | 'warning' | 'notice';
  text: string;
  title?: string;
  file?: string;
  line?: string;
  col?: string;
}

/** What a runner makes of the standard output of a step. */
export interface Log {
  masks: string[];
  annotations: Annotation[];
  /** Commands other than masks, annotations and pauses. */
  others: string[];
  /** Lines that the runner only shows. */
  shown: string[];
  /** How many masks were known when the first line was shown or the first annotation was made. */
  masksBeforeOutput: number;
}

/**
 * Reads as GitHub's runner does: `::name properties::data` at the beginning of a line, the older
 * `##[name properties]data` anywhere in one, none of both between `stop-commands` and its token.
 */
export function readLog(stdout: string): Log {
  const log: Log = { masks: [], annotations: [], others: [], shown: [], masksBeforeOutput: -1 };
  let pause: string | undefined;
  for (const line of stdout.split(/\r\n|\r|\n/)) {
    const command = parseCommand(line);
    if (pause !== undefined) {
      if (command?.name === pause) pause = undefined;
      else show(log, line);
    } else if (command === undefined) show(log, line);
    else if (command.name === 'stop-commands') pause = command.data;
    else take(log, command, line);
  }
  if (pause !== undefined) throw new Error('the log ends while commands are stopped');
  return log;
}

interface Command {
  name: string;
  properties: Record<string, string>;
  data: string;
}

function parseCommand(line: string): Command | undefined {
  const match =
    /^\s*::([^\s:]+)(?: ([^\n]*?))?::(.*)$/.exec(line) ??
    /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/.exec(line);
  if (match === null) return undefined;
  const [, name = '', properties = '', data = ''] = match;
  const pairs = properties
    .split(',')
    .filter((pair) => pair.includes('='))
    .map((pair) => [
      pair.slice(0, pair.indexOf('=')).trim(),
      unescaped(pair.slice(pair.indexOf('=') + 1), true),
    ]);
  return { name, properties: Object.fromEntries(pairs), data: unescaped(data, false) };
}

function unescaped(text: string, isProperty: boolean): string {
  const lines = text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  return (isProperty ? lines.replaceAll('%3A', ':').replaceAll('%2C', ',') : lines).replaceAll(
    '%25',
    '%',
  );
}

function take(log: Log, { name, properties, data }: Command, line: string): void {
  if (name === 'add-mask') log.masks.push(data);
  else if (name === 'error' || name === 'warning' || name === 'notice') {
    seen(log);
    log.annotations.push({ kind: name, text: data, ...properties });
  } else log.others.push(line);
}

function show(log: Log, line: string): void {
  if (line.trim() === '') return;
  seen(log);
  log.shown.push(line);
}

function seen(log: Log): void {
  if (log.masksBeforeOutput === -1) log.masksBeforeOutput = log.masks.length;
}
