// serve: runs the embedded server in a terminal until it is stopped.
import { serve, type ServeOptions } from '../../commands/serve.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import type { CommonFlags, Flags, Terminal } from './terminal.ts';

export type ServeFlags = ServeOptions & CommonFlags & Pick<Flags, 'json'>;

export async function serveRepository(terminal: Terminal, flags: ServeFlags): Promise<ExitStatus> {
  const log = (line: string) => flags.json || terminal.error(`${line}\n`);
  const server = await serve(flags, { cwd: terminal.host.cwd(), log });
  const { url, repositories } = server;
  // Listen before the URL is printed: its reader may stop the server at once.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) terminal.host.once(signal, () => resolve());
  });
  if (flags.json) terminal.out(`${JSON.stringify({ url, repositories })}\n`);
  else terminal.out(servedText(url, repositories));
  await stopped;
  await server.close();
  return EXIT.done;
}

/** One `export` line for each token, with a comment if there are several. */
function servedText(url: string, repositories: Awaited<ReturnType<typeof serve>>['repositories']): string {
  const tokens = repositories.flatMap(({ account, repository, tokens }) =>
    Object.entries(tokens).map(([name, value]) => ({ value, label: `${name} of ${account}/${repository}` })),
  );
  const lines = tokens.map(({ value, label }) => {
    return `  export CONFIGHUB_TOKEN=${value}${tokens.length === 1 ? '' : ` # ${label}`}\n`;
  });
  const names = repositories.map(({ account, repository }) => `${account}/${repository}`).join(', ');
  return `Serving ${names} at ${url}; press Ctrl-C to stop.\n\n  export CONFIGHUB_URL=${url}\n${lines.join('')}\n`;
}
