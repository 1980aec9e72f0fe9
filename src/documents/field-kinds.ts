// Kinds of fields of the project file: how each is read, its default, how it is shown, and which change of it loosens the protection.
import type { SafetyChange } from '../model/plan.ts';
import {
  defaultLimits,
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  type Limits,
  limitText,
  parseLimit,
  type Project,
} from '../model/project.ts';
import { SCOPE_FIELDS, type ScopeGlobs, scopeOf } from '../model/scope.ts';
import type { Passwords } from '../model/secrets.ts';
import { cut } from '../model/diagnostic.ts';
import type { Fields } from './fields.ts';
import { problemOfContext, readGlobs } from './globs.ts';
import type { Entry } from './syntax-tree.ts';

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

export interface Reading {
  fields: Fields;
  /** With the fields that stand above in the table. */
  project: Project;
}

/** `shown` and `looser` are of fields that protect the repository, or name it: a pull request says when it changes them. */
export interface FieldRow extends Partial<SafetySetting> {
  /** What the field gives. `undefined`: it is invalid, which is reported, and what was there before stays. */
  read?: (entry: Entry, reading: Reading) => Partial<Project> | undefined;
  /** What a project has without it. */
  standard?: Partial<Project>;
  /** Its parts that are compared with those of the base one by one. */
  parts?: Readonly<Record<string, SafetySetting>>;
}

export function given<Name extends keyof Project>(
  name: Name,
  value: Project[Name] | undefined,
): Partial<Project> | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** @param freedom the higher the number, the more may be done */
export function byFreedom(freedom: (project: Project) => number): Looser {
  return (base, head) => {
    const more = freedom(head.project) - freedom(base.project);
    if (more === 0) return undefined;
    return more > 0 ? 'looser' : 'stricter';
  };
}

/** One of a few words; the first is the default. @param rising in the order of what they allow */
export function choice<Name extends 'prune' | 'onDrift' | 'reads' | 'approvals'>(
  name: Name,
  choices: readonly Project[Name][],
  rising = choices,
): FieldRow {
  return {
    read: (entry, { fields }) => given(name, fields.oneOf(entry, choices) as Project[Name] | undefined),
    standard: { [name]: choices[0] },
    shown: ({ project }) => project[name],
    looser: byFreedom((project) => rising.indexOf(project[name])),
  };
}

/** True or false; the default is the stricter one. */
export function flag(name: 'record' | 'forceKeyPush', standard: boolean): FieldRow {
  return {
    read: (entry, { fields }) => given(name, fields.boolean(entry)),
    standard: { [name]: standard },
    shown: ({ project }) => String(project[name]),
    looser: byFreedom((project) => (project[name] === standard ? 0 : 1)),
  };
}

/** @param more the effect of adding names; if names are both added and removed, the effect is open */
export function names(
  name: 'protect' | 'allowNewContexts' | 'redact' | 'allowSecrets',
  more: 'looser' | 'stricter',
  read: (fields: Fields, entry: Entry) => string[] | undefined = readGlobs,
): FieldRow {
  return {
    read: (entry, { fields }) => ({ [name]: read(fields, entry) ?? [] }),
    standard: { [name]: [] },
    shown: ({ project }) => listText(project[name]),
    looser: (base, head) => {
      const [before, after] = [new Set(base.project[name]), new Set(head.project[name])];
      if ([...before].every((one) => after.has(one))) return more;
      const less = more === 'looser' ? 'stricter' : 'looser';
      return [...after].every((one) => before.has(one)) ? less : undefined;
    },
  };
}

/** Sorted, because order does not matter in any of these lists. */
export function listText(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : [...new Set(texts)].sort().join(', ');
}

/** Globs of keys, contexts and files. */
export function scopeGlobs(name: 'scope' | 'ignore'): FieldRow {
  return {
    read: (entry, { fields, project: { scope } }) => ({
      scope: scopeOf({ ...scope.written, [name]: readScopeGlobs(fields, entry) }),
    }),
    shown: ({ project }) => {
      const globs = project.scope.written[name];
      const parts = Object.entries(globs ?? {}).map(([kind, own]) => `${kind}: ${listText(own) ?? 'none'}`);
      return globs && parts.sort().join('; ');
    },
    looser: byFreedom(({ scope }) => (scope.written[name] === undefined ? 1 : 0)),
  };
}

function readScopeGlobs(fields: Fields, entry: Entry): ScopeGlobs | undefined {
  const name = `\`${entry.key.text}\``;
  const node = fields.mapping(entry.value, name);
  if (node === undefined) return undefined;
  const found = fields.known(node, SCOPE_FIELDS, name);
  const checkOf = (field: string) => (field === 'contexts' ? problemOfContext : undefined);
  const lists = SCOPE_FIELDS.map(
    (field) => [field, found[field] && readGlobs(fields, found[field], checkOf(field))] as const,
  );
  return Object.fromEntries(lists.filter(([, list]) => list !== undefined));
}

/** A higher limit refuses less. */
export const limits: FieldRow = {
  read: (entry, { fields, project }) => ({ limits: { ...project.limits, ...readLimits(fields, entry) } }),
  standard: { limits: defaultLimits() },
  parts: Object.fromEntries(
    LIMIT_NAMES.map((name): [string, SafetySetting] => [
      name,
      {
        shown: ({ project }) => limitText(name, project.limits[name]),
        looser: byFreedom((project) => project.limits[name]),
      },
    ]),
  ),
};

/** The valid limits; mistakes are reported. */
function readLimits(fields: Fields, entry: Entry): Partial<Limits> {
  const tree = fields.mapping(entry.value, '`limits`');
  const found = tree === undefined ? {} : fields.known(tree, LIMIT_NAMES, '`limits`');
  const read = LIMIT_NAMES.map(
    (name) => [name, found[name] && readLimit(fields, { name, entry: found[name] })] as const,
  );
  return Object.fromEntries(read.filter(([, limit]) => limit !== undefined));
}

function readLimit(fields: Fields, { name, entry }: { name: LimitName; entry: Entry }): number | undefined {
  const text = fields.text(entry);
  const limit = text === undefined ? undefined : parseLimit(name, text);
  if (text === undefined || limit !== undefined) return limit;
  const { isShare } = LIMITS[name];
  return fields.error({
    code: 'wrong-type',
    at: entry.value,
    message: `\`${name}\` must be ${isShare ? 'a share from 0% to 100%' : 'a whole number of items'}, not \`${cut(text)}\`.`,
    ...(isShare && { hint: `Write it like \`${name}: 30%\`.` }),
  });
}
