// Reads the baseline of a target: the record of the last apply, or what `--baseline` names.
import { basename } from 'node:path';
import { type AppliedBaseline, readApplied } from '../record/applied-record.ts';
import { findFormerRecord } from '../record/former-record.ts';
import { findCommit } from '../record/git-history.ts';
import { sameFiles } from '../record/git-snapshot.ts';
import { gitErrorOf } from '../record/git.ts';
import type { Where } from '../record/refs.ts';
import { type Loaded, loadProject } from '../documents/load-project.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { mergeStates } from '../model/merge-states.ts';
import type { ServerRead } from '../model/server-reads.ts';
import { type State, withRows } from '../model/state.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { AppliedStates } from '../plan/input.ts';
import type { OpenProject } from './project.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import { firstMistake, loadCommit, unknownRevision } from './revision.ts';

/** A version of the project, to determine what is secret. */
export type Version = Pick<Loaded, 'state' | 'project'>;

export interface Baseline {
  /** Absent: nothing is known to be managed. */
  state?: State;
  /** Why `state` is absent, as the end of a sentence. */
  reason: string;
  /** The union of what unrecorded applies announced: managed too, as far as it was pushed. */
  announced?: State;
  /** The same for each apply. */
  intents?: State[];
  /** What was last applied according to the record, also if `state` is something else. */
  recorded?: State;
  /** What `--baseline` names. */
  chosen?: State;
  /** The record, what was announced, and what was chosen, to determine what is secret. */
  versions: Version[];
  /** Whether there is a readable record, also if it is not used. */
  isRecorded: boolean;
  /** What was or may have been pushed. */
  pushed?: State;
  /** The reads of the server that the last apply used; absent: unknown. */
  reads?: ServerRead[];
  /** A sentence on the source of `state`, if it is not the record. */
  note?: string;
  warnings: string[];
  /** Where the next apply is recorded; absent outside Git. */
  ref?: string;
  applied?: AppliedBaseline;
  /** The commit that was last applied. */
  source?: string;
  /** There may be a record that could not be read. */
  isUnknown?: true;
  /** What is wrong with an existing record, as a sentence. */
  problem?: string;
  /** What `recorded` and `announced` are made of. */
  parts: RecordPart[];
}

/** A record or an announcement. */
interface RecordPart {
  state: State;
  files: ReadonlyMap<string, Uint8Array>;
  where: Where;
  /** The commit that was applied. */
  source: string | undefined;
  /** Path of its project file within the Git repository; absent in a record of another program. */
  projectFile: string | undefined;
}

/** As far as they are known, for the input of a plan. */
export function appliedIn({ state, intents }: Baseline): AppliedStates {
  return { ...(state && { baseline: state }), ...(intents && { announced: intents }) };
}

interface Reading {
  target: ResolvedTarget;
  /** The record, if it is being read already. */
  applied?: Promise<AppliedBaseline | undefined> | undefined;
}

/** The record of the last apply; with `--baseline`, the named commit replaces its state. */
export async function readBaseline(
  project: OpenProject,
  { target, options, applied }: Reading & { options: Pick<Options, 'baseline'> },
): Promise<Baseline> {
  const recorded = await readRecorded(project, { target, applied });
  if (options.baseline === undefined) return recorded;
  const { state: _, ...record } = recorded;
  const chosen = await revisionBaseline(project, options.baseline);
  const pushed = record.pushed ?? chosen.state;
  return {
    ...record,
    ...chosen,
    warnings: [...record.warnings, ...chosen.warnings],
    versions: [...record.versions, ...chosen.versions],
    ...(pushed && { pushed }),
    ...(chosen.state && { chosen: chosen.state }),
  };
}

const NOT_RECORDED = { versions: [], parts: [], isRecorded: false };
const NO_GIT = 'this folder is not in a Git repository, so there is no record of earlier applies';
const UNREADABLE = 'the record of the last apply cannot be read';

async function readRecorded(project: OpenProject, { target, applied: reading }: Reading): Promise<Baseline> {
  const { git } = project;
  if (git === undefined) {
    return { reason: NO_GIT, warnings: [], ...NOT_RECORDED };
  }
  const path = pathInGit(git, project.projectFile);
  const refs = recordRefs(target, path);
  const { ref } = refs;
  try {
    const applied = (await reading) ?? (await readApplied(git, refs));
    const isNone = !applied.found && applied.commit === undefined;
    const former = isNone ? await findFormerRecord(git, { applied, project: { ...project, path } }) : undefined;
    if (former === undefined || !('problem' in former))
      return withAnnounced(project, parseRecord(project, { ref, applied: former ?? applied }));
    const { warnings } = applied;
    return { ref, applied, reason: UNREADABLE, ...former, warnings, isUnknown: true, ...NOT_RECORDED };
  } catch (error) {
    const { message } = gitErrorOf(error);
    return { ref, reason: UNREADABLE, warnings: [message], isUnknown: true, ...NOT_RECORDED };
  }
}

type Recorded = Baseline & { applied: AppliedBaseline };

function parseRecord(project: OpenProject, { ref, applied }: { ref: string; applied: AppliedBaseline }): Recorded {
  const { warnings } = applied;
  if (!applied.found) {
    const none = { ref, applied, warnings, ...NOT_RECORDED };
    // After a warning there may be a record.
    if (applied.commit === undefined && warnings.length === 0)
      return { ...none, reason: 'this project has no record of an earlier apply' };
    const unreadable = { ...none, reason: UNREADABLE, isUnknown: true } as const;
    if (applied.commit === undefined) return unreadable;
    // A rule of the plan reports the last warning.
    return { ...unreadable, warnings: warnings.slice(0, -1), problem: warnings.at(-1) ?? UNREADABLE };
  }
  const { source, projectFile, files, where, reads } = applied;
  const known = { ref, applied, ...(source !== undefined && { source }), ...(reads && { reads }) };
  const loaded = sameFiles(project.files, files) ? undefined : loadFiles(project, { files, projectFile });
  const versions = loaded === undefined ? [] : [loaded];
  const mistake = loaded && firstMistake(loaded);
  if (mistake !== undefined) {
    const problem = `The files in the record of the last apply are invalid (${mistake}).`;
    const unreadable = { reason: UNREADABLE, problem, warnings, isUnknown: true } as const;
    return { ...known, ...NOT_RECORDED, ...unreadable, versions };
  }
  const state = loaded === undefined ? maskEnvValues(project.state) : loaded.state;
  const parts = [{ state, files, where, source, projectFile }];
  return {
    ...known,
    state,
    recorded: state,
    pushed: state,
    reason: '',
    warnings: [...warnings, ...movedNotice(applied)],
    versions,
    parts,
    isRecorded: true,
  };
}

function movedNotice({ movedFrom, projectFile }: Extract<AppliedBaseline, { found: true }>): string[] {
  if (movedFrom === undefined || projectFile === undefined) return [];
  return [
    `Using the record of ${projectFile}: that file no longer exists, this project has more than half of the documents in that record, and no record of its own. The next apply renames the record.`,
  ];
}

/** Adds what an interrupted or still running apply announced. */
function withAnnounced(project: OpenProject, recorded: Recorded): Baseline {
  const { applying, kept } = recorded.applied;
  const intents: Omit<RecordPart, 'state'>[] = (applying?.intents ?? []).map((files, i) => ({
    files,
    where: applying?.where ?? 'origin',
    source: applying?.sources[i],
    projectFile: applying?.projectFile,
  }));
  if (kept !== undefined) intents.push({ files: kept, where: 'local', source: undefined, projectFile: undefined });
  const read = intents.map((part) => ({ part, loaded: loadFiles(project, part) }));
  const mistakes = read.flatMap(({ loaded }) => firstMistake(loaded) ?? []);
  const warnings = [
    ...recorded.warnings,
    ...mistakes.map((mistake) => `The files announced by an unfinished apply are invalid (${mistake})`),
  ];
  const versions = [...recorded.versions, ...read.map(({ loaded }) => loaded)];
  const parts = read.flatMap(({ loaded, part }) =>
    firstMistake(loaded) === undefined ? [{ ...part, state: loaded.state }] : [],
  );
  const states = parts.map(({ state }) => state);
  const [first, ...others] = states;
  if (first === undefined) return { ...recorded, warnings, versions };
  const announced = mergeStates(first, ...others);
  const pushed = recorded.state === undefined ? announced : mergeStates(recorded.state, announced);
  const all = [...recorded.parts, ...parts];
  return { ...recorded, announced, intents: states, pushed, warnings, versions, parts: all };
}

/** Documents of a commit; values from the environment are unknown. */
function loadFiles(
  project: OpenProject,
  { files, projectFile: path }: Pick<RecordPart, 'files' | 'projectFile'>,
): Loaded {
  const projectFile = path === undefined ? project.projectFile : basename(path);
  const shown = { ...filesInMemory(files), display: project.display };
  return loadProject(shown, { env: 'unknown', projectFile, choice: project.choice });
}

/** The state as read from a record: values from variables are unknown. Everything else is shared, which speeds up comparison. */
function maskEnvValues(state: State): State {
  return withRows(state, (row, { item }) => {
    const { variable, ...known } = row;
    return variable === undefined ? row : { ...known, text: item.kind === 'key' ? null : '', unknown: true };
  });
}

/** `--baseline <revision>`. Throws {@link CommandError} if there is no such commit; unreadable documents are a warning. */
async function revisionBaseline(
  project: OpenProject,
  revision: string,
): Promise<Pick<Baseline, 'state' | 'note' | 'reason' | 'warnings' | 'versions'>> {
  const { git } = project;
  const commit = git && (await findCommit(git, revision));
  if (git === undefined || commit === undefined) throw unknownRevision(git, `baseline \`${revision}\``);
  const reason = `the documents of ${shortCommit(commit)} cannot be read`;
  try {
    const loaded = await loadCommit(git, { commit, project, env: 'unknown' });
    const versions = [loaded];
    const mistake = firstMistake(loaded);
    if (mistake !== undefined)
      return { reason, warnings: [`Cannot use the baseline: ${reason} (${mistake})`], versions };
    const note = `The baseline is commit ${shortCommit(commit)}, not the record of the last apply.`;
    return { state: loaded.state, reason: '', note, warnings: [], versions };
  } catch (error) {
    return { reason, warnings: [`Cannot use the baseline: ${gitErrorOf(error).message}.`], versions: [] };
  }
}
