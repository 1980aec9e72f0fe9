// Who uses what in a repository under a push: keys in files, paths in values, files in files.
import { closesCircle, type Embeddings } from '../model/embedding.ts';
import { type Groups, inConflict } from '../model/resolution.ts';
import type { Draft } from './draft.ts';
import type { FileRow, Repository } from './state.ts';

/** Ids of the keys that some file uses, inactive files included. */
export function usedKeys(files: Iterable<readonly FileRow[]>): Set<string> {
  const used = new Set<string>();
  for (const rows of files) for (const row of rows) for (const id of row.keys ?? []) used.add(id);
  return used;
}

/** Paths that some value names, inactive ones included. */
export function referencedPaths(repository: Repository): Set<string> {
  const paths = new Set<string>();
  for (const key of repository.keys.values()) {
    for (const rows of key.rows.values()) {
      for (const row of rows) if (row.reference && row.text !== null) paths.add(row.text);
    }
  }
  return paths;
}

/** Whether a file, or a value that embeds a path, would lead into a circle. */
export function leadsIntoCircle(
  draft: Draft,
  { context, start }: { context: string; start: { keys: readonly string[] } | { path: string } },
): boolean {
  return closesCircle(start, { context, embeddings: embeddingsOf(draft), groups: draft.groups });
}

function embeddingsOf(draft: Draft): Embeddings {
  return {
    filesAt: (path) => draft.filesAt(path).filter((row) => row.active),
    pathsOf: (id) => {
      const key = draft.key(id);
      if (key?.vdt !== 'FileEmbed') return [];
      return [...key.rows.values()].flat().flatMap(({ serial, context, text, reference }) => {
        return reference && text !== null ? [{ serial, context, path: text }] : [];
      });
    },
  };
}

/** Whether an active row has a context that one of the others rules out. */
export function hasGroupConflict(
  context: string,
  { others, groups }: { others: Iterable<{ context: string; active: boolean }>; groups: Groups },
): boolean {
  for (const other of others) {
    if (other.active && inConflict(context, other.context, groups)) return true;
  }
  return false;
}
