// serve: the embedded server in a terminal, until somebody stops it.
import { serve } from '../../commands/serve.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import type { Interface } from '../../model/server-reads.ts';
import type { Flags, Terminal } from './terminal.ts';

export interface ServeFlags extends Flags {
  config?: string;
  repository?: string;
  levels?: string;
  port: string;
  host: string;
  data?: string;
  interface: Interface;
  without?: string;
}

export async function serveRepository(terminal: Terminal, flags: ServeFlags): Promise<ExitStatus> {
  const log = (line: string) => flags.json || terminal.error(`${line}\n`);
  const server = await serve(flags, { cwd: terminal.host.cwd(), log });
  const { url, repositories } = server;
  // Before anybody reads where it is, and may want it to stop.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) terminal.host.once(signal, () => resolve());
  });
  if (flags.json) terminal.out(`${JSON.stringify({ url, repositories })}\n`);
  else terminal.out(servedText(url, repositories));
  await stopped;
  await server.close();
  return EXIT.done;
}

type Served = Awaited<ReturnType<typeof serve>>;

/** A line for the shell per token; which is which is said where there are several. */
function servedText(url: string, repositories: Served['repositories']): string {
  const tokens = repositories.flatMap(({ account, repository, tokens }) =>
    Object.entries(tokens).map(([name, value]) => ({ value, of: `${name} of ${account}/${repository}` })),
  );
  const lines = tokens.map(({ value, of }) => {
    return `  export CONFIGHUB_TOKEN=${value}${tokens.length === 1 ? '' : ` # ${of}`}\n`;
  });
  const names = repositories.map(({ account, repository }) => `${account}/${repository}`).join(', ');
  return `Serving ${names} at ${url}; stop with Ctrl-C.\n\n  export CONFIGHUB_URL=${url}\n${lines.join('')}\n`;
}
