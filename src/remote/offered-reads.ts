// Which reads a server offers for a repository.
import { EVERYWHERE, fullContext } from '../model/context.ts';
import type { MissingRead } from '../model/server-reads.ts';
import type { RepositoryName } from '../model/targets.ts';
import { ifOffered, type Offered } from './answer.ts';
import type { Reader } from './client.ts';
import { askedContexts } from './read-live.ts';
import { infoOf, type RepositoryInfo } from './wire.ts';

/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);

/** Tries each read once, with the smallest possible request. */
export async function offeredReads(
  reader: Reader,
  repository: RepositoryName,
  { levels, hasToken }: { levels: readonly string[] | undefined; hasToken: boolean },
): Promise<{ repositories?: RepositoryInfo[]; missing: MissingRead[] }> {
  const [list, detail, exported, keyData] = await Promise.all([
    ifOffered('info/all', reader.repositories()),
    ifOffered('info', reader.detail(repository)),
    ifOffered('export', reader.exportKeys(repository)),
    ifOffered('keyData', reader.keyData(repository, NO_KEY)),
  ]);
  const listed = 'answer' in list ? infoOf(list.answer, repository)?.levels : undefined;
  const known = listed ?? ('answer' in detail ? detail.answer.levels : levels);
  const pull = hasToken ? await pullOffered(reader, repository, known) : notPulled('no token is given');
  const all: Offered<unknown>[] = [list, detail, exported, pull, keyData];
  return {
    ...('answer' in list && { repositories: list.answer }),
    missing: all.flatMap((one) => ('missing' in one ? one.missing : [])),
  };
}

async function pullOffered(
  reader: Reader,
  repository: RepositoryName,
  levels: readonly string[] | undefined,
): Promise<Offered<unknown>> {
  if (levels === undefined) return notPulled('the context levels are unknown');
  const context = askedContexts({ now: 0 })(fullContext(EVERYWHERE, levels.length));
  const offered = await ifOffered('pull', reader.pull(repository, { context, content: 'values' }));
  const isCached = 'answer' in offered && offered.answer === undefined;
  return isCached ? notPulled('its answers come from a shared cache') : offered;
}

function notPulled(reason: string): Offered<never> {
  return { missing: { read: 'pull', reason } };
}
