// Compares with the base of a branch: pending changes, safety settings, and plans made offline.
import {
  type Change,
  isCounted,
  type Plan,
  SAFETY_SETTINGS,
  type SafetyChange,
  type SafetySetting,
} from '../model/plan.ts';
import {
  LIMITS,
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
import { rowAt, type State, withRows } from '../model/state.ts';
import { sortedEntries } from './digest.ts';
import { changeId } from './find-item.ts';

/**
 * Marks the changes that the plan of the base has too, to the same effect.
 * @param before the changes of the base's own plan, made against the same live and baseline
 */
export function withPending(plan: Plan, { commit, before }: { commit: string; before: readonly Change[] }): Plan {
  const effects = new Set(before.map(effectOf));
  const changes = plan.changes.map((change): Change => {
    return effects.has(effectOf(change)) ? { ...change, pending: true } : change;
  });
  const pending = changes.filter((change) => change.pending && isCounted(change)).length;
  // Without an export, only items that this branch declares are known.
  const dropped = plan.live === 'export' ? { dropped: countDropped(before, changes) } : {};
  return { ...plan, changes, base: { commit, pending, ...dropped } };
}

/** Items that base would change and head leaves alone. An item that head changes differently is a change of head. */
function countDropped(before: readonly Change[], changes: readonly Change[]): number {
  const items = new Set(changes.map(changeId));
  return before.filter((change) => isCounted(change) && !items.has(changeId(change))).length;
}

/** The item and what happens to it, without its cause and place. */
function effectOf(change: Change): string {
  const { action, rewritten = false } = change;
  return JSON.stringify([changeId(change), action, rewritten, ...contentOf(change)]);
}

function contentOf(change: Change): unknown[] {
  if (change.kind === 'key') return [sortedEntries(change.before), sortedEntries(change.after), change.whole ?? false];
  const present = [change.before !== undefined, change.after !== undefined];
  const group = change.kind === 'file' ? change.securityGroup : undefined;
  return [...present, change.before, change.after, group ?? null];
}

/** Head, where rows that both sides take from the same variable are kept: they are equal. */
export function withSameVariables(head: State, live: State): State {
  return withRows(head, (row, at) => {
    const there = rowAt(live, at);
    const isSame = row.unknown && there?.unknown && row.variable === there.variable;
    return isSame && row.variable !== undefined ? { ...row, kept: true } : row;
  });
}

/** A plan without the server: items that cannot be compared count as declared, and nothing is known of live. */
export function offlinePlan(plan: Plan): Plan {
  const { unmanagedItems: _, ...rest } = plan;
  return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}

function declared({ rewritten, ...change }: Change): Change {
  return rewritten ? { ...change, cause: 'declared' } : change;
}

/** A version of the project file. */
export interface Guarded {
  project: Project;
  passwords: Pick<Passwords, 'variables'>;
}

type Effect = (base: Guarded, head: Guarded) => SafetyChange['effect'];

interface GuardedSetting {
  /** As written in the project file; `undefined`: not set. */
  text: (of: Guarded) => string | undefined;
  /** Absent if a change has no general direction. */
  effect?: Effect;
}

const PRUNES: Record<PruneMode, number> = { none: 0, managed: 1, all: 2 };
const OVERWRITES: Record<OnDrift, number> = { fail: 0, keep: 1, overwrite: 2 };

/** The less is read, the less is checked. */
const BLINDNESS: Record<ReadMode, number> = { all: 0, token: 1, documented: 2 };

const GUARDED: Record<SafetySetting, GuardedSetting> = {
  // A change of address decides where the token and all values go.
  url: {
    text: ({ project }) => project.url,
    effect: (base, head) => (base.project.url === undefined || head.project.url === undefined ? undefined : 'looser'),
  },
  repository: { text: ({ project }) => project.repository && Object.values(project.repository).join('/') },
  include: { text: ({ project }) => list(project.include) },
  sources: { text: ({ project }) => list(project.sources.map(({ path }) => path)) },
  prune: {
    text: ({ project }) => project.prune,
    effect: byFreedom(({ project }) => PRUNES[project.prune]),
  },
  onDrift: {
    text: ({ project }) => project.onDrift,
    effect: byFreedom(({ project }) => OVERWRITES[project.onDrift]),
  },
  reads: {
    text: ({ project }) => project.reads,
    effect: byFreedom(({ project }) => BLINDNESS[project.reads]),
  },
  protect: names('protect', 'stricter'),
  scope: globs('scope'),
  ignore: globs('ignore'),
  deletes: limit('deletes'),
  updates: limit('updates'),
  existing: limit('existing'),
  maxDeletes: limit('maxDeletes'),
  maxUpdates: limit('maxUpdates'),
  forceKeyPush: {
    text: ({ project }) => String(project.forceKeyPush),
    effect: byFreedom(({ project }) => Number(project.forceKeyPush)),
  },
  allowNewContexts: names('allowNewContexts', 'looser'),
  redact: names('redact', 'stricter'),
  allowSecrets: names('allowSecrets', 'looser'),
  passwords: {
    text: ({ passwords }) => list([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
  },
  batch: {
    text: ({ project: { batch } }) => String(batch ?? 'atomic'),
    effect: byFreedom(({ project }) => (project.batch === undefined ? 0 : 1)),
  },
  approvals: {
    text: ({ project }) => project.approvals,
    effect: byFreedom(({ project }) => (project.approvals === 'any' ? 1 : 0)),
  },
};

/** Safety settings that differ between two versions of the project file, in the order of the table. */
export function safetyChanges(base: Guarded, head: Guarded): SafetyChange[] {
  return SAFETY_SETTINGS.flatMap((setting) => {
    const { text, effect: effectOf } = GUARDED[setting];
    const [before, after] = [text(base), text(head)];
    if (before === after) return [];
    const effect = effectOf?.(base, head);
    const field: ProjectField = setting in LIMITS ? 'limits' : (setting as ProjectField);
    const place = head.project.places[field];
    const removedFrom = place === undefined ? base.project.places[field] : undefined;
    return [{ setting, before, after, effect, place, removedFrom }];
  });
}

/** @param freedom the higher the number, the more may be done */
function byFreedom(freedom: (of: Guarded) => number): Effect {
  return (base, head) => {
    const more = freedom(head) - freedom(base);
    if (more === 0) return undefined;
    return more > 0 ? 'looser' : 'stricter';
  };
}

/** A higher limit refuses less. */
function limit(name: LimitName): GuardedSetting {
  return {
    text: ({ project }) => limitText(name, project.limits[name]),
    effect: byFreedom(({ project }) => project.limits[name]),
  };
}

/** @param more the effect of adding names; if names are both added and removed, the effect is open */
function names(
  field: 'protect' | 'allowNewContexts' | 'redact' | 'allowSecrets',
  more: 'looser' | 'stricter',
): GuardedSetting {
  return {
    text: ({ project }) => list(project[field]),
    effect: (base, head) => {
      const [before, after] = [new Set(base.project[field]), new Set(head.project[field])];
      if ([...before].every((name) => after.has(name))) return more;
      const less = more === 'looser' ? 'stricter' : 'looser';
      return [...after].every((name) => before.has(name)) ? less : undefined;
    },
  };
}

function globs(field: 'scope' | 'ignore'): GuardedSetting {
  return {
    text: ({ project }) => globsText(project.scope.written[field]),
    effect: byFreedom(({ project }) => (project.scope.written[field] === undefined ? 1 : 0)),
  };
}

/** Sorted, because order does not matter in any of these lists. */
function list(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : [...new Set(names)].sort().join(', ');
}

function globsText(globs: ScopeGlobs | undefined): string | undefined {
  const parts = Object.entries(globs ?? {}).map(([kind, names]) => `${kind}: ${list(names) ?? 'none'}`);
  return globs && parts.sort().join('; ');
}
