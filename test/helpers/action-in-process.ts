// The built action within the process of the tests: the bundle is compiled once, and run anew for each step.
import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { ACTION, type Ended, type Start } from './process.ts';

type Bundle = (
  process: unknown,
  console: Console,
  createRequire: unknown,
  url: string,
) => Promise<void>;

let bundle: Bundle | undefined;

export type Pause = (milliseconds: number) => Promise<void>;

/** What the bundle requires: modules of Node.js, and a clock that a test may give it. */
function requiring(pause: Pause) {
  return (url: string) => {
    const require = createRequire(url);
    const clock = { ...require('node:timers/promises'), setTimeout: pause };
    return (id: string) => (id === 'node:timers/promises' ? clock : require(id));
  };
}

/** Every run evaluates all modules again, so no run knows of another; but none of them is parsed again. */
function compiled(): Bundle {
  const text = readFileSync(ACTION, 'utf8');
  const body = text
    .replace(/^import\{createRequire as (\w+)\}from"module";/, 'const $1=createRequire;')
    .replaceAll('import.meta.url', 'url');
  const source = `(async(process,console,createRequire,url)=>{${body}\n})`;
  return new Script(source, { filename: ACTION }).runInThisContext() as Bundle;
}

/** @param pause default: nothing waits */
export async function runActionInProcess({
  cwd,
  env,
  pause = async () => undefined,
}: Start & { pause?: Pause | undefined }): Promise<Ended> {
  bundle ??= compiled();
  const ended = { status: 0, stdout: '', stderr: '', output: '' };
  const sink = (name: 'stdout' | 'stderr') =>
    new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => {
      ended[name] += text;
      ended.output += text;
    });
  const [stdout, stderr] = [sink('stdout'), sink('stderr')];
  const events = new EventEmitter();
  const own = {
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    argv: [process.execPath, ACTION],
    cwd: () => cwd,
    stdout,
    stderr,
    exitCode: undefined as number | undefined,
    ...Object.fromEntries(
      (['on', 'once', 'off', 'emit'] as const).map((name) => [name, events[name].bind(events)]),
    ),
  };
  // Everything else, such as its version, is this process's.
  const host = Object.create(process, Object.getOwnPropertyDescriptors(own)) as typeof own;
  await bundle(host, new Console({ stdout, stderr }), requiring(pause), pathToFileURL(ACTION).href);
  return { ...ended, status: host.exitCode ?? 0 };
}
