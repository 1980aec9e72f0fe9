// How the files of new sources would be read: their contexts, what collides, and what looks like configuration besides.
import { configurationFiles, unreadWarning } from '../documents/find-documents.ts';
import { loadProject } from '../documents/load-project.ts';
import { globsOf, levelsIn } from '../documents/source-path.ts';
import { folderOf } from '../documents/work-tree-files.ts';
import { CommandError } from '../errors.ts';
import { grouped } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';
import { compareContexts, fullContext } from '../model/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { DEFAULT_INCLUDE } from '../model/project.ts';
import { keysIn, rowsOf } from '../model/state.ts';
import { type NewProject, projectFile } from './init.ts';
import type { Runtime } from './runtime.ts';

export interface SourcePreview {
  /** Sorted by path. */
  files: { path: string; contexts: string[]; values: number }[];
  /** How many different keys there are. */
  keys: number;
  /** Mistakes, and files that nothing reads. */
  diagnostics: Diagnostic[];
  /** What was given, without documents where `include` would take other files for them. */
  project: NewProject;
}

/** Reads them as a project with this project file would. Writes nothing. Throws {@link CommandError} for a path without files. */
export function previewSources(config: string, given: NewProject, { cwd }: Pick<Runtime, 'cwd'>): SourcePreview {
  const { files: tree, name } = folderOf(config, cwd);
  refusePaths(given, (path) => tree.list(globsOf({ path, exclude: [] })).paths.length === 0);
  const bytes = Buffer.from(projectFile({ ...given, hasDocuments: false }));
  const read: typeof tree.read = (path) => (path === name ? { bytes } : tree.read(path));
  const loaded = loadProject({ ...tree, read }, { env: 'unknown', missingEnv: 'warning', projectFile: name });
  const { state, files, diagnostics } = loaded;
  const mistakes = diagnostics.filter(({ code }) => code !== 'no-documents');
  const isRead = (path: string) => path === name || files.has(path);
  const unread = configurationFiles({ ...loaded.project, include: [DEFAULT_INCLUDE] }, tree);
  const byFile = grouped(rowsOf(keysIn(state)), ({ place }) => place?.file ?? '');
  const depth = given.levels?.length ?? 1;
  const paths = [...files.keys()].filter((path) => path !== name).sort(compareText);
  return {
    files: paths.map((path) => {
      const own = byFile.get(tree.display(path)) ?? [];
      const contexts = [...new Set(own.map(({ context }) => fullContext(context, depth)))].sort(compareContexts);
      return { path: tree.display(path), contexts, values: own.length };
    }),
    keys: keysIn(state).length,
    diagnostics: [
      // That nothing is declared follows from other mistakes.
      ...(mistakes.some(({ severity }) => severity === 'error') ? mistakes : diagnostics),
      ...unreadWarning(
        unread.filter((path) => !isRead(path)),
        tree.display,
      ),
    ],
    project: { ...given, hasDocuments: tree.list([DEFAULT_INCLUDE]).paths.every(isRead) },
  };
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
