// The state of a server: repositories with elements, keys, files and history; new, opened again, and as they were.
import type { Vdt } from '../model/state.ts';
import type { ContextGroup } from '../semantics/resolution.ts';
import { Crashed } from './answer.ts';
import {
  DEFAULT_FLAGS,
  type RepositorySettings,
  type SecurityGroup,
  type TokenSettings,
} from './settings.ts';

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
  readonly reference?: true | undefined;
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
  readonly group?: string;
  /** Ids of the keys that it uses; absent if there are none. */
  readonly keys?: readonly string[];
  /** Was pushed again unchanged: the first time, that creates a revision. */
  readonly rewritten?: true;
}

/** A push that changed something, as shown in the server history. */
export interface PushRevision {
  time: string;
  /** The token's name; absent in the URL form. */
  token?: string | undefined;
  application?: string | undefined;
  comment?: string | undefined;
  /** What it replaced, by id or path; `undefined`: there was none. Absent: an earlier run of the server created it. */
  replaced?: {
    keys: ReadonlyMap<string, KeyRecord | undefined>;
    files: ReadonlyMap<string, readonly FileRow[] | undefined>;
  };
}

export type Token = { name: string } & Required<TokenSettings>;

export interface Repository {
  account: string;
  name: string;
  levels: readonly string[];
  flags: typeof DEFAULT_FLAGS;
  tokens: Token[];
  securityGroups: readonly SecurityGroup[];
  contextGroups: readonly ContextGroup[];
  plantDuplicates: boolean;
  /** ISO 8601. */
  created: string;
  serial: number;
  /** For each level, names by lower-cased name. */
  elements: Map<string, string>[];
  /** By lower-cased name. */
  keys: Map<string, KeyRecord>;
  /** By path. No list is empty. */
  files: Map<string, readonly FileRow[]>;
  /** Paths without files that are still valid because a value refers to them. */
  formerPaths: Set<string>;
  history: readonly PushRevision[];
  /** Names for moments. */
  tags: readonly { name: string; readme: string | null; time: string }[];
}

interface StateOpening {
  now: () => Date;
  /** Generates the value of a token. */
  random: () => string;
}

export function createRepository(settings: RepositorySettings, opening: StateOpening): Repository {
  const { account, repository: name, levels } = settings;
  const empty = {
    account,
    name,
    levels: [...levels],
    tokens: [],
    created: opening.now().toISOString(),
    serial: 1,
    elements: levels.map(() => new Map<string, string>()),
    keys: new Map(),
    files: new Map(),
    formerPaths: new Set<string>(),
    history: [],
    tags: [],
  };
  return configured(empty, settings, opening);
}

/** A new or a stored repository with what the settings decide. Groups and their members are elements, too. */
function configured(
  repository: Omit<Repository, 'flags' | 'securityGroups' | 'contextGroups' | 'plantDuplicates'>,
  settings: RepositorySettings,
  { random }: StateOpening,
): Repository {
  const { securityGroups = [], contextGroups = [], plantDuplicates = false } = settings;
  const elements = repository.elements.map((names, level) => {
    const ofLevel = contextGroups.filter((group) => group.level === repository.levels[level]);
    const ofGroups = ofLevel.flatMap(({ name, members }) => [name, ...members]);
    return new Map([...ofGroups.map((name) => [name.toLowerCase(), name] as const), ...names]);
  });
  const tokens = Object.entries(settings.tokens ?? { default: {} }).map(
    ([name, token]): Token => ({
      name,
      // Generated ones are kept.
      value:
        token.value ??
        repository.tokens.find((candidate) => candidate.name === name)?.value ??
        random(),
      forceKeyPush: token.forceKeyPush ?? false,
      active: token.active ?? true,
      expired: token.expired ?? false,
      securityGroups: [...(token.securityGroups ?? [])],
    }),
  );
  const flags = { ...DEFAULT_FLAGS, ...settings.flags };
  return { ...repository, flags, tokens, securityGroups, contextGroups, plantDuplicates, elements };
}

/** Names are compared with case. */
export function findRepository(
  repositories: readonly Repository[],
  address: Pick<Repository, 'account' | 'name'>,
): Repository | undefined {
  return repositories.find(
    (repository) => repository.account === address.account && repository.name === address.name,
  );
}

/**
 * An earlier state (behaviour.md, section 13). Crashes like the server before the first revision, and if an earlier run
 * of this server made later changes.
 */
export function repositoryAt(repository: Repository, moment: Date): Repository {
  const isLater = (time: string) => Date.parse(time) > moment.getTime();
  if (isLater(repository.created))
    throw new Crashed(`There is no revision before or at ${javaDate(moment)}.`);
  const later = repository.history.filter(({ time }) => isLater(time)).toReversed();
  const undoing = later.flatMap(({ replaced }) => replaced ?? []);
  if (undoing.length < later.length) throw new Crashed();
  const keys = undoing.flatMap((replaced) => [...replaced.keys]);
  const files = undoing.flatMap((replaced) => [...replaced.files]);
  return {
    ...repository,
    keys: patched(repository.keys, keys),
    files: patched(repository.files, files),
  };
}

/** A copy with these changes, one after the other; without an item: it is deleted. */
export function patched<T>(
  map: ReadonlyMap<string, T>,
  changes: Iterable<readonly [id: string, item: T | null | undefined]>,
): Map<string, T> {
  const changedMap = new Map(map);
  for (const [id, item] of changes) {
    if (item == null) changedMap.delete(id);
    else changedMap.set(id, item);
  }
  return changedMap;
}

/** `Wed Jan 01 00:00:00 UTC 2020` */
function javaDate(date: Date): string {
  const [weekday = '', day, month, year, time] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}

/** Stored repositories without settings are served unchanged. */
export function openRepositories(
  settings: readonly RepositorySettings[],
  { stored, ...opening }: StateOpening & { stored: readonly Repository[] },
): { repositories: Repository[] } | { problem: string } {
  const repositories = [...stored];
  for (const declared of settings) {
    const repository = findRepository(repositories, {
      account: declared.account,
      name: declared.repository,
    });
    if (repository === undefined) repositories.push(createRepository(declared, opening));
    else if (repository.levels.join(';') === declared.levels.join(';'))
      repositories[repositories.indexOf(repository)] = configured(repository, declared, opening);
    else {
      const [before, now] = [repository.levels.join(', '), declared.levels.join(', ')];
      const name = `${declared.account}/${declared.repository}`;
      return {
        problem: `${name} is stored with the context levels ${before}, but configured with ${now}`,
      };
    }
  }
  return { repositories };
}
