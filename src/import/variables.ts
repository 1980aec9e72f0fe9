// Names of environment variables for secrets and passwords that an import declares.
import { compareText } from '../lib/text.ts';
import { loadProject } from '../documents/load-project.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { type Context, contextIn, elementsOf, EVERYWHERE } from '../model/context.ts';
import type { NewVariable } from '../model/import-plan.ts';
import type { Change } from '../model/plan.ts';
import type { Passwords } from '../model/secrets.ts';
import { fileId, keyId, type State } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import { withEntries } from './project-edits.ts';
import { mapping, text } from './write/serialize.ts';

/** Names that documents cannot use, and names with a meaning to a shell, a runner or Git. */
const MEANS_ELSE =
  /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE|NPM|GIT|LD|DYLD|SSH|LC|XDG)_|^(?:PATH|HOME|USER|SHELL|PWD|OLDPWD|TMPDIR|TEMP|LANG|TERM|CI|IFS|ENV|[^A-Z].*)$/;

export interface Secret {
  /** Name of the key, or path of the file. */
  name: string;
  context: Context;
  /** The item in messages. */
  item: string;
  /** Absent if the value cannot be read. */
  text?: string;
}

export class Variables {
  readonly named: NewVariable[] = [];
  /** Value for each variable, where known. */
  readonly texts = new Map<string, string>();
  readonly #taken: Set<string>;

  /** @param taken names already in use */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** `db.password` in `Production;*` → `DB_PASSWORD_PRODUCTION`. */
  nameFor({ name, context, item, text }: Secret): string {
    const elements = elementsOf(context).filter((element) => element !== '*');
    const words = [name, ...elements].flatMap((word) => word.toUpperCase().match(/[A-Z0-9]+/g) ?? []);
    const plain = words.join('_');
    const wanted = plain === '' || MEANS_ELSE.test(plain) ? `SECRET_${plain}` : plain;
    const free = this.#free(wanted.replace(/_$/, ''));
    this.named.push({ name: free, item });
    if (text !== undefined) this.texts.set(free, text);
    return free;
  }

  /** `Database` → `DATABASE_PASSWORD`. */
  forPassword(group: string): string {
    return this.nameFor({
      name: `${group} password`,
      context: EVERYWHERE,
      item: `password of the security group ${group}`,
    });
  }

  #free(wanted: string): string {
    for (let i = 1; ; i++) {
      const name = i === 1 ? wanted : `${wanted}_${i}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

interface ProjectFileInput {
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  choice?: TargetChoice;
  env: Readonly<Record<string, string | undefined>>;
}

/** The passwords of security groups that the project file declares. */
export function passwordsIn({ files, projectFile, choice, env }: ProjectFileInput): Passwords {
  const own = [...files].filter(([path]) => path === projectFile);
  return loadProject(filesInMemory(new Map(own)), { env, missingEnv: 'warning', projectFile, choice }).passwords;
}

/** Security groups of all items of a state, sorted. */
export function groupsIn({ keys, files }: State): string[] {
  return groupNames([...keys.values(), ...files.values()]);
}

/** Security groups of the changed items, sorted. */
export function groupsOf(changes: readonly Change[], { keys, files }: State): string[] {
  const named = changes.flatMap((change) => {
    if (change.kind !== 'file') return keys.get(keyId(change.key)) ?? [];
    return files.get(fileId(change.path, contextIn(change.context))) ?? [];
  });
  return groupNames(named);
}

function groupNames(items: readonly { securityGroup?: string }[]): string[] {
  return [...new Set(items.flatMap(({ securityGroup }) => securityGroup ?? []))].sort(compareText);
}

interface PasswordsNeeded {
  groups: readonly string[];
  passwords: Passwords;
  variables: Variables;
  target: string | undefined;
}

/** The project file with a variable for each group that has none, in the target if it is one of several. */
export function withPasswords(
  document: { path: string; text: string },
  { groups, passwords, variables, target }: PasswordsNeeded,
): string | undefined {
  const missing = groups.filter((group) => !passwords.variables.has(group));
  if (missing.length === 0) return undefined;
  const entries = missing.map((group) => ({
    name: group,
    value: mapping({ env: text(variables.forPassword(group)) }),
  }));
  return withEntries(document, { field: 'passwords', target, entries });
}
