// What a careful person would note beside the work: who applied what, from which commit, and what was left unfinished.
import { type Items, itemsOf, type Stage, type Tree } from '../items.ts';

/** What an apply was made from. */
export interface Source {
  /** Of the project file, as it was then. */
  path: string;
  /** The commit that the record names. */
  commit: string;
  /** The documents that the record holds, whoever wrote it. */
  documents: Tree;
}

/** What was last applied from a project file, as far as it was recorded. */
export interface Applied extends Source {
  /** By item, as the newest apply of its stage left it. */
  items: ReadonlyMap<string, AppliedItem>;
  /** The newest apply of each stage, the newest first. Without a stage: of everything. */
  parts: readonly AppliedPart[];
}

export interface AppliedItem {
  text: string;
  source: Source;
  /** It was not declared any more and is still there, perhaps not for a later stage to delete. */
  isUnsure?: true;
}

export interface AppliedPart {
  source: Source;
  stage?: Stage | undefined;
}

/** What is recorded of an apply of everything. */
export function appliedAtOnce(source: Source): Applied {
  const items = Array.from(declaredIn(source.documents), ([item, text]) => {
    return [item, { text, source }] as const;
  });
  return { ...source, items: new Map(items), parts: [{ source }] };
}

export function declaredIn(documents: Tree): Map<string, string> {
  return new Map([...documents.values()].flatMap((document) => [...itemsOf(document)]));
}

/** An apply that began and did not come to its end. */
export interface Unfinished extends Source {
  /** What it declared for the server. */
  items: Items;
  /** What it changed on the server before it was interrupted. */
  pushed: ReadonlySet<string>;
  /** Written by somebody who never applied anything. */
  isForged?: true;
}

/** All by path of the project file. */
export class Ledger {
  /** `unreadable`: somebody broke it. */
  readonly records = new Map<string, Applied | 'unreadable'>();
  readonly unfinished = new Map<string, Unfinished[]>();
  /** Where the last apply that began may still be alive. */
  readonly running = new Set<string>();
  /** The commit that was last applied for certain. */
  readonly applied = new Map<string, string>();
  /** The refs of the records, as far as an apply has shown them. */
  readonly refs = new Map<string, string>();
  /** What a project file was called before, and what it is called now; both ways. */
  readonly renamed = new Map<string, Set<string>>();
  /** Who changed an item of the server last: a project file, or `others`. */
  readonly writers = new Map<string, string>();

  noteRename(from: string, to: string): void {
    const names = new Set([
      ...(this.renamed.get(from) ?? [from]),
      ...(this.renamed.get(to) ?? []),
      to,
    ]);
    for (const name of names) this.renamed.set(name, names);
  }

  /** Nothing of the record is left. */
  forget(path: string): void {
    this.records.delete(path);
    this.unfinished.delete(path);
    this.running.delete(path);
  }

  /** The record is that of the project file's new name. */
  noteMove(from: string, to: string): void {
    const [record, unfinished] = [this.records.get(from), this.unfinished.get(from)];
    if (record !== undefined) this.records.set(to, record);
    if (unfinished !== undefined) this.unfinished.set(to, unfinished);
    if (this.running.has(from)) this.running.add(to);
    for (const [item, by] of this.writers) if (by === from) this.writers.set(item, to);
    this.forget(from);
  }

  noteChanges(by: string, before: Items, after: Items): void {
    for (const item of new Set([...before.keys(), ...after.keys()]))
      if (before.get(item) !== after.get(item)) this.writers.set(item, by);
  }
}
