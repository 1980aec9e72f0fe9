// Finds the apply runs that changed an item, and the commits that made each change: for `history <name>`.
import posix from 'node:path/posix';
import { documentMatcher } from '../documents/globs.ts';
import { doneIn, lastAppliedAt, lastBefore } from '../core/applied-parts.ts';
import type { AppliedCommit } from '../model/apply-entry.ts';
import type { ChangedBy, ItemApply, ItemHistory } from '../model/item-history.ts';
import { elementsOfLevel } from '../model/element-counts.ts';
import type { Change, ItemName } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import { secretRowsIn } from '../model/secret-rows.ts';
import { secretNames } from '../model/secrets.ts';
import {
  emptyState,
  KEY_METADATA,
  type Named,
  type Row,
  rowsIn,
  type State,
} from '../model/state.ts';
import { withAffected } from '../plan/affected.ts';
import { annotated } from '../plan/annotate.ts';
import { diff } from '../plan/diff.ts';
import { encodedMarks, mayHoldEncoded } from '../plan/encoded-secrets.ts';
import { addressIn, find } from '../plan/find-item.ts';
import type { SecretRules } from '../plan/input.ts';
import {
  type CommitWithFiles,
  type ChangedFile,
  type Commits,
  commitsOf,
  describedCommits,
  leadsOn,
  withCommits,
} from '../record/applied-commits.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { changedPaths, describedEntry, entryOf } from '../record/history.ts';
import { listApplies, withContents } from '../record/record.ts';
import { followedIn, type ListedApply, revertedTo } from '../record/recorded-apply.ts';
import {
  type ItemVersion,
  ItemVersions,
  type ItemReading,
  itemReadingOf,
} from './item-versions.ts';
import { loadRecorded } from '../project/recorded-documents.ts';
import type { OpenProject } from '../project/open-project.ts';

/** If one apply brought more commits, nobody looks for the one that changed an item. */
const MOST_COMMITS = 200;

interface Asked {
  project: OpenProject & { git: GitRepository };
  /** The newest commit of the record. */
  head: string;
  /** Names and globs of items; none: all items, and apply runs that changed none of them. */
  patterns: readonly string[];
  isChosen: (item: Named) => boolean;
  /** How many apply runs to show, and the time of the oldest; ISO 8601. */
  limit: number;
  since?: string | undefined;
  /** What other versions than those of the record call secret. */
  secrets: Pick<SecretRules, 'isSecretName' | 'secretIn' | 'masksLive'>;
}

/** An apply, and the one before it; absent: it was the first. */
interface ApplyStep {
  apply: ListedApply;
  before?: ListedApply | undefined;
  /** Those whose work it continued, newest first: the last of its stage. */
  followed: readonly ListedApply[];
}

/** @returns also what the record has of the items that were asked for. Throws GitError. */
export async function itemHistory(
  asked: Asked,
): Promise<Omit<ItemHistory, 'target'> & { recorded: Named[] }> {
  const { git } = asked.project;
  const versions = new ItemVersions(asked.project, asked);
  const { applies: runs, until } = await appliesIn(git, asked.head);
  const allSteps = runs.map((apply, i): ApplyStep => {
    const before = runs[i + 1];
    return { apply, before, followed: before ? followedIn(before, apply.stage) : [] };
  });
  // What came before the last that can be read is not known.
  const knownSteps = until === undefined ? allSteps : allSteps.slice(0, -1);
  const { patterns, since = '' } = asked;
  // All versions say what is secret.
  for (const apply of runs) await declaredBy(apply, versions);
  const secrets = secretsIn(versions, runs, asked);
  const steps: ApplyStep[] = [];
  for (const step of knownSteps) {
    if (step.apply.time < since) continue;
    if (patterns.length === 0 || (await isChange(step, versions, { ...asked, secrets })))
      steps.push(step);
  }
  const shown = steps.slice(0, asked.limit);
  const exactly: { step: ApplyStep; exact: Exact }[] = [];
  for (const step of shown)
    exactly.push({ step, exact: await changesOf(step, versions, { ...asked, secrets }) });
  const named = exactly.flatMap(({ step: { apply, followed }, exact: { changes, lastOf } }) => [
    ...[apply, ...followed],
    ...changes.flatMap((change) => lastOf(change) ?? []),
  ]);
  const sources = [...new Set(named.map(({ source }) => source))];
  const hide = await encodedMarksOf(exactly, { ...asked, secrets });
  const describedApplies = await withCommits(git, sources, async (commits) => {
    const described = await describedCommits(commits, sources);
    const shownApplies: ItemApply[] = [];
    for (const { step, exact } of exactly) {
      const entry = await entryFor(commits, described, step);
      const { listed, by } = await authorsOf(exact, { step, commits, versions });
      const { apply, followed } = step;
      const former = followed.find(({ source }) => source !== apply.source);
      shownApplies.push({
        ...entry,
        inPlaceOf: entry.rollback && former && described.get(former.source),
        commits: listed,
        changes: exact.changes.map((change) => ({ change: hide(change), by: by(change) })),
      });
    }
    return shownApplies;
  });
  const base = shown.at(-1)?.before;
  return {
    since: asked.since,
    elements: elementsOfLevel(
      versions.states,
      0,
      asked.project.project.order.get(asked.project.project.levels?.[0] ?? ''),
    ),
    base: base && { commit: base.source, time: base.time },
    applies: describedApplies,
    older: steps.length - shown.length,
    looked: { applies: runs.length, since: runs.at(-1)?.time, until },
    warnings: [...versions.problems],
    recorded: versions.states.flatMap(({ items }) => [...items.values()]),
  };
}

/** Down to the first, or to one that cannot be read. */
async function appliesIn(git: GitRepository, head: string) {
  const applies: ListedApply[] = [];
  try {
    for await (const apply of listApplies(git, head)) applies.push(apply);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { applies, until: error.message };
  }
  return { applies, until: undefined };
}

async function entryFor(
  commits: Commits,
  known: Awaited<ReturnType<typeof describedCommits>>,
  { apply, followed }: ApplyStep,
) {
  const { folder, name } = itemReadingOf(apply);
  const before = revertedTo(followed, apply.stage);
  const paths = new Set([...apply.ids.keys(), ...(before?.ids.keys() ?? [])]);
  const changed = [...paths].filter((path) => apply.ids.get(path) !== before?.ids.get(path));
  return describedEntry(commits, known, {
    entry: entryOf(apply.time, apply),
    followed: followed.map(({ source }) => source),
    changed: before && changedPaths(changed, posix.join(folder, name)),
  });
}

// --- What an apply changed ------------------------------------------------------------------------------------------

interface Saying {
  path: string;
  state: State;
  /** What the document says of the items. */
  said: string;
  /** The contents that it names. */
  contents: string[];
}

/** The documents of an apply that say something of the items: what they are is in no other. */
async function sayingsOf(versions: ItemVersions, apply: ListedApply): Promise<Saying[]> {
  const reading = itemReadingOf(apply);
  const sayings: Saying[] = [];
  for (const [path, id] of apply.ids) {
    const { state, id: said } = await versions.of(reading, path, id);
    const contents = [...rowsIn(state)].flatMap(({ row }) => row.contentPath ?? []);
    if (said !== '') sayings.push({ path, state, said, contents });
  }
  return sayings;
}

/** What the documents of an apply say of the items; the id is the same for two that say the same of them. */
interface Declared {
  states: readonly State[];
  id: string;
}

const declarations = new WeakMap<ItemVersions, Map<ListedApply, Promise<Declared>>>();

function declaredBy(apply: ListedApply, versions: ItemVersions): Promise<Declared> {
  return onceFor(declarations, versions, apply, () => readDeclared(apply, versions));
}

async function readDeclared(apply: ListedApply, versions: ItemVersions): Promise<Declared> {
  const sayings = await sayingsOf(versions, apply);
  const texts = sayings.map(({ said, contents }) =>
    [said, ...contents.map((path) => apply.ids.get(path))].join(' '),
  );
  return { states: sayings.map(({ state }) => state), id: texts.sort().join('\n') };
}

/** Whether an apply changed the items. */
async function isChange(
  step: ApplyStep,
  versions: ItemVersions,
  options: Pick<Asked, 'project' | 'secrets'>,
): Promise<boolean> {
  const { apply, before } = step;
  const { id } = await declaredBy(apply, versions);
  if (!apply.stage && !before?.stage)
    return id !== (before === undefined ? '' : (await declaredBy(before, versions)).id);
  const readPart = async (part: ListedApply) => {
    const declared = await declaredBy(part, versions);
    return { id: declared.id, state: together(declared.states) };
  };
  const next = { ...(await readPart(apply)), apply };
  const parts = before === undefined ? [] : await partsOf(before, readPart);
  // What says the same as when it was last applied is unchanged. To compare all takes longer.
  if ([...lastBefore(next, parts)].every((last) => last?.id === id)) return false;
  return (await changesOf(step, versions, options)).changes.length > 0;
}

/** Items that may have rows in several documents. */
function together(states: readonly State[]): State {
  const items: State['items'] = new Map();
  for (const [id, item] of states.flatMap(({ items: declared }) => [...declared])) {
    const rows = items.get(id)?.rows;
    items.set(id, rows === undefined ? item : { ...item, rows: new Map([...rows, ...item.rows]) });
  }
  return { items };
}

/** All that counts once an apply is done, newest first: itself, and what it keeps of other stages. */
async function partsOf<Read>(
  apply: ListedApply,
  read: (apply: ListedApply) => Promise<Read>,
): Promise<[Read & ReadPart, ...(Read & ReadPart)[]]> {
  const kept: (Read & ReadPart)[] = [];
  const own = { ...(await read(apply)), apply: { ...apply, state: 'done' } as const };
  for (const other of apply.kept)
    if (other.state === 'done') kept.push({ ...(await read(other)), apply: other });
  return [own, ...kept];
}

interface ReadPart {
  apply: ListedApply;
}

interface Exact {
  changes: Change[];
  project: Project;
  /** The apply that applied the same item or row last; `undefined`: it was never applied. */
  lastOf: (change: Change) => ListedApply | undefined;
}

/** Exactly, from all documents, with marks of what is secret. */
async function changesOf(
  { apply, before, followed }: ApplyStep,
  versions: ItemVersions,
  { project, secrets }: Pick<Asked, 'project' | 'secrets'>,
): Promise<Exact> {
  const after = await wholeAt(apply, versions, project);
  const declared = after.state;
  const { state: then, parts } =
    before === undefined
      ? { state: emptyState(), parts: [] }
      : await wholeAt(before, versions, project);
  const levels = project.project.levels ?? after.project.levels;
  const depth = levels?.length ?? project.depth?.levels ?? after.depth?.levels ?? 1;
  const changes = diff(declared, then, depth, isAsUnknown).map((compared): Change => {
    const { rewritten: _, ...change } = compared;
    return change;
  });
  const input = {
    ...{ desired: declared, live: then, applied: { lastApplied: then } },
    ...{ policy: project.project, secrets, isTheirs: false },
    target: { levels: levels ?? Array.from({ length: depth }, () => '') },
    liveSource: 'export',
  } as const;
  const marked = withAffected(annotated(changes, input), input);
  const lastAt = lastAppliedAt(parts);
  const lastOf = (change: Change) => {
    const { id, context } = addressIn(change);
    if (context !== '') return lastAt({ id, context })?.apply;
    // A new key comes with its rows, where others were applied before.
    const contexts = ['', ...(declared.items.get(id)?.rows.keys() ?? [])];
    const [last] = contexts.flatMap((place) => lastAt({ id, context: place }) ?? []);
    return last?.apply ?? followed.at(-1);
  };
  return { changes: marked, project: after.project, lastOf };
}

/** Marks base64 of secrets that these apply runs or the one before declared, even in items that were not asked for. */
async function encodedMarksOf(
  exactly: readonly { step: ApplyStep; exact: Exact }[],
  { project, secrets }: Pick<Asked, 'project' | 'secrets'>,
) {
  const changes = exactly.flatMap(({ exact }) => exact.changes);
  const secretIn = [...(secrets.secretIn ?? [])];
  if (mayHoldEncoded(changes)) {
    const everything = new ItemVersions(project, { patterns: [], isChosen: () => true });
    for (const apply of new Set(
      exactly.flatMap(({ step: { apply, before } }) => [apply, before ?? apply]),
    ))
      secretIn.push((await wholeAt(apply, everything, project)).state);
  }
  const noState = { desired: emptyState(), live: emptyState() };
  return encodedMarks(changes, { ...noState, secrets: { ...secrets, secretIn } });
}

const wholes = new WeakMap<ItemVersions, Map<ListedApply, ReturnType<typeof readWhole>>>();

function wholeAt(apply: ListedApply, versions: ItemVersions, project: Asked['project']) {
  return onceFor(wholes, versions, apply, () => readWhole(apply, versions, project));
}

/** The apply before one is often the next that is asked for. */
function onceFor<Read>(
  cache: WeakMap<ItemVersions, Map<ListedApply, Read>>,
  versions: ItemVersions,
  apply: ListedApply,
  read: () => Read,
): Read {
  const readBefore = cache.get(versions) ?? new Map<ListedApply, Read>();
  cache.set(versions, readBefore);
  const result = readBefore.get(apply) ?? read();
  readBefore.set(apply, result);
  return result;
}

/** The items as they were applied: by an apply of a stage, with what those of other stages applied before. */
async function readWhole(apply: ListedApply, versions: ItemVersions, project: Asked['project']) {
  const parts = await partsOf(apply, (part) => readOwn(part, versions, project));
  const [declared] = parts;
  return { ...declared, state: doneIn(parts) ?? declared.state, parts };
}

/** The items as the documents of an apply together declare them. */
async function readOwn(apply: ListedApply, versions: ItemVersions, project: Asked['project']) {
  const sayings = await sayingsOf(versions, apply);
  const needed = new Set(sayings.flatMap(({ path, contents }) => [path, ...contents]));
  needed.add(itemReadingOf(apply).name);
  const ids = new Map([...apply.ids].filter(([path]) => needed.has(path)));
  const loaded = await loadRecorded(project, await withContents(project.git, { ...apply, ids }));
  return {
    state: versions.chosenIn(loaded.state),
    project: loaded.project,
    depth: loaded.depth,
  };
}

/** A text of the same variable, or of a file that this clone cannot read. */
function isAsUnknown(row: Row, before: Row): boolean {
  return row.unknown === true && before.unknown === true && row.variable === before.variable;
}

/** What any version in the record calls secret, too. What was secret in one context once is secret in all of them. */
function secretsIn(
  versions: ItemVersions,
  applies: readonly ListedApply[],
  { secrets: { isSecretName, secretIn = [], masksLive } }: Asked,
): Asked['secrets'] {
  const former = applies.flatMap(({ secrets }) => (secrets === 'unknown' ? [] : secrets));
  const states = [...secretIn, ...versions.states];
  const items = [...secretRowsIn([...states, ...former]).items];
  const named: State = {
    items: new Map(items.map(([id, item]) => [id, { ...item, secret: true }])),
  };
  const isRedacted = secretNames([...versions.redact]);
  return {
    isSecretName: (name) => isSecretName(name) || isRedacted(name),
    secretIn: [...states, named],
    masksLive,
  };
}

// --- Which commits changed it ---------------------------------------------------------------------------------------

interface Reached {
  step: ApplyStep;
  commits: Commits;
  versions: ItemVersions;
}

interface Authors {
  /** All commits of the range; absent: not known, or too many. */
  listed: AppliedCommit[] | undefined;
  by: (change: Change) => ChangedBy;
}

/** The commits that an apply brought, and for each change those that made it since the same item or row was last applied. */
async function authorsOf(exact: Exact, reached: Reached): Promise<Authors> {
  const sourceBefore = (change: Change) => exact.lastOf(change)?.source;
  const sources = new Set([
    ...reached.step.followed.map(({ source }) => source),
    ...exact.changes.map(sourceBefore),
  ]);
  const authors = new Map<string | undefined, Authors>();
  for (const from of sources.size === 0 ? [undefined] : sources)
    authors.set(from, await authorsSince(from, exact, reached));
  // The longest range has the commits of the others, too.
  const lengthOf = ({ listed }: Authors) => listed?.length ?? Infinity;
  const { listed } = [...authors.values()].reduce((longest, other) =>
    lengthOf(other) > lengthOf(longest) ? other : longest,
  );
  return { listed, by: (change) => authors.get(sourceBefore(change))?.by(change) };
}

/** The commits of a range, and those that made each change. @param from absent: all before the apply */
async function authorsSince(
  from: string | undefined,
  { changes, project }: Exact,
  { step: { apply }, commits, versions }: Reached,
): Promise<Authors> {
  const [range, reading] = [{ from, to: apply.source }, itemReadingOf(apply)];
  const { folder } = reading;
  const most = MOST_COMMITS + 1;
  const changing = await commitsOf(commits, range, { folder, most });
  // Of another branch, what it lacks of the former one may have changed, too.
  if (changing.length === 0 || !(await leadsOn(commits, range)))
    return { listed: undefined, by: () => undefined };
  const listed =
    changing.length < most ? changing.map(({ files: _, ...commit }) => commit) : undefined;
  const oneOf: ChangedBy = { oneOf: changing.length, ...range };
  const sides =
    listed && changes.length > 0
      ? await sidesOf(changing, { reading, project, commits, versions })
      : undefined;
  if (sides === undefined) return { listed, by: () => oneOf };
  const by = ({ contentPath, ...change }: Change): ChangedBy => {
    const content = contentPath === undefined ? undefined : posix.join(folder, contentPath);
    const made = sides.filter(({ commit, after, before: parents }) => {
      if (commit.files.some(({ path }) => path === content)) return true;
      const now = saidOf(after, change);
      return parents.every((parent) => saidOf(parent, change) !== now);
    });
    if (made.length === 0) return oneOf;
    return { commits: made.map(({ commit: { files: _, ...commit } }) => commit) };
  };
  return { listed, by };
}

/** A commit, and what its documents that it changed say after it, and in each of its parents. */
interface ChangedSides {
  commit: CommitWithFiles;
  after: ItemVersion[];
  before: ItemVersion[][];
}

/** `undefined` if a document cannot be had. */
async function sidesOf(
  listed: readonly CommitWithFiles[],
  {
    reading,
    project,
    commits,
    versions,
  }: Omit<Reached, 'step'> & { reading: ItemReading; project: Project },
): Promise<ChangedSides[] | undefined> {
  const isDocument = documentMatcher(project);
  const fromFolder = (path: string) => posix.relative(reading.folder, path);
  const changed = listed.map((commit) => ({
    commit,
    files: commit.files.filter(({ path }) => isDocument(fromFolder(path))),
  }));
  const ids = changed.flatMap(({ files }) =>
    files.flatMap(({ before, after }) => [...before, after]),
  );
  const contents = await commits.read([...new Set(ids.filter(isBlob))]).catch(ignoreGitError);
  if (contents === undefined) return undefined;
  const sides: ChangedSides[] = [];
  for (const { commit, files } of changed) {
    const at = (idOf: (file: ChangedFile) => string | undefined) =>
      Promise.all(
        files.map((file) => {
          const id = idOf(file);
          const content = id === undefined ? undefined : contents.get(id);
          return versions.of(reading, fromFolder(file.path), content && id, content);
        }),
      );
    const before: ItemVersion[][] = [];
    // The first commit of a repository has no parent, and changes everything.
    for (let parent = 0; parent < Math.max(1, commit.parents.length); parent++)
      before.push(await at((file) => file.before[parent]));
    sides.push({ commit, after: await at(({ after }) => after), before });
  }
  return sides;
}

function isBlob(id: string): boolean {
  return !/^0+$/.test(id);
}

function saidOf(versions: readonly ItemVersion[], change: ItemName): string {
  const said = versions.flatMap(({ state }) => {
    const { item, row } = find(state, change);
    if (change.kind === 'key')
      return item === undefined
        ? []
        : JSON.stringify([item.absent, ...KEY_METADATA.map((name) => item[name])]);
    const { place: _, ...known } = row ?? {};
    return row === undefined ? [] : JSON.stringify(known);
  });
  return said.sort().join('\n');
}
