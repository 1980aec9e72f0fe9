// What a plan says of its base: changes pending there, safety settings that change, and plans without a server.
import { changed } from '../lib/collections.ts';
import {
  addressOf,
  type Change,
  isCounted,
  type Plan,
  SAFETY_SETTINGS,
  type SafetyChange,
  type SafetySetting,
} from '../model/plan.ts';
import {
  type LimitName,
  limitText,
  type OnDrift,
  type Project,
  type ProjectField,
  type PruneMode,
} from '../model/project.ts';
import type { ScopeGlobs } from '../model/scope.ts';
import type { Passwords } from '../model/secrets.ts';
import type { ReadMode } from '../model/server-reads.ts';
import type { FileEntry, State, Value } from '../model/state.ts';

// Which changes of a plan were pending before its branch: those that the plan of the base has too, to the same effect.

/** @param before the changes of the base's own plan, made against the same live and baseline */
export function withPending(
  plan: Plan,
  { commit, before }: { commit: string; before: readonly Change[] },
): Plan {
  const effects = new Set(before.map(effectOf));
  const changes = plan.changes.map((change): Change => {
    return effects.has(effectOf(change)) ? { ...change, pending: true } : change;
  });
  const pending = changes.filter((change) => change.pending && isCounted(change)).length;
  // Otherwise live holds only what this branch declares, and nothing is known of the rest.
  const dropped = plan.live === 'export' ? { dropped: countDropped(before, changes) } : {};
  return { ...plan, changes, base: { commit, pending, ...dropped } };
}

/** Items that base would change and head leaves alone. One that head changes in another way is a change of head. */
function countDropped(before: readonly Change[], changes: readonly Change[]): number {
  const items = new Set(changes.map(itemOf));
  return before.filter((change) => isCounted(change) && !items.has(itemOf(change))).length;
}

/** The same names are one item to the server, however they are written. */
function itemOf(change: Change): string {
  const context = 'context' in change ? change.context.toLowerCase() : '';
  const address = addressOf(change);
  return JSON.stringify([change.kind, change.kind === 'file' ? address : address.toLowerCase(), context]);
}

/** What becomes of which item; not why, nor which line says so, nor what else happens to its key. */
function effectOf(change: Change): string {
  const { action, rewritten = false } = change;
  return JSON.stringify([itemOf(change), action, rewritten, ...contentOf(change)]);
}

function contentOf(change: Change): unknown[] {
  if (change.kind === 'key') return [sorted(change.before), sorted(change.after), change.whole ?? false];
  const there = [change.before !== undefined, change.after !== undefined];
  const group = change.kind === 'file' ? change.securityGroup : undefined;
  return [...there, change.before, change.after, group ?? null];
}

function sorted(metadata: object = {}): unknown[] {
  return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}

// A plan without a server: what the base declares stands in for live, and head is compared with it.

/** Head, keeping what both take from the same variable: whatever it holds, the two are the same. */
export function withSameVariables(head: State, live: State): State {
  const keys = changed(head.keys, (key, id) => ({
    ...key,
    values: changed(key.values, (value, context) =>
      keptIfSame(value, live.keys.get(id)?.values.get(context)),
    ),
  }));
  return { keys, files: changed(head.files, (file, id) => keptIfSame(file, live.files.get(id))) };
}

function keptIfSame<Item extends Value | FileEntry>(item: Item, there: Item | undefined): Item {
  const isSame = item.unknown && there?.unknown && item.variable === there.variable;
  return isSame && item.variable !== undefined ? { ...item, kept: true } : item;
}

/** What cannot be compared is declared in another way, so it is a change; what the server holds is not known. */
export function offlinePlan(plan: Plan): Plan {
  const { unmanagedItems: _, ...rest } = plan;
  return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}

function declared({ rewritten, ...change }: Change): Change {
  return rewritten ? { ...change, cause: 'declared' } : change;
}

// What changes about safety itself between two versions of the project file: a table of what guards what.

/** A version of the project file. */
export interface Guarded {
  project: Project;
  passwords: Pick<Passwords, 'variables'>;
}

type Effect = (base: Guarded, head: Guarded) => SafetyChange['effect'] | undefined;

interface Row {
  /** As people write it; `undefined`: nothing is set. */
  text: (of: Guarded) => string | undefined;
  /** Left out where nobody can say in general. */
  effect?: Effect;
  /** Its field of the project file. */
  field: ProjectField;
}

const PRUNES: Record<PruneMode, number> = { none: 0, managed: 1, all: 2 };
const OVERWRITES: Record<OnDrift, number> = { fail: 0, keep: 1, overwrite: 2 };

/** The less is read, the less is checked. */
const BLINDNESS: Record<ReadMode, number> = { all: 0, token: 1, documented: 2, none: 3 };

const ROWS: Record<SafetySetting, Row> = {
  url: { field: 'url', text: ({ project }) => project.url },
  repository: {
    field: 'repository',
    text: ({ project }) => project.repository && Object.values(project.repository).join('/'),
  },
  include: { field: 'include', text: ({ project }) => list(project.include) },
  prune: {
    field: 'prune',
    text: ({ project }) => project.prune,
    effect: byFreedom(({ project }) => PRUNES[project.prune]),
  },
  onDrift: {
    field: 'onDrift',
    text: ({ project }) => project.onDrift,
    effect: byFreedom(({ project }) => OVERWRITES[project.onDrift]),
  },
  reads: {
    field: 'reads',
    text: ({ project }) => project.reads,
    effect: byFreedom(({ project }) => BLINDNESS[project.reads]),
  },
  protect: {
    field: 'protect',
    text: ({ project }) => list(project.protect),
    effect: byNames(({ project }) => project.protect, 'stricter'),
  },
  scope: {
    field: 'scope',
    text: ({ project }) => globsText(project.scope.written.scope),
    effect: byFreedom(({ project }) => (project.scope.written.scope === undefined ? 1 : 0)),
  },
  ignore: {
    field: 'ignore',
    text: ({ project }) => globsText(project.scope.written.ignore),
    effect: byFreedom(({ project }) => (project.scope.written.ignore === undefined ? 1 : 0)),
  },
  deletes: limit('deletes'),
  updates: limit('updates'),
  existing: limit('existing'),
  maxDeletes: limit('maxDeletes'),
  maxUpdates: limit('maxUpdates'),
  forceKeyPush: {
    field: 'forceKeyPush',
    text: ({ project }) => String(project.forceKeyPush),
    effect: byFreedom(({ project }) => Number(project.forceKeyPush)),
  },
  allowNewContexts: {
    field: 'allowNewContexts',
    text: ({ project }) => list(project.allowNewContexts),
    effect: byNames(({ project }) => project.allowNewContexts, 'looser'),
  },
  redact: {
    field: 'redact',
    text: ({ project }) => list(project.redact),
    effect: byNames(({ project }) => project.redact, 'stricter'),
  },
  passwords: {
    field: 'passwords',
    text: ({ passwords }) => list([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
  },
  batch: {
    field: 'batch',
    text: ({ project: { batch } }) => String(batch ?? 'atomic'),
    effect: byFreedom(({ project }) => (project.batch === undefined ? 0 : 1)),
  },
};

/** In the order of the table. What is written in another way, and means the same, is no change. */
export function safetyChanges(base: Guarded, head: Guarded): SafetyChange[] {
  return SAFETY_SETTINGS.flatMap((setting) => {
    const { text, effect: effectOf, field } = ROWS[setting];
    const [before, after] = [text(base), text(head)];
    if (before === after) return [];
    const effect = effectOf?.(base, head);
    return [
      {
        setting,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...(effect && { effect }),
        ...placeOf(field, { base, head }),
      },
    ];
  });
}

function placeOf(
  field: ProjectField,
  { base, head }: { base: Guarded; head: Guarded },
): Pick<SafetyChange, 'place' | 'removedFrom'> {
  const [place, removedFrom] = [head.project.places[field], base.project.places[field]];
  if (place !== undefined) return { place };
  return removedFrom === undefined ? {} : { removedFrom };
}

/** The higher the number, the more may be done. */
function byFreedom(freedom: (of: Guarded) => number): Effect {
  return (base, head) => {
    const more = freedom(head) - freedom(base);
    return more === 0 ? undefined : more > 0 ? 'looser' : 'stricter';
  };
}

/** The higher any of them is, the less is refused. */
function limit(name: LimitName): Row {
  return {
    field: 'limits',
    text: ({ project }) => limitText(name, project.limits[name]),
    effect: byFreedom(({ project }) => project.limits[name]),
  };
}

/** Certain where names only come or only go. */
function byNames(names: (of: Guarded) => readonly string[], more: 'looser' | 'stricter'): Effect {
  return (base, head) => {
    const [before, after] = [new Set(names(base)), new Set(names(head))];
    if ([...before].every((name) => after.has(name))) return more;
    const less = more === 'looser' ? 'stricter' : 'looser';
    return [...after].every((name) => before.has(name)) ? less : undefined;
  };
}

/** Order says nothing in any of these lists. */
function list(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : [...new Set(names)].sort().join(', ');
}

function globsText(globs: ScopeGlobs | undefined): string | undefined {
  const parts = Object.entries(globs ?? {}).map(([kind, names]) => `${kind}: ${list(names) ?? 'none'}`);
  return globs && parts.sort().join('; ');
}
