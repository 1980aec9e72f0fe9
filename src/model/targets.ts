// The targets of a project file: which one is meant, the variables that have their tokens, and what a token is.

/** A repository is named `account/name`, both case-sensitive. */
export interface RepositoryName {
  account: string;
  name: string;
}

/** `acme/shop`. */
export function repositoryText({ account, name }: RepositoryName): string {
  return `${account}/${name}`;
}

export interface DeclaredTarget {
  name: string;
  repository: RepositoryName;
  /** Its own URL, or the one outside of `targets`; absent: from the environment or a flag. */
  url?: string | undefined;
  /** Whether the server is another one than outside of `targets`: it needs a token of its own. */
  hasOwnServer: boolean;
}

/** Which target of a project file is meant. A file without `targets` has only one. */
export interface TargetChoice {
  name?: string | undefined;
  /** Comes before the name, because a record belongs to it. */
  at?: ResolvedTarget | undefined;
}

/** A server, and a repository on it. */
export interface ResolvedTarget {
  url: string;
  repository: RepositoryName;
}

/** `undefined`: the file has no such target. */
export function chosenTarget<Target extends Pick<DeclaredTarget, 'name' | 'url' | 'repository'>>(
  targets: readonly Target[],
  { name, at }: TargetChoice,
): Target | undefined {
  const named = targets.find((target) => target.name === name);
  if (at === undefined) return named;
  const possible = targets.filter((target) => isAt(target, at));
  const exactly = possible.filter(({ url }) => url === at.url);
  // A URL that comes from the environment may be that of several.
  const fitting = exactly.length > 0 ? exactly : possible;
  if (fitting.length > 0) return fitting.find((target) => target === named) ?? fitting[0];
  // The server may have been another one then; never the target of another repository, as long as there is this one.
  const same = targets.filter(({ repository }) => isSameRepository(repository, at.repository));
  if (same.length === 0) return named;
  return same.find((target) => target === named) ?? (same.length === 1 ? same[0] : undefined);
}

/** Whether this may be the target: a project file may leave out what comes from the environment. */
export function isAt(
  { url, repository }: { url?: string | undefined; repository?: RepositoryName },
  at: ResolvedTarget,
): boolean {
  return (
    (url === undefined || url === at.url) &&
    (repository === undefined || isSameRepository(repository, at.repository))
  );
}

export function isSameRepository(one: RepositoryName, other: RepositoryName): boolean {
  return one.account === other.account && one.name === other.name;
}

/** Whether both have the same record: its name has no `http:` or `https:`. */
export function isSamePlace(
  one: { url?: string | undefined; repository: RepositoryName },
  other: { url?: string | undefined; repository: RepositoryName },
): boolean {
  const [first, second] = [one, other].map(({ url }) => url?.replace(/^https?:/, ''));
  return first === second && isSameRepository(one.repository, other.repository);
}

/** Part of the name of a variable, and shown in tables and links. */
export const TARGET_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;

/** `shop-eu` → `CONFIGHUB_TOKEN_SHOP_EU`. */
export function tokenVariable(target: string): string {
  return `${TOKEN_PREFIX}${target.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

const SHARED_TOKEN = 'CONFIGHUB_TOKEN';
const TOKEN_PREFIX = 'CONFIGHUB_TOKEN_';

interface TokenTaker {
  name?: string | undefined;
  isStage?: boolean | undefined;
  /** Of a stage: the others of the command have the same token. */
  isTokenShared?: boolean | undefined;
}

/**
 * Names where the token of a target or stage, or of a project file without them, is expected.
 * @param shared how the text names the token of the project file, which a stage takes, too
 */
export function tokenOf(
  { name, isStage, isTokenShared }: TokenTaker,
  shared = SHARED_TOKEN,
): string {
  if (name === undefined) return shared;
  const own = isTokenShared ? `${TOKEN_PREFIX}<STAGE>` : tokenVariable(name);
  return isStage ? `${own} or ${shared}` : own;
}

/** The tokens of targets that are set, before it is known which targets there are. */
export function targetTokensIn(env: Readonly<Record<string, string | undefined>>): string[] {
  // Windows ignores the case of a name.
  const names = Object.keys(env).filter((name) => name.toUpperCase().startsWith(TOKEN_PREFIX));
  return names.map((name) => env[name]?.trim() ?? '').filter((token) => token !== '');
}

export const TOKEN_PROBLEM =
  'The token contains a line break, a space or another character that an HTTP header cannot carry. Check that it was copied correctly.';

/** Strips surrounding spaces, which copying adds. A token is printable ASCII. */
export function parseToken(text: string): string | undefined {
  const token = text.trim();
  return /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

/** What the rows of a command are, each with a name. */
export type RowNoun = 'target' | 'stage';

export function nounOf(rows: readonly { isStage?: true | undefined }[]): RowNoun {
  return rows.some(({ isStage }) => isStage) ? 'stage' : 'target';
}
