// What a careful person would note beside the work: who applied what, from which commit, and what was left unfinished.
import type { Items, Tree } from '../items.ts';

/** What was last applied from a project file, as far as it was recorded. */
export interface Applied {
  /** Of the project file, as it was then. */
  path: string;
  /** The commit that the record names. */
  commit: string;
  /** The documents that the record holds, whoever wrote it. */
  documents: Tree;
}

/** An apply that began and did not come to its end. */
export interface Unfinished {
  /** Of the project file, as it was then. */
  path: string;
  commit: string;
  documents: Tree;
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
