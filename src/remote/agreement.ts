// Answers that contradict each other: what two reads say about the same item must agree, or neither is believed.
import { CommandError } from '../errors.ts';
import { contextId, contextIn, covers } from '../model/context.ts';
import type { ServerRead } from '../model/server-reads.ts';
import { type Item, keyId } from '../model/state.ts';
import { javaTrim } from '../semantics/value-types.ts';
import type { Pull, PulledValue } from './wire.ts';

/** Two answers contradict each other. Another client may have written between them, so everything is read once more. */
export class Contradiction extends CommandError {
  /** @param what the item, with an article: `the key a` */
  constructor([read, other]: readonly [ServerRead, ServerRead], what: string) {
    const answers =
      read === other
        ? `Two answers to GET /rest/${read}`
        : `The answers to GET /rest/${read} and GET /rest/${other}`;
    super({
      code: 'answers-contradict',
      message: `${answers} contradict each other about ${what}.`,
      hint: 'Another client may have written at the same time: run the command again. If this happens again, ask the operator of the server whether a proxy or a cache answers in its place.',
    });
  }
}

/** Reads, and reads once more after a contradiction. Throws {@link Contradiction} if that ends with one, too. */
export async function agreed<Result>(read: () => Promise<Result>, again = read): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    return again();
  }
}

type KeyShown = Pick<Item, 'vdt' | 'deprecated' | 'readme'>;

/** Whether two reads show the same of a key. A pull shows no empty readme. */
export function isSameKey(a: KeyShown, b: KeyShown): boolean {
  if (a === b) return true;
  const readmeOf = ({ readme = '' }: KeyShown) => (javaTrim(readme) === '' ? '' : readme);
  return a.vdt === b.vdt && a.deprecated === b.deprecated && readmeOf(a) === readmeOf(b);
}

/** The pulls of one read. They are added as they arrive, because all of them together would fill the memory. */
export class PullsSeen {
  /** By context asked for: the context of the row that each key has there, by key id, and the files. */
  readonly #pulls = new Map<
    string,
    { rows: Map<string, string>; paths: ReadonlySet<string> | undefined }
  >();
  readonly #keys = new Map<string, PulledValue>();
  /** By the context of the row, and by key id. */
  readonly #rows = new Map<string, Map<string, PulledValue>>();
  /** What two pulls show differently. */
  readonly #differing = new Set<string>();
  /** The ids of all contexts that rows have, as the server writes them. */
  readonly contexts = new Map<string, string>();
  readonly paths = new Set<string>();

  /** @param at id of the context asked for */
  add(at: string, { values, files, isUnread }: Pull): void {
    if (isUnread) return;
    const rows = new Map<string, string>();
    const paths = files && new Set(files.keys());
    this.#pulls.set(at, { rows, paths });
    for (const path of paths ?? []) this.paths.add(path);
    for (const value of values) {
      const id = keyId(value.name);
      const context = this.#contextOf(value);
      const inContext = this.#rows.get(context) ?? new Map<string, PulledValue>();
      this.#rows.set(context, inContext);
      const [key, row] = [this.#keys.get(id) ?? value, inContext.get(id) ?? value];
      this.#keys.set(id, key);
      inContext.set(id, row);
      if (!isSameKey(key, value) || row.text !== value.text) this.#differing.add(this.#nameOf(id));
      rows.set(id, context);
    }
  }

  /** What they show of a key by its id, apart from its rows. */
  keyOf(id: string): KeyShown | undefined {
    return this.#keys.get(id);
  }

  /** Once all are added. Throws {@link Contradiction} if any two of them contradict each other. */
  check(): void {
    for (const [at, { rows, paths }] of this.#pulls) {
      // What a context shows applies in narrower ones, too, unless something that outweighs it does.
      const narrower = [...this.#pulls].flatMap(([other, pull]) =>
        other !== at && covers(at, other) ? pull : [],
      );
      for (const [key, row] of rows) {
        const rowsInItsContext = this.#pulls.get(row)?.rows;
        const isConfirmed = !rowsInItsContext || rowsInItsContext.get(key) === row;
        if (!isConfirmed || !narrower.every((pull) => mayWin(pull.rows.get(key), row)))
          this.#differing.add(this.#nameOf(key));
      }
      for (const path of paths ?? [])
        if (!narrower.every((pull) => pull.paths?.has(path) ?? true))
          this.#differing.add(`the file ${path}`);
    }
    this.#pulls.clear();
    this.#rows.clear();
    const [first] = [...this.#differing].sort();
    if (first !== undefined) throw new Contradiction(['pull', 'pull'], first);
  }

  #nameOf(id: string): string {
    return `the key ${this.#keys.get(id)?.name ?? id}`;
  }

  #contextOf({ context }: PulledValue): string {
    const remembered = this.contexts.get(context);
    if (remembered !== undefined) return remembered;
    const id = contextId(contextIn(context));
    this.contexts.set(context, id);
    return id;
  }
}

/** Whether a narrower context may show this row of a key, where the broad one applies. */
function mayWin(row: string | undefined, broad: string): boolean {
  return row !== undefined && (row === broad || !covers(row, broad));
}
