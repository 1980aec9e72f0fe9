// Opens the server of a project to read it: the connection, and what the server says of the repository.
import type { Options, ResolvedTarget } from '../options.ts';
import { targetOf } from '../options.ts';
import { createReader, type Reader } from '../remote/client.ts';
import { connect } from './connect.ts';
import { ask, inspect, type Inspection } from './inspect.ts';
import type { OpenProject } from './project.ts';
import type { Runtime } from './runtime.ts';

export interface OpenServer {
  target: ResolvedTarget;
  reader: Reader;
  inspection: Inspection;
}

type ServerRuntime = Pick<Runtime, 'cwd' | 'env' | 'onSecret' | 'onStep' | 'pause'>;

interface Opening<Result> {
  options: Options;
  runtime: ServerRuntime;
  /** The connection is closed afterwards. */
  use: (server: OpenServer) => Promise<Result>;
}

/** Throws {@link CommandError} if the server cannot be reached, or does not have the repository of the project. */
export async function withServer<Result>(
  project: OpenProject,
  { options, runtime, use }: Opening<Result>,
): Promise<Result> {
  const target = targetOf(options, project.project);
  const { clientVersion } = project.project;
  const reads = options.reads ?? project.project.reads;
  const connection = await connect(target.url, { ...options, clientVersion, reads }, runtime);
  try {
    const { account, name } = target.repository;
    runtime.onStep(`Reading ${account}/${name}`);
    const reader = createReader(connection);
    const asked = ask(reader, { target, hasToken: options.token !== undefined });
    return await use({ target, reader, inspection: await inspect(asked, { target, ...project }) });
  } finally {
    connection.http.close();
  }
}
