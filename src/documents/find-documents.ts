// Which files of a project are documents: what `include` matches; and what is said where it matches nothing.
import { counted, withCommas } from '../lib/text.ts';
import { cut, type Diagnostic, Place, type Report, Source } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { decodeUtf8, type FileProblem, type Listing, type ProjectFiles } from './project-files.ts';

/** A file that `include` matches: a document, unless a document names it as its content. */
export interface FoundDocuments {
  path: string;
  /** Without text where the file could not be read. */
  source: Source;
  /** Why not. */
  diagnostics: Diagnostic[];
}

export interface Finding {
  project: Project;
  /** Its name: it is no document, whatever `include` matches. */
  projectFile: string;
  report: Report;
  /** Gets the bytes of every file by its path. */
  bytes: Map<string, Uint8Array>;
}

/** Far more than people keep in one project, and than memory holds. */
const MAX_DOCUMENTS = 10_000;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

export interface Search {
  found: FoundDocuments[];
  listing: Listing;
}

export function findDocuments(files: ProjectFiles, { project, projectFile, report, bytes }: Finding): Search {
  const listing = files.list(project.include);
  const paths = listing.paths.filter((path) => path !== projectFile);
  const found = readAll(files, { paths, bytes, problems: listing.problems });
  const place = placeOfInclude(project);
  for (const { path, ...problem } of listing.problems) {
    // A file that is not there has no text to point into; what names it has.
    if (problem.code === 'file-missing')
      report({ severity: 'error', ...problem, file: files.display(path), ...place });
    else reportFile(files, path, { problem, report });
  }
  return { found, listing };
}

/** All of them, or none and a problem, where they are too many or too large to be kept at the same time. */
function readAll(
  files: ProjectFiles,
  {
    paths,
    bytes,
    problems,
  }: { paths: readonly string[] } & Pick<Finding, 'bytes'> & Pick<Listing, 'problems'>,
): FoundDocuments[] {
  const tooMuch = (message: string): FoundDocuments[] => {
    const hint = 'Exclude files that are not documents from `include`, or split the project.';
    problems.push({ path: paths[0] ?? '', code: 'file-unreadable', message, hint });
    return [];
  };
  if (paths.length > MAX_DOCUMENTS)
    return tooMuch(
      `\`include\` matches ${counted(paths.length, 'file')}; the limit is ${withCommas(MAX_DOCUMENTS)}.`,
    );
  const found: FoundDocuments[] = [];
  let size = 0;
  for (const path of paths) {
    found.push(readFile(files, path, bytes));
    size += bytes.get(path)?.length ?? 0;
    if (size > MAX_TOTAL_BYTES) return tooMuch('The files that `include` matches exceed 64 MiB in total.');
  }
  return found;
}

/** Reads without reporting: whether the file is a document at all is known only when all are read. */
function readFile(files: ProjectFiles, path: string, bytes: Map<string, Uint8Array>): FoundDocuments {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const source = readSource(files, path, { report, bytes, missing: 'file-missing' });
  return { path, source: source ?? new Source(files.display(path), ''), diagnostics };
}

/** @param read how many documents there are, and whether any of them holds anything */
export function reportEmptiness(
  files: ProjectFiles,
  read: { documents: number; holdNothing: boolean },
  { project, projectFile, report, listing }: Omit<Finding, 'bytes'> & Pick<Search, 'listing'>,
): void {
  const place = placeOfInclude(project);
  if (read.holdNothing && listing.problems.length === 0) {
    const what = read.documents === 0 ? 'No file matches' : 'Nothing is declared in the files that match';
    report({ ...noDocuments(files, { project, projectFile, what }), ...place });
  }
  if (read.documents > 0) {
    for (const glob of listing.unmatched)
      report({ ...nothingMatches(files.display(projectFile), glob), ...place });
  }
}

function placeOfInclude({ places: { include } }: Project): Pick<Diagnostic, 'place'> {
  return include === undefined ? {} : { place: include };
}

/** Not an error: documents may be yet to come. */
function nothingMatches(file: string, glob: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'no-documents',
    message: `No file matches \`${cut(glob)}\`.`,
    hint: 'Correct it in `include`, or remove it.',
    file,
  };
}

function noDocuments(
  files: ProjectFiles,
  { project, projectFile, what }: { project: Project; projectFile: string; what: string },
): Diagnostic {
  return {
    severity: 'error',
    code: 'no-documents',
    message: `${what} \`include\` (${project.include.map(cut).join(', ')}).`,
    hint: 'An empty project is never applied. Add a document, or correct `include` in the project file.',
    file: files.display(projectFile),
  };
}

// One text file of a project: read, bounded, decoded, or reported.

/** 400,000 keys. What is larger could exhaust the memory, and no server would take it in one push. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const TOO_LARGE: FileProblem = {
  code: 'file-unreadable',
  message: 'This document is larger than 16 MiB.',
  hint: 'Split it, or move long texts into files and refer to them with `path`.',
};

export function readSource(
  files: ProjectFiles,
  path: string,
  {
    report,
    bytes,
    missing,
  }: { report: Report; bytes: Map<string, Uint8Array>; missing: 'no-project-file' | 'file-missing' },
): Source | undefined {
  const found = files.read(path);
  if ('problem' in found) {
    const problem =
      found.problem.code === 'file-missing' ? { ...found.problem, code: missing } : found.problem;
    const hint =
      missing === 'no-project-file'
        ? 'Run `confighub-sync init` to create one, or name it with --config.'
        : undefined;
    reportFile(files, path, { problem: hint === undefined ? problem : { ...problem, hint }, report });
    return undefined;
  }
  if (found.bytes.length > MAX_DOCUMENT_BYTES) {
    reportFile(files, path, { problem: TOO_LARGE, report });
    return undefined;
  }
  bytes.set(path, found.bytes);
  const decoded = decodeUtf8(found.bytes);
  if ('text' in decoded) return new Source(files.display(path), decoded.text);
  // Good enough to point into, never to read a value from.
  const lossy = new TextDecoder().decode(found.bytes);
  const start = lossy.split('\n', decoded.line - 1).reduce((offset, line) => offset + line.length + 1, 0);
  report({
    severity: 'error',
    code: 'not-utf8',
    message: 'This line is not valid UTF-8.',
    hint: 'Convert the file to UTF-8.',
    place: new Place(new Source(files.display(path), lossy), start),
  });
  return undefined;
}

function reportFile(
  files: ProjectFiles,
  path: string,
  { problem, report }: { problem: FileProblem; report: Report },
): void {
  report({ severity: 'error', ...problem, file: files.display(path) });
}
