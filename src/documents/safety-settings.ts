// Settings of the project file that protect the repository, or name it: how they are shown, and which change loosens them.
import type { SafetyChange } from '../model/plan.ts';
import { type LimitName, limitText, type Project } from '../model/project.ts';
import type { ScopeGlobs } from '../model/scope.ts';
import type { Passwords } from '../model/secrets.ts';

/** A version of the project file. */
export interface Guarded {
  project: Project;
  passwords: Pick<Passwords, 'variables'>;
}

type Looser = (base: Guarded, head: Guarded) => SafetyChange['effect'];

export interface SafetySetting {
  /** As written in the project file; `undefined`: not set. */
  shown: (of: Guarded) => string | undefined;
  /** Whether a change loosens it or the opposite. Absent if a change has no general direction. */
  looser?: Looser;
}

/** @param freedom the higher the number, the more may be done */
export function byFreedom(freedom: (of: Guarded) => number): Looser {
  return (base, head) => {
    const more = freedom(head) - freedom(base);
    if (more === 0) return undefined;
    return more > 0 ? 'looser' : 'stricter';
  };
}

/** A higher limit refuses less. */
export function guardedLimit(name: LimitName): SafetySetting {
  return {
    shown: ({ project }) => limitText(name, project.limits[name]),
    looser: byFreedom(({ project }) => project.limits[name]),
  };
}

/** @param more the effect of adding names; if names are both added and removed, the effect is open */
export function guardedNames(
  field: 'protect' | 'allowNewContexts' | 'redact' | 'allowSecrets',
  more: 'looser' | 'stricter',
): SafetySetting {
  return {
    shown: ({ project }) => listText(project[field]),
    looser: (base, head) => {
      const [before, after] = [new Set(base.project[field]), new Set(head.project[field])];
      if ([...before].every((name) => after.has(name))) return more;
      const less = more === 'looser' ? 'stricter' : 'looser';
      return [...after].every((name) => before.has(name)) ? less : undefined;
    },
  };
}

export function guardedGlobs(field: 'scope' | 'ignore'): SafetySetting {
  return {
    shown: ({ project }) => globsText(project.scope.written[field]),
    looser: byFreedom(({ project }) => (project.scope.written[field] === undefined ? 1 : 0)),
  };
}

/** Sorted, because order does not matter in any of these lists. */
export function listText(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : [...new Set(names)].sort().join(', ');
}

function globsText(globs: ScopeGlobs | undefined): string | undefined {
  const parts = Object.entries(globs ?? {}).map(([kind, names]) => `${kind}: ${listText(names) ?? 'none'}`);
  return globs && parts.sort().join('; ');
}
