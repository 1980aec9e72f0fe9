// A record under another name: of the former naming, or of a project file that was renamed since.
import { basename, dirname, join } from 'node:path';
import { type Applying, readApplying } from './announcement.ts';
import {
  type AppliedBaseline,
  type ApplyRecordAt,
  fetchAll,
  readCommit,
  type RecordRefs,
} from './applied.ts';
import { localRefs } from './local-refs.ts';
import type { PushOutcome, RefValues } from './origin.ts';
import { applyingRef, projectOf } from './ref.ts';
import { moveRefs, type Where } from './refs.ts';
import type { GitRepository } from './work-tree.ts';

export interface ProjectFiles {
  /** Of the project file, within the Git repository. */
  path: string;
  /** Every file of the project, by path relative to the folder of the project file. */
  files: ReadonlyMap<string, Uint8Array>;
}

type Found = Extract<ApplyRecordAt, { found: true }>;

interface Candidate {
  ref: string;
  record: Found;
}

/**
 * For a project without a record at its own ref: the record at the former ref, or the one record of a project file that
 * is gone and whose documents, for the most part, are this project's. `problem`: there are several, or the former one
 * cannot be read. `undefined`: there is none.
 */
export async function findFormerRecord(
  repository: GitRepository,
  { applied, refs, project }: { applied: AppliedBaseline; refs: RecordRefs; project: ProjectFiles },
): Promise<AppliedBaseline | { problem: string } | undefined> {
  const shared = recordsIn(applied.refs);
  if (applied.refsAt === 'origin') await fetchAll(repository, shared);
  // What origin does not take is kept in this clone.
  const own = applied.refsAt === 'origin' ? recordsIn(await localRefs(repository, [refs.folder])) : new Map();
  const places: [Where, RefValues][] = [
    [applied.refsAt, shared],
    ['local', new Map([...own].filter(([ref]) => !shared.has(ref)))],
  ];
  const candidates: Candidate[] = [];
  for (const [where, values] of places) {
    for (const [ref, commit] of values) {
      const record = await readCommit(repository, { where, commit, warnings: [] });
      if (record.found && (await isOfProject({ ref, record }, { refs, project, repository })))
        candidates.push({ ref, record });
      if (!record.found && ref === refs.former)
        return { problem: record.warnings[0] ?? 'It cannot be read.' };
    }
  }
  const [first, second] = candidates;
  if (first === undefined) return undefined;
  if (second !== undefined) {
    const projects = candidates.map(({ ref, record }) => record.projectFile ?? projectOf(ref));
    return { problem: `The records of ${projects.join(' and ')} could each be its own` };
  }
  const applying = await announcedBeside(repository, { applied, ref: first.ref });
  return { ...applied, ...first.record, ...(applying && { applying }), movedFrom: first.ref };
}

function recordsIn(refs: RefValues): RefValues {
  return new Map([...refs].filter(([name]) => name.endsWith('/applied')));
}

/** One at the project's own ref has taken over what it found here. */
async function announcedBeside(
  repository: GitRepository,
  { applied, ref }: { applied: AppliedBaseline; ref: string },
): Promise<Applying | undefined> {
  const { applying, refs, refsAt: where } = applied;
  const name = applyingRef(ref);
  const commit = refs.get(name);
  if (applying !== undefined || commit === undefined) return applying;
  if (where === 'origin') await fetchAll(repository, new Map([[name, commit]]));
  return readApplying(repository, { where, commit });
}

async function isOfProject(
  { ref, record }: Candidate,
  { refs, project, repository }: { refs: RecordRefs; project: ProjectFiles; repository: GitRepository },
): Promise<boolean> {
  const name = basename(project.path);
  if (ref === refs.former && record.projectFile === undefined) return record.files.has(name);
  const path = record.projectFile ?? join(projectOf(ref), 'confighub.yaml');
  const isThere = (await repository.listed([`:(top,literal)${path}`])).length > 0;
  if (isThere) return false;
  return isMostly(record.files, { from: path, project });
}

/** Whether more than half of a record's documents are the project's, by content or by place. */
function isMostly(
  files: Found['files'],
  { from, project }: { from: string; project: ProjectFiles },
): boolean {
  const documents = [...files].filter(([path]) => path !== basename(from));
  const contents = new Set([...project.files.values()].map((bytes) => Buffer.from(bytes).toString('latin1')));
  const folder = dirname(project.path);
  const places = new Set([...project.files.keys()].map((path) => join(folder, path)));
  const same = documents.filter(
    ([path, bytes]) => places.has(join(dirname(from), path)) || contents.has(bytes.toString('latin1')),
  );
  return same.length * 2 > documents.length;
}

/** Gives the record, and an announcement beside it, the name that they have now. */
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
