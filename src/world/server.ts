// The questions to the configuration server, answered by it.
import type { Server } from '../core/world.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { Reader } from '../remote/client.ts';

interface Connected {
  target: ResolvedTarget;
  reader: Reader;
}

/** One repository of it. */
export function serverOf(connecting: Connected | Promise<Connected>): Server {
  const ask = async <Answer>(
    use: (reader: Reader, repository: ResolvedTarget['repository']) => Promise<Answer>,
  ) => {
    const { reader, target } = await connecting;
    return use(reader, target.repository);
  };
  return {
    target: async () => (await connecting).target,
    detail: () => ask((reader, repository) => reader.detail(repository)),
    repositories: () => ask((reader) => reader.repositories()),
    exported: () => ask((reader, repository) => reader.exportState(repository)),
    pull: (request) => ask((reader, repository) => reader.pull(repository, request)),
    keyData: (name) => ask((reader, repository) => reader.keyData(repository, name)),
    tokenProblem: () => ask((reader) => reader.tokenProblem()),
  };
}
