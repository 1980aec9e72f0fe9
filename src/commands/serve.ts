// serve: the embedded server, started from flags.
import { CommandError } from '../errors.ts';
import { parseRepository } from '../model/project.ts';
import { type RunningServer, startServer } from '../server/http.ts';

export interface ServeOptions {
  /** `account/name` */
  repository: string;
  /** Names of the context levels, broad first, joined by commas. */
  levels: string;
  port: string;
  host: string;
  data?: string;
}

/** Throws a {@link CommandError} for options that are no good, and where the address or the data file is taken. */
export async function serve(options: ServeOptions, log: (line: string) => void): Promise<RunningServer> {
  const repository = parseRepository(options.repository);
  if (repository === undefined) throw badOption('--repository is account/name, like acme/shop.');
  if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
    throw badOption('--port is a number from 0 to 65535.');
  const levels = options.levels.split(',').map((level) => level.trim());
  try {
    return await startServer({
      repositories: [{ account: repository.account, repository: repository.name, levels }],
      port: Number(options.port),
      host: options.host,
      ...(options.data !== undefined && { dataFile: options.data }),
      log,
    });
  } catch (error) {
    throw startError(error, options);
  }
}

function startError(error: unknown, { host, port }: ServeOptions): CommandError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return badOption(`${host}:${port} is taken. Give another --port; 0 takes a free one.`);
  if (code === 'EACCES')
    return badOption(`This user may not listen at ${host}:${port}. Give a --port above 1023.`);
  return badOption(error instanceof Error ? error.message : String(error));
}

function badOption(message: string): CommandError {
  return new CommandError({ code: 'bad-option', message });
}
