// [edge] Runs git without prompts, hooks or visible credentials, and explains its failures.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { timed } from '../lib/trace.ts';
import { clean, type Environment, type Failure, type GitResult } from './git-result.ts';

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
  'GIT_ATTR_SOURCE',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
];

const SETTINGS = {
  'core.hooksPath': '/dev/null',
  // Replacements are those of one clone: the same commit would say something else there.
  'core.useReplaceRefs': 'false',
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
