// Finds and reads the documents of a project, the files that `include` matches, and reports files that nothing reads.
import { posix } from 'node:path';
import { counted, someOf, withCommas } from '../lib/text.ts';
import {
  cut,
  type Diagnostic,
  type FileError,
  placeAt,
  type Report,
  Source as Text,
} from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { globsOf, overlap, readingOf, type DeclaredSource } from '../model/sources.ts';
import { expanded, folderOfGlob, matcher, unmatched } from './globs.ts';
import { decodeUtf8, type FileListing, type ProjectFiles } from './project-files.ts';

/** A file that `include` or a source matches. Of those of `include`, the ones that a document refers to are contents. */
export interface FoundFile {
  path: string;
  /** Empty if the file cannot be read. */
  text: Text;
  /** Not reported yet: whether the file is a document is known only after all are read. */
  problem?: Diagnostic;
  /** It is not UTF-8, and was read as Java does. */
  isLatin1?: boolean;
  /** As in `FileContent`. */
  filtered?: boolean | undefined;
  /** None for what `include` matches; several that read different parts of it. */
  sources: readonly DeclaredSource[];
}

interface DocumentListing {
  project: Project;
  /** Name of the project file, which is never a document. */
  projectFile: string;
  report: Report;
  /** Filled with the bytes of every file, by path. */
  bytes: Map<string, Uint8Array>;
}

/** Far more than one project needs; keeps memory bounded. */
const MAX_DOCUMENTS = 10_000;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

/** The files to read, documents first, and what `include` matches. */
export function findDocuments(
  files: ProjectFiles,
  finding: DocumentListing,
): { foundFiles: FoundFile[]; listing: FileListing } {
  const { project, projectFile, report, bytes } = finding;
  const listing = files.list(project.include);
  const sourcesOf = matchSources(files, finding);
  const documents = listing.paths.filter((path) => path !== projectFile && !sourcesOf.has(path));
  const foundFiles = readAll(files, { documents, sourcesOf }, bytes, listing.problems);
  const place = project.places.include;
  for (const { path, ...problem } of listing.problems) {
    // A missing file has no text to point into, so the diagnostic points to `include`.
    const at = problem.code === 'file-missing' ? { place } : {};
    report({ severity: 'error', ...problem, file: files.display(path), ...at });
  }
  return { foundFiles, listing };
}

/** The sources of each file. What one of them reads, no other does: it would declare the same again, or something else. */
function matchSources(
  files: ProjectFiles,
  { project, projectFile, report }: DocumentListing,
): ReadonlyMap<string, DeclaredSource[]> {
  const sourcesOf = new Map<string, DeclaredSource[]>();
  const otherOf = (path: string, source: DeclaredSource) =>
    sourcesOf.get(path)?.find((other) => overlap(source, other));
  for (const source of project.sources) {
    const { place } = source;
    const { paths: listed, problems } = files.list(globsOf(source));
    for (const { path, ...problem } of problems)
      report({ severity: 'error', ...problem, file: files.display(path), place });
    const paths = listed.filter((path) => path !== projectFile);
    if (paths.length === 0 && problems.length === 0) {
      // A warning: its files may be added later.
      const message = `No file matches the source \`${cut(source.path)}\`.`;
      report({
        severity: 'warning',
        code: 'no-documents',
        message,
        hint: 'Correct its `path`, or remove it.',
        place,
      });
    }
    const twice = paths.filter((path) => otherOf(path, source) !== undefined);
    if (twice.length > 0) {
      const message = `Another source reads ${someOf(twice.map(files.display), { most: 3, noun: 'file' })} too.`;
      const hint =
        'Narrow one of the two paths, leave the files out of one source with `exclude`, or let each read a different `part`.';
      const related = otherOf(twice[0] ?? '', source)?.place;
      report({ severity: 'error', code: 'source-overlap', message, hint, place, related });
    }
    for (const field of OF_FILES) {
      const isUnlike = (other: DeclaredSource) => other[field] !== source[field];
      const path = paths.find((candidate) => sourcesOf.get(candidate)?.some(isUnlike));
      if (path === undefined || twice.includes(path)) continue;
      const message = `Another source reads ${files.display(path)} too, with a different \`${field}\`.`;
      const hint = `Set the same \`${field}\` in both sources.`;
      const related = sourcesOf.get(path)?.find(isUnlike)?.place;
      report({ severity: 'error', code: 'source-overlap', message, hint, place, related });
    }
    for (const path of paths)
      if (!twice.includes(path)) sourcesOf.set(path, [...(sourcesOf.get(path) ?? []), source]);
  }
  return sourcesOf;
}

/** Fields of a source that say how a whole file is read, even if the source reads only a part of it. */
const OF_FILES = ['format', 'reader', 'encoding'] as const;

/** Reads all files, or none with a problem if there are too many or they are too large. */
function readAll(
  files: ProjectFiles,
  {
    documents,
    sourcesOf,
  }: { documents: readonly string[]; sourcesOf: ReadonlyMap<string, readonly DeclaredSource[]> },
  bytes: DocumentListing['bytes'],
  problems: FileListing['problems'],
): FoundFile[] {
  const paths = [...documents, ...sourcesOf.keys()];
  const tooMuch = (message: string): [] => {
    const hint =
      'Leave out files that do not belong to the project: in `include`, or with `exclude` in a source. If all of them belong to it, split the project.';
    problems.push({ path: paths[0] ?? '', code: 'file-unreadable', message, hint });
    return [];
  };
  if (paths.length > MAX_DOCUMENTS)
    return tooMuch(
      `The project has ${counted(paths.length, 'file')}; the limit is ${withCommas(MAX_DOCUMENTS)}.`,
    );
  const foundFiles: FoundFile[] = [];
  let size = 0;
  for (const path of paths) {
    const sources = sourcesOf.get(path) ?? [];
    foundFiles.push({ path, sources, ...readText(files, { path, sources }, bytes) });
    size += bytes.get(path)?.length ?? 0;
    if (size > MAX_TOTAL_BYTES) return tooMuch('The files of the project exceed 64 MiB in total.');
  }
  return foundFiles;
}

/** Reports a project without declarations, and globs of `include` that match nothing. */
export function reportEmptiness(
  files: ProjectFiles,
  { project, projectFile, report }: DocumentListing,
  { listing, ...read }: { listing: FileListing; documents: number; holdNothing: boolean },
): void {
  const where = { file: files.display(projectFile), place: project.places.include };
  if (read.holdNothing && listing.problems.length === 0) {
    const what =
      read.documents === 0 ? 'No file matches' : 'Nothing is declared in the files that match';
    const [source, settings] =
      project.sources.length === 0
        ? ['', '`include`']
        : [' or a source', '`include` or the sources'];
    const message = `${what} \`include\` (${project.include.map(cut).join(', ')})${source}.`;
    const hint = `An empty project is never applied. Add a document, or correct ${settings} in the project file. If there is nothing to declare yet, write a document with \`keys: {}\`.`;
    report({ severity: 'error', code: 'no-documents', message, hint, ...where });
  }
  const isUnused = project.sources.length > 0 && where.place === undefined;
  if (read.documents === 0 || isUnused) return;
  const matched = [...listing.paths, ...listing.problems.map(({ path }) => path)];
  for (const glob of unmatched(project.include, matched)) {
    const message = `No file matches \`${cut(glob)}\`.`;
    const hint = 'Correct it in `include`, or remove it.';
    // A warning: documents may be added later.
    report({ severity: 'warning', code: 'no-documents', message, hint, ...where });
  }
}

/** About 400,000 keys. A larger document could exhaust memory, and no server would accept it in one push. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const TOO_LARGE: FileError = {
  code: 'file-unreadable',
  message: 'This document is larger than 16 MiB.',
  hint: 'Split it, or move long texts into files and refer to them with `path`.',
};

const SOURCE_TOO_LARGE: FileError = {
  code: 'file-unreadable',
  message: 'This file, which a source reads, is larger than 16 MiB.',
  hint: 'Split it, or leave it out with `exclude` in the source.',
};

/** The text of a project file, a document or a source, or why it cannot be read. */
export function readText(
  files: ProjectFiles,
  { path, sources }: Pick<FoundFile, 'path'> & Partial<Pick<FoundFile, 'sources'>>,
  bytes: Map<string, Uint8Array>,
): Pick<FoundFile, 'text' | 'problem' | 'isLatin1' | 'filtered'> {
  const file = files.display(path);
  const [source] = sources ?? [];
  const refused = (problem: Omit<Diagnostic, 'severity'>) => ({
    text: new Text(file, ''),
    problem: { severity: 'error' as const, ...problem },
  });
  const content = files.read(path);
  if ('problem' in content) return refused({ ...content.problem, file });
  if (content.bytes.length > MAX_DOCUMENT_BYTES)
    return refused({ ...(source === undefined ? TOO_LARGE : SOURCE_TOO_LARGE), file });
  bytes.set(path, content.bytes);
  const { filtered } = content;
  const latin1 = () => new Text(file, Buffer.from(content.bytes).toString('latin1'));
  if (source?.encoding === 'latin1') return { text: latin1(), filtered };
  const decoded = decodeUtf8(content.bytes);
  if ('noText' in decoded && isForJava(path, source) && !content.bytes.includes(0))
    return { text: latin1(), isLatin1: true, filtered };
  if ('text' in decoded) return { text: new Text(file, decoded.text), filtered };
  const { line, isBinary, hint } = decoded.noText;
  const message = isBinary ? 'This is not a text file.' : 'This line is not valid UTF-8.';
  return refused({ code: 'not-utf8', message, hint, place: placeAt(file, line) });
}

/** Whether a file has no other encoding than that of its format, Latin-1. */
function isForJava(path: string, source: DeclaredSource | undefined): boolean {
  const isOpen = source?.as === 'keys' && source.encoding === undefined;
  return isOpen && readingOf(path, source)?.format === 'properties';
}

// Configuration files of other formats beside the documents: `sources` may have been forgotten.

/** Files and sources in a message. */
const MAX_NAMED = 3;

/** The paths that neither `include` nor a source excludes. At the top of a project, such files belong to other programs. */
export function configurationFiles({ include, sources }: Project, files: ProjectFiles): string[] {
  const { includes, excludes } = expanded([
    ...include,
    ...sources.flatMap(({ exclude }) => exclude.map((glob) => `!${glob}`)),
  ]);
  const paths = [
    ...includes.filter((glob) => /[*?[]/.test(glob)),
    ...sources.map(({ path }) => path),
  ];
  const folders = [...new Set(paths.map(folderOfGlob))];
  const names = ['*.properties', '*.env', '.env', '.env.*'];
  const globs = [
    ...folders
      .filter((folder) => folder !== '')
      .flatMap((folder) => names.map((name) => `${folder}**/${name}`)),
    ...sources.flatMap(besideFiles),
  ];
  if (globs.length === 0) return [];
  const left = [...excludes, ...sources.flatMap(({ exclude }) => exclude)];
  return files
    .list([...globs, ...left.map((glob) => `!${glob}`)])
    .paths.filter((path) => !isExample(path));
}

/**
 * Files of any format in the folders whose files a source reads: `application.yml` beside `application-{Environment}.yml`,
 * which Spring reads first. Elsewhere, YAML and JSON are for anything.
 */
function besideFiles(source: DeclaredSource): string[] {
  return foldersRead(source).flatMap((folder) =>
    ['yml', 'yaml', 'json'].map((extension) => `${folder}/*.${extension}`),
  );
}

/** Globs of the folders whose files a source reads, without the top of the project. */
function foldersRead({ path }: Pick<DeclaredSource, 'path'>): string[] {
  const folders = globsOf({ path, exclude: [] }).map((glob) => posix.dirname(glob));
  return [...new Set(folders)].filter((folder) => folder !== '.');
}

/** `.env.example`, `settings.sample.json`: files that are for no application. */
export function isExample(path: string): boolean {
  return /\.(?:example|sample|template|dist)(?:\.[^./]*)?$/i.test(path);
}

/** One warning for all of them, with the sources to add. */
export function unreadWarning(
  paths: readonly string[],
  { display, sources }: Pick<ProjectFiles, 'display'> & Pick<Project, 'sources'>,
): Diagnostic[] {
  const [first] = paths;
  if (first === undefined) return [];
  const names = someOf(paths.map(display), { most: MAX_NAMED, noun: 'file' });
  const isOne = paths.length === 1;
  const isBesideFiles = matcher(sources.flatMap(foldersRead));
  // A glob for all files of the folder would read again what a source reads.
  const globs = paths.map((path) => (isBesideFiles(posix.dirname(path)) ? path : globFor(path)));
  const lines = [...new Set(globs.map((glob) => likeSources(glob, sources)))].slice(0, MAX_NAMED);
  const them = isOne ? 'it' : 'them';
  const message = `${names} ${isOne ? 'is' : 'are'} not read.`;
  const hint = `To read ${them}, add \`sources: [${lines.map((line) => `"${line}"`).join(', ')}]\` to the project file. Otherwise exclude ${them} in \`include\`${sources.length === 0 ? '' : ', or with `exclude` in a source'}.`;
  return [{ severity: 'warning', code: 'unread-file', message, hint, file: display(first) }];
}

/** All files of the same kind in the same folder. */
function globFor(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  return name.startsWith('.env') ? path : `${folder}${name.replace(/^.*(?=\.)/, '*')}`;
}

/** With the levels that a source names in the same folders: `deploy/{Application}/*.env` for `deploy/shop/*.env`. */
function likeSources(glob: string, sources: Project['sources']): string {
  const folders = glob.split('/').slice(0, -1);
  const alike = sources.map(({ path }) => {
    const sourceFolders = path.split('/').slice(0, -1);
    const end = folders.findIndex(
      (name, i) => name !== sourceFolders[i] && !/^\{\w+\}$/.test(sourceFolders[i] ?? ''),
    );
    return sourceFolders.slice(0, end === -1 ? folders.length : end);
  });
  const longest = alike.reduce<string[]>(
    (longest, start) => (start.length > longest.length ? start : longest),
    [],
  );
  return [...longest, ...glob.split('/').slice(longest.length)].join('/');
}
