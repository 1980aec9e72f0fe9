// Files that embed files: detects circles of FileEmbed values (behaviour.md, section 11).
import { type Groups, heaviest, weigher } from './resolution.ts';

/** An active file. */
interface EmbeddingFile {
  readonly serial: number;
  readonly context: string;
  /** Ids of the keys that it uses. */
  readonly keys?: readonly string[];
}

/** A value of type FileEmbed. */
interface EmbeddedPath {
  readonly serial: number;
  readonly context: string;
  readonly path: string;
}

export interface Embeddings {
  filesAt(path: string): readonly EmbeddingFile[];
  /** Empty for a key of another type. */
  pathsOf(keyId: string): readonly EmbeddedPath[];
}

interface Search {
  /** The context of what is being written, in full: wildcards stand for every element. */
  context: string;
  embeddings: Embeddings;
  groups: Groups;
}

/** Whether writing a file or an embedded path creates a circle. */
export function closesCircle(start: { keys: readonly string[] } | { path: string }, search: Search): boolean {
  const relevant = selection(search);
  const { embeddings } = search;
  const underWay = new Set<EmbeddingFile>();
  const done = new Set<EmbeddingFile>();

  const intoPath = (path: string): boolean => relevant(embeddings.filesAt(path)).some(intoFile);
  const intoKeys = (keys: readonly string[]): boolean =>
    keys.some((key) => relevant(embeddings.pathsOf(key)).some(({ path }) => intoPath(path)));
  const intoFile = (file: EmbeddingFile): boolean => {
    if (underWay.has(file)) return true;
    if (done.has(file)) return false;
    underWay.add(file);
    const found = intoKeys(file.keys ?? []);
    underWay.delete(file);
    done.add(file);
    return found;
  };
  return 'path' in start ? intoPath(start.path) : intoKeys(start.keys);
}

/** The matching rows with an element where the context has a wildcard, and the heaviest of the others. */
function selection({ context, groups }: Search) {
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
