// The parts of `process` that the CLI uses, so that tests can run it in-process.
import type { ReadStream } from 'node:tty';
import type { Runtime } from '../runtime.ts';
import { badOption, CommandError, EXIT } from '../errors.ts';
import { FORMER_NAMES, NEVER_SUGGESTED } from '../options.ts';
import { DEFAULT_WIDTH, withoutCommands } from '../render/printable.ts';
import { textError } from '../render/problems.ts';

export type Host = Pick<
  NodeJS.Process,
  | 'argv'
  | 'env'
  | 'cwd'
  | 'stdin'
  | 'stdout'
  | 'stderr'
  | 'exitCode'
  | 'on'
  | 'off'
  | 'once'
  | 'prependListener'
  | 'kill'
  | 'pid'
> & {
  /** Opens the controlling terminal, wherever standard input comes from. `undefined`, or throws: there is none. */
  openTerminal?: () => ReadStream | undefined;
  /** Waits; absent: by the clock of this machine. */
  pause?: Runtime['pause'];
};

/** In a workflow, the runner parses what is printed: removes its commands from the text. */
export function fitForRunner(text: string, { env }: Pick<Host, 'env'>): string {
  return env.GITHUB_ACTIONS === 'true' ? withoutCommands(text) : text;
}

/** Columns: those of the terminal, within limits; always the same without one. */
export function terminalWidth({
  isTTY,
  columns,
}: Pick<Host['stdout'], 'isTTY' | 'columns'>): number {
  return isTTY && columns > 0 ? Math.min(Math.max(columns, 60), 200) : DEFAULT_WIDTH;
}

/** Those of a command, such as `--url <url>`. */
type HostFlags = readonly { flags: string }[];

/** Where commander writes the help and errors about flags. */
export function outputTo(host: Host, options: HostFlags) {
  return {
    getOutHelpWidth: () => terminalWidth(host.stdout),
    getErrHelpWidth: () => terminalWidth(host.stderr),
    writeOut: (text: string) => host.stdout.write(fitForRunner(text, host)),
    writeErr: (text: string) => host.stderr.write(fitForRunner(text, host)),
    outputError: (text: string, write: (text: string) => void) =>
      write(textError(usageError(text, options), { color: false })),
  };
}

/** What people type who know other tools. */
const MEANT = new Map([
  ...wrongWords('plan', ['diff', 'status']),
  ...wrongWords('apply', ['sync', 'deploy', 'push']),
  ...wrongWords('import', ['pull', 'export']),
  ...wrongWords('history', ['log', 'blame']),
  ...wrongWords('show', ['get', 'describe']),
  ...wrongWords('validate', ['check', 'lint']),
  ...wrongWords('--yes', ['--auto-approve']),
  ['rollback', 'To roll back to an older commit, see docs/drift-and-deletions.md#rolling-back.'],
  ['--dry-run', 'Did you mean the command `plan`?'],
  ...[...FORMER_NAMES].map(
    ([former, name]) => [`--${former}`, `It is now \`--${name}\`.`] as const,
  ),
]);

function wrongWords(meant: string, words: readonly string[]): [word: string, hint: string][] {
  return words.map((word) => [word, `Did you mean \`${meant}\`?`]);
}

const COMMANDER_ERROR = /^error: ([\s\S]*?)(?:\n\(Did you mean ([\s\S]*)\?\))?$/;

/** An error of commander, such as `error: unknown option '--jsn'\n(Did you mean --json?)`, in the form of all others. */
function usageError(text: string, options: HostFlags): CommandError {
  // An unknown flag is quoted with its value, which could be a token.
  const shown = text.trim().replace(/'(-[^\s=']*)=[\s\S]*'/, "'$1'");
  const [, problem = shown, near] = COMMANDER_ERROR.exec(shown) ?? [];
  const sentence = `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`.replace(
    /'([^']*)'/g,
    '`$1`',
  );
  const [, word = ''] = /^unknown (?:command|option) '([^']*)'$/.exec(problem) ?? [];
  return badOption(
    sentence.endsWith('.') ? sentence : `${sentence}.`,
    `${meantBy(word, near, options)} Run with --help for usage.`.trimStart(),
  );
}

/** A flag is named only to a command that has it. */
function meantBy(word: string, near: string | undefined, options: HostFlags): string {
  const hint = MEANT.get(word);
  if (hint !== undefined) {
    const [, flag] = /`(--[a-z-]+)`/.exec(hint) ?? [];
    return flag === undefined || options.some(({ flags }) => flags.split(' ').includes(flag))
      ? hint
      : '';
  }
  if (near === undefined || NEVER_SUGGESTED.some((flag) => near.includes(flag))) return '';
  return `Did you mean \`${near}\`?`;
}

/**
 * Reports a crash outside of a command in one sentence instead of a line of minified source. A closed pipe (`| head`)
 * is not a failure.
 */
export function endOnUncaught(host: Host): void {
  let isReported = false;
  const report = (error: unknown) => {
    host.stderr.write(fitForRunner(textError(error, { color: false }), host));
    // A running command sets its own exit code.
    host.exitCode ||= EXIT.error;
  };
  for (const stream of [host.stdout, host.stderr]) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE' || isReported) return;
      isReported = true;
      const message = `The output could not be written completely (${cause.code ?? 'no code'}).`;
      const hint =
        'Free space on the disk, or write the output somewhere else. The command itself was not stopped.';
      report(new CommandError({ code: 'output-failed', message, hint, cause }));
    });
  }
  host.on('uncaughtException', report);
}
