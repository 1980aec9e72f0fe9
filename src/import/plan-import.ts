// Plans an import: edits and new documents that declare live, verified by reading them back.
import { expanded, folderOfGlob, isLiteral } from '../documents/globs.ts';
import { CommandError } from '../errors.ts';
import { counted, someOf } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileWrite, Import, LeftOut } from '../model/import-plan.ts';
import { type Change, countChanges, type Target } from '../model/plan.ts';
import { keyId, keysIn, type State } from '../model/state.ts';
import { changeId, find, thingIn } from '../plan/find-item.ts';
import { decrypted } from '../plan/normalize.ts';
import { changesTo } from './changes.ts';
import { declarable, inScope, itemOf } from './declarable.ts';
import { editFiles, FROM_ENV } from './edit-files.ts';
import { safePath } from './content-files.ts';
import { documentWith, splitByName } from './new-documents.ts';
import { type ImportInput, mistakesIn, type Opened, versionOf } from './import-input.ts';
import { groupsIn, groupsOf, withPasswords } from './variables.ts';
import { newWriter, type Writer } from './writer.ts';
import { writesOf } from './writes.ts';

/** What would be written, or mistakes in reading it back, which are bugs of this program. */
export function planImport(input: ImportInput): { import: Import } | { mistakes: Diagnostic[] } {
  const before = versionOf(input);
  const { state: desired, passwords, project } = before;
  const live = inScope(decrypted(input.live, { desired, passwordOf: passwords.of }), { scope: project.scope, desired });
  const opened = { ...input, before, live, shown: declarable(live, input.target.levels.length) };
  const changes = changesTo(opened, desired);
  const first = attempt(opened, changes, new Set());
  // What is left to be done by hand may contradict the rest, for example the new type of a value that stays.
  return 'mistakes' in first ? attempt(opened, changes, first.doubtful) : first;
}

/** @param withheld ids of keys that are not changed */
function attempt(
  opened: Opened,
  changes: readonly Change[],
  withheld: ReadonlySet<string>,
): { import: Import } | { mistakes: Diagnostic[]; doubtful: Set<string> } {
  const { before, target } = opened;
  const writer = newWriter(opened);
  const isWithheld = (change: Change) => change.kind !== 'file' && withheld.has(keyId(change.name));
  const possible = changes.filter((change) => !isWithheld(change));
  const { texts, rest, reasons } = editFiles(possible, opened, writer);
  const added = newTexts(opened, { rest, writer });
  const project = withGroups(opened, { changes, writer });
  const files = new Map(opened.files);
  for (const [path, text] of [...texts, ...added]) files.set(path, Buffer.from(text));
  if (project && 'text' in project) files.set(opened.projectFile, Buffer.from(project.text));
  const variables = Object.fromEntries(writer.variables.texts);
  const env = { ...opened.env, ...variables };
  // Contents that nothing names any more go: they could be read as documents.
  const { contents } = versionOf({ ...opened, files, env });
  for (const path of before.contents) if (!contents.has(path)) files.delete(path);
  // The user's variables may hold values that do not fit, which is not a mistake of the import.
  const without = versionOf({ ...opened, files, env: variables });
  const mistakes = mistakesIn(without);
  if (mistakes.length > 0) return { mistakes, doubtful: doubtfulKeys(mistakes, without.state) };
  const after = versionOf({ ...opened, files, env });
  const still = changesTo(opened, after.state);
  const [wanted, left] = [new Set(changes.map(changeId)), new Set(still.map(changeId))];
  const made = changes.filter((change) => !left.has(changeId(change)));
  const missed = still.filter((change) => wanted.has(changeId(change)));
  const isFromEnv = (change: Change) => find(after.state, change).row?.variable !== undefined;
  const reasonOf = (change: Change) =>
    isWithheld(change) ? NOT_ALLOWED : (reasons.get(changeId(change)) ?? (isFromEnv(change) ? FROM_ENV : NOT_ARRIVED));
  return {
    import: {
      target,
      counts: countChanges(made),
      writes: [...writesOf(opened, { after, isSecret: writer.isSecret }), ...exampleOf(opened, writer)],
      leftOut: leftOut(opened, { missed, reasonOf, writer }),
      variables: writer.variables.named,
      notes: [
        ...replacedNotes(made, target),
        ...(project && 'note' in project ? [project.note] : []),
        ...lineEndingNotes(writer.contents.texts),
      ],
    },
  };
}

/** Keys with a mistake in one of their declarations. */
function doubtfulKeys(mistakes: readonly Diagnostic[], state: State): Set<string> {
  const places = new Set(mistakes.map(({ place }) => `${place}`));
  const isWrong = ({ place }: { place?: unknown }) => places.has(`${place}`);
  const wrong = keysIn(state).filter((key) => isWrong(key) || [...key.rows.values()].some(isWrong));
  return new Set(wrong.map(({ name }) => keyId(name)));
}

/** A line for each new variable that the file does not have. */
function exampleOf({ envExample }: Opened, { variables: { named } }: Writer): FileWrite[] {
  if (envExample === undefined) return [];
  const { path, before } = envExample;
  const known = new Set((before ?? '').split('\n').map((line) => line.split('=', 1)[0]?.trim()));
  const lines = named.filter(({ name }) => !known.has(name)).map(({ name, item }) => `# ${item}\n${name}=\n`);
  if (lines.length === 0) return [];
  return [{ path, ...(before !== undefined && { before }), after: `${before ?? ''}${lines.join('')}` }];
}

/** New texts by path of what is declared nowhere yet. */
function newTexts(opened: Opened, { rest, writer }: { rest: State; writer: Writer }): Map<string, string> {
  const { before, target, intoFile } = opened;
  if (rest.items.size === 0) return new Map();
  const isFirst = before.documents.length === 0 && before.state.items.size === 0;
  const common = safePath(isFirst ? target.name : 'imported').toLowerCase();
  const documents = isFirst && intoFile === undefined ? splitByName(rest, common) : new Map([[common, rest]]);
  const texts = [...documents].map(([name, state]): [string, string] => {
    const path = intoFile ?? pathFor(name, opened);
    if (!before.isDocument(path)) throw noDocumentPath(path, opened);
    return [path, documentWith(state, { path, before: before.texts.get(path), writer })];
  });
  return new Map([...writer.contents.texts, ...texts]);
}

const EXTENSIONS = ['yaml', 'yml', 'json'];

/** `config/name.yaml`, or the first path that `include` allows. */
function pathFor(name: string, opened: Opened): string {
  const { before, exists } = opened;
  const { include } = before.project;
  const folders = ['config/', '', ...expanded(include).includes.map(folderOfGlob)];
  const paths = folders.flatMap((folder) => EXTENSIONS.map((extension) => `${folder}${name}.${extension}`));
  const isFree = (path: string) => before.isDocument(path) && (before.documents.includes(path) || !exists(path));
  const found = [...paths, ...include.filter(isLiteral)].find(isFree);
  if (found === undefined) throw noDocumentPath(name, opened);
  return found;
}

function noDocumentPath(name: string, { before: { project } }: Opened): CommandError {
  return new CommandError({
    code: 'no-document-path',
    message: `\`include\` (${project.include.join(', ')}) does not match ${name} for a new document, or a source reads it.`,
    hint: 'Add its path to `include`, or name another document with --into-file.',
  });
}

/** The project file with a variable for each security group that has none; otherwise how to add them. */
function withGroups(
  opened: Opened,
  { changes, writer: { variables } }: { changes: readonly Change[]; writer: Writer },
): { text: string } | { note: string } | undefined {
  const { projectFile, before, shown, baseline } = opened;
  const groups = baseline === undefined ? groupsIn(shown.state) : groupsOf(changes, shown.state);
  const missing = groups.filter((group) => !before.passwords.variables.has(group));
  if (missing.length === 0) return undefined;
  const text = withPasswords(opened, missing, variables);
  if (text !== undefined) return { text };
  return {
    note: `Add the variables of the passwords to \`passwords\` in ${projectFile} by hand, for ${missing.join(', ')}.`,
  };
}

/** The files lose what they declared: it has to be looked at. */
function replacedNotes(made: readonly Change[], { levels }: Target): string[] {
  const names = made.filter(({ cause }) => cause === 'conflict').map((change) => shownName(change, levels.length));
  if (names.length === 0) return [];
  const shown = someOf(names, { most: 10, noun: 'item' });
  return [
    `Changed in the files too since the last apply: ${shown}. The import takes the version of the server. Check it with \`git diff\`.`,
  ];
}

function lineEndingNotes(contents: ReadonlyMap<string, string>): string[] {
  const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
  if (paths.length === 0) return [];
  return [
    `Git may change the line endings of ${paths.join(', ')}: set the attribute \`-text\` for them in .gitattributes.`,
  ];
}

const NOT_ALLOWED = 'its file declares something that does not fit; change it by hand';
const NOT_ARRIVED = 'it does not arrive as it is on the server; change it by hand';

function shownName(change: Change, depth: number): string {
  return change.kind === 'key' ? change.name : itemOf(change.name, change.context, depth);
}

/** What cannot be declared, and what did not arrive: where it is declared, why, and what the server has. */
function leftOut(
  { baseline, shown, before, target }: Opened,
  { missed, reasonOf, writer }: { missed: readonly Change[]; reasonOf: (change: Change) => string; writer: Writer },
): LeftOut[] {
  // A key that comes or goes is listed by its values.
  const isListed = (change: Change) => change.kind !== 'key' || change.action === 'update' || change.values === 0;
  const listed = missed.filter(isListed).map((change): LeftOut => {
    const place = thingIn(before.state, change)?.place;
    const text =
      change.kind === 'value' && change.action !== 'delete' ? find(shown.state, change).row?.text : undefined;
    const isShown = change.kind === 'value' && text != null && !writer.isSecret(change.name, text);
    return {
      item: shownName(change, target.levels.length),
      reason: reasonOf(change),
      ...(place && { at: `${place.file}:${place.line}` }),
      ...(text !== undefined && { live: text === null ? 'null' : isShown ? shownValue(text) : '(secret)' }),
    };
  });
  return [...(baseline === undefined ? shown.leftOut : []), ...listed];
}

/** Characters of a value that are shown. */
const MAX_VALUE = 300;

function shownValue(text: string): string {
  return text.length <= MAX_VALUE ? `\`${text}\`` : counted(text.length, 'character');
}
