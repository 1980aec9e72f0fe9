// history: lists the recorded apply runs, or those that changed an item; deletes a record, or moves it to the new name of its project file.
import { badOption, CommandError } from '../errors.ts';
import { repositoryText } from '../model/targets.ts';
import { moveRecord } from '../core/record.ts';
import { recordStore } from '../world/records.ts';
import { type ApplyHistory, readHistory } from '../record/history.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import { readRecord } from '../record/record.ts';
import {
  type ApplyRecord,
  type RecordedApply,
  type RecordPlace,
  isUnlocked,
} from '../record/recorded-apply.ts';
import { moveRef, type MoveResult } from '../record/refs.ts';
import { itemHistory } from '../history/item-history.ts';
import { readRecorded } from '../project/recorded-documents.ts';
import { openProject, type TargetOptions } from '../project/open-project.ts';
import { recordPlace } from '../project/record-places.ts';
import { recordInClone } from '../world/record-in-clone.ts';
import {
  fitOf,
  inHead,
  type InTree,
  isProjectIn,
  recordedPlace,
} from '../project/renamed-project.ts';
import { branchesAtOrigin, findCommit, isAncestor } from '../record/git-history.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { isBest, UNCHANGED_FIRST, fitText } from '../core/applied.ts';
import type { Runtime } from '../runtime.ts';
import { withoutServer } from '../world/target-world.ts';
import type { ItemHistory } from '../model/item-history.ts';
import { chosenBy, refuseBadPatterns, refuseUnmatched } from '../show/asked.ts';
import { forgetLine } from '../record/command-lines.ts';
import { attempt } from '../lib/attempt.ts';
import { cut } from '../model/diagnostic.ts';
import { maskNotes } from '../core/input.ts';
import { lastAppliedOf } from '../core/last-applied.ts';
import { masksOf } from '../core/masks.ts';

/** @param limit unchecked; default: 20 applies */
export async function history(
  options: TargetOptions,
  runtime: Runtime,
  limit: string | undefined,
): Promise<ApplyHistory> {
  const count = countIn(limit);
  const { place, target } = await recordPlace(options, runtime);
  runtime.onStep('Reading the apply history');
  const found = await readHistory(place, count);
  if (found.entries.length > 0 || found.warnings.length > 0) return found;
  const former = await recordedPlace(place, target);
  if (former.ref !== place.ref) return readHistory(former, count);
  const unused = await recordInClone(place, { head: undefined }, options.untrusted);
  return unused === undefined
    ? found
    : { ...found, warnings: [`${unused.message} ${unused.hint}`] };
}

const MOST_APPLIES = 100_000;

function countIn(limit = '20'): number {
  const count = Number(limit);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_APPLIES) return count;
  const message = `Invalid limit: expected a number of apply runs from 1 to ${MOST_APPLIES}.`;
  throw badOption(message);
}

const DAY_AND_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[-+]\d{2}:\d{2})?)?$/;

/** A time as ISO 8601, of a date or a time; without a zone, it is UTC. Throws {@link CommandError}. */
function timeIn(since: string): string {
  const [, day = '', time = '00:00', zone = 'Z'] = DAY_AND_TIME.exec(since) ?? [];
  const date = new Date(`${day}T${time}${zone}`);
  // The 30th of February would be a day in March.
  const isDay = attempt(() => new Date(day).toISOString().startsWith(day)) === true;
  if (day !== '' && isDay && !Number.isNaN(date.getTime())) return date.toISOString();
  const message = `\`${cut(since)}\` is not a date.`;
  throw badOption(message, 'For example: --since 2026-01-01.');
}

interface AskedHistory {
  /** Names, or globs of keys and paths; `!` in front excludes. None: everything, and apply runs that changed nothing. */
  patterns: readonly string[];
  /** Unchecked; default: 20 applies, or with `since` all. */
  limit?: string | undefined;
  /** Unchecked. */
  since?: string | undefined;
}

/** The apply runs that changed some items, and the commits that they brought it with. Throws {@link CommandError}. */
export async function historyOf(
  { patterns, limit, since }: AskedHistory,
  options: TargetOptions,
  runtime: Runtime,
): Promise<ItemHistory> {
  refuseBadPatterns(patterns);
  const from = since === undefined ? undefined : timeIn(since);
  const count = countIn(limit ?? (since === undefined ? undefined : String(MOST_APPLIES)));
  const { target } = await recordPlace(options, runtime);
  const project = await openProject(options, { runtime, missingEnv: 'warning', asCommitted: true });
  runtime.onStep('Reading the apply history');
  const world = {
    ...withoutServer({ options, runtime, opening: Promise.resolve(project) }),
    record: () => readRecorded(project, target),
    // Whether there is a record or not: what documents before it called secret is not shown.
    past: async () => undefined,
  };
  const lastApplied = await lastAppliedOf(world, project, { record: true });
  const { git } = project;
  const { warnings, recorded } = lastApplied;
  const { record: { head, former } = {}, unusable: { problem } = {} } = recorded;
  const newest = head ?? former?.head;
  const untold = { warnings: [...warnings, ...(problem === undefined ? [] : [problem])] };
  if (git === undefined || newest === undefined)
    return { target, since: from, ...NOTHING_RECORDED, ...untold };
  const masks = await masksOf(world, { files: project, options, lastApplied });
  const { secrets } = masks;
  const isChosen = chosenBy(patterns);
  const asked = { head: newest, patterns, isChosen, limit: count, since: from, secrets };
  const found = await itemHistory({ ...asked, project: { ...project, git } });
  const items = [...found.recorded, ...project.state.items.values()];
  refuseUnmatched(patterns, items, [], 'The files and the apply record have');
  return {
    target,
    ...found,
    warnings: [...untold.warnings, ...maskNotes({ masks }), ...found.warnings],
  };
}

const NOTHING_RECORDED: Omit<ItemHistory, 'target'> = {
  elements: [],
  applies: [],
  older: 0,
  looked: { applies: 0, since: undefined, until: undefined },
  warnings: [],
};

/**
 * Deletes the record of a project, so that its items become unmanaged: the path of the project file within the Git
 * repository, `account/name at URL`, and the deleted ref, with the Git command that restores it, if there was a record.
 * Throws {@link CommandError}.
 * @param confirm is asked if the project may still be applied, with a sentence that says why. `false`: the record stays
 */
export async function forget(
  options: TargetOptions,
  runtime: Runtime,
  confirm: (why: string) => Promise<boolean>,
) {
  const { place, target } = await recordPlace(options, runtime);
  runtime.onStep('Removing the apply record');
  const { projectFile, ref, repository: git } = place;
  const record = await readAtRest(place);
  const { head } = record;
  const repository = `${repositoryText(target.repository)} at ${target.url}`;
  if (head === undefined) return { projectFile, repository };
  const why = await stillApplied(place, target, record);
  if (why !== undefined && !(await confirm(why))) return { projectFile, repository, isKept: true };
  refuseUnlessMoved(await moveRef(git, { ref, commit: undefined, expected: head }));
  const restore = git.origin ? `git push origin ${head}:${ref}` : `git update-ref ${ref} ${head}`;
  return { projectFile, repository, removed: { ref, commit: head, restore } };
}

/** Why a project may be applied again, as a sentence; `undefined`: it was removed. A checkout may be an old one. */
async function stillApplied(
  place: RecordPlace,
  target: ResolvedTarget,
  { done, begun }: ApplyRecord,
): Promise<string | undefined> {
  const { projectFile, repository: git } = place;
  const isIn = async (commit: string | undefined) =>
    commit !== undefined && (await isProjectIn(place, target, commit));
  const here = (await git.head())?.commit;
  if (await isIn(here)) return `The checked-out commit has ${projectFile}.`;
  const { head: defaultBranch } = git.origin ? await branchesAtOrigin(git) : {};
  if (defaultBranch !== undefined) {
    const tip = await findCommit(git, defaultBranch.tip);
    if (tip === undefined) return `The branch ${defaultBranch.branch} at origin cannot be read.`;
    if (await isIn(tip)) return `The branch ${defaultBranch.branch} at origin has ${projectFile}.`;
  }
  const { source } = done ?? begun[0] ?? {};
  if (source === undefined || here === undefined) return undefined;
  const { answer } = await isAncestor(git, source, here);
  if (answer === 'yes') return undefined;
  const applied = `${projectFile} was last applied from commit ${shortCommit(source)}`;
  return answer === 'no'
    ? `${applied}, which is not in the history of the checked-out commit.`
    : `${applied}, and nobody can tell whether the checked-out commit has it in its history.`;
}

/** Gives the record of a project file to the project, which has none: it was renamed. Throws {@link CommandError}. */
export async function move(options: TargetOptions, runtime: Runtime, from: string) {
  const { place: to, target } = await recordPlace(options, runtime);
  const { target: _, file: __, ...untargeted } = options;
  const { place } = await recordPlace({ ...untargeted, ...target, config: from }, runtime);
  runtime.onStep('Moving the apply record');
  const record = await readAtRest(place);
  const { head, refs, done: last = record.begun[0] } = record;
  const names = { from: place.projectFile, to: to.projectFile };
  if (record.problem !== undefined) throw notChanged(record.problem, forgetOld(place, target));
  if (head === undefined || last === undefined)
    throw notChanged(`${names.from} has no record for this configuration repository.`, NAME_FORMER);
  if (refs.has(to.ref))
    throw notChanged(`${names.to} already has a record.`, forgetFirst(to, target));
  await refuseUnfitting(last, await inHead(to, { at: target, refs }));
  refuseUnlessMoved(
    await moveRecord(recordStore(to), place, { to, record, head, now: runtime.now() }),
  );
  return names;
}

const NAME_FORMER =
  'Pass the old path of the project file. With `:/` in front, it starts at the top of the Git repository.';

function forgetOld({ projectFile }: RecordPlace, target: ResolvedTarget): string {
  return `This record cannot be moved. Remove it with \`${forgetLine(projectFile, target)}\`, and pass the last applied commit as \`--last-applied\` once.`;
}

function forgetFirst({ projectFile }: RecordPlace, target: ResolvedTarget): string {
  return `If that record is not needed, remove it first: \`${forgetLine(projectFile, target)}\`.`;
}

/** A project that gets the record of another one deletes what that one declared: no other file may have more of it. */
async function refuseUnfitting(last: RecordedApply, project: InTree): Promise<void> {
  const fit = await fitOf(project, last);
  const best = fit?.heirs[0];
  if (fit !== undefined && isBest(fit, project.path)) return;
  const { projectFile: from } = last;
  if (project.entries.some(({ path }) => path === from))
    throw notChanged(
      `${from} still exists in the checked-out commit.`,
      'Commit its removal first.',
    );
  throw notChanged(
    `${project.path} does not continue ${from}: ${fitText(fit)}.`,
    best === undefined
      ? UNCHANGED_FIRST
      : `Move the record to ${best.path}, or apply that project file.`,
  );
}

/** The record of a project that no running apply holds. */
async function readAtRest(place: RecordPlace): Promise<ApplyRecord> {
  const record = await readRecord(place);
  if (record.unreachable !== undefined)
    throw notChanged(`origin cannot be reached (${record.unreachable}).`);
  const [top] = record.begun;
  // Whether its time is over only the clock of the server tells.
  if (top !== undefined && !isUnlocked(top))
    throw notChanged(
      'An apply has started and has not finished.',
      'Wait for it to finish. If it is no longer running, run `confighub-sync unlock`.',
    );
  return record;
}

function refuseUnlessMoved(moved: MoveResult): void {
  if (moved.outcome === 'conflict') throw notChanged('Another apply started at the same time.');
  if (moved.outcome !== 'moved') throw notChanged(`The record cannot be changed: ${moved.reason}.`);
}

function notChanged(message: string, hint = 'Try again.'): CommandError {
  return new CommandError({ code: 'record-unchanged', message, hint });
}
