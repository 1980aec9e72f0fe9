// Names for the environment variables that secrets come from.
import { type Context, elementsOf, EVERYWHERE } from '../model/context.ts';
import type { NewVariable } from '../model/import.ts';

/** Those that documents cannot name, and those that mean something to a shell, a runner or Git. */
const MEANS_ELSE =
  /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE|NPM|GIT|LD|DYLD|SSH|LC|XDG)_|^(?:PATH|HOME|USER|SHELL|PWD|OLDPWD|TMPDIR|TEMP|LANG|TERM|CI|IFS|ENV|[^A-Z].*)$/;

export interface Secret {
  /** Of the key, or the path of the file. */
  name: string;
  context: Context;
  /** The same in messages. */
  item: string;
  /** Absent: nothing here can read what the server holds. */
  text?: string;
}

export class Variables {
  /** In the order in which they were named. */
  readonly named: NewVariable[] = [];
  /** What each of them has to hold. */
  readonly texts = new Map<string, string>();
  readonly #taken: Set<string>;

  /** @param taken names that the documents use already */
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
