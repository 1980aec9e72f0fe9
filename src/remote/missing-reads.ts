// Which reads a server does not offer for a repository.
import { EVERYWHERE, fullContext } from '../model/context.ts';
import type { MissingRead } from '../model/server-reads.ts';
import type { RepositoryName } from '../model/targets.ts';
import { ifOffered, type Offered } from './answer.ts';
import type { Reader } from './client.ts';
import { askedContexts } from './read-live.ts';
import { infoOf, type RepositoryInfo } from './wire.ts';

/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);

/**
 * The reads that are not offered. Tries each once, with the smallest possible request.
 * @param list what became of the list of repositories
 */
export async function missingReads(
  reader: Reader,
  repository: RepositoryName,
  {
    list,
    levels,
    hasToken,
  }: { list: Offered<RepositoryInfo[]>; levels: readonly string[] | undefined; hasToken: boolean },
): Promise<MissingRead[]> {
  const [detail, exported, keyData] = await Promise.all([
    ifOffered('info', reader.detail(repository)),
    ifOffered('export', reader.exportKeys(repository)),
    ifOffered('keyData', reader.keyData(repository, NO_KEY)),
  ]);
  const listed = 'answer' in list ? infoOf(list.answer, repository)?.levels : undefined;
  const known = listed ?? ('answer' in detail ? detail.answer.levels : levels);
  const pull = hasToken ? await pullOffered(reader, repository, known) : notPulled('no token is given');
  const all: Offered<unknown>[] = [list, detail, exported, pull, keyData];
  return all.flatMap((one) => ('missing' in one ? one.missing : []));
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
