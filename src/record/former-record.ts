// Finds and renames the record of a project file that was renamed.
import { basename, dirname, join } from 'node:path';
import { type AppliedBaseline, fetchAll, readRecord } from './applied-record.ts';
import type { GitRepository, IndexEntry } from './git-repository.ts';
import { applyingRef, projectFileOf } from './ref-names.ts';
import { moveRefs, type PushOutcome } from './refs.ts';

export interface ProjectFiles {
  /** Path of the project file within the Git repository. */
  path: string;
  /** Every file of the project, by path relative to the folder of the project file. */
  files: ReadonlyMap<string, Uint8Array>;
  /** The whole index of the Git repository. */
  index: readonly IndexEntry[];
}

/**
 * For a project without a record at its own ref: the one record of a deleted project file whose documents are mostly
 * this project's. `problem`: there are several.
 */
export async function findFormerRecord(
  repository: GitRepository,
  { applied, project }: { applied: AppliedBaseline; project: ProjectFiles },
): Promise<AppliedBaseline | { problem: string } | undefined> {
  const { refs: values, refsAt: where, local } = applied;
  // Records that origin rejected are kept in this clone.
  const names = new Set([...values.keys(), ...local.keys()].filter((name) => name.endsWith('/applied')));
  if (names.size === 0) return undefined;
  if (where === 'origin') await fetchAll(repository, values);
  const candidates: AppliedBaseline[] = [];
  for (const ref of [...names].sort()) {
    const record = await readRecord(repository, { ref, where, values, local, warnings: [] });
    if (!record.found) continue;
    const projectFile = record.projectFile ?? projectFileOf(ref);
    if (projectFile !== undefined && isRenamed({ ...record, projectFile }, project))
      candidates.push({ ...record, projectFile, movedFrom: ref });
  }
  const [first, second] = candidates;
  if (first === undefined || second === undefined)
    // An announcement at the project's own ref has already taken over the one of the old name.
    return first && { ...first, ...(applied.applying && { applying: applied.applying }) };
  const paths = candidates.flatMap(({ movedFrom = '' }) => projectFileOf(movedFrom) ?? []);
  return {
    problem: `This project file has no record, and more than one deleted project file could be its predecessor: ${paths.join(', ')}. Remove the records that do not belong to it with \`confighub-sync history --forget --config <file>\`.`,
  };
}

/** Whether a project file that no longer exists has become this project, which has more than half of its documents. */
export function isRenamed(
  { projectFile, files }: { projectFile: string; files: ReadonlyMap<string, Uint8Array> },
  project: ProjectFiles,
): boolean {
  if (project.index.some(({ path }) => path === projectFile)) return false;
  return hasMostDocuments(files, { from: projectFile, project });
}

/** Whether the project has more than half of a record's documents, by content or by path. */
function hasMostDocuments(
  files: ReadonlyMap<string, Uint8Array>,
  { from, project }: { from: string; project: ProjectFiles },
): boolean {
  const documents = [...files].filter(([path]) => path !== basename(from));
  const contents = new Set([...project.files.values()].map((bytes) => Buffer.from(bytes).toString('latin1')));
  const folder = dirname(project.path);
  const places = new Set([...project.files.keys()].map((path) => join(folder, path)));
  const same = documents.filter(
    ([path, bytes]) => places.has(join(dirname(from), path)) || contents.has(Buffer.from(bytes).toString('latin1')),
  );
  return same.length * 2 > documents.length;
}

/** Moves the record, and its announcement, to the current ref. */
export function renameRecord(
  repository: GitRepository,
  { applied, ref }: { applied: AppliedBaseline & { movedFrom: string }; ref: string },
): Promise<PushOutcome> {
  const { where, commit, movedFrom, refs, refsAt } = applied;
  const moves = [
    { ref, commit, expected: undefined },
    { ref: movedFrom, commit: undefined, expected: commit },
  ];
  const announced = refs.get(applyingRef(movedFrom));
  if (announced !== undefined && where === refsAt && !refs.has(applyingRef(ref))) {
    moves.push(
      { ref: applyingRef(ref), commit: announced, expected: undefined },
      { ref: applyingRef(movedFrom), commit: undefined, expected: announced },
    );
  }
  return moveRefs(repository, { where, moves });
}
