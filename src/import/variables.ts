// Names of environment variables for secrets and passwords that an import declares.
import { compareText } from '../lib/text.ts';
import { parseTrees } from '../documents/parse-yaml.ts';
import { elementsOf } from '../model/context.ts';
import type { NewVariable } from '../model/import-plan.ts';
import type { Change } from '../model/plan.ts';
import { Source } from '../model/diagnostic.ts';
import type { Item, Row, State } from '../model/state.ts';
import { find } from '../plan/find-item.ts';
import { looksSealed } from '../semantics/ciphers.ts';
import { itemOf } from './declarable.ts';
import type { Opened } from './import-input.ts';
import { doubleQuoted } from './quote.ts';
import { fieldIn, isInBraces } from './sites.ts';

/** Names that documents cannot use, and names with a meaning to a shell, a runner or Git. */
const MEANS_ELSE =
  /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE|NPM|GIT|LD|DYLD|SSH|LC|XDG)_|^(?:PATH|HOME|USER|SHELL|PWD|OLDPWD|TMPDIR|TEMP|LANG|TERM|CI|IFS|ENV|[^A-Z].*)$/;

export class Variables {
  readonly named: NewVariable[] = [];
  /** Value for each variable, where known. */
  readonly texts = new Map<string, string>();
  readonly #depth: number;
  readonly #taken: Set<string>;

  /** @param depth number of context levels @param taken names already in use */
  constructor(depth: number, taken: Iterable<string>) {
    this.#depth = depth;
    this.#taken = new Set(taken);
  }

  /** `db.password` in `Production;*` → `DB_PASSWORD_PRODUCTION`. */
  forRow({ kind, name }: Item, { context, text, unknown }: Row): string {
    const elements = elementsOf(context).filter((element) => element !== '*');
    const variable = this.#nameOf([name, ...elements], itemOf(name, context, this.#depth));
    const isClear = !unknown && text !== null && (kind === 'file' || !looksSealed(text));
    if (isClear) this.texts.set(variable, text);
    return variable;
  }

  /** `Database` → `DATABASE_PASSWORD`. */
  forPassword(group: string): string {
    return this.#nameOf([group, 'password'], `password of the security group ${group}`);
  }

  /** A free name of these words. @param item in messages */
  #nameOf(words: readonly string[], item: string): string {
    const plain = words.flatMap((word) => word.toUpperCase().match(/[A-Z0-9]+/g) ?? []).join('_');
    const wanted = (plain === '' || MEANS_ELSE.test(plain) ? `SECRET_${plain}` : plain).replace(/_$/, '');
    let name = wanted;
    for (let i = 2; this.#taken.has(name); i++) name = `${wanted}_${i}`;
    this.#taken.add(name);
    this.named.push({ name, item });
    return name;
  }
}

/** Security groups of all items of a state, sorted. */
export function groupsIn({ items }: State): string[] {
  const all = [...items.values()].flatMap((item) => [item, ...item.rows.values()]);
  return sortedNames(all.flatMap(({ securityGroup }) => securityGroup ?? []));
}

/** Security groups of the changed items, sorted. */
export function groupsOf(changes: readonly Change[], state: State): string[] {
  const found = changes.map((change) => find(state, change));
  return sortedNames(found.flatMap(({ item, row }) => item?.securityGroup ?? row?.securityGroup ?? []));
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareText);
}

/**
 * The project file with a line for each group that has no variable, in `passwords` of the target if it has one of its own;
 * `undefined`: it has to be added by hand.
 */
export function withPasswords(
  { projectFile, before: { texts }, choice: { name: target = '' } = {} }: Opened,
  missing: readonly string[],
  variables: Variables,
): string | undefined {
  const text = texts.get(projectFile) ?? '';
  const [root] = parseTrees(new Source(projectFile, text), () => undefined);
  const targets = root && fieldIn(root, 'targets')?.value;
  const own = targets && fieldIn(targets, target)?.value;
  const field = (own && fieldIn(own, 'passwords')) ?? (root && fieldIn(root, 'passwords'));
  const around = field === undefined ? root : field.value;
  if (around !== undefined && (around.kind !== 'mapping' || isInBraces({ text, mapping: around }))) return undefined;
  const nameOf = (group: string) => (/^[A-Za-z_]\w*$/.test(group) ? group : doubleQuoted(group));
  const lines = (indent: string) =>
    missing.map((group) => `${indent}${nameOf(group)}: { env: ${variables.forPassword(group)} }\n`).join('');
  const next = field === undefined || around === undefined ? -1 : text.indexOf('\n', around.end);
  const end = next === -1 ? text.length : next + 1;
  const before = `${text.slice(0, end)}${next === -1 && text !== '' && !text.endsWith('\n') ? '\n' : ''}`;
  if (field === undefined || around === undefined) return `${before}passwords:\n${lines('  ')}`;
  const column = around.offset - text.lastIndexOf('\n', around.offset - 1) - 1;
  return `${before}${lines(' '.repeat(column))}${text.slice(end)}`;
}
