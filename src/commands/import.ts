// import: turns live into new documents or edits of existing ones. Only reads; the entry writes after approval.
import { relative, resolve, sep } from 'node:path';
import { ignoringEnv, textToExtend } from './init.ts';
import { withTarget } from '../world/connect.ts';
import { isThere } from '../project/git-files.ts';
import { filesOfOthers } from '../project/other-projects.ts';
import { openProject, type TargetOptions } from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import { folderOf, resolvePath } from '../documents/project-files.ts';
import { badOption, CommandError } from '../errors.ts';
import { planImport } from '../import/plan-import.ts';
import { projectText } from '../import/new-project.ts';
import { readForImport } from '../import/read-for-import.ts';
import { repositoryText } from '../model/targets.ts';
import { isFiltered } from '../record/conversions.ts';
import { chosenBy, refuseBadPatterns, refuseUnmatched } from '../show/asked.ts';

interface ImportOptions extends TargetOptions {
  /** The document for everything that is declared nowhere yet; relative to the current folder, like the next one. */
  document: string | undefined;
  /** A file that gets a line for each new variable. */
  envExample: string | undefined;
  /** Imports only drift: what changed on the server since the last apply. */
  onlyDrift: boolean;
  /** Names, or globs of keys and paths, of the drift to import; `!` in front excludes; none: all of it. */
  patterns: readonly string[];
  /** Whether what only the files have goes. */
  removeMissing?: boolean | undefined;
}

/** What an import would write, and the absolute path of the folder of the project; nothing is written yet. */
export async function planningImport(options: ImportOptions, runtime: Runtime) {
  const { patterns, onlyDrift } = options;
  refuseBadPatterns(patterns);
  if (patterns.length > 0 && !onlyDrift) throw new CommandError(NAMES_OF_ALL);
  const opening = {
    runtime,
    missingEnv: 'warning',
    outcome: 'nothing was imported',
    mayBeEmpty: true,
  } as const;
  const project = await openProject(options, opening);
  const { root, files: tree, name: projectFile } = folderOf(options.config, runtime.cwd);
  const contentOf = (path: string) => {
    const content = tree.read(path);
    return 'bytes' in content ? textToExtend(path, content.bytes, 'name another one') : undefined;
  };
  const named = (name: string | undefined) =>
    name === undefined ? undefined : pathOf(name, { root, cwd: runtime.cwd });
  return withTarget(project.project, options, runtime, async (connected) => {
    const { target } = connected;
    runtime.onStep(`Reading ${repositoryText(target.repository)}`);
    const { levels, ...read } = await readForImport({ ...connected, project, options, runtime });
    const isNew = !project.files.has(projectFile);
    const first = new Map(
      isNew ? [[projectFile, Buffer.from(projectText({ ...target, levels }))]] : [],
    );
    const example = named(options.envExample);
    const result = planImport({
      ...read,
      target: { url: target.url, ...target.repository, levels },
      files: new Map([...project.files, ...first]),
      isFiltered: (path) => isFiltered(project.conversions, path),
      projectFile,
      choice: { name: options.target },
      isNew,
      usedElsewhere: await filesOfOthers(project),
      exists: (path) => isThere(tree, path),
      env: runtime.env,
      document: named(options.document),
      choose: (drifted) => {
        refuseUnmatched(patterns, drifted, [], 'The drift has');
        return chosenBy(patterns);
      },
      removeMissing: options.removeMissing,
      envExample: example === undefined ? undefined : { path: example, before: contentOf(example) },
    });
    if ('import' in result) {
      const { writes, variables } = result.import;
      // Whoever sets the variables in this file must not commit it with the rest.
      const ignoring =
        isNew && variables.length > 0
          ? await ignoringEnv(projectFile, { ...runtime, cwd: root })
          : [];
      return { import: { ...result.import, writes: [...ignoring, ...writes] }, project, root };
    }
    throw new CommandError({
      code: 'import-failed',
      message: `The generated documents cannot be read back (${result.fileErrors[0]?.code}); nothing was written.`,
      hint: 'Please report this bug with the structure of your documents. Importing into an empty folder may work.',
    });
  });
}

const NAMES_OF_ALL = {
  code: 'bad-option',
  message: 'Names need `--only drift`: without it, an import takes everything.',
  hint: 'For example: import --only drift db.host. To leave items out of every import, use `ignore` in confighub.yaml.',
} as const;

/** The path in the project of a file that an option names. */
function pathOf(name: string, { root, cwd }: { root: string; cwd: string }): string {
  const path = relative(root, resolve(cwd, name)).replaceAll(sep, '/');
  if (resolvePath('', path) === path) return path;
  const message = `${name} is not in the project folder.`;
  throw badOption(message, 'Name a file in that folder or below it.');
}
