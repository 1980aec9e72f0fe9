// Reads what earlier apply runs of a target declared: from its record, or as `--last-applied` names it.
import type { Loaded } from '../documents/load-project.ts';
import { type State, withRows } from '../model/state.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import { gitErrorOf } from '../record/git-result.ts';
import { isAncestor } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { withLfsContents } from '../record/lfs-contents.ts';
import { earlierApplies, readRecord } from '../record/record.ts';
import { type ApplyRecord, countingIn, type RecordedApply } from '../record/recorded-apply.ts';
import type { OpenProject } from './open-project.ts';
import { pathInGit, placeFor, sameFiles } from './record-places.ts';
import { neededToReach } from '../core/record-sentences.ts';
import { projectInTree, withFormer } from './renamed-project.ts';
import { displayAt, loadApply } from './revision.ts';
import { firstError, type RecordAsRead } from '../core/applied.ts';
import { type AppliedPart, doneIn } from '../core/applied-parts.ts';

/** The record, with its documents. What goes wrong is in the answer. `undefined`: outside Git. @param reading the record, if it is being read already */
export async function readRecorded(
  project: OpenProject,
  target: ResolvedTarget,
  reading?: Promise<ApplyRecord | undefined>,
): Promise<RecordAsRead | undefined> {
  const { git } = project;
  if (git === undefined) return undefined;
  const place = placeFor(git, target, pathInGit(git, project.projectFile));
  const none = { place, isShared: git.origin, read: [] };
  try {
    const underThisName = (await reading) ?? (await readRecord(place));
    const { record, orphans } = await withFormer(underThisName, () => projectInTree(project, git));
    const { unreachable, problem } = record;
    if (unreachable !== undefined) {
      const failure = `origin could not be reached (${unreachable}), so the apply record is not known.`;
      return { ...none, record, failure: `${failure} ${neededToReach(unreachable, git)}` };
    }
    if (problem !== undefined) return { ...none, record };
    const whole = await withLfs(project, record);
    const read = countingIn(whole).map((apply) => ({ apply, loaded: loadOwn(project, apply) }));
    return { ...none, record: whole, orphans, read };
  } catch (error) {
    return { ...none, failure: gitErrorOf(error).message };
  }
}

/** The record with the contents that are in Git LFS; those that are not at hand are unknown. */
async function withLfs(project: OpenProject, record: ApplyRecord): Promise<ApplyRecord> {
  const { done, begun } = record;
  const read = (apply: RecordedApply) => withLfsOf(project, apply);
  return {
    ...record,
    done: done && (await read(done)),
    begun: await Promise.all(begun.map(read)),
  };
}

async function withLfsOf(
  { git, files }: OpenProject,
  apply: RecordedApply,
): Promise<RecordedApply> {
  if (git === undefined) return apply;
  const read = async (apply: RecordedApply): Promise<RecordedApply> => ({
    ...apply,
    files: await withLfsContents(git, apply.files, files.values()),
    kept: await Promise.all(apply.kept.map(read)),
  });
  return read(apply);
}

/**
 * What this branch applied last, if another branch has applied since; with stages, what their apply runs add up to.
 * `undefined`: nothing, or it cannot be read.
 */
export async function lastAppliedHere(
  project: OpenProject,
  record: ApplyRecord | undefined,
  head: string,
): Promise<State | undefined> {
  const isHere = async (git: GitRepository, { source }: RecordedApply) =>
    (await isAncestor(git, source, head)).answer === 'yes';
  const parts: AppliedPart[] = [];
  for await (const { state, apply } of earlierStates(project, record, isHere)) {
    parts.push({ apply: { ...apply, state: 'done' }, state });
    // An apply of everything replaced what was applied before.
    if (apply.stage === undefined) break;
  }
  return doneIn(parts);
}

/** What the apply runs before the last one declared, newest first, up to one that cannot be read. */
export async function* earlierStates(
  project: OpenProject,
  record: ApplyRecord | undefined,
  isWanted?: (git: GitRepository, apply: RecordedApply) => Promise<boolean>,
): AsyncGenerator<{ state: State; apply: RecordedApply }> {
  const { git } = project;
  if (git === undefined || record === undefined) return;
  try {
    for await (const apply of earlierApplies(git, record)) {
      if (isWanted !== undefined && !(await isWanted(git, apply))) continue;
      const loaded = await loadRecorded(project, apply);
      if (firstError(loaded) !== undefined) return;
      yield { state: loaded.state, apply };
    }
  } catch (error) {
    // As in `readRecord`: a commit of the record may be anything.
    if (!(error instanceof Error)) throw error;
  }
}

/** With the contents that are in Git LFS. */
export async function loadRecorded(project: OpenProject, apply: RecordedApply): Promise<Loaded> {
  return loadOwn(project, await withLfsOf(project, apply));
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
    const { variable, ...withoutVariable } = row;
    return variable === undefined
      ? row
      : { ...withoutVariable, text: item.kind === 'key' ? null : '', unknown: true };
  });
}
