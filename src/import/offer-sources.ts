// Proposed sources that a project can have: read as they would be, without the files that cannot be read or contradict others.
import { type Loaded, loadProject } from '../documents/load-project.ts';
import type { ProjectFiles } from '../documents/project-files.ts';
import { secretsInFiles } from '../documents/secrets-in-files.ts';
import { compareText } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isOfOthers, proposeSources, type SourceProposal } from './propose-sources.ts';

export interface OfferedSources {
  /** Read without an error. */
  proposals: SourceProposal[];
  /** Why a file is left out that seems to be configuration; by file. */
  leftOut: Diagnostic[];
  /** Other files in known formats, those of other programs last. */
  unused: string[];
  /** How many values look like secrets, and would be in Git as they are. */
  secrets: number;
  /** Files that `include` would match are no documents. */
  hasOtherFiles: boolean;
}

export interface Offering {
  /** Files in known formats. */
  paths: readonly string[];
  /** Other files, which no source may read. */
  others: readonly string[];
  levels: readonly string[];
  /** Name of the project file, which need not exist. */
  projectFile: string;
  /** What the project file would be. */
  projectText: (sources: Pick<OfferedSources, 'proposals' | 'hasOtherFiles'>) => string;
}

export function offerSources(files: ProjectFiles, offering: Offering): OfferedSources {
  const leftOut = new Map<string, Diagnostic>();
  let hasOtherFiles = false;
  for (;;) {
    const proposals = proposalsWithout(leftOut, offering);
    if (proposals.length === 0) return offered({ proposals, hasOtherFiles, leftOut }, offering);
    const loaded = readWith(files, { proposals, hasOtherFiles }, offering);
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return offered({ proposals, hasOtherFiles, loaded, leftOut }, offering);
    const known = new Map(proposals.flatMap((one) => one.files.map((path) => [path, one] as const)));
    const isInDocument = errors.some((error) => filesOf(error).every((path) => !known.has(path)));
    const found = leaveOut(errors, { known, leftOut });
    // No file can be left out to mend it: no sources are offered.
    if (!found && (hasOtherFiles || !isInDocument)) return offered({ proposals: [], hasOtherFiles, leftOut }, offering);
    hasOtherFiles ||= isInDocument;
  }
}

function proposalsWithout(leftOut: ReadonlyMap<string, unknown>, { paths, others, levels }: Offering) {
  const left = paths.filter((path) => !leftOut.has(path));
  return proposeSources(left, { levels, others: [...others, ...leftOut.keys()] });
}

type Project = Pick<OfferedSources, 'proposals' | 'hasOtherFiles'>;

function readWith(files: ProjectFiles, project: Project, { projectFile, projectText }: Offering): Loaded {
  const bytes = Buffer.from(projectText(project));
  const read: ProjectFiles['read'] = (path) => (path === projectFile ? { bytes } : files.read(path));
  return loadProject({ ...files, read }, { env: {}, missingEnv: 'warning', projectFile });
}

/** The places of a mistake, as paths. */
function filesOf({ file, place, related }: Diagnostic): string[] {
  return [place?.file, file, related?.file].filter((path) => path !== undefined);
}

interface Leaving {
  known: ReadonlyMap<string, SourceProposal>;
  leftOut: Map<string, Diagnostic>;
}

/** Adds one file for each error, unless one of its files is left out already. Returns whether there was any. */
function leaveOut(errors: readonly Diagnostic[], { known, leftOut }: Leaving): boolean {
  const before = leftOut.size;
  for (const error of errors) {
    const candidates = [...new Set(filesOf(error))].filter((path) => known.has(path));
    if (candidates.some((path) => leftOut.has(path))) continue;
    // Of two that contradict each other, the one that has fewer files like it: `application-mysql`, not `application`.
    const others = (path: string) => known.get(path)?.files.length ?? 0;
    const [last] = candidates.sort((a, b) => others(a) - others(b) || b.length - a.length || compareText(b, a));
    if (last !== undefined) leftOut.set(last, error);
  }
  return leftOut.size > before;
}

interface Offered extends Project {
  loaded?: Loaded;
  leftOut: ReadonlyMap<string, Diagnostic>;
}

function offered({ loaded, leftOut, ...project }: Offered, { paths }: Offering): OfferedSources {
  const unused = paths.filter((path) => !loaded?.files.has(path) && !leftOut.has(path));
  const byUse = (path: string) => (isOfOthers(path) ? 1 : 0);
  const found = loaded === undefined ? [] : secretsInFiles(loaded);
  return {
    ...project,
    leftOut: [...leftOut].sort(([a], [b]) => compareText(a, b)).map(([path, why]) => ({ ...why, file: path })),
    unused: unused.sort((a, b) => byUse(a) - byUse(b) || compareText(a, b)),
    secrets: found.filter(({ code }) => code === 'secret-in-file').length,
  };
}
