// [edge] The work tree as ProjectFiles: regular files inside the project's root, symbolic links followed only within it.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../model/diagnostic.ts';
import { expanded, isLiteral, matcher, unmatched } from './glob-paths.ts';
import type { Listing, ProjectFiles } from './project-files.ts';
import { errorCode, folderProblem, isDirectory, isLink, problem, realPath } from './real-path.ts';
import { search } from './search.ts';

/** A document or a content file larger than this is refused: a configuration server holds no such thing. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/**
 * @param root folder of the project file
 * @param shownFrom folder that places are shown relative to, normally the working directory
 */
export function workTreeFiles(root: string, shownFrom: string): ProjectFiles {
  const prefix = relative(shownFrom, root).split(sep).join('/');
  return {
    display: (path) => (prefix === '' ? path : `${prefix}/${path}`),
    list: (globs) => list(root, globs),
    read: (path) => read(root, path),
  };
}

function list(root: string, globs: readonly string[]): Listing {
  let found: ReturnType<typeof search>;
  try {
    found = search(root, expanded(globs));
  } catch (error) {
    const message = `The folder cannot be searched for documents (${errorCode(error)}).`;
    return { paths: [], problems: [{ path: '.', code: 'file-unreadable', message }], unmatched: [] };
  }
  // A document that is named outright and is not there must not look like one that was removed.
  const named = expanded(globs.filter(isLiteral)).includes;
  const matched = [...new Set([...found.paths, ...named])].filter(matcher(globs));
  const { paths: documents, problems } = select(root, matched, new Set(named));
  const files = matched.filter((path) => !isDirectory(join(root, path)));
  return { paths: documents, problems: [...problems, ...found.problems], unmatched: unmatched(globs, files) };
}

function select(root: string, paths: string[], named: ReadonlySet<string>): Omit<Listing, 'unmatched'> {
  const byFile = new Map<string, string>();
  const problems: Listing['problems'] = [];
  for (const path of paths.sort(compareText)) {
    const real = realPath(root, path);
    if ('problem' in real) problems.push({ path, ...real.problem });
    else if (isDirectory(real.path)) {
      if (named.has(path)) problems.push({ path, ...folderProblem(path).problem });
    }
    // A link to a document that is matched itself is the same document, not a second one.
    else if (!byFile.has(real.path) || !isLink(root, path)) byFile.set(real.path, path);
  }
  return { paths: [...byFile.values()].sort(compareText), problems };
}

function read(root: string, path: string): ReturnType<ProjectFiles['read']> {
  const real = realPath(root, path);
  if ('problem' in real) return real;
  let file: number | undefined;
  try {
    // What is looked at is what is read, even if somebody puts a link or a pipe there in between.
    file = openSync(
      real.path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stat = fstatSync(file);
    if (stat.isDirectory()) return folderProblem(path);
    if (!stat.isFile()) return problem('not-a-file', `${path} is not a regular file.`);
    if (stat.size > MAX_FILE_BYTES) return problem('file-unreadable', `${path} is larger than 256 MiB.`);
    return { bytes: readFileSync(file) };
  } catch (error) {
    // A socket cannot even be opened.
    if (errorCode(error) === 'ENXIO') return problem('not-a-file', `${path} is not a regular file.`);
    return problem('file-unreadable', `${path} cannot be read (${errorCode(error)}).`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
