// States → Import: what can be declared, what differs, edits, new documents, and the proof that they read back.
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Import, LeftOut, Split } from '../model/import.ts';
import { addressOf, type Change, countChanges, type Target } from '../model/plan.ts';
import type { Scope } from '../model/scope.ts';
import { emptyState, type State } from '../model/state.ts';
import { complete } from '../plan/complete.ts';
import { diff } from '../plan/diff.ts';
import { keepUnmanaged } from '../plan/keep.ts';
import { type Declarable, declarable, itemOf } from './declarable.ts';
import { projectTexts, type ProjectTexts } from './documents.ts';
import { withDrift } from './drift.ts';
import { type Edited, editDocuments } from './edits.ts';
import { newDocuments } from './new-documents.ts';
import { inScope } from './in-scope.ts';
import { sitesOf } from './walk.ts';
import { afterwards, reasonFor } from './verify.ts';
import { type FullWorkshop, newWorkshop } from './workshop.ts';
import { writesOf } from './writes.ts';

export interface ImportInput {
  target: Target;
  live: State;
  vdtEnabled: boolean;
  /** What the documents declare; empty where there are none. */
  desired: State;
  /** Every file that desired was read from, by path; the project file too. */
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  /** There is no project file yet: this one is in `files` and is to be written. */
  isNew: boolean;
  include: readonly string[];
  /** What of the repository the project answers for. */
  scope: Scope;
  /** Whether the project's folder has something at a path. */
  isThere: (path: string) => boolean;
  isSecretName: (name: string) => boolean;
  env: Readonly<Record<string, string | undefined>>;
  split: Split;
  /** Given: only what others changed since then. */
  baseline?: State;
}

/** What would be written; or why it would not read back, which is a mistake of this program. */
export type ImportResult = { import: Import } | { mistakes: Diagnostic[] };

export function planImport(given: ImportInput): ImportResult {
  const input = { ...given, live: inScope(given.live, given) };
  const live = declarable(input.live, input.target.levels.length);
  const changes = changesTo(live, input.desired, input);
  const before = projectTexts(input.files, input);
  const workshop = newWorkshop(input, before);
  const edited = editDocuments({ ...input, documents: before.documents, live, changes, workshop });
  const texts = textsOf(input, { edited, workshop, live, before });
  const after = withTexts(input, { texts, before });
  const { mistakes, desired } = afterwards({
    files: after,
    projectFile: input.projectFile,
    env: { ...input.env, ...Object.fromEntries(workshop.variables.texts) },
    levels: input.target.levels,
  });
  if (mistakes.length > 0) return { mistakes };
  const still = changesTo(live, desired, { ...input, desired: input.desired });
  return {
    import: {
      target: input.target,
      counts: countChanges(withoutThose(changes, { still, depth: input.target.levels.length })),
      writes: writesOf(input, { after, isSecret: workshop.isSecret, before }),
      leftOut: leftOut(live, { still, changes, after, input }),
      variables: workshop.variables.named,
      notes: notesOf(workshop.beside.contents),
    },
  };
}

/** The changes that lead from what documents declare to live. */
function changesTo(live: Declarable, desired: State, input: ImportInput): Change[] {
  const { baseline, target } = input;
  const depth = target.levels.length;
  const completed = complete(desired, input.live, input);
  const present = keepUnmanaged(completed, { live: emptyState(), prune: 'all' });
  const known = withoutHidden(present, { live, input });
  const sides = baseline && { baseline, desired: input.desired, live: live.state, depth };
  const changes = diff(sides === undefined ? live.state : withDrift(known, sides), known, depth);
  // What cannot be compared is not known to differ.
  return changes.filter(({ rewritten }) => !rewritten);
}

/** Without what the server has in a form that no document can declare: nobody knows how it should be there. */
function withoutHidden(
  { keys, files }: State,
  { live, input }: { live: Declarable; input: ImportInput },
): State {
  const isHidden = (
    there: ReadonlyMap<string, unknown> | undefined,
    id: string,
    shown?: ReadonlyMap<string, unknown>,
  ) => there?.has(id) === true && shown?.has(id) !== true;
  const visible = [...keys].map(([id, key]) => {
    const [there, shown] = [input.live.keys.get(id)?.values, live.state.keys.get(id)?.values];
    const values = [...key.values].filter(([context]) => !isHidden(there, context, shown));
    return [id, { ...key, values: new Map(values) }] as const;
  });
  return {
    keys: new Map(visible.filter(([id]) => !isHidden(input.live.keys, id, live.state.keys))),
    files: new Map([...files].filter(([id]) => !isHidden(input.live.files, id, live.state.files))),
  };
}

interface Made {
  edited: Edited;
  workshop: FullWorkshop;
  live: Declarable;
  before: ProjectTexts;
}

/** Every new text by path: contents before the documents that name them. */
function textsOf(input: ImportInput, { edited, workshop, live, before }: Made): Map<string, string> {
  const isFirst = before.documents.length === 0;
  const { name, split } = isFirst
    ? { name: input.split === 'none' ? input.target.name : 'common', split: input.split }
    : { name: 'imported', split: 'none' as const };
  const { rest } = edited;
  const isEmpty = rest.keys.size + rest.files.size === 0;
  const documents = isEmpty
    ? new Map<string, string>()
    : newDocuments({ state: rest, untyped: live.untyped, split, name, pathFor: workshop.pathFor, workshop });
  return new Map([...workshop.beside.contents, ...edited.contents, ...edited.documents, ...documents]);
}

/** The project's files afterwards; a content that no document names any more goes. */
function withTexts(
  input: ImportInput,
  { texts, before }: { texts: ReadonlyMap<string, string>; before: ProjectTexts },
): Map<string, Uint8Array> {
  const files = new Map(input.files);
  for (const [path, text] of texts) files.set(path, Buffer.from(text));
  const { named } = projectTexts(files, input);
  for (const path of before.named) if (!named.has(path)) files.delete(path);
  return files;
}

function nameIn(depth: number): (change: Change) => string {
  return (change) => (change.kind === 'key' ? change.key : itemOf(addressOf(change), change.context, depth));
}

/** What is still there was not taken over. */
function withoutThose(
  changes: readonly Change[],
  { still, depth }: { still: readonly Change[]; depth: number },
): Change[] {
  const nameOf = nameIn(depth);
  const left = new Set(still.map(nameOf));
  return changes.filter((change) => !left.has(nameOf(change)));
}

function leftOut(
  live: Declarable,
  {
    still,
    changes,
    after,
    input,
  }: {
    still: readonly Change[];
    changes: readonly Change[];
    after: ReadonlyMap<string, Uint8Array>;
    input: ImportInput;
  },
): LeftOut[] {
  const nameOf = nameIn(input.target.levels.length);
  const wanted = new Set(changes.map(nameOf));
  const sites = sitesOf(still.length === 0 ? [] : projectTexts(after, input).documents);
  const missed = still
    .map((change) => ({ item: nameOf(change), reason: reasonFor(change, sites) }))
    .filter(({ item }) => wanted.has(item));
  return [...(input.baseline === undefined ? live.leftOut : []), ...missed];
}

function notesOf(contents: ReadonlyMap<string, string>): string[] {
  const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
  if (paths.length === 0) return [];
  return [
    `Git may change the line ends of ${paths.join(', ')}: give them the attribute \`-text\` in .gitattributes.`,
  ];
}
