// The history of applies as a table for a terminal.
import { type ApplyEntry, shortCommit } from '../model/apply-entry.ts';
import { plainTable } from './table.ts';

export function historyTable(entries: readonly ApplyEntry[]): string {
  if (entries.length === 0) return 'Nothing was applied from here.\n';
  const columns = ['time', 'commit', 'actor', 'added', 'changed', 'destroyed', 'run'] as const;
  const numbers = ['added', 'changed', 'destroyed'];
  return plainTable(
    columns.map((head) => ({ head, align: numbers.includes(head) ? 'right' : 'left' })),
    entries.map(({ time, commit, actor, run, counts, completedBy }) => [
      time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
      commit === undefined ? '' : shortCommit(commit),
      [actor, completedBy && `completed by ${completedBy.actor ?? 'a later run'}`].filter(Boolean).join(', '),
      String(counts?.create ?? ''),
      String(counts?.update ?? ''),
      String(counts?.delete ?? ''),
      run ?? '',
    ]),
  );
}

/** The words of the JSON plan. */
export function historyJson(entries: readonly ApplyEntry[]): object[] {
  return entries.map(({ counts, ...entry }) => ({
    ...entry,
    ...(counts && { counts: { add: counts.create, change: counts.update, destroy: counts.delete } }),
  }));
}
