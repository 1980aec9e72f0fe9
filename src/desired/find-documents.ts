// Which files of a project are documents: what `include` matches, without the content that a `path` names.
import type { Diagnostic, Report } from '../model/diagnostic.ts';
import { Place, Source } from '../model/place.ts';
import type { Project } from '../model/project.ts';
import { cut } from './hints.ts';
import { parseTrees } from './parse.ts';
import type { ProjectFiles } from './project-files.ts';
import { references } from './references.ts';
import { readSource, reportFile } from './source.ts';
import type { Node } from './tree.ts';

export interface Tree {
  path: string;
  nodes: Node[];
  source: Source;
  diagnostics: Diagnostic[];
}

interface Finding {
  project: Project;
  /** Its name: it is no document, whatever `include` matches. */
  projectFile: string;
  report: Report;
  /** Gets the bytes of every document by its path. */
  bytes: Map<string, Uint8Array>;
}

export function findDocuments(files: ProjectFiles, { project, projectFile, report, bytes }: Finding): Tree[] {
  const { paths, problems, unmatched } = files.list(project.include);
  const { include } = project.places;
  const place = include === undefined ? {} : { place: include };
  for (const { path, ...problem } of problems) {
    // A file that is not there has no text to point into; what names it has.
    if (problem.code === 'file-missing')
      report({ severity: 'error', ...problem, file: files.display(path), ...place });
    else reportFile(files, path, { problem, report });
  }
  const trees = paths.filter((path) => path !== projectFile).map((path) => parseFile(files, path, bytes));
  const documents = withoutContents(trees, report);
  const holdNothing = documents.every(({ nodes, diagnostics }) => nodes.length + diagnostics.length === 0);
  if (holdNothing && problems.length === 0) {
    const what = documents.length === 0 ? 'No document matches' : 'There is nothing in any document of';
    report({ ...noDocuments(files, { project, projectFile, what }), ...place });
  }
  if (documents.length > 0) {
    for (const glob of unmatched) report({ ...nothingMatches(files.display(projectFile), glob), ...place });
  }
  return documents;
}

/** Parses without reporting: whether the file is a document at all is known only when all are parsed. */
function parseFile(files: ProjectFiles, path: string, bytes: Map<string, Uint8Array>): Tree {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const source = readSource(files, path, { report, bytes, missing: 'file-missing' });
  const readable = source ?? new Source(files.display(path), '');
  const nodes = source === undefined ? [] : parseTrees(source, report);
  return { path, source: readable, nodes, diagnostics };
}

/** A file that a `path` names is content, not a document, even where `include` matches it. */
function withoutContents(trees: Tree[], report: Report): Tree[] {
  const byPath = new Map<string, Place>();
  const naming = new Set<string>();
  for (const { path: document, source, nodes } of trees) {
    for (const { path, offset } of nodes.flatMap((node) => references(document, node))) {
      naming.add(document);
      if (!byPath.has(path)) byPath.set(path, new Place(source, offset));
    }
  }
  for (const { path, source } of trees) {
    const place = byPath.get(path);
    if (place !== undefined && naming.has(path)) report(documentIsContent(source, place));
  }
  return trees.filter(({ path }) => !byPath.has(path));
}

function documentIsContent(source: Source, place: Place): Diagnostic {
  return {
    severity: 'error',
    code: 'document-is-content',
    message: `${source.file} is named by a \`path\`, so it is content, but it names other files as a document does.`,
    hint: 'Move the content out of what `include` matches, or do not name a document.',
    place,
  };
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
