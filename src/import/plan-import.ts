// Plans an import: edits and new documents that declare live, verified by reading them back.
import { counted } from '../lib/text.ts';
import { contextIn } from '../model/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Import, LeftOut, Split } from '../model/import-plan.ts';
import { addressOf, type Change, countChanges, type Target } from '../model/plan.ts';
import type { Scope } from '../model/scope.ts';
import type { Passwords } from '../model/secrets.ts';
import { fileId, type Key, type State } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import { decrypted } from '../plan/normalize.ts';
import { afterwards, changesTo, reasonFor } from './changes.ts';
import { type Declarable, declarable, itemOf } from './declarable.ts';
import { editDocuments, type Edited } from './edit/edit-documents.ts';
import { type DocumentText, sitesOf } from './edit/sites.ts';
import { groupsIn, groupsOf, passwordsIn, withPasswords } from './variables.ts';
import { newDocuments } from './write/new-documents.ts';
import { type FullDocumentWriter, newDocumentWriter } from './write/document-writer.ts';
import { type ProjectTexts, projectTexts, writesOf } from './writes.ts';

export interface ImportInput {
  target: Target;
  live: State;
  vdtEnabled: boolean;
  /** What the documents declare; empty where there are none. */
  desired: State;
  /** Every file that desired was read from, by path; the project file too. */
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  /** The target, if the project file has several. */
  choice?: TargetChoice;
  /** There is no project file yet: this one is in `files` and is to be written. */
  isNew: boolean;
  include: readonly string[];
  /** What of the repository the project answers for. */
  scope: Scope;
  /** Whether the project's folder has something at a path. */
  exists: (path: string) => boolean;
  isSecretName: (name: string) => boolean;
  env: Readonly<Record<string, string | undefined>>;
  split: Split;
  /** If given, only drift since the baseline is imported. */
  baseline?: State;
  /** What the last apply left on the server beside what it declared. */
  acceptedRows?: ReadonlySet<string>;
}

type Opened = ImportInput & { passwords: Passwords };

/** What would be written, or mistakes in reading it back, which are bugs of this program. */
export type ImportResult = { import: Import } | { mistakes: Diagnostic[] };

export function planImport(given: ImportInput): ImportResult {
  const passwords = passwordsIn(given);
  const opened = decrypted(given.live, { desired: given.desired, passwordOf: passwords.of });
  const input = { ...given, passwords, live: inScope(opened, given) };
  const live = declarable(input.live, input.target.levels.length);
  const before = projectTexts(input.files, input);
  const changes = changesTo(live, input.desired, { input, documents: before.documents });
  const writer = newDocumentWriter(input, before);
  const edited = editDocuments({
    ...input,
    documents: before.documents,
    live,
    changes: changes.filter((change) => !isUnreadable(change, live.state)),
    writer,
  });
  const groups = input.baseline === undefined ? groupsIn(live.state) : groupsOf(changes, live.state);
  const texts = textsOf(input, { edited, writer, live, before, groups });
  const after = withTexts(input, { texts, before });
  const { mistakes, desired } = afterwards({
    files: after,
    projectFile: input.projectFile,
    choice: input.choice,
    env: input.env,
    named: Object.fromEntries(writer.variables.texts),
    levels: input.target.levels,
  });
  if (mistakes.length > 0) return { mistakes };
  const { documents } = projectTexts(after, input);
  const still = changesTo(live, desired, { input, documents });
  const made = changesMade(changes, { still, depth: input.target.levels.length });
  return {
    import: {
      target: input.target,
      counts: countChanges(made),
      writes: writesOf(input, { after, isSecret: writer.isSecret, before }),
      leftOut: leftOut(live, {
        still,
        changes,
        documents,
        input,
      }),
      variables: writer.variables.named,
      notes: [...replacedNotes(made, input), ...lineEndingNotes(writer.contentFiles.contents)],
    },
  };
}

interface Made {
  edited: Edited;
  writer: FullDocumentWriter;
  live: Declarable;
  before: ProjectTexts;
  /** Security groups of what is declared. */
  groups: readonly string[];
}

/** Every new text by path: contents before the documents that name them. */
function textsOf(input: Opened, { edited, writer, live, before, groups }: Made): Map<string, string> {
  const isFirst = before.documents.length === 0;
  const { name, split } = isFirst
    ? { name: input.split === 'none' ? input.target.name : 'common', split: input.split }
    : { name: 'imported', split: 'none' as const };
  const { rest } = edited;
  const isEmpty = rest.keys.size + rest.files.size === 0;
  const documents = isEmpty
    ? new Map<string, string>()
    : newDocuments({ state: rest, untyped: live.untyped, split, name, pathFor: writer.pathFor, writer });
  const texts = [...writer.contentFiles.contents, ...edited.contents, ...edited.documents, ...documents];
  const { variables } = writer;
  const project = withPasswords(projectText(input), {
    groups,
    passwords: input.passwords,
    variables,
    target: input.choice?.name,
  });
  return new Map(project === undefined ? texts : [...texts, [input.projectFile, project]]);
}

function projectText({ files, projectFile }: ImportInput): { path: string; text: string } {
  return {
    path: projectFile,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.get(projectFile)),
  };
}

/** The project files after the import, without contents that documents no longer refer to. */
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

/** Items that a note names. */
const MAX_NAMED = 10;

/** The files lose what they declared: it has to be looked at. */
function replacedNotes(made: readonly Change[], { target }: Pick<ImportInput, 'target'>): string[] {
  const names = made.filter(({ cause }) => cause === 'conflict').map(nameIn(target.levels.length));
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const shown = `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${counted(more, 'more item')}` : ''}`;
  return [
    `Changed in the files too since the last apply: ${shown}. The import replaces what the files declare by what the server has. Check it with \`git diff\`.`,
  ];
}

function lineEndingNotes(contents: ReadonlyMap<string, string>): string[] {
  const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
  if (paths.length === 0) return [];
  return [
    `Git may change the line endings of ${paths.join(', ')}: set the attribute \`-text\` for them in .gitattributes.`,
  ];
}

/** @param desired a key that the documents declare is theirs, even where all of its values are others' */
function inScope(live: State, { scope, desired }: { scope: Scope; desired: State }): State {
  const keys = [...live.keys].flatMap(([id, key]): [string, Key][] => {
    const values = new Map([...key.values].filter(([, { context }]) => scope.value(key.name, context)));
    const isOthers = values.size === 0 && key.values.size > 0 && !desired.keys.has(id);
    return scope.key(key.name) && !isOthers ? [[id, { ...key, values }]] : [];
  });
  const files = [...live.files].filter(([, { path, context }]) => scope.file(path, context));
  return { keys: new Map(keys), files: new Map(files) };
}

const UNREADABLE_FILE = 'the file differs on the server, but its content cannot be read by token';

/** Whether a file is known to differ, but its content is unknown. */
function isUnreadable(change: Change, live: State): boolean {
  if (change.kind !== 'file') return false;
  return live.files.get(fileId(change.path, contextIn(change.context)))?.drifted === true;
}

function nameIn(depth: number): (change: Change) => string {
  return (change) => (change.kind === 'key' ? change.key : itemOf(addressOf(change), change.context, depth));
}

/** The changes that the import made: those that do not remain. */
function changesMade(
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
    documents,
    input,
  }: {
    still: readonly Change[];
    changes: readonly Change[];
    /** The documents as they would be. */
    documents: readonly DocumentText[];
    input: { target: Target; baseline?: State };
  },
): LeftOut[] {
  const nameOf = nameIn(input.target.levels.length);
  const wanted = new Set(changes.map(nameOf));
  const sites = sitesOf(documents);
  const missed = still
    .map((change) => ({
      item: nameOf(change),
      reason: isUnreadable(change, live.state) ? UNREADABLE_FILE : reasonFor(change, sites),
    }))
    .filter(({ item }) => wanted.has(item));
  return [...(input.baseline === undefined ? live.leftOut : []), ...missed];
}
