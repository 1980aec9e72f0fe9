// Asking the server about the repository before anything is planned: does it exist, and is it the one that is meant?
import type { Depth } from '../desired/contexts.ts';
import { CommandError } from '../errors.ts';
import { nearest } from '../model/nearest.ts';
import type { Project, RepositoryName } from '../model/project.ts';
import type { ItemCounts, MissingRead, Read } from '../model/reads.ts';
import type { ResolvedTarget } from '../options.ts';
import type { ServerSettings } from '../plan/complete.ts';
import { ifOffered, type Offered, ReadRefused } from '../remote/answer.ts';
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
  settings: Required<ServerSettings>;
  /** Absent where the server does not count. */
  counts?: ItemCounts;
  /** For each level, names of context elements by lower-cased name; absent where they cannot be read. */
  elements?: Map<string, string>[];
  /** What `info` lists of files, by path. */
  files: Map<string, ListedFile>;
  answered: Read[];
  missing: MissingRead[];
}

export interface Expectation {
  target: ResolvedTarget;
  project: Project;
  depth?: Depth;
}

/** What the server was asked, and has not answered yet. */
export interface Asked {
  repositories: Promise<Offered<RepositoryInfo[]>>;
  detail: Promise<Offered<RepositoryDetail>>;
}

/** Asks what {@link inspect} looks at. Whoever asks need not wait for the answers. */
export function ask(reader: Reader, asking: { target: ResolvedTarget; hasToken: boolean }): Asked {
  const repositories = ifOffered('info/all', reader.repositories());
  const asked = { repositories, detail: ifOffered('info', readDetail(reader, asking)) };
  for (const answer of Object.values(asked)) answer.catch(() => undefined);
  return asked;
}

/** Throws where the repository is not the one that the project describes; nothing was sent then. */
export async function inspect(asked: Asked, expected: Expectation): Promise<Inspection> {
  const { repository, url } = expected.target;
  const list = await asked.repositories;
  const info = 'answer' in list ? infoOf(list.answer, repository) : undefined;
  // That there is no such repository explains whatever is wrong with the token.
  if ('answer' in list && info === undefined) throw unknownRepository(list.answer, { repository, url });
  const told = await asked.detail;
  const detail = 'answer' in told ? told.answer : undefined;
  const levels = info?.levels ?? detail?.levels ?? expected.project.levels;
  if (levels === undefined) throw levelsUnknown(repository, list);
  checkLevels(levels, expected);
  const counts = info && countsOf(info);
  const { elements, files = new Map<string, ListedFile>() } = detail ?? {};
  return {
    levels,
    settings: { vdtEnabled: info?.vdtEnabled ?? true, securityEnabled: info?.securityEnabled ?? true },
    files,
    ...(counts && { counts }),
    ...(elements && { elements }),
    answered: [...(info ? (['info/all'] as const) : []), ...(detail ? (['info'] as const) : [])],
    missing: [list, told].flatMap((one) => ('missing' in one ? one.missing : [])),
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
    throw new CommandError({ code, message, hint, cause: error });
  });
  if (!hasToken || (detail.account === repository.account && detail.name === repository.name)) return detail;
  throw new CommandError({
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
      ? 'It has none.'
      : `It has: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
  return new CommandError({
    code: 'unknown-repository',
    message: `${url} has no repository ${nameOf(repository)}.`,
    hint:
      near === undefined ? known : `Did you mean \`${near}\`? Account and name count upper and lower case.`,
  });
}

function levelsUnknown(repository: RepositoryName, list: Offered<unknown>): CommandError {
  const why = 'missing' in list ? ` (GET /rest/${list.missing.read}: ${list.missing.reason})` : '';
  return new CommandError({
    code: 'levels-unknown',
    message: `The server does not say which context levels ${nameOf(repository)} has${why}.`,
    hint: 'If `url` is right, name them in confighub.yaml, the broadest first: `levels: [Environment, Application]`.',
  });
}

function checkLevels(server: readonly string[], { project, depth, target }: Expectation): void {
  const levels = server.join(';');
  const problem = levelsProblem(server, project.levels) ?? depthProblem(server, depth);
  if (problem === undefined) return;
  throw new CommandError({
    code: 'context-depth',
    message: problem,
    hint: `${nameOf(target.repository)} has the context levels ${levels}; a context has one element for each.`,
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
  return `\`levels\` of the project file is ${configured.join(';')}, the server has ${server.join(';')}.${meant}`;
}

function depthProblem(server: readonly string[], depth: Depth | undefined): string | undefined {
  if (depth === undefined || depth.levels === server.length) return undefined;
  return `${depth.place}: contexts are written with ${depth.levels} ${depth.levels === 1 ? 'element' : 'elements'}, the repository has ${server.length} levels.`;
}

function nameOf({ account, name }: RepositoryName): string {
  return `${account}/${name}`;
}
