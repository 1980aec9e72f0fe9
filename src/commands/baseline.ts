// The baseline of a target: found, parsed by the same parser, or the reason why there is none.
import { basename } from 'node:path';
import { type AppliedBaseline, readApplied } from '../baseline/applied.ts';
import { findFormerRecord } from '../baseline/former-record.ts';
import { GitError } from '../baseline/git.ts';
import type { Where } from '../baseline/refs.ts';
import { sameFiles } from '../baseline/snapshot.ts';
import { type Loaded, loadProject } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import { sharedBy } from '../desired/shared.ts';
import type { Read } from '../model/reads.ts';
import type { State } from '../model/state.ts';
import { unionOf } from '../model/union.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import { firstMistake } from './first-mistake.ts';
import type { OpenProject } from './project.ts';
import { asRecorded } from './as-recorded.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import { revisionBaseline } from './revision.ts';

export interface Baseline {
  /** Absent: nothing is known to be ours; `reason` says why, as the end of a sentence. */
  state?: State;
  reason: string;
  /** What an apply announced that was not recorded: it is ours too, as far as it came. */
  announced?: State;
  /** The same, apply by apply. */
  intents?: State[];
  /** What the record says was applied, whatever `state` is. */
  recorded?: State;
  /** What `--baseline` names. */
  chosen?: State;
  /** What is known to have been pushed, or may have been. */
  pushed?: State;
  /** The reads of the server that the last apply used; absent: nothing says. */
  reads?: Read[];
  /** Where `state` is from, if it is not the record. */
  note?: string;
  warnings: string[];
  /** Where the next apply is recorded; absent outside Git. */
  ref?: string;
  applied?: AppliedBaseline;
  /** The commit that was last applied. */
  source?: string;
  /** There may be a record, and it could not be read: nothing can be said of what was applied last. */
  isUnknown?: true;
  /** There is a record, and this is wrong with it, as a sentence. */
  problem?: string;
  /** What `recorded` and `announced` are made of. */
  parts: RecordPart[];
}

/** A record or an announcement, and what it says of itself. */
export interface RecordPart {
  state: State;
  files: ReadonlyMap<string, Uint8Array>;
  where: Where;
  /** The commit that it names. */
  source: string | undefined;
  /** Path of its project file within the Git repository; absent in the former naming. */
  projectFile: string | undefined;
}

interface Reading {
  target: ResolvedTarget;
  /** What was last applied, where it is being read already. */
  applied?: Promise<AppliedBaseline | undefined>;
}

/** What was last applied; or what `--baseline` names in its place, with the record beside it. */
export async function readBaseline(
  project: OpenProject,
  { target, options, applied }: Reading & { options: Pick<Options, 'baseline'> },
): Promise<Baseline> {
  const recorded = await readRecorded(project, { target, ...(applied && { applied }) });
  if (options.baseline === undefined) return recorded;
  const { state: _, ...record } = recorded;
  if (options.baseline === false) {
    const { announced: __, intents: ___, pushed: ____, recorded: _____, ...left } = record;
    return { ...left, reason: 'this plan is made without a baseline' };
  }
  const chosen = await revisionBaseline(project, options.baseline);
  const pushed = record.pushed ?? chosen.state;
  const warnings = [...record.warnings, ...chosen.warnings];
  return {
    ...record,
    ...chosen,
    warnings,
    ...(pushed && { pushed }),
    ...(chosen.state && { chosen: chosen.state }),
  };
}

const UNREADABLE = 'the record of the last apply cannot be read';

async function readRecorded(project: OpenProject, { target, applied: reading }: Reading): Promise<Baseline> {
  const { git } = project;
  if (git === undefined) {
    return {
      reason: 'this folder is in no Git repository, so nothing says what was applied before',
      warnings: [],
      parts: [],
    };
  }
  const path = pathInGit(git, project.projectFile);
  const refs = recordRefs(target, path);
  try {
    const read = (await reading) ?? (await readApplied(git, refs));
    const isNone = !read.found && read.commit === undefined;
    const former = isNone
      ? await findFormerRecord(git, { applied: read, refs, project: { path, files: project.files } })
      : undefined;
    if (former !== undefined && 'problem' in former) {
      const { problem } = former;
      return {
        ref: refs.ref,
        applied: read,
        reason: UNREADABLE,
        problem,
        warnings: read.warnings,
        isUnknown: true,
        parts: [],
      };
    }
    return withAnnounced(project, parseRecord(project, { ref: refs.ref, applied: former ?? read }));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ref: refs.ref, reason: UNREADABLE, warnings: [error.message], isUnknown: true, parts: [] };
  }
}

type Recorded = Baseline & { applied: AppliedBaseline };

function parseRecord(
  project: OpenProject,
  { ref, applied }: { ref: string; applied: AppliedBaseline },
): Recorded {
  const { warnings } = applied;
  if (!applied.found) {
    // Without a warning there is no record anywhere; with one there may be.
    if (applied.commit === undefined && warnings.length === 0)
      return { ref, applied, reason: 'nothing was applied from here before', warnings, parts: [] };
    const problem = applied.commit !== undefined && { problem: warnings.at(-1) ?? UNREADABLE };
    return { ref, applied, reason: UNREADABLE, warnings, isUnknown: true, parts: [], ...problem };
  }
  const { source, projectFile, files, where } = applied;
  const known = {
    ...(source !== undefined && { source }),
    ...(applied.reads && { reads: applied.reads }),
  };
  const read = sameFiles(project.files, files)
    ? asRecorded(project.state)
    : readRecord(project, { files, projectFile });
  if ('mistake' in read) {
    const problem = `What was last applied can no longer be read (${read.mistake}).`;
    return { ref, applied, ...known, reason: UNREADABLE, problem, warnings, isUnknown: true, parts: [] };
  }
  const parts = [{ state: read, files, where, source, projectFile }];
  const states = { state: read, recorded: read, pushed: read, parts };
  return { ref, applied, ...known, ...states, reason: '', warnings: [...warnings, ...movedNotice(applied)] };
}

function movedNotice({ movedFrom, projectFile }: Extract<AppliedBaseline, { found: true }>): string[] {
  if (movedFrom === undefined || projectFile === undefined) return [];
  return [
    `The record of ${projectFile} is used: this project file has none of its own, that one is gone, and the documents are the same. The next apply renames the record.`,
  ];
}

/** An announcement beside the record: of a run that died, or that is still at it. */
function withAnnounced(project: OpenProject, recorded: Recorded): Baseline {
  const { applying, kept } = recorded.applied;
  const intents: Omit<RecordPart, 'state'>[] = (applying?.intents ?? []).map((files, i) => ({
    files,
    where: applying?.where ?? 'origin',
    // Of those that it took over, nothing says from which commit they came.
    source: i === 0 ? applying?.source : undefined,
    projectFile: applying?.projectFile,
  }));
  if (kept !== undefined)
    intents.push({ files: kept, where: 'local', source: undefined, projectFile: undefined });
  const read = intents.map((part) => ({ ...part, loaded: loadFiles(project, part) }));
  const mistakes = read.flatMap(({ loaded }) => firstMistake(loaded) ?? []);
  const warnings = [
    ...recorded.warnings,
    ...mistakes.map((mistake) => `What an apply announced can no longer be read (${mistake})`),
  ];
  const parts = read.flatMap(({ loaded, ...part }) =>
    firstMistake(loaded) === undefined ? [{ ...part, state: loaded.state }] : [],
  );
  const states = parts.map(({ state }) => state);
  const [first, ...others] = states;
  if (first === undefined) return { ...recorded, warnings };
  const announced = unionOf(first, ...others);
  const pushed = recorded.state === undefined ? announced : unionOf(recorded.state, announced);
  return { ...recorded, announced, intents: states, pushed, warnings, parts: [...recorded.parts, ...parts] };
}

type RecordFiles = Pick<RecordPart, 'files' | 'projectFile'>;

function readRecord(project: OpenProject, part: RecordFiles): State | { mistake: string } {
  const loaded = loadFiles(project, part);
  const mistake = firstMistake(loaded);
  return mistake === undefined ? loaded.state : { mistake };
}

/** Documents as a commit has them: what is in the environment, they do not say. */
export function loadFiles(project: OpenProject, { files, projectFile: path }: RecordFiles): Loaded {
  const projectFile = path === undefined ? project.projectFile : basename(path);
  return loadProject(filesInMemory(files), { env: 'unknown', projectFile, shared: sharedBy(project) });
}
