// [edge] Runs git without prompts, hooks or visible credentials, and explains its failures.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { timed } from '../lib/trace.ts';
import { isOutage, lastingLine, outageLine } from './outage.ts';

/**
 * The result of a git command. If git is not installed (`missing`), older than what is needed (`too-old`), took too
 * long (`timeout`) or could not be started (`failed`), `failure` is set, `status` is -1 and `stderr` is a sentence. `stderr` never holds a password of a URL.
 */
export interface GitResult {
  status: number;
  stdout: Buffer;
  stderr: string;
  failure?: Failure;
}

type Failure = 'missing' | 'too-old' | 'timeout' | 'failed';

/** A git command failed that had to succeed. The message is one line, without credentials. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: `git-${Failure}`;

  constructor(what: string, result: GitResult) {
    super(`${what}: ${reasonOf(result)}`);
    this.code = `git-${result.failure ?? 'failed'}`;
  }
}

/** Of something that was caught. Throws what is no GitError. */
export function gitErrorOf(error: unknown): GitError {
  if (error instanceof GitError) return error;
  throw error;
}

/** For what does not matter if git fails. Throws what is no GitError. */
export function ignoreGitError(error: unknown): undefined {
  gitErrorOf(error);
}

/** Masks credentials in the output of git: `https://user:password@host` and the given secrets. */
export function clean(text: string, secrets: readonly string[] = []): string {
  let cleaned = text.replace(/[^\s'"]+/g, withoutUser);
  for (const secret of secrets) if (secret !== '') cleaned = cleaned.replaceAll(secret, '***');
  return cleaned;
}

function withoutUser(word: string): string {
  const [scheme, end] = [word.indexOf('://'), word.lastIndexOf('@')];
  return scheme < 1 || end < scheme
    ? word
    : `${word.slice(0, scheme)}://***@${word.slice(end + 1)}`;
}

/** What Git says last if ssh failed. Why it failed is on the line before, as ssh wrote it. */
const SSH_FAILED = 'fatal: Could not read from remote repository.';

/** The lines of `stderr` without control characters. */
function linesOf({ stderr }: GitResult): string[] {
  return stderr
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
        .replace(/[\x00-\x1f\x7f]/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** The line that explains a failure: that of an outage, else `remote:`, else `fatal:` or `error:`, else the last. */
export function reasonOf(result: GitResult): string {
  const lines = linesOf(result);
  const remote = lines.find((line) =>
    /^remote: (?!(Enumerating|Counting|Compressing|Total|Resolving) )./.test(line),
  );
  const ssh = lines[lines.indexOf(SSH_FAILED) - 1];
  const chosen =
    outageLine(lines) ??
    remote ??
    lastingLine(lines) ??
    ssh ??
    lines.find((line) => /^(fatal|error): /.test(line)) ??
    lines.at(-1);
  const reason =
    chosen?.replace(/^(fatal|error|remote): /, '') ?? `git ended with exit code ${result.status}`;
  return reason.slice(0, 300);
}

/** Why origin did not answer, if that passes by itself. */
export function outageOf(result: GitResult, env: Readonly<Environment>): string | undefined {
  const line = result.status === 0 ? undefined : outageLine(linesOf(result));
  return line !== undefined && isOutage(line, env) ? reasonOf(result) : undefined;
}

/** Standard output of a command that had to succeed, without its final newline. Throws {@link GitError}. */
export function textOf(what: string, result: GitResult): string {
  return bytesOf(what, result).toString().replace(/\n$/, '');
}

/** Standard output of a command that had to succeed. Throws {@link GitError}. */
export function bytesOf(what: string, result: GitResult): Buffer {
  if (result.status !== 0) throw new GitError(what, result);
  return result.stdout;
}

export type Environment = Record<string, string | undefined>;

export interface GitCall {
  args: readonly string[];
  env: Environment;
  input?: Buffer | string | undefined;
  /** Default: a minute. */
  timeoutMs?: number | undefined;
  /** Whether it may talk to a remote. Otherwise a partial clone would fetch all its contents on demand. */
  network?: boolean;
  /** Replaced by `***` in `stderr`. */
  secrets?: readonly string[];
}

const LOCAL_TIMEOUT_MS = 60_000;

/** Variables that would point git at another repository. */
const MISLEADING = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
];

const SETTINGS = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.splitIndex': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'fetch.writeCommitGraph': 'false',
  'i18n.commitEncoding': 'UTF-8',
};

/** Runs git; every failure is a result too. Never throws. */
export async function runGit(call: GitCall): Promise<GitResult> {
  const child = start(call);
  // A broken pipe is explained on stderr.
  child.stdin.on('error', () => {});
  child.stdin.end(call.input);
  const [output, errors] = [collect(child.stdout), collect(child.stderr)];
  const limit = call.timeoutMs ?? LOCAL_TIMEOUT_MS;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end(child);
  }, limit);
  const { status, error } = await ending(child);
  clearTimeout(timer);
  const stderr = clean(Buffer.concat(errors).toString(), call.secrets);
  if (late) return tooLate(limit);
  if (error?.code === 'ENOENT') return NOT_INSTALLED;
  if (error !== undefined) return failure('failed', `git could not be started: ${error.message}`);
  if (status === null) return failure('failed', `git was killed by a signal: ${stderr}`);
  return { status, stdout: Buffer.concat(output), stderr };
}

export function failure(kind: Failure, stderr: string): GitResult {
  return { status: -1, stdout: Buffer.alloc(0), stderr, failure: kind };
}

/** @param limit milliseconds */
export function tooLate(limit: number): GitResult {
  return failure('timeout', `git did not answer within ${Math.ceil(limit / 1000)} seconds`);
}

export const NOT_INSTALLED = failure('missing', 'git is not installed, or not in PATH');

/** A commit, tree or folder that Git does not find. */
export const NOT_HERE = failure('failed', 'it is not in this repository');

// Its own process group: a time limit must end git's helpers too, and ssh must not find a terminal.
const DETACHED = process.platform !== 'win32';

/**
 * Every call names its folder by `-C`. Windows, and a PATH with an empty part, look for programs here: a project could
 * contain a `git`.
 */
const CWD = DETACHED ? '/' : dirname(process.execPath);

/** Starts git; the caller handles its streams and its end. */
export function start(
  call: Omit<GitCall, 'input' | 'timeoutMs' | 'secrets'>,
): ChildProcessWithoutNullStreams {
  const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const options = { env: environmentOf(call), cwd: CWD, detached: DETACHED, windowsHide: true };
  const over = timed('git');
  const child = spawn('git', [...settings, ...call.args], options);
  // Not `close`: nothing else may wait for the streams.
  child.on('exit', (status, signal) =>
    over(() => `git ${call.args.join(' ')}: status ${status ?? signal}`),
  );
  return child;
}

function collect(stream: Readable): Buffer[] {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return chunks;
}

export function ending(
  child: ChildProcess,
): Promise<{ status: number | null; error?: NodeJS.ErrnoException | undefined }> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, error }));
    child.on('close', (status) => resolve({ status }));
  });
}

/** The environment without the variables that Git sets in hooks. */
export function withoutRepository(env: Readonly<Environment>): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING.includes(name)));
}

function environmentOf(call: Pick<GitCall, 'env' | 'network'>): NodeJS.ProcessEnv {
  const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
  return {
    ...call.env,
    ...(call.network ? {} : offline),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

export function end(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(DETACHED ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
  // A helper that is still running may hold the other ends open.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}
