// `confighub-sync` for the scripts of a shell: a program that asks the process of the tests, which runs the command.
import { chmodSync } from 'node:fs';
import net from 'node:net';
import type { GitSandbox } from './git.ts';
import { listen } from './listen.ts';
import { CLI, run } from './run.ts';

/** Sends folder, arguments and environment; the answer is the exit code and the name of files: in order where both outputs are one. */
const ASKING = (port: number) => `#!/usr/bin/env bash
exec 9<>/dev/tcp/127.0.0.1/${port}
{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf '\\0'; } >&9
read -r status answer <&9
show() { local text; IFS= read -r -d '' text < "$1"; printf %s "$text"; }
if [ /dev/fd/1 -ef /dev/fd/2 ]; then show "$answer.both"; else show "$answer.out"; show "$answer.err" >&2; fi
exit "$status"
`;

/** @param use gets the folder of the program, for `PATH` */
export async function withShellCommand<T>(
  sandbox: GitSandbox,
  use: (bin: string) => Promise<T>,
): Promise<T> {
  let answers = 0;
  const server = net.createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const asked = parse(text);
      if (asked === undefined) return;
      const file = sandbox.path('answers', String(answers++));
      void run(asked.args, asked).then(({ status, stdout, stderr, output }) => {
        sandbox.write(`${file}.both`, output);
        sandbox.write(`${file}.out`, stdout);
        sandbox.write(`${file}.err`, stderr);
        socket.end(`${status} ${file}\n`);
      });
    });
  });
  const port = await listen(server);
  try {
    return await use(program(sandbox, ASKING(port)));
  } finally {
    server.close();
  }
}

/** The built program as a process of its own. */
export function shellProgram(sandbox: GitSandbox): string {
  return program(sandbox, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
}

function program(sandbox: GitSandbox, script: string): string {
  sandbox.write('bin/confighub-sync', script);
  chmodSync(sandbox.path('bin/confighub-sync'), 0o755);
  return sandbox.path('bin');
}

function parse(
  text: string,
): { cwd: string; args: string[]; env: Record<string, string> } | undefined {
  const [cwd = '', given = '', ...fields] = text.split('\0');
  const count = Number(given);
  // An empty text ends the list of variables; what is behind the last separator is none.
  const end = fields.indexOf('', count);
  if (end < 0 || end === fields.length - 1) return undefined;
  const variables = fields.slice(count, end);
  const env = Object.fromEntries(
    variables.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  );
  return { cwd, args: fields.slice(0, count), env };
}
