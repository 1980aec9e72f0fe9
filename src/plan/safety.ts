// What changes about safety itself between two versions of the project file: a table of what guards what.
import { SAFETY_SETTINGS, type SafetyChange, type SafetySetting } from '../model/base.ts';
import { type LimitName, limitText } from '../model/limits.ts';
import type { Passwords } from '../model/passwords.ts';
import type { OnDrift, Project, ProjectField, PruneMode } from '../model/project.ts';
import type { ReadMode } from '../model/reads.ts';
import type { ScopeGlobs } from '../model/scope.ts';

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
