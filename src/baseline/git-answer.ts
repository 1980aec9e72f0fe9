// What git answers: its result, the one line that says why, and the error for what had to succeed.

/**
 * What git answered. `failure` is set, and `status` is -1, where git itself gave no answer:
 * it is not installed (`missing`), took too long (`timeout`), or could not be started (`failed`).
 * `stderr` is then a sentence. It never holds the password of an address.
 */
export interface GitResult {
  status: number;
  stdout: Buffer;
  stderr: string;
  failure?: 'missing' | 'timeout' | 'failed';
}

/** A command of git that had to succeed did not. The message is one line, without credentials. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: 'git-missing' | 'git-timeout' | 'git-failed';

  constructor(what: string, result: GitResult) {
    super(`${what}: ${reasonOf(result)}`);
    const code = { missing: 'git-missing', timeout: 'git-timeout', failed: 'git-failed' } as const;
    this.code = code[result.failure ?? 'failed'];
  }
}

/** Takes credentials out of what git prints: `https://user:password@host` and the given secrets. */
export function clean(text: string, secrets: readonly string[] = []): string {
  let cleaned = text.replace(/[^\s'"]+/g, withoutUser);
  for (const secret of secrets) if (secret !== '') cleaned = cleaned.replaceAll(secret, '***');
  return cleaned;
}

function withoutUser(word: string): string {
  const [scheme, end] = [word.indexOf('://'), word.lastIndexOf('@')];
  return scheme < 1 || end < scheme ? word : `${word.slice(0, scheme)}://***@${word.slice(end + 1)}`;
}

/** The line that says why, as one line without control characters: `fatal:` before `error:` before the rest. */
export function reasonOf(result: GitResult): string {
  const lines = result.stderr
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
        .replace(/[\x00-\x1f\x7f]/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const remote = lines.find((line) =>
    /^remote: (?!(Enumerating|Counting|Compressing|Total|Resolving) )./.test(line),
  );
  const chosen = remote ?? lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1);
  const reason = chosen?.replace(/^(fatal|error|remote): /, '') ?? `git ended with status ${result.status}`;
  return reason.slice(0, 300);
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
