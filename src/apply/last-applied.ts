// Reads what earlier apply runs of a target declared: from its record, or as `--last-applied` names it.
import type { Loaded } from '../documents/load-project.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type State, withRows } from '../model/state.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { Options } from '../options.ts';
import { gitErrorOf } from '../record/git.ts';
import { isAncestor } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { withLfsContents } from '../record/lfs-contents.ts';
import {
  type ApplyRecord,
  earlierApplies,
  readRecord,
  type RecordedApply,
} from '../record/record.ts';
import type { OpenProject } from './project.ts';
import { neededToReach, pathInGit, placeFor, sameFiles } from './records.ts';
import { inTree, withFormer } from './renamed-project.ts';
import { displayAt, firstError, loadApply, readRevision } from './revision.ts';
import type { LastApplied } from '../core/applied.ts';

const NONE = { begun: [], versions: [], parts: [], warnings: [] };
const NO_GIT =
  'this folder is not in a Git repository, so there is no record of earlier apply runs';
const NOT_KEPT = '`record: false` in the project file turns the apply record off';
const NO_RECORD = 'this project has no record of an earlier apply';
const UNREADABLE = 'the apply record cannot be read';

/**
 * With `--last-applied`, the named commit counts instead of the last apply. Throws {@link CommandError} if there is no such
 * commit; if its documents cannot be read, that is a warning.
 * @param reading the record, if it is being read already
 */
export async function readLastApplied(
  project: OpenProject,
  target: ResolvedTarget,
  options: Pick<Options, 'lastApplied' | 'record'>,
  reading?: Promise<ApplyRecord | undefined>,
): Promise<LastApplied> {
  const recorded = await readRecorded(project, target, options, reading);
  const { lastApplied: revision } = options;
  if (revision === undefined) return recorded;
  const { commit, unknown, loaded, unreadable } = await readRevision(
    project,
    'last applied commit',
    {
      revision,
      env: 'unknown',
    },
  );
  if (unknown !== undefined) throw unknown;
  const of = shortCommit(commit ?? revision);
  const versions = [...recorded.versions, ...(loaded ? [loaded] : [])];
  if (loaded !== undefined && unreadable === undefined) {
    const note = `Commit ${of} counts as the last applied one, not the one in the record.`;
    return { ...recorded, versions, chosen: loaded.state, reason: '', note };
  }
  const warnings = [
    ...recorded.warnings,
    `The documents of the last applied commit cannot be used: ${unreadable}.`,
  ];
  return {
    ...recorded,
    versions,
    done: undefined,
    reason: `the documents of ${of} cannot be read`,
    warnings,
  };
}

async function readRecorded(
  project: OpenProject,
  target: ResolvedTarget,
  options: Pick<Options, 'record'>,
  reading: Promise<ApplyRecord | undefined> | undefined,
): Promise<LastApplied> {
  const { git } = project;
  if (git === undefined) return { ...NONE, reason: NO_GIT };
  if (!(options.record ?? project.project.record)) return { ...NONE, reason: NOT_KEPT };
  const place = placeFor(git, target, pathInGit(git, project.projectFile));
  const unknown = { ...NONE, place, reason: UNREADABLE, isUnknown: true } as const;
  try {
    const own = (await reading) ?? (await readRecord(place));
    const { record, orphans } = await withFormer(own, () => inTree(project, git));
    const { unreachable, problem } = record;
    if (unreachable !== undefined) {
      const warning = `origin could not be reached (${unreachable}), so the apply record is not known.`;
      return { ...unknown, record, warnings: [`${warning} ${neededToReach(unreachable, git)}`] };
    }
    if (problem !== undefined) return { ...unknown, record, problem };
    const read = await withLfs(project, record);
    return { ...statesOf(project, read), place, isShared: git.origin, record: read, orphans };
  } catch (error) {
    return { ...unknown, warnings: [gitErrorOf(error).message] };
  }
}

/** The record with the contents that are in Git LFS; those that are not at hand are unknown. */
async function withLfs(project: OpenProject, record: ApplyRecord): Promise<ApplyRecord> {
  const { done, begun } = record;
  const read = (apply: RecordedApply) => withLfsOf(project, apply);
  return {
    ...record,
    ...(done && { done: await read(done) }),
    begun: await Promise.all(begun.map(read)),
  };
}

async function withLfsOf(
  { git, files }: OpenProject,
  apply: RecordedApply,
): Promise<RecordedApply> {
  return git === undefined
    ? apply
    : { ...apply, files: await withLfsContents(git, apply.files, files.values()) };
}

function statesOf(
  project: OpenProject,
  { done, begun }: ApplyRecord,
): Omit<LastApplied, 'place' | 'record'> {
  const applies = [...begun, ...(done ? [done] : [])];
  const read = applies.map((apply) => ({ apply, loaded: loadOwn(project, apply) }));
  const former = formerIn(applies);
  const versions = [...read.map(({ loaded }) => loaded), ...former.versions];
  const fileError = read.flatMap(({ loaded }) => firstError(loaded) ?? [])[0];
  if (fileError !== undefined) {
    const problem = `The files in the apply record are invalid (${fileError}).`;
    return { ...NONE, versions, reason: UNREADABLE, problem, isUnknown: true };
  }
  const parts = read.map(({ apply, loaded: { state } }) => ({ apply, state }));
  const unfinished = parts.slice(0, begun.length).map(({ state }) => state);
  const last = done === undefined ? undefined : parts.at(-1)?.state;
  const { isForgetful } = former;
  const reason = last === undefined ? NO_RECORD : '';
  return {
    ...NONE,
    versions,
    ...(isForgetful && { isForgetful }),
    parts,
    begun: unfinished,
    done: last,
    reason,
  };
}

/** What records say was secret before them. */
export function formerIn(
  applies: readonly RecordedApply[],
): Pick<LastApplied, 'versions' | 'isForgetful'> {
  const known = applies.flatMap(({ secrets }) => (secrets === 'unknown' ? [] : secrets));
  const versions = known.map((state) => ({ state, project: { redact: [] } }));
  return { versions, ...(known.length < applies.length && { isForgetful: true }) };
}

/** What this branch applied last, if another branch applied since. `undefined`: nothing, or it cannot be read. */
export async function lastAppliedHere(
  project: OpenProject,
  lastApplied: LastApplied,
  head: string,
): Promise<State | undefined> {
  const isHere = async (git: GitRepository, { source }: RecordedApply) =>
    (await isAncestor(git, source, head)).answer === 'yes';
  for await (const state of earlierStates(project, lastApplied, isHere)) return state;
  return undefined;
}

/** What the apply runs before the last one declared, newest first, up to one that cannot be read. */
export async function* earlierStates(
  project: OpenProject,
  { record }: LastApplied,
  isWanted?: (git: GitRepository, apply: RecordedApply) => Promise<boolean>,
): AsyncGenerator<State> {
  const { git } = project;
  if (git === undefined || record === undefined) return;
  try {
    for await (const apply of earlierApplies(git, record)) {
      if (isWanted !== undefined && !(await isWanted(git, apply))) continue;
      const loaded = loadOwn(project, await withLfsOf(project, apply));
      if (firstError(loaded) !== undefined) return;
      yield loaded.state;
    }
  } catch (error) {
    // As in `readRecord`: a commit of the record may be anything.
    if (!(error instanceof Error)) throw error;
  }
}

/** Reading the files of the project again would take as long as the first time. */
function loadOwn(project: OpenProject, apply: RecordedApply): Loaded {
  const { files, attributes, projectFile, formerFile = projectFile } = apply;
  const isAlike = (path: string) => attributes.get(path) === project.conversions.get(path);
  const isSame =
    formerFile === projectFile &&
    sameFiles(files, project.files) &&
    [...files.keys()].every(isAlike);
  if (isSame) return { ...project, state: withoutEnvValues(project.state) };
  return loadApply(apply, project.choice, displayAt(project, formerFile));
}

/** As it is read from a record. Everything else is shared, which speeds up comparison. */
function withoutEnvValues(state: State): State {
  return withRows(state, (row, { item }) => {
    const { variable, ...known } = row;
    return variable === undefined
      ? row
      : { ...known, text: item.kind === 'key' ? null : '', unknown: true };
  });
}
