// The baseline of a target: found, parsed by the same parser, or the reason why there is none.
import { type AppliedBaseline, readApplied } from '../baseline/applied.ts';
import { GitError } from '../baseline/git.ts';
import { baselineRef } from '../baseline/ref.ts';
import { sameFiles } from '../baseline/snapshot.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
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
}

/** The ref that holds a target's baseline. */
export function refOf(git: GitRepository, { url, repository }: ResolvedTarget): string {
  const name = `${repository.account}/${repository.name}`;
  return baselineRef({ url, repository: name, folder: git.folder });
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
    };
  }
  const ref = refOf(git, target);
  try {
    const applied = (await reading) ?? (await readApplied(git, ref));
    return withAnnounced(project, parseRecord(project, { ref, applied }));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ref, reason: UNREADABLE, warnings: [error.message], isUnknown: true };
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
    const isUnknown = applied.commit !== undefined || warnings.length > 0;
    if (!isUnknown) return { ref, applied, reason: 'nothing was applied from here before', warnings };
    return { ref, applied, reason: UNREADABLE, warnings, isUnknown };
  }
  const source = {
    ...(applied.source !== undefined && { source: applied.source }),
    ...(applied.reads && { reads: applied.reads }),
  };
  const read = sameFiles(project.files, applied.files)
    ? asRecorded(project.state)
    : readRecord(project, applied.files);
  if (!('mistake' in read))
    return { ref, applied, ...source, state: read, recorded: read, pushed: read, reason: '', warnings };
  const { mistake } = read;
  const warning = `What was last applied can no longer be read (${mistake})`;
  return {
    ref,
    applied,
    ...source,
    reason: 'the record of the last apply can no longer be read',
    warnings: [...warnings, warning],
  };
}

/** An announcement beside the record: of a run that died, or that is still at it. */
function withAnnounced(project: OpenProject, recorded: Recorded): Baseline {
  const { applying } = recorded.applied;
  if (applying === undefined) return recorded;
  const intents = applying.intents.map((files) => loadFiles(project, files));
  const mistakes = intents.flatMap((loaded) => firstMistake(loaded) ?? []);
  const warnings = [
    ...recorded.warnings,
    ...mistakes.map((mistake) => `What an apply announced can no longer be read (${mistake})`),
  ];
  const states = intents.filter((one) => firstMistake(one) === undefined).map(({ state }) => state);
  const [first, ...others] = states;
  if (first === undefined) return { ...recorded, warnings };
  const announced = unionOf(first, ...others);
  const pushed = recorded.state === undefined ? announced : unionOf(recorded.state, announced);
  return { ...recorded, announced, intents: states, pushed, warnings };
}

function readRecord(
  project: OpenProject,
  files: ReadonlyMap<string, Uint8Array>,
): State | { mistake: string } {
  const loaded = loadFiles(project, files);
  const mistake = firstMistake(loaded);
  return mistake === undefined ? loaded.state : { mistake };
}

function loadFiles(project: OpenProject, files: ReadonlyMap<string, Uint8Array>): Loaded {
  const { projectFile } = project;
  return loadProject(filesInMemory(files), { env: 'unknown', projectFile, shared: sharedBy(project) });
}
