// The command line within the process of the tests: the same code as in dist/, without the start of a process.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Host } from '../../src/cli/host.ts';
import { main } from '../../src/cli/program.ts';
import type { Ended, Start } from './process.ts';

export async function runInProcess(args: readonly string[], { cwd, env }: Start): Promise<Ended> {
  const ended: Ended = { status: 0, stdout: '', stderr: '', output: '' };
  const sink = (name: 'stdout' | 'stderr') => {
    const stream = new PassThrough({ encoding: 'utf8' });
    stream.on('data', (text: string) => {
      ended[name] += text;
      ended.output += text;
    });
    return stream;
  };
  const process = Object.assign(new EventEmitter(), {
    argv: ['node', 'confighub-sync', ...args],
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    cwd: () => cwd,
    stdin: new PassThrough(),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    exitCode: undefined as number | undefined,
  });
  await main(process as unknown as Host);
  return { ...ended, status: process.exitCode ?? 0 };
}
