// Finds the other projects of the Git repository that may apply to the same repository of the server, and protects their items.
import { basename, dirname, join } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import { readProjectFile, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import type { Test } from '../lib/glob.ts';
import { compareText, counted } from '../lib/text.ts';
import { type Change, isOverride, isTakingOver, type ItemName, type Plan } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import { mergeStates, type State } from '../model/state.ts';
import { isAt, type ResolvedTarget } from '../model/targets.ts';
import { isDeclaredIn } from '../plan/find-item.ts';
import type { AppliedStates, OtherProject, PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { prunedChanges, unmanagedItems, withoutItems } from '../plan/prune.ts';
import { doubtOf, type Histories } from '../record/confirm-record.ts';
import { ignoreGitError } from '../record/git.ts';
import { findCommit, isAncestor } from '../record/git-history.ts';
import { listFolder, readCommit, type TreeEntry, treeId } from '../record/git-objects.ts';
import { type GitRepository, type IndexEntry, inFolder } from '../record/git-repository.ts';
import { type ApplyRecord, readApplies, type RecordedApply } from '../record/record.ts';
import { projectFileOf } from '../record/record-format.ts';
import type { Sources } from './live.ts';
import { loadEntries } from './git-files.ts';
import { forgetLine, placeFor } from './records.ts';
import { fitOf, fitText, inTree, isProject, MAY_BE_PROJECT } from './renamed-project.ts';
import { firstError, loadApply } from './revision.ts';
import type { Runtime } from './runtime.ts';
import { trustedHistory } from './trust.ts';
import type { OtherProjects, RecordedProject, Version } from '../core/applied.ts';

/** The project that the others are found for. */
export interface OwnProject {
  git: GitRepository;
  /** The whole index of the Git repository. */
  index: readonly IndexEntry[];
  /** Path of its project file within the Git repository. */
  path: string;
  at: ResolvedTarget | undefined;
  /** All records for its target are below the same folder. */
  record: ApplyRecord | undefined;
}

/** What of its files tells whether a plan is of what is committed. */
export interface OwnFiles {
  /** Whether a path relative to its folder is that of one. */
  isOwn: Test;
  /** Whether one of them differs from the index. */
  isChanged: boolean;
  merge?: Runtime['merge'];
}

/** An apply is of a commit, or of a merge. What is staged of other projects counts only together with work of this one. */
export async function otherProjects(
  own: OwnProject,
  { isOwn, isChanged, merge }: OwnFiles,
): Promise<OtherProjects> {
  const { git, index } = own;
  // Neither links nor submodules.
  const staged = index.filter(({ mode }) => mode.startsWith('100'));
  const isAdded = await addedSinceRename(own);
  const inIndex = await projectsIn(own, staged, { name: 'the index' }, isAdded);
  const recorded = await recordedProjects(own);
  const head = await git.head();
  const tree = head && (await readCommit(git.objects, head.commit)).tree;
  const committed = merge?.changes?.tree ?? tree;
  const indexed = treeId(index);
  if (committed === undefined || committed === indexed)
    return { inFiles: inIndex, versions: inIndex, recorded };
  const from = { name: 'the commit', tree: committed };
  const inCommit = await projectsIn(own, await listFolder(git, committed, ''), from, isAdded);
  const versions = [...inCommit, ...inIndex];
  const filesIn = (entries: readonly TreeEntry[]) =>
    new Set(
      inFolder(entries, git.folder).flatMap(({ path, id }) =>
        isOwn(path) ? [`${path}\0${id}`] : [],
      ),
    );
  const isStaged = async () =>
    tree !== undefined &&
    tree !== indexed &&
    !isDeepStrictEqual(filesIn(await listFolder(git, tree, '')), filesIn(staged));
  if (!isChanged && !(await isStaged())) return { inFiles: inCommit, versions, recorded };
  // What is being moved is declared twice only for now, and what is wrong in the commit may be mended.
  const before = inCommit.map((one) => ({
    ...one,
    source: 'commit' as const,
    fileError: undefined,
  }));
  return { inFiles: [...inIndex, ...before], versions, recorded };
}

/**
 * Found by the names of their project files, or by their records. Throws GitError.
 * @param from for messages, and the commit or tree that has the attributes of the files. Default: the working tree
 * @param isAdded whether a file may be one, whatever its name
 */
export async function projectsIn(
  own: OwnProject,
  entries: readonly TreeEntry[],
  from: { name: string; tree?: string },
  isAdded: (path: string) => boolean = () => false,
): Promise<(OtherProject & Version)[]> {
  const { git, path: ownPath, at } = own;
  const refs = own.record?.refs ?? new Map<string, string>();
  const recorded = new Set([...refs.keys()].map(projectFileOf));
  const named = entries.filter(
    ({ path }) => NAMED_LIKE_PROJECT.test(path) || recorded.has(path) || isAdded(path),
  );
  const others: (OtherProject & Version)[] = [];
  for (const { path, id } of new Map(named.map((entry) => [entry.path, entry])).values()) {
    if (path === ownPath) continue;
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const name = basename(path);
    const folder = dirname(path) === '.' ? '' : dirname(path);
    // Places are relative to the top folder.
    const display = (below: string) => join(folder, below);
    const file = readProjectFile({ ...filesInMemory(new Map([[name, content]])), display }, name);
    const alone = settingsIn(file, { at });
    const isRecorded = at !== undefined && refs.has(placeFor(git, at, path).ref);
    if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, at)) continue;
    const loaded = await loadEntries(
      { git, entries: inFolder(entries, folder), commit: from.name, folder, ...from },
      { display, projectFile: name, file, choice: { at }, env: 'unknown' },
    );
    const fileError = firstError({
      diagnostics: loaded.diagnostics.filter(({ code }) => code !== 'no-documents'),
    });
    const { url, repository } = alone.project;
    const isCertain = isRecorded || (url !== undefined && repository !== undefined);
    const { state, project } = loaded;
    others.push({ name: path, state, project, isCertain, fileError });
  }
  return others.sort((a, b) => compareText(a.name, b.name));
}

/** What this project has given away when it was renamed belongs to a new one, which may have any name and no record yet. */
async function addedSinceRename({
  git,
  record,
}: OwnProject): Promise<((path: string) => boolean) | undefined> {
  const last = record?.done ?? record?.begun[0];
  const commit = last?.formerFile === undefined ? undefined : await findCommit(git, last.source);
  if (commit === undefined) return undefined;
  const before = new Set((await listFolder(git, commit, '')).map(({ path }) => path));
  return (path) => MAY_BE_PROJECT.test(path) && !before.has(path);
}

export const NAMED_LIKE_PROJECT = /confighub[^/]*\.y[^/]*ml$/i;

/** Whether the target may be the same: what a project file leaves out comes from the environment. */
function mayShare(
  { targets, target: chosen, ...project }: Project,
  at: ResolvedTarget | undefined,
): boolean {
  if (targets !== undefined) return chosen !== undefined;
  return at === undefined || isAt(project, at);
}

/** What the records of other projects for the same target declare, confirmed or not: what is done, and what has begun. */
async function recordedProjects({ git, at, path, record }: OwnProject): Promise<RecordedProject[]> {
  if (record === undefined || at === undefined) return [];
  const own = [placeFor(git, at, path).ref, record.former?.ref];
  const found: RecordedProject[] = [];
  for (const [ref, commit] of record.refs) {
    if (own.includes(ref)) continue;
    try {
      for (const apply of await readApplies(git, commit)) {
        const loaded = loadApply(apply, { at });
        const fileError = firstError(loaded);
        const isForgetful = apply.secrets === 'unknown';
        const problem = fileError
          ? `has errors (${fileError})`
          : isForgetful
            ? FORGETFUL
            : undefined;
        found.push({ name: apply.projectFile, ref, read: { apply, loaded }, problem });
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      found.push({ name: projectFileOf(ref) ?? ref, ref, problem: 'cannot be read' });
    }
  }
  return found;
}

const FORGETFUL = 'does not say which values were secret before';

export interface Planned {
  input: PlanInput;
  plan: Plan;
}

/**
 * The plan, and its input with the items of other projects and, if it prunes something, the confirmed part of the record.
 * What a record of another project declares is no override.
 */
export async function planWithOwnership(
  given: PlanInput,
  sources: Sources,
  { inFiles, recorded }: OtherProjects,
): Promise<Planned> {
  const { git } = sources.project;
  const plan = makePlan(given);
  if (git === undefined) return { input: given, plan };
  const input =
    inFiles.length === 0 || given.others === inFiles ? given : { ...given, others: inFiles };
  const pruned = prunedChanges(plan.changes, input);
  const decisive = [...pruned, ...plan.drift.filter(isOverride)];
  const taken = plan.changes.filter(isTakingOver);
  const claimable: ItemName[] = [
    ...pruned,
    ...taken,
    ...plan.drift,
    ...(recorded.length > 0 ? unmanagedItems(input) : []),
  ];
  const declaresAny = (some: readonly ItemName[], { read }: RecordedProject) =>
    read ? some.some((item) => isDeclaredIn(read.loaded.state, item)) : decisive.length > 0;
  const asked = recorded.filter((one) => declaresAny(claimable, one));
  if (pruned.length + asked.length === 0)
    return { input, plan: input === given ? plan : makePlan(input) };
  const head = (await git.head())?.commit;
  const histories = { head, trusted: () => trustedHistory(git, sources.options.untrusted) };
  const { claims, doubts } = await claimsOf(asked, sources, git, histories);
  const ignored = asked.flatMap((one) =>
    declaresAny(decisive, one) ? (doubts.get(one) ?? []) : [],
  );
  const owned: PlanInput = {
    ...input,
    others: [...inFiles, ...claims],
    notes: [
      ...new Set([
        ...input.notes,
        ...ownerNotes(pruned, inFiles, claims, sources.target),
        ...ignored,
      ]),
    ],
    applied: {
      ...input.applied,
      ...(claims.length > 0 && { here: mergeStates(...claims.map(({ state }) => state)) }),
      ...(pruned.length > 0 && (await unconfirmed(sources, git, histories))),
    },
  };
  return { input: owned, plan: makePlan(owned) };
}

/**
 * What records of other projects declare of the pruned items, as far as they are confirmed, and without what this project
 * took over in a later commit; and why others are ignored.
 */
async function claimsOf(
  recorded: OtherProjects['recorded'],
  { target, lastApplied: { done: ours, record, place } }: Sources,
  git: GitRepository,
  histories: Histories,
): Promise<{ claims: OtherProject[]; doubts: ReadonlyMap<RecordedProject, string> }> {
  const source = record?.done?.source;
  const claims: OtherProject[] = [];
  const doubts = new Map<RecordedProject, string>();
  const doubtAbout = ({ name, ref, read }: RecordedProject) => {
    if (read === undefined) return 'cannot be read';
    if (placeFor(git, target, name).ref !== ref) return 'is stored under another name';
    return doubtOf(git, read.apply, histories);
  };
  for (const one of recorded) {
    const { name, read } = one;
    // A copied record of this project.
    if (read !== undefined && name === place?.projectFile) continue;
    const doubt = await doubtAbout(one);
    if (read === undefined || doubt !== undefined) {
      doubts.set(one, `Ignoring the record of ${name}: it ${doubt}.`);
      continue;
    }
    const { apply, loaded } = read;
    const isComparable = ours !== undefined && source !== undefined && apply.source !== source;
    const isEarlier =
      isComparable && (await isAncestor(git, apply.source, source)).answer === 'yes';
    const state = isEarlier ? withoutItems(loaded.state, ours) : loaded.state;
    claims.push({ name, state, isCertain: true, source: 'record' });
  }
  return { claims, doubts };
}

/** Which items are not pruned, and because of which projects. */
function ownerNotes(
  pruned: readonly Change[],
  inFiles: readonly OtherProject[],
  claims: readonly OtherProject[],
  target: ResolvedTarget,
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
        `If ${name} was removed permanently, delete its record with \`${forgetLine(name, target)}\`.`,
    ),
  ];
}

interface Kept {
  items: readonly Change[];
  names: string[];
}

function keptFor(projects: readonly OtherProject[], pruned: readonly Change[]): Kept {
  const items = pruned.filter((change) =>
    projects.some(({ state }) => isDeclaredIn(state, change)),
  );
  const owners = projects.filter(({ state }) =>
    items.some((change) => isDeclaredIn(state, change)),
  );
  return { items, names: [...new Set(owners.map(({ name }) => name))].sort() };
}

function notPruned({ items, names }: Kept, how: string): string[] {
  if (items.length === 0) return [];
  return [`Not pruned: ${counted(items.length, 'item')} ${how} ${names.join(' and ')}.`];
}

/** Items managed only according to a record that anyone with push access could have forged. */
async function unconfirmed(
  { lastApplied, project }: Sources,
  git: GitRepository,
  histories: Histories,
): Promise<Pick<AppliedStates, 'unconfirmed'>> {
  // Under a former name, it counts only for the project file that has most of the documents of that commit.
  const renamed = async (apply: RecordedApply) => {
    if (apply.formerFile === undefined) return undefined;
    const own = await inTree(project, git, lastApplied.record?.refs);
    const fit = await fitOf(own, apply).catch(ignoreGitError);
    return fit?.heir === own.path
      ? undefined
      : `names ${apply.formerFile} as the former project file, which its documents do not confirm (${fitText(fit)})`;
  };
  const confirmed: State[] = [];
  let reason: string | undefined;
  for (const { state, apply } of lastApplied.parts) {
    // Without an origin, nobody else can write to the record.
    const doubt = git.origin
      ? ((await doubtOf(git, apply, histories)) ?? (await renamed(apply)))
      : undefined;
    if (doubt === undefined) confirmed.push(state);
    else reason ??= doubt;
  }
  if (lastApplied.chosen) confirmed.push(lastApplied.chosen);
  return reason === undefined ? {} : { unconfirmed: { reason, confirmed } };
}
