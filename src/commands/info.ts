// info: lists the repositories of a server, and the reads it offers for one of them.
import { compareText } from '../lib/text.ts';
import { CommandError } from '../errors.ts';
import { EVERYWHERE, fullContext } from '../model/context.ts';
import { CAPABILITIES, type Capability, type MissingRead, type ServerRead, READS } from '../model/server-reads.ts';
import { type Options, type ResolvedTarget, urlOf } from '../options.ts';
import { ifOffered, type Offered } from '../remote/answer.ts';
import { createReader, type Reader } from '../remote/client.ts';
import { askedContexts } from '../remote/read-live.ts';
import { infoOf, type RepositoryInfo } from '../remote/wire.ts';
import { connect, type Connected, type ConnectRuntime, withTarget } from './connect.ts';
import { readProjectFile } from './project.ts';
import type { Runtime } from './runtime.ts';

type InfoRuntime = ConnectRuntime & Pick<Runtime, 'onStep'>;

/** Sorted by account and name. */
export function info(options: Options, runtime: InfoRuntime): Promise<RepositoryInfo[]> {
  return withReader(options, runtime, async (reader) => {
    const repositories = await reader.repositories();
    return repositories.sort((a, b) => compareText(a.account, b.account) || compareText(a.name, b.name));
  });
}

/** The answer of the server, unchanged. */
export function rawInfo(options: Options, runtime: InfoRuntime): Promise<string> {
  return withReader(options, runtime, (reader) => reader.listing());
}

async function withReader<Result>(
  options: Options,
  runtime: InfoRuntime,
  use: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const project = readProjectFile(options, runtime);
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
    return await use(createReader(connection));
  } finally {
    connection.http.close();
  }
}

export interface Capabilities {
  target: ResolvedTarget;
  /** Of each read, whether the server offers it; a reason where it does not. */
  reads: Record<ServerRead, { offered: true } | { offered: false; reason: string }>;
  capabilities: (Capability & { available: boolean })[];
}

/** Tries each read once, with the smallest possible request. */
export async function capabilities(options: Options, runtime: InfoRuntime): Promise<Capabilities> {
  const project = readProjectFile(options, runtime);
  const use = async ({ reader, target }: Connected): Promise<Capabilities> => {
    runtime.onStep(`Reading ${target.url}`);
    const missing = await missingReads(reader, {
      target,
      levels: project.levels,
      hasToken: options.token !== undefined,
    });
    const reasonOf = (read: ServerRead) => missing.find((one) => one.read === read)?.reason;
    const answers = READS.map((read) => {
      const reason = reasonOf(read);
      return [read, reason === undefined ? { offered: true } : { offered: false, reason }] as const;
    });
    const isOffered = (read: ServerRead) => reasonOf(read) === undefined;
    return {
      target,
      reads: Object.fromEntries(answers) as Capabilities['reads'],
      capabilities: CAPABILITIES.map((one) => ({ ...one, available: one.reads.some(isOffered) })),
    };
  };
  return withTarget(project, { options, runtime, use });
}

interface ProbeOptions {
  target: ResolvedTarget;
  levels: readonly string[] | undefined;
  hasToken: boolean;
}

/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);

async function missingReads(
  reader: Reader,
  { target: { repository }, levels, hasToken }: ProbeOptions,
): Promise<MissingRead[]> {
  const [list, detail, exported, keyData] = await Promise.all([
    ifOffered('info/all', reader.repositories()),
    ifOffered('info', reader.detail(repository)),
    ifOffered('export', reader.exportKeys(repository, { files: false })),
    ifOffered('keyData', reader.keyData(repository, NO_KEY)),
  ]);
  const listed = 'answer' in list ? infoOf(list.answer, repository)?.levels : undefined;
  const known = listed ?? ('answer' in detail ? detail.answer.levels : levels);
  const pull = hasToken ? await pullOffered(reader, { repository, levels: known }) : NO_TOKEN;
  const all: Offered<unknown>[] = [list, detail, exported, pull, keyData];
  return all.flatMap((one) => ('missing' in one ? one.missing : []));
}

const NO_TOKEN: Offered<never> = { missing: { read: 'pull', reason: 'no token is given' } };

function pullOffered(
  reader: Reader,
  { repository, levels }: { repository: ResolvedTarget['repository']; levels: readonly string[] | undefined },
): Promise<Offered<unknown>> {
  if (levels === undefined)
    return Promise.resolve({ missing: { read: 'pull', reason: 'the context levels are unknown' } });
  const context = fullContext(EVERYWHERE, levels.length);
  const asked = askedContexts({ now: 0 })(context);
  return ifOffered('pull', reader.pull(repository, { context: asked, content: 'texts' })).then((offered) =>
    'answer' in offered && offered.answer === undefined ? FROM_CACHE : offered,
  );
}

const FROM_CACHE: Offered<never> = {
  missing: { read: 'pull', reason: 'its answers come from a shared cache' },
};
