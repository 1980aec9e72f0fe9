// Where new documents go: into a folder that `include` searches, under a name that it matches.
import { isLiteral, matcher } from '../desired/glob-paths.ts';
import { type FreePaths, safePath } from './file-names.ts';

const EXTENSIONS = ['yaml', 'yml', 'json'];

/** A free path for a document, or `undefined` where `include` matches none. */
export function documentPath(
  name: string,
  { include, folders, paths }: { include: readonly string[]; folders: readonly string[]; paths: FreePaths },
): string | undefined {
  const isDocument = matcher(include);
  const base = safePath(name).toLowerCase();
  const named = [...new Set(folders)].flatMap((folder) =>
    EXTENSIONS.map((extension) => `${folder === '' ? '' : `${folder}/`}${base}.${extension}`),
  );
  const literals = include.filter(isLiteral).filter((path) => !paths.isThere(path));
  const found = [...named, ...literals].find(isDocument);
  if (found === undefined) return undefined;
  const taken = paths.take(found);
  return isDocument(taken) ? taken : undefined;
}
