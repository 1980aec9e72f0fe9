// Circles of embedded files: a push must not close one (behaviour.md, section 11).
import { heaviest, weigher } from '../semantics/resolution.ts';
import type { Draft } from './draft.ts';
import type { FileRow } from './state.ts';

interface Start {
  /** The context of what is being written, in full: wildcards stand for every element. */
  context: string;
  /** Ids of the keys that a file uses, or the path that a value embeds. */
  start: { keys: readonly string[] } | { path: string };
}

/** Whether a file that uses these keys, or a value that embeds this path, would close a circle of embedded files. */
export function leadsIntoCircle(draft: Draft, { context, start }: Start): boolean {
  const relevant = selection(draft, context);
  const underWay = new Set<FileRow>();
  const done = new Set<FileRow>();

  const intoPath = (path: string): boolean => relevant(draft.filesAt(path).filter((row) => row.active)).some(intoFile);
  const intoKey = (id: string): boolean => {
    const key = draft.key(id);
    const rows = key?.vdt === 'FileEmbed' ? [...key.rows.values()].flat() : [];
    const embedding = rows.filter(({ reference, text }) => reference && text !== null);
    return relevant(embedding).some(({ text }) => intoPath(text ?? ''));
  };
  const intoFile = (file: FileRow): boolean => {
    if (underWay.has(file)) return true;
    if (done.has(file)) return false;
    underWay.add(file);
    const found = (file.keys ?? []).some(intoKey);
    underWay.delete(file);
    done.add(file);
    return found;
  };
  return 'path' in start ? intoPath(start.path) : start.keys.some(intoKey);
}

/** The matching rows with an element where the context has a wildcard, and the heaviest of the others. */
function selection({ groups }: Draft, context: string) {
  const request = context.split(';').map((element) => (element === '*' ? undefined : element));
  const weigh = weigher(request, groups);
  const isOpen = (row: { context: string }) =>
    row.context.split(';').some((element, level) => element !== '*' && request[level] === undefined);
  return <R extends { context: string; serial: number }>(rows: readonly R[]): R[] => {
    const matching = rows.filter((row) => weigh(row.context) !== undefined);
    const best = heaviest(
      matching.filter((row) => !isOpen(row)),
      weigh,
    );
    return [...matching.filter(isOpen), ...(best === undefined ? [] : [best])];
  };
}
