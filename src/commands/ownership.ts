// Protects items of other projects from a plan, and finds items that are managed only according to an unconfirmed record.
import { basename, dirname } from 'node:path';
import { type AppliedBaseline, fetchAll, readCommit } from '../baseline/applied-record.ts';
import { doubtOf, type Histories } from '../baseline/confirm-record.ts';
import { isRenamed } from '../baseline/former-record.ts';
import { isAncestor } from '../baseline/git-history.ts';
import { type GitRepository, inFolder } from '../baseline/git-repository.ts';
import { projectFileOf } from '../baseline/ref-names.ts';
import { type Loaded, loadProject, readProjectFileAlone } from '../documents/load-project.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { counted, compareText } from '../lib/text.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import { emptyState, type State } from '../model/state.ts';
import { isAt } from '../model/targets.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { OtherProject, PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { isDeclaredIn, prunedChanges, withoutItems } from '../plan/prune.ts';
import type { Baseline } from './baseline.ts';
import type { OpenProject } from './project.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import { firstMistake, loadEntries } from './revision.ts';
import { trustedHistory } from './trust.ts';

export interface OwnershipSources {
  project: OpenProject;
  target: ResolvedTarget;
  baseline: Baseline;
  options: Pick<Options, 'untrusted'>;
}

export interface Planned {
  input: PlanInput;
  plan: Plan;
}

/**
 * The plan, and its input with the items of other projects and the confirmed part of the record. Records are read only
 * if the plan prunes something.
 */
export async function planWithOwnership(given: PlanInput, known: OwnershipSources): Promise<Planned> {
  const { project, baseline, options } = known;
  const { git } = project;
  const plan = makePlan(given);
  if (git === undefined) return { input: given, plan };
  const place = { ...known, git, applied: baseline.applied };
  const inFiles = await otherProjects(place);
  const input = inFiles.length === 0 ? given : { ...given, others: inFiles };
  const pruned = prunedChanges(plan.changes, input);
  if (pruned.length === 0) return { input, plan: input === given ? plan : makePlan(input) };
  const head = (await git.head())?.commit;
  const histories = { head, trusted: () => trustedHistory(git, options.untrusted) };
  const isAsked = (state: State) => pruned.some((change) => isDeclaredIn(state, change));
  const recorded = await recordedProjects(place, { histories, isAsked });
  const claims = await claimsOf(recorded, { git, baseline });
  const owned: PlanInput = {
    ...input,
    others: [...inFiles, ...claims],
    notes: [...input.notes, ...ownerNotes(pruned, { inFiles, claims }), ...doubtNotes(recorded)],
    ...(await unconfirmed(known, { git, histories })),
  };
  return { input: owned, plan: makePlan(owned) };
}

/** The items of confirmed records, without those that this project took over in a later commit. */
async function claimsOf(
  recorded: readonly RecordedProject[],
  { git, baseline }: { git: GitRepository; baseline: Baseline },
): Promise<OtherProject[]> {
  const { recorded: ours, source } = baseline;
  const claims: OtherProject[] = [];
  for (const { name, state, doubt, source: theirs } of recorded) {
    if (doubt !== undefined) continue;
    const isComparable = ours !== undefined && source !== undefined && theirs !== undefined;
    const isEarlier = isComparable && theirs !== source && (await isAncestor(git, theirs, source)).answer === 'yes';
    claims.push({ name, state: isEarlier ? withoutItems(state, ours) : state, isCertain: false });
  }
  return claims;
}

/** Which items are not pruned, and because of which projects. */
function ownerNotes(
  pruned: readonly Change[],
  { inFiles, claims }: { inFiles: readonly OtherProject[]; claims: readonly OtherProject[] },
): string[] {
  const declared = keptFor(inFiles, pruned);
  const isDeclared = new Set(declared.items);
  const rest = pruned.filter((change) => !isDeclared.has(change));
  const claimed = keptFor(claims, rest);
  const removed = claimed.names.filter((name) => inFiles.every((other) => other.name !== name));
  return [
    ...notPruned(declared, 'declared by'),
    ...notPruned(claimed, 'last applied from'),
    ...removed.map(
      (name) =>
        `If ${name} was removed permanently, delete its record with \`confighub-sync history --forget --config ${name}\`.`,
    ),
  ];
}

interface Kept {
  items: readonly Change[];
  names: string[];
}

function keptFor(projects: readonly OtherProject[], pruned: readonly Change[]): Kept {
  const items = pruned.filter((change) => projects.some(({ state }) => isDeclaredIn(state, change)));
  const owners = projects.filter(({ state }) => items.some((change) => isDeclaredIn(state, change)));
  return { items, names: [...new Set(owners.map(({ name }) => name))].sort() };
}

function notPruned({ items, names }: Kept, how: string): string[] {
  if (items.length === 0) return [];
  return [`Not pruned: ${counted(items.length, 'item')} ${how} ${names.join(' and ')}.`];
}

function doubtNotes(recorded: readonly RecordedProject[]): string[] {
  return recorded.flatMap(({ name, doubt }) =>
    doubt === undefined ? [] : [`Ignoring the record of ${name}: it ${doubt}.`],
  );
}

/** Items managed only according to records that anyone with push access could have forged. */
async function unconfirmed(
  { project, baseline }: OwnershipSources,
  { git, histories }: { git: GitRepository; histories: Histories },
): Promise<Pick<PlanInput, 'unconfirmed'>> {
  const path = pathInGit(git, project.projectFile);
  const confirmed: State[] = [];
  let reason: string | undefined;
  for (const { state, where, files, source, projectFile = path } of baseline.parts) {
    const isOurs = projectFile === path || isRenamed({ projectFile, files }, { ...project, path });
    let doubt = isOurs ? undefined : `is that of ${projectFile}`;
    if (isOurs && where === 'origin') doubt = await doubtOf(git, { source, files, projectFile }, histories);
    if (doubt === undefined) confirmed.push(state);
    else reason ??= doubt;
  }
  if (baseline.chosen) confirmed.push(baseline.chosen);
  return reason === undefined ? {} : { unconfirmed: { reason, confirmed } };
}

interface RecordSources {
  git: GitRepository;
  project: OpenProject;
  target: ResolvedTarget;
  applied: AppliedBaseline | undefined;
}

/**
 * Other projects in the Git index that may apply to the same repository of the server. Found by the names of their
 * project files, or by their records. Throws GitError.
 */
async function otherProjects({ git, project, target, applied }: RecordSources): Promise<OtherProject[]> {
  const own = pathInGit(git, project.projectFile);
  const refs = new Set(recordsIn(applied).keys());
  const recorded = new Set([...refs].map(projectFileOf));
  const found = project.index.filter(({ path }) => NAMED_LIKE_PROJECT.test(path) || recorded.has(path));
  const files = new Map(found.map(({ path, id }) => [path, id]));
  files.delete(own);
  const others: OtherProject[] = [];
  for (const [path, id] of files) {
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const name = basename(path);
    const alone = readProjectFileAlone(filesInMemory(new Map([[name, content]])), name, { at: target });
    const isRecorded = refs.has(recordRefs(target, path).ref);
    if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, target)) continue;
    const loaded = await loadAt(path, { git, project, target });
    const mistake = firstMistake({
      diagnostics: loaded.diagnostics.filter(({ code }) => code !== 'no-documents'),
    });
    const { url, repository } = alone.project;
    const isCertain = isRecorded || (url !== undefined && repository !== undefined);
    others.push({ name: path, state: loaded.state, isCertain, ...(mistake !== undefined && { mistake }) });
  }
  return others.sort((a, b) => compareText(a.name, b.name));
}

const NAMED_LIKE_PROJECT = /confighub[^/]*\.y[^/]*ml$/i;

/** A file of another program may have such a name. */
function isProject({ project, diagnostics }: Pick<Loaded, 'project' | 'diagnostics'>, name: string): boolean {
  const { version, levels, repository, targets } = project.places;
  if (diagnostics.some(({ code }) => code === 'unknown-field')) return false;
  const isParsed = version !== undefined || levels !== undefined || repository !== undefined || targets !== undefined;
  return isParsed || (diagnostics.length > 0 && name.startsWith('confighub'));
}

/** Whether the target may be the same: what a project file leaves out comes from the environment. */
function mayShare({ targets, target: chosen, ...project }: Project, target: ResolvedTarget): boolean {
  return targets === undefined ? isAt(project, target) : chosen !== undefined;
}

/** Loads a project from the index by the path of its project file. Places are relative to the top folder. */
async function loadAt(
  path: string,
  { git, project, target }: Pick<RecordSources, 'git' | 'project' | 'target'>,
): Promise<Loaded> {
  const folder = dirname(path);
  const prefix = folder === '.' ? '' : `${folder}/`;
  const entries = inFolder(project.index, prefix.slice(0, -1)).filter(({ mode }) => mode.startsWith('100'));
  const projectFile = basename(path);
  return loadEntries(git, {
    entries,
    display: (inFolder) => `${prefix}${inFolder}`,
    projectFile,
    choice: { at: target },
    env: 'unknown',
    commit: 'the index',
    first: [projectFile],
  });
}

interface RecordedProject {
  /** Path of the project file within the Git repository. */
  name: string;
  state: State;
  /** The commit that was applied. */
  source: string | undefined;
  /** Why the record is ignored, as the end of "the record …"; absent: it is confirmed. */
  doubt?: string;
}

/**
 * The items in records of other projects.
 * @param isAsked whether a record has relevant items; all others are left out
 */
async function recordedProjects(
  { git, project, target, applied }: RecordSources,
  { histories, isAsked }: { histories: Histories; isAsked: (state: State) => boolean },
): Promise<RecordedProject[]> {
  if (applied === undefined) return [];
  const own = pathInGit(git, project.projectFile);
  const { ref, former } = recordRefs(target, own);
  const others = new Map(recordsIn(applied));
  for (const name of [ref, applied.movedFrom ?? ref]) others.delete(name);
  if (applied.refsAt === 'origin') await fetchAll(git, others);
  const found: RecordedProject[] = [];
  for (const [name, commit] of others) {
    const record = await readCommit(git, { where: applied.refsAt, commit });
    const path = (record.found ? record.projectFile : undefined) ?? projectFileOf(name) ?? name;
    if (!record.found) {
      found.push({ name: path, state: emptyState(), source: undefined, doubt: 'cannot be read' });
      continue;
    }
    const { projectFile, files, source } = record;
    // A former or copied record of this project.
    const isFormer = name === former && projectFile === undefined && files.has(project.projectFile);
    if (isFormer || projectFile === own) continue;
    const options = { env: 'unknown', projectFile: basename(path), choice: { at: target } } as const;
    const { state } = loadProject(filesInMemory(files), options);
    if (!isAsked(state)) continue;
    const isElsewhere = projectFile !== undefined && recordRefs(target, projectFile).ref !== name;
    let doubt = isElsewhere ? 'is stored under another name' : undefined;
    if (!isElsewhere && applied.refsAt === 'origin')
      doubt = await doubtOf(git, { source, files, projectFile: path }, histories);
    found.push({ name: path, state, source, ...(doubt !== undefined && { doubt }) });
  }
  return found;
}

function recordsIn(applied: AppliedBaseline | undefined): Map<string, string> {
  return new Map([...(applied?.refs ?? [])].filter(([name]) => name.endsWith('/applied')));
}
