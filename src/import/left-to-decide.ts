// What people must decide before init can read sources: lines to add below the path of a source.
import { Document } from 'yaml';
import { matcher } from '../documents/globs.ts';
import type { ProjectFiles } from '../documents/project-files.ts';
import { compareText } from '../lib/text.ts';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.ts';
import { globsOf, readingOf, type DeclaredSource, type SourcePaths } from '../model/sources.ts';

/** Lines for one source. */
interface SourceProposal {
  /** Glob of the source. */
  path: string;
  /** Line of the project file where it stands. */
  line: number;
  /** `exclude: [deploy/dev/x.ini]`, each with what it is for. */
  fields: readonly { text: string; meaning: string }[];
}

/** Fields of a source, each with what an error makes of it and what it is for. */
const FIELDS = {
  exclude: 'leave whole files out',
  ignore: 'leave keys out',
  types: 'one type for a key',
  elements: 'other names for elements of paths',
} as const;

type ProposedFields = Record<keyof typeof FIELDS, Set<string>>;

/** By the code of an error about a key or an element. Any other is solved without the file. */
const FIELD_OF: Partial<Record<DiagnosticCode, keyof ProposedFields>> = {
  'key-name': 'ignore',
  'key-mismatch': 'types',
  // In both files: if one of them were left out alone, an application would get the value of the other.
  'list-and-text': 'ignore',
  'context-name': 'elements',
};

/** @param diagnostics with places in the project file as it is written */
export function proposalsFor(
  diagnostics: readonly Diagnostic[],
  {
    sources,
    files,
    projectFile,
  }: { sources: readonly DeclaredSource[]; files: ProjectFiles; projectFile: string },
): SourceProposal[] {
  const foundSources = sources.map((source) => {
    const fields: ProposedFields = {
      exclude: new Set(),
      ignore: new Set(),
      types: new Set(),
      elements: new Set(),
    };
    return { source, fields, paths: files.list(globsOf(source)).paths };
  });
  const readers = new Map(
    foundSources
      .toReversed()
      .flatMap((reader) => reader.paths.map((path) => [files.display(path), reader])),
  );
  for (const { severity, code, place, related, file, about } of diagnostics) {
    const at = place?.file ?? file ?? '';
    if (severity !== 'error') continue;
    if (at === files.display(projectFile)) {
      const second = foundSources.find(({ source }) => source.place.offset === place?.offset);
      if (second !== undefined) addForSource(second, code, foundSources);
      continue;
    }
    const field = (about && FIELD_OF[code]) || 'exclude';
    readers.get(at)?.fields[field].add(about ?? at);
    if (field === 'ignore') readers.get(related?.file ?? at)?.fields.ignore.add(about ?? at);
  }
  return foundSources.flatMap(({ source, fields, paths }) => {
    const lines = linesOf(fields, source, paths);
    return lines.length === 0
      ? []
      : [{ path: source.path, line: source.place.line, fields: lines }];
  });
}

interface FoundSource {
  source: DeclaredSource;
  fields: ProposedFields;
  /** Of the files that it matches. */
  paths: readonly string[];
}

/** An error at the source itself: it shares files with another one, or has files in a format that it cannot read. */
function addForSource(
  second: FoundSource,
  code: DiagnosticCode,
  sources: readonly FoundSource[],
): void {
  if (code !== 'source-overlap') {
    for (const path of second.paths)
      if (readingOf(path, second.source) === undefined) second.fields.exclude.add(path);
    return;
  }
  for (const first of sources.slice(0, sources.indexOf(second))) {
    const shared = second.paths.filter((path) => first.paths.includes(path));
    // The narrower one keeps its files.
    const [wide, narrow] =
      shared.length === second.paths.length ? [first, second] : [second, first];
    if (shared.length > 0)
      for (const glob of globsOf({ ...narrow.source, exclude: [] })) wide.fields.exclude.add(glob);
  }
}

function linesOf(
  { exclude, ignore, types, elements }: ProposedFields,
  source: DeclaredSource,
  paths: readonly string[],
) {
  const values = {
    exclude: excludesFor([...exclude], source, paths),
    ignore: [...ignore],
    types: Object.fromEntries([...types].map((name) => [name, 'JSON'])),
    elements: Object.fromEntries(
      [...elements].map((name) => [name, name.replace(/[^\w.+-]+/g, '-')]),
    ),
  };
  return Object.entries(FIELDS).flatMap(([name, meaning]) => {
    const value = values[name as keyof ProposedFields];
    if (Object.keys(value).length === 0) return [];
    const document = new Document({});
    document.set(name, document.createNode(value, { flow: true }));
    return [
      { text: document.toString({ lineWidth: 0, flowCollectionPadding: false }).trim(), meaning },
    ];
  });
}

/**
 * Globs that leave these files out of a source, sorted: with `*` for the folders that are levels, unless that matches
 * other files of the source, too.
 * @param out paths or globs
 * @param paths the files of the source
 */
export function excludesFor(
  out: readonly string[],
  source: SourcePaths,
  paths: readonly string[],
): string[] {
  const isOut = matcher(out);
  const isInGlob = matcher(out.filter((path) => !paths.includes(path)));
  const folder = globsOf({ ...source, exclude: [] })[0]?.replace(/[^/]*$/, '') ?? '';
  const globs = out.flatMap((path) => {
    if (!paths.includes(path)) return [path];
    if (isInGlob(path)) return [];
    const exact = path.replace(/[*?[\]{}!]/g, '?');
    const wide = `${folder}${exact.split('/').at(-1)}`;
    const matched = paths.filter(matcher([wide]));
    return matched.length > 1 && matched.every(isOut) ? wide : exact;
  });
  return [...new Set(globs)].sort(compareText);
}
