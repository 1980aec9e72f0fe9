// New projects: their project file, and how the files of their sources would be read: contexts, what collides, and what looks like configuration besides.
import { Document } from 'yaml';
import { configurationFiles, unreadWarning } from '../documents/find-documents.ts';
import { loadProject } from '../documents/load-project.ts';
import { globsOf, levelsIn } from '../model/sources.ts';
import { folderOf } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { grouped } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';
import { compareContexts, fullContext } from '../model/context.ts';
import { DEFAULT_INCLUDE } from '../model/project.ts';
import { type Elements, elementsIn, keysIn, rowsOf } from '../model/state.ts';
import { type RepositoryName, repositoryText } from '../model/targets.ts';

export interface NewProject {
  url?: string | undefined;
  repository?: RepositoryName | undefined;
  levels?: readonly string[] | undefined;
  sources?: readonly string[] | undefined;
  /** What elements in these paths are called on the server. */
  elements?: ReadonlyMap<string, string>;
  /** False: what `include` finds by default are no documents. */
  hasDocuments?: boolean;
}

/** With an example of what is not known and cannot be left out. */
export function projectText(project: NewProject): string {
  const { url, repository, levels, sources, elements = new Map(), hasDocuments = true } = project;
  const document = new Document({
    url: url ?? 'https://config.example.com',
    repository: repository === undefined ? 'acme/shop' : repositoryText(repository),
  });
  if (levels !== undefined) document.set('levels', document.createNode([...levels], { flow: true }));
  if (!hasDocuments) document.set('include', document.createNode([], { flow: true }));
  if (elements.size > 0) document.set('elements', document.createNode(Object.fromEntries(elements), { flow: true }));
  if (sources !== undefined) document.set('sources', sources);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return `# All settings: docs/format.md of confighub-sync.\n${text}`;
}

/** Reads them as this project file would. Throws for a path without files. @param known those of the server, if it tells */
export function previewSources(
  config: string,
  given: NewProject,
  { cwd, known = [] }: { cwd: string; known: Elements | undefined },
) {
  const { files: tree, name } = folderOf(config, cwd);
  refusePaths(given, (path) => tree.list(globsOf({ path, exclude: [] })).paths.length === 0);
  const load = (project: NewProject) => {
    const bytes = Buffer.from(projectText({ ...project, hasDocuments: false }));
    const read: typeof tree.read = (path) => (path === name ? { bytes } : tree.read(path));
    return loadProject({ ...tree, read }, { env: 'unknown', missingEnv: 'warning', projectFile: name });
  };
  const { levels = [] } = given;
  const depth = given.levels?.length ?? 1;
  const longer = longerNames(elementsIn(load(given).state, depth), known);
  const project = { ...given, elements: longer };
  const loaded = load(project);
  const { state, files, diagnostics } = loaded;
  const mistakes = diagnostics.filter(({ code }) => code !== 'no-documents');
  const isRead = (path: string) => path === name || files.has(path);
  const unread = configurationFiles({ ...loaded.project, include: [DEFAULT_INCLUDE] }, tree);
  const byFile = grouped(rowsOf(keysIn(state)), ({ place }) => place?.file ?? '');
  const paths = [...files.keys()].filter((path) => path !== name).sort(compareText);
  const inPaths = new Map([...longer].map(([from, to]) => [to, from]));
  return {
    files: paths.map((path) => {
      const own = byFile.get(tree.display(path)) ?? [];
      const contexts = [...new Set(own.map(({ context }) => fullContext(context, depth)))].sort(compareContexts);
      return { path: tree.display(path), contexts, values: own.length };
    }),
    keys: keysIn(state).length,
    // The elements that the files are for: `Environment: Production (prod in the paths), Test`.
    levels: elementsIn(state, depth).flatMap((found, i) => {
      const names = [...found.values()].sort(compareText).map((element) => {
        const from = inPaths.get(element);
        if (from !== undefined) return `${element} (${from} in the paths)`;
        return known[i]?.size && !known[i].has(element.toLowerCase()) ? `${element} (not on the server yet)` : element;
      });
      return names.length === 0 || levels[i] === undefined ? [] : [`${levels[i]}: ${names.join(', ')}`];
    }),
    // Mistakes, and files that nothing reads.
    diagnostics: [
      // That nothing is declared follows from other mistakes.
      ...(mistakes.some(({ severity }) => severity === 'error') ? mistakes : diagnostics),
      ...unreadWarning(
        unread.filter((path) => !isRead(path)),
        { display: tree.display, sources: loaded.project.sources },
      ),
    ],
    // Without documents where `include` would take other files for them.
    project: { ...project, hasDocuments: tree.list([DEFAULT_INCLUDE]).paths.every(isRead) },
  };
}

/** Elements that the server has under one longer name: `prod` for `Production`. */
function longerNames(found: Elements, known: Elements): Map<string, string> {
  const names = found.flatMap((level, i) =>
    [...level].flatMap(([id, name]): [string, string][] => {
      const [longer, second] = [...(known[i] ?? [])].filter(([other]) => other.startsWith(id));
      return known[i]?.has(id) || longer === undefined || second !== undefined ? [] : [[name, longer[1]]];
    }),
  );
  return new Map(names);
}

function refusePaths({ sources = [], levels }: NewProject, isEmpty: (path: string) => boolean): void {
  const named = sources.filter((path) => levelsIn(path).length > 0);
  if (levels === undefined && named.length > 0)
    throw new CommandError({
      code: 'bad-option',
      message: `\`${named[0]}\` names a level, and the levels are not known.`,
      hint: 'Pass those of the server, broadest first: --levels Environment,Application.',
    });
  const unmatched = sources.filter(isEmpty);
  if (unmatched.length > 0)
    throw new CommandError({
      code: 'no-documents',
      message: unmatched.map((path) => `No file matches \`${path}\`.`).join('\n'),
      hint: 'Paths are relative to this folder. Put them in quotes, so that the shell leaves them alone.',
    });
}
