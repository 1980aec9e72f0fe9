// info: lists the repositories of a server, and the reads it offers for the one of the project.
import { compareText } from '../lib/text.ts';
import { CommandError } from '../errors.ts';
import { EVERYWHERE, fullContext } from '../model/context.ts';
import type { MissingRead } from '../model/server-reads.ts';
import { type ResolvedTarget, urlOf } from '../options.ts';
import { ifOffered, type Offered } from '../remote/answer.ts';
import { createReader, type Reader } from '../remote/client.ts';
import { askedContexts } from '../remote/read-live.ts';
import { infoOf, type RepositoryInfo } from '../remote/wire.ts';
import { connect, withTarget } from '../apply/connect.ts';
import { settingsOf, type TargetOptions } from '../apply/project.ts';
import type { Runtime } from '../apply/runtime.ts';

export interface ServerInfo {
  /** Sorted by account and name; absent: the server does not list them. */
  repositories?: RepositoryInfo[];
  /** The repository of the project, if it is known, and the reads that the server does not offer for it. */
  target?: ResolvedTarget;
  missing?: MissingRead[];
}

export async function serverInfo(options: TargetOptions, runtime: Runtime): Promise<ServerInfo> {
  const { repository } = { ...settingsOf(options, runtime), ...options };
  if (repository === undefined) return { repositories: await info(options, runtime) };
  const list = await ifOffered('info/all', info(options, runtime));
  const reads = await offeredReads(options, runtime);
  return { ...('answer' in list && { repositories: list.answer }), ...reads };
}

/** Sorted by account and name. */
export async function info(options: TargetOptions, runtime: Runtime): Promise<RepositoryInfo[]> {
  const project = settingsOf(options, runtime);
  const { clientVersion } = project;
  const url = urlOf(options, project);
  if (url === undefined) {
    const hint = 'Pass --url, set CONFIGHUB_URL, or set `url:` in confighub.yaml.';
    throw new CommandError({ code: 'no-target', message: 'No url is configured.', hint });
  }
  // The list of repositories is public, so the token is not sent.
  const { timeout, transport } = options;
  const connection = await connect(url, { timeout, transport, clientVersion }, runtime);
  try {
    runtime.onStep(`Reading ${url}`);
    const repositories = await createReader(connection).repositories();
    return repositories.sort((a, b) => compareText(a.account, b.account) || compareText(a.name, b.name));
  } finally {
    connection.http.close();
  }
}

/** For each level, the elements of the repository by lower-cased name; `undefined`: the server does not tell. */
export function serverElements(options: TargetOptions, runtime: Runtime): Promise<ServerElements | undefined> {
  return withTarget(settingsOf(options, runtime), options, runtime, async ({ reader, target }) => {
    const detail = await ifOffered('info', reader.detail(target.repository));
    return 'answer' in detail ? detail.answer.elements : undefined;
  });
}

export type ServerElements = readonly ReadonlyMap<string, string>[];

/** Tries each read once, with the smallest possible request. */
function offeredReads(options: TargetOptions, runtime: Runtime): Promise<Pick<ServerInfo, 'target' | 'missing'>> {
  const project = settingsOf(options, runtime);
  const { levels } = project;
  const hasToken = options.token !== undefined;
  return withTarget(project, options, runtime, async ({ reader, target }) => {
    return { target, missing: await missingReads(reader, target, { levels, hasToken }) };
  });
}

/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);

async function missingReads(
  reader: Reader,
  { repository }: ResolvedTarget,
  { levels, hasToken }: { levels: readonly string[] | undefined; hasToken: boolean },
): Promise<MissingRead[]> {
  const [list, detail, exported, keyData] = await Promise.all([
    ifOffered('info/all', reader.repositories()),
    ifOffered('info', reader.detail(repository)),
    ifOffered('export', reader.exportKeys(repository)),
    ifOffered('keyData', reader.keyData(repository, NO_KEY)),
  ]);
  const listed = 'answer' in list ? infoOf(list.answer, repository)?.levels : undefined;
  const known = listed ?? ('answer' in detail ? detail.answer.levels : levels);
  const pull = hasToken ? await pullOffered(reader, repository, known) : NO_TOKEN;
  const all: Offered<unknown>[] = [list, detail, exported, pull, keyData];
  return all.flatMap((one) => ('missing' in one ? one.missing : []));
}

const NO_TOKEN: Offered<never> = { missing: { read: 'pull', reason: 'no token is given' } };

function pullOffered(
  reader: Reader,
  repository: ResolvedTarget['repository'],
  levels: readonly string[] | undefined,
): Promise<Offered<unknown>> {
  if (levels === undefined)
    return Promise.resolve({ missing: { read: 'pull', reason: 'the context levels are unknown' } });
  const context = fullContext(EVERYWHERE, levels.length);
  const asked = askedContexts({ now: 0 })(context);
  return ifOffered('pull', reader.pull(repository, { context: asked, content: 'values' })).then((offered) =>
    'answer' in offered && offered.answer === undefined ? FROM_CACHE : offered,
  );
}

const FROM_CACHE: Offered<never> = {
  missing: { read: 'pull', reason: 'its answers come from a shared cache' },
};
