// Plans an import: edits and new documents that declare live, verified by reading them back.
import { counted, someOf } from '../lib/text.ts';
import { contextIn } from '../model/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Import, ImportFormat, LeftOut, Split } from '../model/import-plan.ts';
import { addressOf, type Change, countChanges, type Target } from '../model/plan.ts';
import type { Scope } from '../model/scope.ts';
import type { IsSecret, Passwords } from '../model/secrets.ts';
import { fileId, keyId, type State } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import { findItem } from '../plan/find-item.ts';
import { decrypted } from '../plan/normalize.ts';
import { afterwards, changeId, changesTo, reasonFor } from './changes.ts';
import { type Declarable, declarable, inScope, itemOf } from './declarable.ts';
import { editDocuments, type Edited } from './edit/edit-documents.ts';
import { sitesOf } from './edit/sites.ts';
import { type EditedSources, editSources } from './sources/edit-sources.ts';
import { withItems } from './project-edits.ts';
import { newSources } from './sources/new-files.ts';
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
  secretIn: readonly State[];
  env: Readonly<Record<string, string | undefined>>;
  split: Split;
  /** The format of new files for the values that it can hold; otherwise documents declare all of them. */
  as?: ImportFormat | undefined;
  /** If given, only drift since the baseline is imported. */
  baseline?: State;
}

interface Opened extends ImportInput {
  passwords: Passwords;
  levels: readonly string[];
}

/** What would be written, or mistakes in reading it back, which are bugs of this program. */
export type ImportResult = { import: Import } | { mistakes: Diagnostic[] };

export function planImport(given: ImportInput): ImportResult {
  const passwords = passwordsIn(given);
  const opened = decrypted(given.live, { desired: given.desired, passwordOf: passwords.of });
  const input: Opened = { ...given, passwords, live: inScope(opened, given), levels: given.target.levels };
  const live = declarable(input.live, input.levels.length);
  const before = projectTexts(input.files, input);
  const changes = changesTo(live, input.desired, { input, documents: before.documents });
  const known = { input, live, before, changes };
  const first = attempt(known, new Set());
  if (!('mistakes' in first)) return first;
  // What was left out may contradict what was not, for example the new type of a value that stays.
  const second = attempt(known, first.doubtful);
  return 'mistakes' in second ? attempt(known, new Set(before.sources.keys.keys())) : second;
}

interface Known {
  input: Opened;
  live: Declarable;
  before: ProjectTexts;
  changes: readonly Change[];
}

/** @param withheld ids of keys that are not changed */
function attempt(
  { input, live, before, changes }: Known,
  withheld: ReadonlySet<string>,
): { import: Import } | { mistakes: Diagnostic[]; doubtful: Set<string> } {
  const writer = newDocumentWriter(input, before);
  const possible = changes.filter(
    (change) => !isUnreadable(change, live.state) && (change.kind === 'file' || !withheld.has(keyId(change.key))),
  );
  const { isSecret } = writer;
  const sources = editSources({ sites: before.sources, live: live.state, changes: possible, isSecret });
  const declared = { ...before.sources, keys: new Set(before.sources.keys.keys()), emptied: sources.emptied };
  const edited = editDocuments({
    ...input,
    documents: before.documents,
    live,
    changes: sources.rest,
    sources: declared,
    isApart: input.as !== undefined,
    writer,
  });
  const groups = input.baseline === undefined ? groupsIn(live.state) : groupsOf(changes, live.state);
  const texts = textsOf(input, { edited, writer, live, before, groups });
  const files = withTexts(input, { texts: new Map([...sources.texts, ...texts]), before });
  const { mistakes, desired } = afterwards({
    files,
    projectFile: input.projectFile,
    choice: input.choice,
    env: input.env,
    named: Object.fromEntries(writer.variables.texts),
    levels: input.levels,
  });
  if (mistakes.length > 0) return { mistakes, doubtful: doubtfulKeys(possible, { sources, before }) };
  const after = projectTexts(files, input);
  const still = changesTo(live, desired, { input, documents: after.documents });
  const made = changesMade(changes, { still, depth: input.levels.length });
  const reasonOf = reasons({ sources, before, after, live, withheld, isSecret });
  return {
    import: {
      target: input.target,
      counts: countChanges(made),
      writes: writesOf(input, { files, isSecret, before, after }),
      leftOut: leftOut(live, input, { still, changes, reasonOf }),
      variables: writer.variables.named,
      notes: [...replacedNotes(made, input), ...aliasNotes(input), ...lineEndingNotes(writer.contentFiles.contents)],
    },
  };
}

/** Keys of which only a part was changed. */
function doubtfulKeys(
  changes: readonly Change[],
  { sources: { reasons }, before }: { sources: EditedSources; before: ProjectTexts },
): Set<string> {
  const doubtful = changes.flatMap((change) => {
    if (change.kind === 'file') return [];
    const isPartial =
      change.kind === 'key' ? before.sources.types.has(keyId(change.key)) : reasons.has(changeId(change));
    return isPartial ? [keyId(change.key)] : [];
  });
  return new Set(doubtful);
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
  const split = isFirst ? input.split : 'none';
  // Beside sources, a document is not the whole of the repository.
  const isWhole = isFirst && before.sources.keys.size + before.sources.files.size === 0;
  const name = isWhole ? input.target.name : 'imported';
  const { rest, files, project: withSources } = sourcesOf(input, { edited, writer, live });
  const isEmpty = rest.keys.size + rest.files.size === 0;
  const documents = isEmpty
    ? new Map<string, string>()
    : newDocuments({
        state: rest,
        untyped: live.untyped,
        split,
        name: split === 'none' ? name : 'common',
        pathFor: writer.pathFor,
        writer,
      });
  const texts = [...files, ...writer.contentFiles.contents, ...edited.contents, ...edited.documents, ...documents];
  const { variables } = writer;
  const project = { path: input.projectFile, text: withSources };
  const needed = { groups, passwords: input.passwords, variables, target: input.choice?.name };
  return new Map([...texts, [input.projectFile, withPasswords(project, needed) ?? withSources]]);
}

function sourcesField({ choice }: Opened) {
  return { field: 'sources', target: choice?.name, items: [] };
}

/** New files for sources, the project file that names them, and the rest. */
function sourcesOf(
  input: Opened,
  { edited, writer, live }: Pick<Made, 'edited' | 'writer' | 'live'>,
): { rest: State; files: ReadonlyMap<string, string>; project: string } {
  const project = projectText(input);
  const nothing = { rest: edited.rest, files: new Map<string, string>(), project: project.text };
  if (input.as === undefined) return nothing;
  const made = newSources({ state: edited.rest, untyped: live.untyped, format: input.as, writer });
  if (made.items.length === 0) return nothing;
  const text = withItems(project, { ...sourcesField(input), items: made.items });
  return text === undefined ? nothing : { rest: made.rest, files: made.files, project: text };
}

function projectText({ files, projectFile }: ImportInput): { path: string; text: string } {
  return {
    path: projectFile,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.get(projectFile)),
  };
}

/** The project files after the import, without contents that documents no longer refer to. A file without text is removed. */
function withTexts(
  input: Opened,
  { texts, before }: { texts: ReadonlyMap<string, string | undefined>; before: ProjectTexts },
): Map<string, Uint8Array> {
  const files = new Map(input.files);
  for (const [path, text] of texts) {
    if (text === undefined) files.delete(path);
    else files.set(path, Buffer.from(text));
  }
  const { named } = projectTexts(files, input);
  for (const path of before.named) if (!named.has(path)) files.delete(path);
  return files;
}

/** The files lose what they declared: it has to be looked at. */
function replacedNotes(made: readonly Change[], { target }: Pick<ImportInput, 'target'>): string[] {
  const names = made.filter(({ cause }) => cause === 'conflict').map(nameIn(target.levels.length));
  if (names.length === 0) return [];
  const shown = someOf(names, { most: 10, noun: 'item' });
  return [
    `Changed in the files too since the last apply: ${shown}. The import takes the version of the server. Check it with \`git diff\`.`,
  ];
}

function aliasNotes(input: Opened): string[] {
  const isAlias = input.as !== undefined && withItems(projectText(input), sourcesField(input)) === undefined;
  return isAlias ? [`\`sources\` in ${input.projectFile} is an alias, so documents declare all values.`] : [];
}

function lineEndingNotes(contents: ReadonlyMap<string, string>): string[] {
  const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
  if (paths.length === 0) return [];
  return [
    `Git may change the line endings of ${paths.join(', ')}: set the attribute \`-text\` for them in .gitattributes.`,
  ];
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

interface Remaining {
  still: readonly Change[];
  changes: readonly Change[];
  reasonOf: (change: Change) => string;
}

function leftOut(live: Declarable, { target, baseline }: Opened, { still, changes, reasonOf }: Remaining): LeftOut[] {
  const nameOf = nameIn(target.levels.length);
  const wanted = new Set(changes.map(nameOf));
  const missed = still
    .map((change) => ({ item: nameOf(change), reason: reasonOf(change) }))
    .filter(({ item }) => wanted.has(item));
  return [...(baseline === undefined ? live.leftOut : []), ...missed];
}

interface Reasons {
  sources: EditedSources;
  before: ProjectTexts;
  after: ProjectTexts;
  live: Declarable;
  withheld: ReadonlySet<string>;
  isSecret: IsSecret;
}

/** Why a change was not made; if it is to be made by hand, with the value, unless that is secret. */
function reasons({ isSecret, ...known }: Reasons): (change: Change) => string {
  const reasonOf = reasonsAlone(known);
  return (change) => {
    const reason = reasonOf(change);
    if (change.kind !== 'value' || !BY_HAND.test(reason)) return reason;
    const text = findItem(known.live.state, change).item?.text;
    return text == null || isSecret(change.key, text) ? reason : `${reason}. On the server: ${shownValue(text)}`;
  };
}

function shownValue(text: string): string {
  return text.length <= MAX_VALUE ? `\`${text}\`` : counted(text.length, 'character');
}

const BY_HAND = / by hand$|; declare it in a document$/;

/** Characters of a value that a reason names. */
const MAX_VALUE = 300;

function reasonsAlone({
  sources,
  before,
  after,
  live,
  withheld,
}: Omit<Reasons, 'isSecret'>): (change: Change) => string {
  const sites = sitesOf(after.documents);
  return (change) => {
    if (isUnreadable(change, live.state)) return UNREADABLE_FILE;
    const known = sources.reasons.get(changeId(change));
    if (known !== undefined) return known;
    if (change.kind !== 'file' && withheld.has(keyId(change.key))) return NOT_ALLOWED;
    if (change.kind === 'key' && before.sources.types.has(keyId(change.key))) return TYPED;
    return reasonFor(change, sites);
  };
}

const NOT_ALLOWED = 'its source file declares something that does not fit; change it by hand';
const TYPED = 'its type comes from a source; change `types` of the source, or the value, by hand';
