// Asking the server about the repository before anything is planned: does it exist, and is it the one that is meant?
import type { Depth } from '../desired/contexts.ts';
import { CommandError } from '../errors.ts';
import { nearest } from '../model/nearest.ts';
import type { Project, RepositoryName } from '../model/project.ts';
import type { ResolvedTarget } from '../options.ts';
import type { Reader } from '../remote/client.ts';
import type { ListedFile, RepositoryDetail, RepositoryInfo } from '../remote/wire.ts';

export interface Inspection {
  info: RepositoryInfo;
  /** For each level, names of context elements by lower-cased name; absent where they cannot be read. */
  elements?: Map<string, string>[];
  /** What `info` lists of files, by path. */
  files: Map<string, ListedFile>;
}

export interface Expectation {
  target: ResolvedTarget;
  project: Project;
  depth?: Depth;
}

/** What the server was asked, and has not answered yet. */
export interface Asked {
  repositories: Promise<RepositoryInfo[]>;
  detail: Promise<RepositoryDetail | undefined>;
}

/** Asks what {@link inspect} looks at. Whoever asks need not wait for the answers. */
export function ask(reader: Reader, asking: { target: ResolvedTarget; hasToken: boolean }): Asked {
  const asked = { repositories: reader.repositories(), detail: readDetail(reader, asking) };
  for (const answer of Object.values(asked)) answer.catch(() => undefined);
  return asked;
}

/** Throws where the repository is not the one that the project describes; nothing was sent then. */
export async function inspect(asked: Asked, expected: Expectation): Promise<Inspection> {
  const { repository, url } = expected.target;
  const all = await asked.repositories;
  const info = infoOf(all, repository);
  // That there is no such repository explains whatever is wrong with the token.
  if (info === undefined) throw unknownRepository(all, { repository, url });
  const detail = await asked.detail;
  checkLevels(info, expected);
  const { elements, files = new Map<string, ListedFile>() } = detail ?? {};
  return { info, files, ...(elements && { elements }) };
}

/** What the list says of the repository, if it is on it. */
export function infoOf(
  all: readonly RepositoryInfo[],
  { account, name }: RepositoryName,
): RepositoryInfo | undefined {
  return all.find((one) => one.account === account && one.name === name);
}

/** Without a token the answer is welcome, not needed; with one it says which repository the token opens. */
async function readDetail(
  reader: Reader,
  { target, hasToken }: { target: ResolvedTarget; hasToken: boolean },
): Promise<RepositoryDetail | undefined> {
  const { repository } = target;
  if (!hasToken) {
    return reader.detail(repository).catch((error: unknown) => {
      if (error instanceof CommandError) return undefined;
      throw error;
    });
  }
  const detail = await reader.detail(repository);
  if (detail.account === repository.account && detail.name === repository.name) return detail;
  throw new CommandError({
    code: 'other-repository',
    message: `The token belongs to the repository ${detail.account}/${detail.name}, not to ${nameOf(repository)}.`,
    hint: 'Use the token of the configured repository, or correct `repository`.',
  });
}

function unknownRepository(all: RepositoryInfo[], { repository, url }: ResolvedTarget): CommandError {
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

function checkLevels(info: RepositoryInfo, { project, depth }: Expectation): void {
  const levels = info.levels.join(';');
  const problem = levelsProblem(info.levels, project.levels) ?? depthProblem(info.levels, depth);
  if (problem === undefined) return;
  throw new CommandError({
    code: 'context-depth',
    message: problem,
    hint: `${nameOf(info)} has the context levels ${levels}; a context has one element for each.`,
  });
}

function levelsProblem(server: string[], configured: string[] | undefined): string | undefined {
  if (configured === undefined || configured.join(';') === server.join(';')) return undefined;
  const wrong = configured.find((level) => !server.includes(level));
  const near = wrong === undefined ? undefined : nearest(wrong, server);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\` instead of \`${wrong}\`?`;
  return `\`levels\` of the project file is ${configured.join(';')}, the server has ${server.join(';')}.${meant}`;
}

function depthProblem(server: string[], depth: Depth | undefined): string | undefined {
  if (depth === undefined || depth.levels === server.length) return undefined;
  return `${depth.place}: contexts are written with ${depth.levels} ${depth.levels === 1 ? 'element' : 'elements'}, the repository has ${server.length} levels.`;
}

function nameOf({ account, name }: RepositoryName): string {
  return `${account}/${name}`;
}
