// New projects: their project file, and how the files of their sources would be read: contexts, what collides, and what else looks like configuration.
import { Document } from 'yaml';
import { secretsInFiles } from '../documents/checks.ts';
import { configurationFiles, isExample, unreadWarning } from '../documents/find-documents.ts';
import { type Loaded, loadProject } from '../documents/load-project.ts';
import { globsOf, levelsIn, type SourcePaths } from '../model/sources.ts';
import { filesInMemory, folderOf, type ProjectFiles } from '../documents/project-files.ts';
import { badOption, CommandError } from '../errors.ts';
import { grouped } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';
import { compareContexts, covers, fullContext, meetOf } from '../model/context.ts';
import { DEFAULT_INCLUDE } from '../model/project.ts';
import {
  type Elements,
  elementsIn,
  type Item,
  keysIn,
  rowsOf,
  type State,
} from '../model/state.ts';
import { type RepositoryName, repositoryText } from '../model/targets.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import { errorsIn } from './import-input.ts';
import { excludesFor, proposalsFor } from './left-to-decide.ts';

export interface NewProject {
  url?: string | undefined;
  repository?: RepositoryName | undefined;
  levels?: readonly string[] | undefined;
  sources?: readonly SourcePaths[] | undefined;
  /** What elements in these paths are called on the server. */
  elements?: ReadonlyMap<string, string>;
  /** False: what `include` finds by default are no documents. */
  hasDocuments?: boolean;
  /** Whether lines are left to add to the sources. */
  isOpen?: boolean;
}

/** With an example of what is not known and cannot be left out. */
export function projectText(project: NewProject): string {
  const {
    url,
    repository,
    levels,
    sources,
    elements = new Map(),
    hasDocuments = true,
    isOpen,
  } = project;
  const document = new Document({
    url: url ?? 'https://config.example.com',
    repository: repository === undefined ? 'acme/shop' : repositoryText(repository),
  });
  const inFlow = (value: unknown) => document.createNode(value, { flow: true });
  if (levels !== undefined) document.set('levels', inFlow([...levels]));
  if (!hasDocuments) document.set('include', inFlow([]));
  if (elements.size > 0) document.set('elements', inFlow(Object.fromEntries(elements)));
  const written = sources?.map(({ path, exclude }) => {
    if (exclude.length > 0) return { path, exclude: inFlow([...exclude]) };
    return isOpen ? { path } : path;
  });
  if (written !== undefined) document.set('sources', written);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return `# All settings: docs/format.md of confighub-sync.\n${text}`;
}

interface SourcesReading {
  cwd: string;
  /** Those of the server, if it tells. */
  onServer: Elements | undefined;
  /** Which of these paths Git ignores. */
  ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Reads the sources as this project file would. Throws {@link CommandError} for a path that cannot be one of a source, or
 * without files.
 */
export async function previewSources(
  config: string,
  given: NewProject,
  { cwd, onServer = [], ignored }: SourcesReading,
) {
  const { files: tree, name } = folderOf(config, cwd);
  const load = (project: NewProject, files: ProjectFiles = tree): Loaded => {
    const bytes = Buffer.from(projectText(project));
    const read: typeof tree.read = (path) => (path === name ? { bytes } : files.read(path));
    return loadProject(
      { ...files, read },
      { env: 'unknown', missingEnv: 'warning', projectFile: name },
    );
  };
  refusePaths(given, load({ ...given, hasDocuments: false }, filesInMemory(new Map())), tree);
  const { sources, leftOut } = await withoutPrivate(given.sources ?? [], { tree, ignored });
  const { levels = [] } = given;
  const depth = given.levels?.length ?? 1;
  const first = { ...given, sources, hasDocuments: false };
  const inPaths = elementsIn(load(first).state, depth);
  const elements = renamed(inPaths, onServer);
  const loaded = load({ ...first, elements });
  const fileErrors = errorsIn(loaded.diagnostics);
  const isRead = (path: string) => path === name || loaded.files.has(path);
  const project: NewProject = {
    ...first,
    elements,
    isOpen: fileErrors.length > 0,
    // Without documents where `include` would take other files for them.
    hasDocuments: tree.list([DEFAULT_INCLUDE]).paths.every(isRead),
  };
  // With the places in the file as it is written.
  const written = load(project);
  const { state, files, diagnostics, project: read } = written;
  const isLeftOut = new Set(Object.values(leftOut).flat());
  const unread = configurationFiles({ ...read, include: [DEFAULT_INCLUDE] }, tree).filter(
    (path) => !isRead(path) && !isLeftOut.has(path),
  );
  const byFile = grouped(rowsOf(keysIn(state)), ({ place }) => place?.file ?? '');
  const paths = [...files.keys()].filter((path) => path !== name).sort(compareText);
  return {
    files: paths.map((path) => {
      const rows = byFile.get(tree.display(path)) ?? [];
      const contexts = [...new Set(rows.map(({ context }) => fullContext(context, depth)))].sort(
        compareContexts,
      );
      return { path: tree.display(path), contexts, values: rows.length };
    }),
    keys: keysIn(state).length,
    levels: levelLines(inPaths, { levels, elements, onServer }),
    leftOut,
    crossing: crossingIn(state, { levels, sources }),
    // Errors, secrets in clear text, and files that nothing reads.
    diagnostics: [
      // That nothing is declared follows from other errors.
      ...diagnostics.filter(({ code }) => !project.isOpen || code !== 'no-documents'),
      ...secretsInFiles(written),
      ...unreadWarning(unread, { display: tree.display, sources: read.sources }),
    ],
    fileErrors: fileErrors.length,
    proposals: proposalsFor(diagnostics, { sources: read.sources, files: tree, projectFile: name }),
    project,
  };
}

/** Names in paths for what is common to all elements of a level. */
const COMMON = ['application', 'base', 'common', 'default'];

/** Elements that the server has under one longer name, `prod` for `Production`, and `*` for names that mean all. */
function renamed(inPaths: Elements, onServer: Elements): Map<string, string> {
  const names = inPaths.flatMap((level, i) =>
    [...level].flatMap(([id, name]): [string, string][] => {
      const [longer, second] = [...(onServer[i] ?? [])].filter(([other]) => other.startsWith(id));
      if (onServer[i]?.has(id)) return [];
      if (longer !== undefined && second === undefined) return [[name, longer[1]]];
      return COMMON.includes(id) ? [[name, '*']] : [];
    }),
  );
  return new Map(names.sort(([a], [b]) => compareText(a, b)));
}

/** The elements that the files are for: `Environment: Production (prod in the paths), Test`. */
function levelLines(
  inPaths: Elements,
  {
    levels,
    elements,
    onServer,
  }: { levels: readonly string[]; elements: ReadonlyMap<string, string>; onServer: Elements },
): string[] {
  return inPaths.flatMap((level, i) => {
    const named = grouped(
      [...level.values()].sort(compareText),
      (name) => elements.get(name) ?? name,
    );
    const shown = [...named]
      .sort(([a], [b]) => compareText(a, b))
      .map(([element, names]) => {
        if (names.some((name) => name !== element))
          return `${element} (${names.join(', ')} in the paths)`;
        return onServer[i]?.size && !onServer[i].has(element.toLowerCase())
          ? `${element} (not on the server yet)`
          : element;
      });
    return shown.length === 0 || levels[i] === undefined
      ? []
      : [`${levels[i]}: ${shown.join(', ')}`];
  });
}

/** The sources without what is not meant for Git, or for no application, and those files by the reason. */
async function withoutPrivate(
  sources: readonly SourcePaths[],
  { tree, ignored }: { tree: ProjectFiles } & Pick<SourcesReading, 'ignored'>,
) {
  const listed = sources.map((source) => ({ source, paths: tree.list(globsOf(source)).paths }));
  const all = [...new Set(listed.flatMap(({ paths }) => paths))].sort(compareText);
  const isIgnored = await ignored(all);
  const leftOut = {
    ignored: all.filter((path) => isIgnored.has(path)),
    examples: all.filter((path) => !isIgnored.has(path) && isExample(path)),
  };
  const isOut = new Set(Object.values(leftOut).flat());
  const kept = listed.map(({ source, paths }) => {
    const out = paths.filter((path) => isOut.has(path));
    if (out.length < paths.length) return { ...source, exclude: excludesFor(out, source, paths) };
    const message = `Every file that \`${source.path}\` matches is an example, or Git ignores it.`;
    throw new CommandError({
      code: 'no-documents',
      message,
      hint: 'Use a path that matches files in Git.',
    });
  });
  return { sources: kept, leftOut };
}

/** A key with values in two contexts that have applications in common, and neither of which is within the other. */
interface Crossing {
  key: string;
  loser: string;
  winner: string;
  /** Whether Spring would take the other one: that of a profile, as in `application-{Environment}.yml`. */
  isUnlikeSpring: boolean;
}

/** The first; `undefined`: the order of the levels does not matter. */
function crossingIn(
  state: State,
  { levels, sources }: { levels: readonly string[]; sources: readonly SourcePaths[] },
): Crossing | undefined {
  const profiles = sources.flatMap(
    ({ path }) => /-\{([^{},]+)\}\.(?:ya?ml|properties|json)$/.exec(path)?.[1] ?? [],
  );
  for (const key of keysIn(state)) {
    const [loser, winner] = crossed(key, levels);
    if (loser === undefined || winner === undefined) continue;
    const hasProfile = (context: string) =>
      context
        .split(';')
        .some((element, i) => element !== '*' && profiles.includes(levels[i] ?? ''));
    return {
      key: key.name,
      loser,
      winner,
      isUnlikeSpring: hasProfile(loser) && !hasProfile(winner),
    };
  }
  return undefined;
}

function crossed({ rows }: Item, levels: readonly string[]): string[] {
  const groups = indexGroups(levels, []);
  const contexts = [...rows.values()].map(({ context }) => fullContext(context, levels.length));
  const shapes = new Set(contexts.map((context) => context.replace(/[^;*]+/g, 'x')));
  if (shapes.size < 2) return [];
  for (const [i, context] of contexts.entries())
    for (const other of contexts.slice(i + 1))
      if (
        !covers(context, other) &&
        !covers(other, context) &&
        meetOf(context, other) !== undefined
      )
        return [context, other].sort((a, b) => weightOf(a, groups) - weightOf(b, groups));
  return [];
}

/** @param diagnostics those without any files, which are about the paths */
function refusePaths(
  { sources = [], levels }: NewProject,
  { diagnostics }: Loaded,
  tree: ProjectFiles,
): void {
  const paths = sources.map(({ path }) => path);
  const named = paths.filter((path) => levelsIn(path).length > 0);
  if (levels === undefined && named.length > 0)
    throw badOption(
      `\`${named[0]}\` names a level, but the levels are not known.`,
      'Pass the levels of the server, broadest first: --levels Environment,Application.',
    );
  const [fileError] = errorsIn(diagnostics);
  if (fileError !== undefined) throw new CommandError(fileError);
  const unmatched = sources.filter((source) => tree.list(globsOf(source)).paths.length === 0);
  if (unmatched.length > 0)
    throw new CommandError({
      code: 'no-documents',
      message: unmatched.map(({ path }) => `No file matches \`${path}\`.`).join('\n'),
      hint: 'Paths are relative to this folder. Put them in quotes, so that the shell leaves them alone.',
    });
}
