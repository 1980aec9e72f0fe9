// Which of the project's files are documents, and which are contents that documents name.
import { Source } from '../model/place.ts';
import { parseTrees } from '../desired/parse.ts';
import { matcher } from '../desired/glob-paths.ts';
import { decodeUtf8 } from '../desired/project-files.ts';
import { references } from '../desired/references.ts';
import type { DocumentText } from './sites.ts';

export interface ProjectTexts {
  documents: DocumentText[];
  /** Paths of the contents that documents name. */
  named: ReadonlySet<string>;
}

export interface WhichDocuments {
  include: readonly string[];
  projectFile: string;
}

/** By the same rule as the reader: what a `path` names is no document. */
export function projectTexts(
  files: ReadonlyMap<string, Uint8Array>,
  { include, projectFile }: WhichDocuments,
): ProjectTexts {
  const isDocument = matcher(include);
  const candidates = [...files].flatMap(([path, bytes]): DocumentText[] => {
    const decoded = decodeUtf8(bytes);
    return path !== projectFile && isDocument(path) && 'text' in decoded ? [{ path, ...decoded }] : [];
  });
  const named = new Set(candidates.flatMap(namedIn));
  return { documents: candidates.filter(({ path }) => !named.has(path)), named };
}

function namedIn({ path, text }: DocumentText): string[] {
  const trees = parseTrees(new Source(path, text), () => undefined);
  return trees.flatMap((tree) => [...references(path, tree)]).map((reference) => reference.path);
}
