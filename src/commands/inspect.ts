// Asking the server about the repository before anything is planned: does it exist, and is it the one that is meant?
import type { Depth } from '../documents/parse-context.ts';
import { CommandError } from '../errors.ts';
import { nearest } from '../lib/text.ts';
import type { Project, RepositoryName } from '../model/project.ts';
import {
  type ItemCounts,
  mayRead,
  type MissingRead,
  type ServerRead,
  type ReadMode,
  READS,
} from '../model/server-reads.ts';
import type { ResolvedTarget } from '../options.ts';
import type { ServerSettings } from '../plan/normalize.ts';
import { ifOffered, type Offered, ReadCrashed, ReadRefused } from '../remote/answer.ts';
import type { Reader } from '../remote/client.ts';
import {
  countsOf,
  infoOf,
  type ListedFile,
  type RepositoryDetail,
  type RepositoryInfo,
} from '../remote/wire.ts';

export interface Inspection {
  /** Names of the context levels, broad first: the server's, or those of the project file where it does not say. */
  levels: string[];
  /** For each level, names of context elements by lower-cased name; absent where they cannot be read. */
  elements?: Map<string, string>[];
  /** What `info` lists of files, by path. */
  files: Map<string, ListedFile>;
  answered: ServerRead[];
  missing: MissingRead[];
  /** Asks for `info/all`, once in a command: the server loads everything that it has for it (behaviour.md, section 16). */
  listing: () => Promise<Listing>;
  /** Set if `info/all` was asked already, to find the repository. */
  listed?: Listing;
}

/** What `info/all` says of the repository. */
export interface Listing {
  settings: Required<ServerSettings>;
  /** Absent where the server does not count. */
  counts?: ItemCounts;
  answered: ServerRead[];
  missing: MissingRead[];
}

/** What is taken for granted until the server says otherwise. */
export const USUAL_SETTINGS: Required<ServerSettings> = { vdtEnabled: true, securityEnabled: true };

export interface Expectation {
  target: ResolvedTarget;
  project: Project;
  depth?: Depth;
}

/** What the server was asked, and has not answered yet. */
export interface Asked {
  detail: Promise<Offered<RepositoryDetail>>;
  /** Asks for `info/all` when it is called first. */
  repositories: () => Promise<Offered<RepositoryInfo[]>>;
}

/** Asks what {@link inspect} looks at. Whoever asks need not wait for the answers. */
export function ask(reader: Reader, asking: { target: ResolvedTarget; hasToken: boolean }): Asked {
  let asked: Promise<Offered<RepositoryInfo[]>> | undefined;
  const repositories = () => (asked ??= ifOffered('info/all', reader.repositories()));
  const detail = ifOffered('info', readDetail(reader, asking)).then((told) => {
    // Nothing else says which levels there are.
    if ('missing' in told) repositories().catch(() => undefined);
    return told;
  });
  detail.catch(() => undefined);
  return { detail, repositories };
}

/** Throws where the repository is not the one that the project describes; nothing was sent then. */
export async function inspect(asked: Asked, expected: Expectation): Promise<Inspection> {
  const { repository, url } = expected.target;
  const told = await asked.detail.catch((error: unknown) => ({ error }));
  if ('error' in told && !isAnswer(told.error)) throw told.error;
  const list = 'answer' in told ? undefined : await asked.repositories();
  const info = list && 'answer' in list ? infoOf(list.answer, repository) : undefined;
  // That there is no such repository explains whatever is wrong with the token.
  if (list && 'answer' in list && info === undefined)
    throw unknownRepository(list.answer, { repository, url });
  if ('error' in told) throw told.error;
  const detail = 'answer' in told ? told.answer : undefined;
  const levels = info?.levels ?? detail?.levels ?? expected.project.levels;
  if (levels === undefined) throw levelsUnknown(repository, list);
  checkLevels(levels, expected);
  const { elements, files = new Map<string, ListedFile>() } = detail ?? {};
  return {
    levels,
    files,
    ...(elements && { elements }),
    answered: detail ? ['info'] : [],
    missing: 'missing' in told ? [told.missing] : [],
    listing: async () => listingOf(await asked.repositories(), repository),
    ...(list && { listed: listingOf(list, repository) }),
  };
}

/** Whether the server answered: one that cannot be reached is not asked a second time. */
function isAnswer(error: unknown): boolean {
  return error instanceof ReadCrashed || error instanceof TokenRefused;
}

/** The server refuses the token, or it opens another repository. */
class TokenRefused extends CommandError {}

function listingOf(list: Offered<RepositoryInfo[]>, repository: RepositoryName): Listing {
  if ('missing' in list) return { settings: USUAL_SETTINGS, answered: [], missing: [list.missing] };
  const info = infoOf(list.answer, repository);
  const { vdtEnabled, securityEnabled } = info ?? USUAL_SETTINGS;
  const counts = info && countsOf(info);
  return {
    settings: { vdtEnabled, securityEnabled },
    ...(counts && { counts }),
    answered: info ? ['info/all'] : [],
    missing: [],
  };
}

/** With a token the answer says which repository the token opens, and a refusal what is wrong with the token. */
async function readDetail(
  reader: Reader,
  { target: { repository }, hasToken }: { target: ResolvedTarget; hasToken: boolean },
): Promise<RepositoryDetail> {
  const detail = await reader.detail(repository).catch((error: unknown) => {
    if (!(error instanceof ReadRefused) || !hasToken) throw error;
    const { code, message, hint } = error;
    throw new TokenRefused({ code, message, hint, cause: error });
  });
  if (!hasToken || (detail.account === repository.account && detail.name === repository.name)) return detail;
  throw new TokenRefused({
    code: 'other-repository',
    message: `The token belongs to the repository ${detail.account}/${detail.name}, not to ${nameOf(repository)}.`,
    hint: 'Use the token of the configured repository, or correct `repository`.',
  });
}

function unknownRepository(
  all: readonly RepositoryInfo[],
  { repository, url }: ResolvedTarget,
): CommandError {
  const names = all.map(nameOf).sort();
  const near = nearest(nameOf(repository), names);
  const known =
    names.length === 0
      ? 'The server has no repositories.'
      : `Available: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
  return new CommandError({
    code: 'unknown-repository',
    message: `${url} has no repository ${nameOf(repository)}.`,
    hint: near === undefined ? known : `Did you mean \`${near}\`? Account and name are case-sensitive.`,
  });
}

function levelsUnknown(repository: RepositoryName, list: Offered<unknown> | undefined): CommandError {
  const why = list && 'missing' in list ? ` (GET /rest/${list.missing.read}: ${list.missing.reason})` : '';
  return new CommandError({
    code: 'levels-unknown',
    message: `Cannot determine the context levels of ${nameOf(repository)}${why}.`,
    hint: 'If `url` is correct, list them in confighub.yaml, broadest first: `levels: [Environment, Application]`.',
  });
}

function checkLevels(server: readonly string[], { project, depth, target }: Expectation): void {
  const levels = server.join(';');
  const problem = levelsProblem(server, project.levels) ?? depthProblem(server, depth);
  if (problem === undefined) return;
  throw new CommandError({
    code: 'context-depth',
    message: problem,
    hint: `${nameOf(target.repository)} has the context levels ${levels}. Write one element per level.`,
  });
}

function levelsProblem(
  server: readonly string[],
  configured: readonly string[] | undefined,
): string | undefined {
  if (configured === undefined || configured.join(';') === server.join(';')) return undefined;
  const wrong = configured.find((level) => !server.includes(level));
  const near = wrong === undefined ? undefined : nearest(wrong, server);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\` instead of \`${wrong}\`?`;
  return `\`levels\` in the project file is ${configured.join(';')}, but the server has ${server.join(';')}.${meant}`;
}

function depthProblem(server: readonly string[], depth: Depth | undefined): string | undefined {
  if (depth === undefined || depth.levels === server.length) return undefined;
  return `${depth.place}: contexts have ${depth.levels} ${depth.levels === 1 ? 'element' : 'elements'}, but the repository has ${server.length} levels.`;
}

function nameOf({ account, name }: RepositoryName): string {
  return `${account}/${name}`;
}

// Reads of the server that the last apply used: losing one must not lower what a plan checks without a word.

interface Compared {
  /** Of the last apply; absent: nothing says. */
  before: readonly ServerRead[] | undefined;
  missing: readonly MissingRead[];
  mode: ReadMode;
}

interface ReadsNow extends Compared {
  /** Whether there was an apply. */
  isRecorded: boolean;
  /** Whether this plan is made from what the repository holds. */
  isLiveRead: boolean;
}

/** Throws {@link CommandError} where the server does not offer a read any more that this run may use. */
export function refuseLost(now: ReadsNow): void {
  const lost = lostReads(now);
  const [first] = lost;
  if (first === undefined) return;
  const reads = lost.map(({ read, reason }) => `GET /rest/${read} (${reason})`).join(', ');
  const [what, them] = lost.length === 1 ? ['a read', 'it'] : ['reads', 'them'];
  throw new CommandError({
    code: 'read-lost',
    message: `The last apply used ${what} that the server no longer offers: ${reads}. Without ${them}, this run would check less.`,
    hint: `Check the token, the URL and the repository settings. ${wayOn(first)}`,
  });
}

const LIVE_READS: readonly ServerRead[] = ['export', 'pull'];

function lostReads({ before, missing, mode, isRecorded, isLiveRead }: ReadsNow): MissingRead[] {
  const allowed = missing.filter(({ read }) => mayRead(mode, read));
  const lost = allowed.filter(({ read }) => before?.includes(read));
  if (lost.length > 0 || isLiveRead) return lost;
  // A record that names no reads is of a version that always read.
  const wasRead = before === undefined ? isRecorded : before.some((read) => LIVE_READS.includes(read));
  return wasRead ? allowed.filter(({ read }) => LIVE_READS.includes(read)) : [];
}

const WAYS_ON: Record<ServerRead, string> = {
  export:
    'If the export is permanently unavailable, apply once with `--reads token` (or `--reads documented`, which uses only documented reads).',
  pull: 'If it is permanently unavailable, apply once with `--reads documented`.',
  keyData: 'If it is permanently unavailable, apply once with `--reads documented`.',
  info: 'If it is permanently unavailable, apply once with `--reads documented`.',
  'info/all': 'If it is permanently unavailable, apply once with `--reads none`.',
};

function wayOn({ read }: MissingRead): string {
  return `${WAYS_ON[read]} To make this permanent, set \`reads:\` in confighub.yaml on the trusted branch.`;
}

/** What a record names: what was used now, and what was used before and is not known to be missing. */
export function readsToRecord({
  before = [],
  missing,
  mode,
  used,
}: Compared & { used: readonly ServerRead[] }): ServerRead[] {
  const isLeft = (read: ServerRead) =>
    before.includes(read) && mayRead(mode, read) && !missing.some((one) => one.read === read);
  return READS.filter((read) => used.includes(read) || isLeft(read));
}
