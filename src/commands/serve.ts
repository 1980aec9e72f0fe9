// serve: starts the embedded server from flags or a configuration file.
import { decodeUtf8 } from '../documents/project-files.ts';
import { folderOf } from '../documents/work-tree-files.ts';
import { CommandError, systemProblem } from '../errors.ts';
import { codeOf } from '../lib/system.ts';
import { counted } from '../lib/text.ts';
import { compareDiagnostics, Source } from '../model/diagnostic.ts';
import { parseRepository } from '../model/project.ts';
import type { Interface } from '../model/server-reads.ts';
import { DataFileError } from '../server/data-file.ts';
import { type RunningServer, startServer } from '../server/http-server.ts';
import { type EndpointName, OPTIONAL_ENDPOINTS, UNDOCUMENTED_ENDPOINTS } from '../server/service.ts';
import { levelsProblem, type RepositorySettings } from '../server/settings.ts';
import { readServeConfig } from './serve-config.ts';

export interface ServeOptions {
  /** A YAML or JSON file, see serve-config.ts. Without it, `repository` and `levels` are required. */
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
  const named = without.split(',').flatMap((text) => text.trim() || []);
  const unknown = named.find((name) => OPTIONAL_ENDPOINTS.every((one) => one !== name));
  if (unknown !== undefined)
    throw badOption(`Unknown read in --without: ${unknown}. Known reads: ${OPTIONAL_ENDPOINTS.join(', ')}.`);
  const undocumented: readonly EndpointName[] = offered === 'documented' ? UNDOCUMENTED_ENDPOINTS : [];
  return OPTIONAL_ENDPOINTS.filter((one) => named.includes(one) || undocumented.includes(one));
}

function repositoriesOf({ config, repository, levels }: ServeOptions, cwd: string): RepositorySettings[] {
  if (config !== undefined) {
    if (repository !== undefined || levels !== undefined)
      throw badOption('--config cannot be combined with --repository or --levels.');
    return configured(config, cwd);
  }
  if (repository === undefined || levels === undefined)
    throw badOption('Pass --repository and --levels, or a configuration file with --config.');
  const named = parseRepository(repository);
  if (named === undefined) throw badOption('Invalid --repository: expected account/name, such as acme/shop.');
  const labels = levels.split(',').map((level) => level.trim());
  const problem = levelsProblem(labels);
  if (problem !== undefined) throw badOption(`Invalid --levels: ${problem}`);
  return [{ account: named.account, repository: named.name, levels: labels }];
}

function configured(config: string, cwd: string): RepositorySettings[] {
  const { files, name } = folderOf(config, cwd);
  const read = files.read(name);
  if ('problem' in read) throw badOption(`--config: ${read.problem.message}`);
  const decoded = decodeUtf8(read.bytes);
  if ('noText' in decoded) throw badOption(`--config: line ${decoded.noText.line} of ${config} is not UTF-8.`);
  const shown = files.display(name);
  const { repositories, diagnostics } = readServeConfig(new Source(shown, decoded.text));
  if (diagnostics.some(({ severity }) => severity === 'error'))
    throw new CommandError({
      code: 'invalid',
      message: `${counted(diagnostics.length, 'error')} in the server configuration; nothing was started.`,
      diagnostics: diagnostics.sort(compareDiagnostics),
    });
  return repositories;
}

function startError(error: unknown, { host, port, data }: ServeOptions): CommandError {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return badOption(`${host}:${port} is already in use. Pass another --port, or 0 for any free port.`);
  if (code === 'EACCES') return badOption(`No permission to listen on ${host}:${port}. Pass a --port above 1023.`);
  if (error instanceof DataFileError) return dataFileError(error, data);
  return badOption(error instanceof Error ? error.message : String(error));
}

function dataFileError(error: DataFileError, file: string | undefined): CommandError {
  const system = error.hint === undefined ? systemProblem(error.cause) : undefined;
  const message = system === undefined ? error.message : `Cannot use the data file ${file}: ${system.what}.`;
  return new CommandError({ code: 'data-file', message, hint: error.hint ?? system?.hint ?? DATA_FILE });
}

const DATA_FILE = 'The file was left unchanged. Restore a copy of it, or pass another file with --data.';

function badOption(message: string): CommandError {
  return new CommandError({ code: 'bad-option', message });
}
