// One text file of a project: read, bounded, decoded, or reported.
import type { Report } from '../model/diagnostic.ts';
import { Place, Source } from '../model/place.ts';
import { decodeUtf8, type FileProblem, type ProjectFiles } from './project-files.ts';

/** 400,000 keys. What is larger could exhaust the memory, and no server would take it in one push. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const TOO_LARGE: FileProblem = {
  code: 'file-unreadable',
  message: 'This document is larger than 16 MiB.',
  hint: 'Split it, or move long texts into files and name them with `path`.',
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
        ? 'Run `confighub-sync init` to make one, or name it with --config.'
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
    message: 'This line is not UTF-8 text.',
    hint: 'Convert the file to UTF-8.',
    place: new Place(new Source(files.display(path), lossy), start),
  });
  return undefined;
}

export function reportFile(
  files: ProjectFiles,
  path: string,
  { problem, report }: { problem: FileProblem; report: Report },
): void {
  report({ severity: 'error', ...problem, file: files.display(path) });
}
