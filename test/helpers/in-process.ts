// The command line within the process of the tests: the same code as in dist/, without the start of a process.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Host } from '../../src/cli/host.ts';
import { main } from '../../src/cli/program.ts';
import type { Ended, Start } from './process.ts';

/** A terminal instead of pipes: its width, and what a person types once there is a question. Then the input ends. */
export interface FakeTerminal {
  columns?: number;
  input?: string | (() => Promise<string>);
  /** What the first question contains. Default: that it can be answered with yes or no. */
  question?: string;
  /** Where `2>` sends errors and questions. */
  stderr?: 'file';
}

export async function runInProcess(
  args: readonly string[],
  { cwd, env, terminal }: Start & { terminal?: FakeTerminal },
): Promise<Ended> {
  const ended: Ended = { status: 0, stdout: '', stderr: '', output: '' };
  let isTyped = false;
  const sink = (name: 'stdout' | 'stderr', isTerminal = terminal !== undefined) => {
    const stream = new PassThrough({ encoding: 'utf8' });
    stream.on('data', (text: string) => {
      ended[name] += text;
      ended.output += text;
      if (isTyped || !text.includes(terminal?.question ?? '[y/N]')) return;
      isTyped = true;
      void typed().then((input) => stdin.end(input));
    });
    return Object.assign(stream, isTerminal && { isTTY: true, columns: terminal?.columns ?? 100 });
  };
  const stdin = Object.assign(new PassThrough(), terminal && { isTTY: true });
  const typed = async () =>
    typeof terminal?.input === 'function' ? terminal.input() : (terminal?.input ?? '');
  const process = Object.assign(new EventEmitter(), {
    argv: ['node', 'confighub-sync', ...args],
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    cwd: () => cwd,
    stdin,
    stdout: sink('stdout'),
    stderr: sink('stderr', terminal !== undefined && terminal.stderr !== 'file'),
    exitCode: undefined as number | undefined,
    pause: async () => undefined,
  });
  await main(process as unknown as Host);
  return { ...ended, status: process.exitCode ?? 0 };
}
