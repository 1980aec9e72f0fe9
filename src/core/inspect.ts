// Inspects the repository before anything is planned: whether it exists and matches the project, and what may be read.
import type { Depth } from '../documents/state-builder.ts';
import { CommandError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import { nearest } from '../lib/text.ts';
import type { Project } from '../model/project.ts';
import {
  type ItemCounts,
  type MissingRead,
  mayRead,
  missingText,
  READS,
  type ReadMode,
  type ServerRead,
} from '../model/server-reads.ts';
import { type RepositoryName, repositoryText, type ResolvedTarget } from '../model/targets.ts';
import type { ServerSettings } from '../plan/input.ts';
import { ifOffered, type Offered, ReadCrashed, ReadNotOffered } from '../remote/answer.ts';
import {
  countsOf,
  infoOf,
  type ListedFile,
  type RepositoryDetail,
  type RepositoryInfo,
} from '../remote/wire.ts';
import type { Server, World } from './world.ts';

export interface Inspection {
  /** Names of the context levels, broadest first: from the server, or else from the project file. */
  levels: string[];
  /** For each level, names of context elements by lower-cased name; absent if they cannot be read. */
  elements?: Map<string, string>[] | undefined;
  /** What `info` lists of files, by path. */
  files: Map<string, ListedFile>;
  answered: ServerRead[];
  missing: MissingRead[];
  /** Set if `info/all` was already read to find the repository. */
  listed?: RepositoryListing | undefined;
}

/** The repository according to `info/all`. */
export interface RepositoryListing {
  settings: Required<ServerSettings>;
  levels?: string[] | undefined;
  /** Absent if the server does not count. */
  counts?: ItemCounts | undefined;
  answered: ServerRead[];
  missing: MissingRead[];
}

/** Assumed unless the server says otherwise. */
export const USUAL_SETTINGS: Required<ServerSettings> = { vdtEnabled: true, securityEnabled: true };

interface Expectation {
  target: ResolvedTarget;
  project: Project;
  depth?: Depth;
}

export interface AskedRepository {
  detail: Promise<Offered<RepositoryDetail>>;
  /** Asks for `info/all` on the first call. */
  repositories: () => Promise<Offered<RepositoryInfo[]>>;
}

/** Sends the requests that {@link inspect} needs. */
export function askRepository(
  server: Pick<World, 'detail' | 'repositories' | 'target'>,
  hasToken: boolean,
): AskedRepository {
  let pendingRepositories: Promise<Offered<RepositoryInfo[]>> | undefined;
  const repositories = () => (pendingRepositories ??= ifOffered('info/all', server.repositories()));
  const answering = ifOffered('info', readDetail(server, hasToken)).then((answer) => {
    // Then only `info/all` tells the levels.
    if ('missing' in answer) void ahead(repositories());
    return answer;
  });
  return { detail: ahead(answering), repositories };
}

/** Reads `info/all`, for which the server loads all of its data (behaviour.md, section 16). */
export async function fetchListing(
  world: Server,
  repository: RepositoryName,
): Promise<RepositoryListing> {
  return listingFrom(await ifOffered('info/all', world.repositories()), repository);
}

/** Throws {@link CommandError} if the repository does not match the project. */
export async function inspect(asked: AskedRepository, expected: Expectation): Promise<Inspection> {
  const { repository, url } = expected.target;
  const detailed = await asked.detail.catch((error: unknown) => ({ error }));
  const isAnswer =
    !('error' in detailed) ||
    detailed.error instanceof ReadCrashed ||
    detailed.error instanceof TokenRejected;
  // A server that cannot be reached is not asked again.
  if (!isAnswer) throw detailed.error;
  const list = 'answer' in detailed ? undefined : await asked.repositories();
  const info = list && 'answer' in list ? infoOf(list.answer, repository) : undefined;
  if (list && 'elsewhere' in list && list.elsewhere !== undefined) throw list.elsewhere;
  // A missing repository explains any problem with the token.
  if (list && 'answer' in list && info === undefined)
    throw unknownRepository(list.answer, { repository, url });
  if ('error' in detailed) throw detailed.error;
  const detail = 'answer' in detailed ? detailed.answer : undefined;
  const levels = info?.levels ?? detail?.levels ?? expected.project.levels;
  if (levels === undefined) throw levelsUnknown(expected, list);
  checkLevels(levels, expected);
  const { elements, files = new Map<string, ListedFile>() } = detail ?? {};
  return {
    levels,
    files,
    elements,
    answered: detail ? ['info'] : [],
    missing: 'missing' in detailed ? [detailed.missing] : [],
    listed: list && listingFrom(list, repository),
  };
}

/** The server rejects the token, or the token belongs to another repository. */
class TokenRejected extends CommandError {}

function listingFrom(
  list: Offered<RepositoryInfo[]>,
  repository: RepositoryName,
): RepositoryListing {
  if ('missing' in list) return { settings: USUAL_SETTINGS, answered: [], missing: [list.missing] };
  const info = infoOf(list.answer, repository);
  const { vdtEnabled, securityEnabled } = info ?? USUAL_SETTINGS;
  return {
    settings: { vdtEnabled, securityEnabled },
    levels: info?.levels,
    counts: info && countsOf(info),
    answered: info ? ['info/all'] : [],
    missing: [],
  };
}

/** With a token, the answer shows the repository of the token, and a refusal what is wrong with it. */
async function readDetail(
  server: Pick<World, 'detail' | 'target'>,
  hasToken: boolean,
): Promise<RepositoryDetail> {
  const { repository } = server.target;
  const detail = await server.detail().catch((error: unknown) => {
    if (!(error instanceof ReadNotOffered) || error.kind !== 'rejected' || !hasToken) throw error;
    const { code, message, hint } = error;
    throw new TokenRejected({ code, message, hint, cause: error });
  });
  if (!hasToken || (detail.account === repository.account && detail.name === repository.name))
    return detail;
  throw new TokenRejected({
    code: 'other-repository',
    message: `The token belongs to the repository ${repositoryText(detail)}, not to ${repositoryText(repository)}.`,
    hint: 'Use the token of the configured repository, or correct `repository`.',
  });
}

function unknownRepository(
  repositories: readonly RepositoryInfo[],
  { repository, url }: ResolvedTarget,
): CommandError {
  const names = repositories.map(repositoryText).sort();
  const near = nearest(repositoryText(repository), names);
  const available =
    names.length === 0
      ? 'The server has no repositories.'
      : `Available: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
  return new CommandError({
    code: 'unknown-repository',
    message: `${url} has no repository ${repositoryText(repository)}.`,
    hint:
      near === undefined
        ? available
        : `Did you mean \`${near}\`? Account and name are case-sensitive.`,
  });
}

/** The line that names the address, with a colon; empty if it comes from elsewhere. */
function placeOfUrl({ target, project }: Pick<Expectation, 'target' | 'project'>): string {
  const place = project.url === target.url ? project.places.url : undefined;
  return place === undefined ? '' : `${place}: `;
}

const BASE_ADDRESS =
  '`url` must be the address in front of `/rest`, as in https://config.example.com/base for https://config.example.com/base/rest/info/all.';

function levelsUnknown(expected: Expectation, list: Offered<unknown> | undefined): CommandError {
  const why = list && 'missing' in list ? ` (${missingText([list.missing])})` : '';
  return new CommandError({
    code: 'levels-unknown',
    message: `${placeOfUrl(expected)}Cannot determine the context levels of ${repositoryText(expected.target.repository)}${why}.`,
    hint: `${BASE_ADDRESS} If it is, list the levels in confighub.yaml, broadest first: \`levels: [Environment, Application]\`.`,
  });
}

function checkLevels(server: readonly string[], { project, depth, target }: Expectation): void {
  const repository = repositoryText(target.repository);
  const { levels, places } = project;
  if (levels !== undefined && levels.join(';') !== server.join(';')) {
    throw new CommandError({
      code: 'context-depth',
      message: `${places.levels}: \`levels\` is ${levels.join(';')}, but ${repository} has ${server.join(';')}.`,
      hint: `Write \`levels: [${server.join(', ')}]\`.`,
    });
  }
  if (depth === undefined || depth.levels === server.length) return;
  throw new CommandError({
    code: 'context-depth',
    message: `${depth.place}: contexts have ${depth.levels} ${depth.levels === 1 ? 'element' : 'elements'}, but the server has ${server.length} levels.`,
    hint: `${repository} has the context levels ${server.join(';')}. Write one element per level.`,
  });
}

/**
 * Throws {@link CommandError} where nothing answers as the server does: `url` leads past it. Without a path, an address
 * that is not in the project file may be that of a server which only accepts pushes.
 */
export function refuseUnanswered(
  { used, missing, mode }: Reads,
  expected: Pick<Expectation, 'target' | 'project'>,
): void {
  const { url } = expected.target;
  const place = placeOfUrl(expected);
  const isMeant = mode === 'documented' || (place === '' && new URL(url).pathname === '/');
  if (isMeant || used.length > 0 || missing.some(({ isRejected }) => isRejected)) return;
  throw new CommandError({
    code: 'unexpected-response',
    message: `${place}${url} does not answer as a configuration repository server (${missingText(missing)}).`,
    hint: `${BASE_ADDRESS} Check also whether a gateway requires a login. If the server only accepts pushes, set \`reads: documented\`.`,
  });
}

interface Reads {
  mode: ReadMode;
  used: readonly ServerRead[];
  missing: readonly MissingRead[];
  /** Those of the last apply. */
  before: readonly ServerRead[];
}

/** Throws {@link CommandError} if a read was lost, so that a plan never silently checks less than before. */
export function refuseLost(reads: Reads): void {
  const lost = lostReads(reads);
  const [first] = lost;
  if (first === undefined) return;
  const lostText = lost.map(({ read, reason }) => `GET /rest/${read} (${reason})`).join(', ');
  const [what, them] = lost.length === 1 ? ['a read', 'it'] : ['reads', 'them'];
  throw new CommandError({
    code: 'read-lost',
    message: `The last apply used ${what} that the server no longer offers: ${lostText}. Without ${them}, this run would check less.`,
    hint: `Check the token, the URL and the repository settings on the server. ${WAYS_ON[first.read] ?? WAY_ON} To make this permanent, set \`reads:\` in confighub.yaml on the trusted branch.`,
  });
}

function lostReads({ before, used, missing, mode }: Reads): MissingRead[] {
  // The last thing to do without: the levels are then those of the project file.
  const allowed = missing.filter(({ read }) => mayRead(mode, read) && mode !== 'documented');
  const lost = allowed.filter(({ read }) => before.includes(read));
  const isLive = (read: ServerRead) => read === 'export' || read === 'pull';
  if (lost.length > 0 || used.some(isLive) || !before.some(isLive)) return lost;
  return allowed.filter(({ read }) => isLive(read));
}

const WAY_ON = 'If it is permanently unavailable, apply once with `--reads documented`.';
const WAYS_ON: Partial<Record<ServerRead, string>> = {
  export:
    'If the export is permanently unavailable, apply once with `--reads token` (or `--reads documented`, which uses only what is documented).',
  'info/all':
    'If it is permanently unavailable, list the `levels` in confighub.yaml, and apply once with `--reads documented`.',
};

/** The reads to record: those used now, and those used before that are not known to be missing. */
export function readsToRecord({ before, missing, mode, used }: Reads): ServerRead[] {
  const isLeft = (read: ServerRead) =>
    before.includes(read) && mayRead(mode, read) && !missing.some((gone) => gone.read === read);
  return READS.filter((read) => used.includes(read) || isLeft(read));
}
