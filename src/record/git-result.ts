// What a git command answered, and the reason of a failure, from the messages of Git, curl and ssh.
import { CommandError } from '../errors.ts';
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

export type Failure = 'missing' | 'too-old' | 'timeout' | 'failed';

/** A git command failed that had to succeed. The message is one line, without credentials. */
export class GitError extends CommandError {
  constructor(what: string, result: GitResult) {
    const code = `git-${result.failure ?? 'failed'}` as const;
    super({ code, message: `${what}: ${reasonOf(result)}`, hint: ADVICE[code] ?? GIT_REFUSES });
  }
}

/** What to do, by code. */
const ADVICE: Partial<Record<`git-${Failure}`, string>> = {
  'git-missing': 'Install Git 2.31 or newer: the apply record is stored in it.',
  'git-too-old':
    'Install a newer Git. In a workflow, do it before actions/checkout, or run the job in a newer image.',
};

/** A repository that Git refuses to read, for example because of its owner, is not the same as none. */
const GIT_REFUSES =
  'Run `git status` here for details. If the folder belongs to another user, as in a container, run `git config --global --add safe.directory <folder>`. A worktree or a submodule needs the repository that it belongs to. To work without Git, and so without a record, copy the files to a folder outside of it; in a workflow, also set `record: false` in the project file there.';

/** Of something that was caught. Throws what is no GitError. */
export function gitErrorOf(error: unknown): GitError {
  if (error instanceof GitError) return error;
  throw error;
}

/** For what does not matter if git fails. Throws what is no GitError. */
export function ignoreGitError(error: unknown): undefined {
  gitErrorOf(error);
}

/** Masks credentials in the output of git: `https://user:password@host`, `https://host/?token` and the given secrets. */
export function clean(text: string, secrets: readonly string[] = []): string {
  let cleaned = text.replace(/[^\s'"]+/g, (word) => withoutUser(withoutQuery(word)));
  for (const secret of secrets) if (secret !== '') cleaned = cleaned.replaceAll(secret, '***');
  return cleaned;
}

/** Hides the query of an address, which may hold a token: Git itself hides only passwords. */
function withoutQuery(word: string): string {
  const [scheme, login] = [word.indexOf('://'), word.lastIndexOf('@')];
  const query = word.indexOf('?', scheme);
  if (scheme < 1 || query === -1) return word;
  // An `@` behind it may end a password, or be a part of the query.
  return query < login ? `${word.slice(0, scheme)}://***` : `${word.slice(0, query)}?***`;
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

export type Environment = Record<string, string | undefined>;

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
