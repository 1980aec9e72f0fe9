// The state of a server: repositories with elements, keys, files and history; new, opened again, and as they were.
import type { Vdt } from '../model/state.ts';
import type { ContextGroup } from '../semantics/resolution.ts';
import { crashRead, refuseRead } from './refusal.ts';
import { type Flags, flagsOf, type RepositorySettings, type SecurityGroup, type Token, tokensOf } from './settings.ts';

/** One stored value, active or not. Rows are replaced, never mutated. */
export interface ValueRow {
  /** Distinguishes rows of the same context. */
  readonly serial: number;
  /** One element or `*` for each level, in the spelling of its first use. */
  readonly context: string;
  /** Encrypted if the key's group has a cipher, unless it is a reference. */
  readonly text: string | null;
  readonly active: boolean;
  /** The text is the path of a file: it was written as FileRef or FileEmbed. */
  readonly reference?: true;
}

export interface Metadata {
  vdt: Vdt;
  readme: string | null;
  deprecated: boolean;
  push: boolean;
}

export interface KeyRecord extends Metadata {
  name: string;
  /** Name of the security group of its values. */
  group?: string;
  /** Only during a push: the server saves the key at the end of its entry, changed or not. */
  flagged?: boolean;
  /** Rows by lower-cased context, oldest first. No list is empty. */
  rows: Map<string, readonly ValueRow[]>;
}

export interface FileRow {
  readonly serial: number;
  readonly path: string;
  readonly context: string;
  /** Encrypted if the group has a cipher. */
  readonly content: string;
  readonly active: boolean;
  /** Name of its security group. */
  readonly group?: string;
  /** Ids of the keys that it uses; absent if there are none. */
  readonly keys?: readonly string[];
  /** Was pushed again unchanged: the first time, that creates a revision. */
  readonly rewritten?: true;
}

/** A push that changed something, as shown in the history of the server. */
export interface Revision {
  time: string;
  /** The token's name; absent in the URL form. */
  token?: string;
  application?: string;
  comment?: string;
}

/** What a push replaced. */
interface Past {
  time: string;
  keys: Before<KeyRecord>;
  files: Before<readonly FileRow[]>;
}

/** By id or path; `undefined`: there was none. */
export type Before<T> = ReadonlyMap<string, T | undefined>;

/** A name for a moment. */
export interface Tag {
  name: string;
  readme: string | null;
  time: string;
}

export interface Repository {
  account: string;
  name: string;
  levels: readonly string[];
  flags: Flags;
  tokens: Token[];
  securityGroups: readonly SecurityGroup[];
  contextGroups: readonly ContextGroup[];
  plantDuplicates: boolean;
  /** ISO 8601. */
  created: string;
  /** The next row's serial. */
  serial: number;
  /** For each level, names by lower-cased name. */
  elements: Map<string, string>[];
  /** By lower-cased name. */
  keys: Map<string, KeyRecord>;
  /** By path. No list is empty. */
  files: Map<string, readonly FileRow[]>;
  /** Paths without files that are still valid because a value refers to them. */
  formerPaths: Set<string>;
  history: readonly Revision[];
  /** Only of the revisions that this run of the server created. */
  past: readonly Past[];
  tags: readonly Tag[];
}

export function createRepository(
  settings: RepositorySettings,
  { now, random }: { now: () => Date; random: () => string },
): Repository {
  const { account, repository: name, levels } = settings;
  const empty = {
    account,
    name,
    levels: [...levels],
    created: now().toISOString(),
    serial: 1,
    elements: levels.map(() => new Map<string, string>()),
    keys: new Map(),
    files: new Map(),
    formerPaths: new Set<string>(),
    history: [],
    past: [],
    tags: [],
  };
  return configured(empty, settings, random);
}

type Settled = 'flags' | 'tokens' | 'securityGroups' | 'contextGroups' | 'plantDuplicates';

/** A new or a stored repository with what the settings decide. Groups and their members are elements, too. */
function configured(
  repository: Omit<Repository, Settled> & { tokens?: Token[] },
  settings: RepositorySettings,
  random: () => string,
): Repository {
  const { securityGroups = [], contextGroups = [], plantDuplicates = false } = settings;
  const elements = repository.elements.map((names, level) => {
    const ofLevel = contextGroups.filter((group) => group.level === repository.levels[level]);
    const ofGroups = ofLevel.flatMap(({ name, members }) => [name, ...members]);
    return new Map([...ofGroups.map((name) => [name.toLowerCase(), name] as const), ...names]);
  });
  const tokens = tokensOf(settings, { random, known: repository.tokens });
  return { ...repository, flags: flagsOf(settings), tokens, securityGroups, contextGroups, plantDuplicates, elements };
}

/** Names are compared with case. */
export function findRepository(
  repositories: readonly Repository[],
  address: Pick<Repository, 'account' | 'name'>,
): Repository | undefined {
  return repositories.find((one) => one.account === address.account && one.name === address.name);
}

// Earlier states of a repository, by date or tag (behaviour.md, section 13).

/** `undefined`: now. The URL form ignores an unknown tag. */
export function momentOf(
  repository: Repository,
  { tag, date, form }: { tag: string | undefined; date: string | undefined; form: 'token' | 'url' },
): Date | undefined {
  const known = tag ? repository.tags.find((one) => one.name === tag) : undefined;
  if (known !== undefined) return new Date(known.time);
  if (tag && form === 'token') throw refuseRead('TAG_NOT_FOUND');
  return date ? parsedDate(date) : undefined;
}

function parsedDate(text: string): Date {
  const [, local = '', zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
  const asUtc = Date.parse(`${local}Z`);
  // `Date.parse` accepts February 30 as March 1.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local)) throw refuseRead('DATE_FORMAT');
  return new Date(asUtc - offsetOf(zone));
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Crashes like the server before the first revision, and if an earlier run of this server made later changes. */
export function repositoryAt(repository: Repository, moment: Date): Repository {
  const time = moment.getTime();
  if (time < Date.parse(repository.created)) {
    throw crashRead(`There is no revision before or at ${javaDate(moment)}.`);
  }
  const later = repository.past.filter((one) => Date.parse(one.time) > time);
  const unknown = repository.history.length - repository.past.length;
  const isLost = repository.history.slice(0, unknown).some((one) => Date.parse(one.time) > time);
  if (isLost) throw crashRead();
  return later.length === 0 ? repository : undone(repository, later);
}

function undone(repository: Repository, later: readonly Past[]): Repository {
  const undoing = later.toReversed();
  const keys = patched(
    repository.keys,
    undoing.flatMap((change) => [...change.keys]),
  );
  const files = patched(
    repository.files,
    undoing.flatMap((change) => [...change.files]),
  );
  return { ...repository, keys, files };
}

/** A copy with these changes, one after the other; without an item: it is deleted. */
export function patched<T>(
  map: ReadonlyMap<string, T>,
  changes: Iterable<readonly [id: string, item: T | null | undefined]>,
): Map<string, T> {
  const all = new Map(map);
  for (const [id, item] of changes) {
    if (item == null) all.delete(id);
    else all.set(id, item);
  }
  return all;
}

/** `Wed Jan 01 00:00:00 UTC 2020` */
function javaDate(date: Date): string {
  const [weekday = '', day, month, year, time] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}

/** `MM/dd/yyyy HH:mm:ss`, in UTC. */
export function serverTime(date: Date): string {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year} ${date.toISOString().slice(11, 19)}`;
}

/** Stored repositories without settings are served unchanged. */
export function openRepositories(
  settings: readonly RepositorySettings[],
  options: Parameters<typeof createRepository>[1] & { stored: readonly Repository[] },
): { repositories: Repository[] } | { problem: string } {
  const repositories = [...options.stored];
  for (const one of settings) {
    const known = findRepository(repositories, { account: one.account, name: one.repository });
    if (known === undefined) repositories.push(createRepository(one, options));
    else if (known.levels.join(';') === one.levels.join(';'))
      repositories[repositories.indexOf(known)] = configured(known, one, options.random);
    else {
      const [before, now] = [known.levels.join(', '), one.levels.join(', ')];
      const name = `${one.account}/${one.repository}`;
      return {
        problem: `${name} is stored with the context levels ${before}, but configured with ${now}`,
      };
    }
  }
  return { repositories };
}
