// What a server keeps: repositories with their elements, keys, files and history.
import type { Vdt } from '../model/vdt.ts';
import { type Flags, flagsOf, type RepositorySettings, type Token, tokensOf } from './settings.ts';

/** One stored value, active or not. Rows are replaced, never changed. */
export interface ValueRow {
  /** Tells a row from another one of the same context, before or after it. */
  readonly serial: number;
  /** One element or `*` for each level, in the spelling of first use. */
  readonly context: string;
  readonly text: string | null;
  readonly active: boolean;
}

export interface Metadata {
  vdt: Vdt;
  readme: string | null;
  deprecated: boolean;
  push: boolean;
}

export interface KeyRecord extends Metadata {
  name: string;
  /** Rows by context id, oldest first. No list is empty. */
  rows: Map<string, readonly ValueRow[]>;
}

export interface FileRow {
  readonly serial: number;
  readonly path: string;
  readonly context: string;
  readonly content: string;
  readonly active: boolean;
  /** Was pushed again as it was: the first time leaves a revision although nothing changes. */
  readonly rewritten?: true;
}

/** A push that changed something: what the server's own pages show of it. */
export interface Revision {
  time: string;
  /** The token's name; absent in the URL form. */
  token?: string;
  application?: string;
  comment?: string;
}

export interface Repository {
  account: string;
  name: string;
  levels: readonly string[];
  flags: Flags;
  tokens: Token[];
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
  /** Paths whose files are gone: a reference that is left keeps its path valid. */
  formerPaths: Set<string>;
  history: Revision[];
}

export function createRepository(
  settings: RepositorySettings,
  options: { now: () => Date; random: () => string },
): Repository {
  return {
    account: settings.account,
    name: settings.repository,
    levels: [...settings.levels],
    flags: flagsOf(settings),
    tokens: tokensOf(settings, { random: options.random }),
    created: options.now().toISOString(),
    serial: 1,
    elements: settings.levels.map(() => new Map()),
    keys: new Map(),
    files: new Map(),
    formerPaths: new Set(),
    history: [],
  };
}

/** Names are compared with case. */
export function findRepository(
  repositories: readonly Repository[],
  address: { account: string; name: string },
): Repository | undefined {
  return repositories.find((one) => one.account === address.account && one.name === address.name);
}
