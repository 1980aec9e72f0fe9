// A terminal for the built CLI: `script` of util-linux runs it on a pseudo-terminal.
import { execFileSync, spawnSync } from 'node:child_process';
import type { Environment } from '../helpers/git.ts';
import type { Desk } from '../helpers/process.ts';
import { CLI, type Ended, Running } from '../helpers/run.ts';

export interface TerminalOptions {
  columns?: number;
  env?: Environment;
  /** What somebody types. */
  input?: string;
}

/** `script` of util-linux, which runs a command on a terminal of its own. */
export function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
}

export function hasShell(name: 'bash' | 'zsh' | 'fish' | 'pwsh'): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Runs the CLI on a pseudo-terminal; both of its outputs are there, in one. */
export function onTerminal(
  desk: Desk,
  args: readonly string[],
  { columns = 100, env = {}, input }: TerminalOptions = {},
): Promise<Ended> {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ');
  return commandOnTerminal(desk, command, { columns, env, ...(input !== undefined && { input }) });
}

/** Runs a shell command on a pseudo-terminal. */
export function commandOnTerminal(
  desk: Desk,
  command: string,
  { columns = 100, env = {}, input }: TerminalOptions = {},
): Promise<Ended> {
  const sized = `stty rows 24 cols ${columns}; ${command}`;
  const start = {
    cwd: desk.dir,
    env: desk.environment({ TERM: 'xterm-256color', CI: undefined, ...env }),
  };
  const script = ['--quiet', '--return', '--command', sized, '/dev/null'];
  if (input === undefined) return new Running('script', script, start).ended;
  const typed = 'printf %s "$0" | script "$@"';
  return new Running('bash', ['-c', typed, input, ...script], start).ended;
}
