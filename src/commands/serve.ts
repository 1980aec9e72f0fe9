// serve: starts the built-in server from flags or a configuration file.
import { badOption, CommandError } from '../errors.ts';
import { codeOf } from '../lib/system.ts';
import { parseRepository } from '../model/project.ts';
import type { Interface } from '../model/server-reads.ts';
import { type RunningServer, startServer } from '../server/http-server.ts';
import {
  type EndpointName,
  OPTIONAL_ENDPOINTS,
  UNDOCUMENTED_ENDPOINTS,
} from '../server/service.ts';
import {
  configuredRepositories,
  levelsProblem,
  type RepositorySettings,
} from '../server/settings.ts';

export interface ServeOptions {
  /** A YAML or JSON file, see server/settings.ts. Without it, `repository` and `levels` are required. */
  config?: string;
  /** `account/name` */
  repository?: string;
  /** Names of the context levels, broadest first, joined by commas. */
  levels?: string;
  port: string;
  host: string;
  data?: string;
  interface: Interface;
  /** Names of endpoints, joined by commas. */
  without?: string;
}

/** Throws {@link CommandError} for invalid options, or if the address or the data file is in use. */
export async function serve(
  options: ServeOptions,
  { cwd, log }: { cwd: string; log: (line: string) => void },
): Promise<RunningServer> {
  if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
    throw badOption('Invalid --port: expected a number from 0 to 65535.');
  if (options.data?.trim() === '') throw badOption('Invalid --data: expected the path of a file.');
  const repositories = repositoriesOf(options, cwd);
  const without = withoutOf(options);
  try {
    return await startServer({
      repositories,
      port: Number(options.port),
      host: options.host,
      without,
      dataFile: options.data,
      log,
    });
  } catch (error) {
    throw startError(error, options);
  }
}

function withoutOf({ interface: offered, without = '' }: ServeOptions): EndpointName[] {
  const named = without
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const unknown = named.find((name) => OPTIONAL_ENDPOINTS.every((endpoint) => endpoint !== name));
  if (unknown !== undefined)
    throw badOption(
      `Unknown name in --without: ${unknown}. Known: ${OPTIONAL_ENDPOINTS.join(', ')}.`,
    );
  const undocumented: readonly EndpointName[] =
    offered === 'documented' ? UNDOCUMENTED_ENDPOINTS : [];
  return OPTIONAL_ENDPOINTS.filter(
    (endpoint) => named.includes(endpoint) || undocumented.includes(endpoint),
  );
}

function repositoriesOf(
  { config, repository, levels }: ServeOptions,
  cwd: string,
): RepositorySettings[] {
  if (config !== undefined) {
    if (repository !== undefined || levels !== undefined)
      throw badOption('--config cannot be combined with --repository or --levels.');
    return configuredRepositories(config, cwd);
  }
  if (repository === undefined || levels === undefined)
    throw badOption('Pass --repository and --levels, or a configuration file with --config.');
  const named = parseRepository(repository);
  if (named === undefined)
    throw badOption('Invalid --repository: expected account/name, such as acme/shop.');
  const labels = levels.split(',').map((level) => level.trim());
  const problem = levelsProblem(labels);
  if (problem !== undefined) throw badOption(`Invalid --levels: ${problem}`);
  return [{ account: named.account, repository: named.name, levels: labels }];
}

function startError(error: unknown, { host, port }: ServeOptions): CommandError {
  if (error instanceof CommandError) return error;
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return badOption(
      `${host}:${port} is already in use. Pass another --port, or 0 for any free port.`,
    );
  if (code === 'EACCES')
    return badOption(`No permission to listen on ${host}:${port}. Pass a --port above 1023.`);
  return badOption(error instanceof Error ? error.message : String(error));
}
