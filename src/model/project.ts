// The validated project file `confighub.yaml`, with defaults.
import { globTest, keyTest, type Test } from '../lib/glob.ts';
import { trimEndOf } from '../lib/text.ts';
import { type Context, elementsOf, EVERYWHERE } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { ReadMode } from './server-reads.ts';
import type { DeclaredSource } from './sources.ts';
import type { ApplyStages, DeclaredStage } from './stages.ts';
import type { Named } from './state.ts';
import type { DeclaredTarget, RepositoryName } from './targets.ts';

export const PRUNE_MODES = ['managed', 'all', 'none'] as const;
export type PruneMode = (typeof PRUNE_MODES)[number];

/** What an apply does about drift; the first is the default. */
export const ON_DRIFT = ['overwrite', 'keep', 'fail'] as const;
export type OnDrift = (typeof ON_DRIFT)[number];

/** Whose reviews approve a refused plan: those of other people than its authors, the default, or of any person. */
export const APPROVALS = ['not-author', 'any-writer'] as const;
export type Approvals = (typeof APPROVALS)[number];

export const DEFAULT_INCLUDE = 'config/**/*.{yaml,yml,json}';
/** The name that `--config` looks for in the working directory. */
export const PROJECT_FILE = 'confighub.yaml';
/** Where people keep the variables of secrets. */
export const ENV_FILE = '.env';

/** The version of the client API that the interface documents. */
export const DEFAULT_CLIENT_VERSION = 'v1.5';

/** `batch` of one push for everything. */
export const ATOMIC = 'atomic';

export interface Project {
  /** The targets of the project file; absent: it is one target itself. */
  targets?: readonly DeclaredTarget[];
  /** The one whose settings these are; absent: those outside of `targets`. */
  target?: DeclaredTarget | undefined;
  /** Base URL of the server, without a trailing slash. May also come from the environment or a flag. */
  url?: string;
  repository?: RepositoryName;
  /** Names of the context levels, broad first; checked against the server's. */
  levels?: string[];
  /** For a level: its most important elements, in the order to show them. */
  order: ReadonlyMap<string, readonly string[]>;
  /** What an element is called in the paths of all sources, and on the server. */
  elements: ReadonlyMap<string, string>;
  /** Globs of the documents, relative to the folder of the project file. */
  include: string[];
  /** Files in formats of other programs that declare keys or files. */
  sources: readonly DeclaredSource[];
  prune: PruneMode;
  onDrift: OnDrift;
  /** In the order in which they are applied; empty: the whole commit is applied at once. */
  stages: readonly DeclaredStage[];
  applyStages: ApplyStages;
  /** Whether apply runs are recorded. Without a record there is no lock either, and nothing is pruned. */
  record: boolean;
  reads: ReadMode;
  /** Sent with every documented request, such as `v1.5`. */
  clientVersion: string;
  /** The part of the repository that this project manages; by default all of it. */
  scope: Scope;
  /** Elements in which each key must have a value, and `!` in front of globs of keys that need not. */
  every: string[];
  /** `keep`: globs of the names that environments differ in on purpose, which `promote` leaves alone. */
  promote: { keep: string[] };
  /** Globs of key names and file paths whose deletion needs an approval. */
  protect: string[];
  /** Maximum number of values and files in one push; absent: one atomic push. */
  batch?: number | undefined;
  /** Context elements that a push may create in a level that already has elements. */
  allowNewContexts: string[];
  /** Whether the token may push locked keys. */
  forceKeyPush: boolean;
  /** A plan that exceeds them needs an approval. */
  limits: Limits;
  approvals: Approvals;
  /** Globs of key names and file paths whose values are masked, besides the built-in patterns. */
  redact: string[];
  /** Globs of key names and file paths that may look secret in a document: `validate` does not warn of them. */
  allowSecrets: string[];
  places: Partial<Record<ProjectField, Place>>;
}

/** A field of the project file: what becomes part of a project, and what is only read. */
export type ProjectField =
  | Exclude<keyof Project, 'target' | 'places'>
  | 'version'
  | 'ignore'
  | 'passwords';

/** `https://host:port/base` without a trailing slash, or `undefined` for anything else, such as a URL with credentials. */
export function parseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || !plain) return undefined;
  return trimEndOf(`${url.origin}${url.pathname}`, '/');
}

/** `account/name`, or `undefined` for anything else. */
export function parseRepository(text: string): RepositoryName | undefined {
  const [, account, name] = /^([^\s/]+)\/([^\s/]+)$/.exec(text) ?? [];
  return account === undefined || name === undefined ? undefined : { account, name };
}

/** What one plan may do without an approval (`limits`). Shares are percentages and apply from `existing` items on. */
export const LIMITS = {
  deletes: { standard: 30, isShare: true },
  updates: { standard: 30, isShare: true },
  existing: { standard: 10, isShare: false },
  maxDeletes: { standard: 100, isShare: false },
  maxUpdates: { standard: 1000, isShare: false },
} as const;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

export function defaultLimits(): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].standard])) as Limits;
}

export function limitText(name: LimitName, value: number): string {
  return `${value}${LIMITS[name].isShare ? '%' : ''}`;
}

export const SCOPE_FIELDS = ['keys', 'contexts', 'files'] as const;
type ScopeField = (typeof SCOPE_FIELDS)[number];

/** Globs; `!` in front excludes. An absent list covers everything. */
export type ScopeGlobs = { readonly [Field in ScopeField]?: readonly string[] };

/** Items outside the scope are never considered ours and never written, in any prune mode. */
export interface Scope {
  item: (item: Named) => boolean;
  /** True when the scope covers every row of an item, so the item itself may be deleted. */
  whole: (item: Named) => boolean;
  row: (item: Named, context: Context) => boolean;
  /** The globs, as the project file has them. */
  written: { scope?: ScopeGlobs; ignore?: ScopeGlobs };
}

export const WHOLE_REPOSITORY: Scope = {
  item: () => true,
  whole: () => true,
  row: () => true,
  written: {},
};

/**
 * What `scope` covers and `ignore` does not. Key names and contexts ignore case, paths do not. In a context, `*` is the
 * element `*` itself, and `**` matches any element.
 */
export function scopeOf(written: Scope['written']): Scope {
  const { scope, ignore } = written;
  if (scope === undefined && ignore === undefined) return WHOLE_REPOSITORY;
  const covered = (field: ScopeField, test: (glob: string) => Test): Test => {
    const isIn = testOf(scope?.[field] ?? [], test);
    const isOut = ignore?.[field] && testOf(ignore[field], test);
    return (text) => isIn(text) && isOut?.(text) !== true;
  };
  const key = covered('keys', keyTest);
  const path = covered('files', (glob) => globTest(glob, { nocase: false }));
  const context = covered('contexts', contextTest);
  const coversContexts = scope?.contexts === undefined && ignore?.contexts === undefined;
  const item = ({ kind, name }: Named) => (kind === 'file' ? path(name) : key(name));
  return {
    item,
    whole: (named) => coversContexts && item(named),
    row: (named, where) => item(named) && context(where),
    written,
  };
}

/** Whether globs of contexts cover one. Upper and lower case count as the same. */
export function contextsTest(globs: readonly string[]): Test {
  return testOf(globs, contextTest);
}

function contextTest(glob: string): Test {
  const tests = elementsOf(glob).map((pattern): Test => {
    if (pattern === '*') return (element) => element === '*';
    return pattern === '**' ? () => true : globTest(pattern, { nocase: true });
  });
  return (context) => {
    const elements = context === EVERYWHERE ? tests.map(() => '*') : elementsOf(context);
    return (
      elements.length === tests.length && tests.every((test, level) => test(elements[level] ?? ''))
    );
  };
}

/** Covered by at least one glob without `!`, if there is one, and by no glob with `!`. */
function testOf(globs: readonly string[], test: (glob: string) => Test): Test {
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => test(glob.slice(1)));
  const included = globs.filter((glob) => !glob.startsWith('!')).map(test);
  return (text) =>
    (included.length === 0 || included.some((fits) => fits(text))) &&
    !excluded.some((fits) => fits(text));
}
