// The project that an import goes into: one that is there, or a folder that is to become one.
import { basename, dirname, resolve } from 'node:path';
import type { Depth } from '../desired/contexts.ts';
import { workTreeFiles } from '../desired/read-files.ts';
import type { Project, PruneMode, RepositoryName } from '../model/project.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Options } from '../options.ts';
import { projectFile } from './init.ts';
import {
  type OpenProject,
  openProject,
  ProjectError,
  readProjectFile,
  type Surroundings,
} from './project.ts';

interface NewTarget {
  url: string;
  repository: RepositoryName;
  levels: readonly string[];
  prune: PruneMode | undefined;
}

export interface ImportProject {
  /** Absolute path of its folder. */
  root: string;
  project: Project;
  state: State;
  depth?: Depth;
  /** Absent where there is no document yet. */
  open?: OpenProject;
  display: (path: string) => string;
  isThere: (path: string) => boolean;
  /** Every file that it is read from, with a project file for the target where there is none. */
  withProjectFile: (target: NewTarget) => { file: string; isNew: boolean; files: Map<string, Uint8Array> };
}

/** Throws where the files hold mistakes; a folder without documents is an empty project. */
export async function openForImport(options: Options, surroundings: Surroundings): Promise<ImportProject> {
  const path = resolve(surroundings.cwd, options.config);
  const [root, file] = [dirname(path), basename(path)];
  const tree = workTreeFiles(root, surroundings.cwd);
  const open = await openIfAny(options, surroundings);
  const own = tree.read(file);
  return {
    root,
    project: open?.project ?? readProjectFile(options, surroundings),
    state: open?.state ?? emptyState(),
    ...(open !== undefined && { open, ...(open.depth && { depth: open.depth }) }),
    display: tree.display,
    isThere: (name) => isThere(tree.read(name)),
    withProjectFile: (target) => {
      const files = new Map(open?.files);
      const isNew = !('bytes' in own);
      if (!files.has(file)) files.set(file, isNew ? Buffer.from(projectFile(target)) : own.bytes);
      return { file, isNew, files };
    },
  };
}

function isThere(found: ReturnType<ReturnType<typeof workTreeFiles>['read']>): boolean {
  return !('problem' in found) || found.problem.code !== 'file-missing';
}

/** Variables that are not set are no obstacle: what comes from them is not touched. */
async function openIfAny(options: Options, surroundings: Surroundings): Promise<OpenProject | undefined> {
  try {
    return await openProject(options, { surroundings, missingEnv: 'warning' });
  } catch (error) {
    const errors =
      error instanceof ProjectError ? error.diagnostics.filter(({ severity }) => severity === 'error') : [];
    const isEmpty = errors.every(({ code }) => code === 'no-documents' || code === 'no-project-file');
    if (errors.length > 0 && isEmpty) return undefined;
    throw error;
  }
}
