// Plans an import: edits and new documents that declare live, verified by reading them back.
import { documentMatcher, expanded, folderOfGlob, isLiteralGlob } from '../documents/globs.ts';
import { readProjectFile, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { badOption, CommandError } from '../errors.ts';
import { fieldIn } from '../documents/fields.ts';
import { parseTrees } from '../documents/parse-trees.ts';
import type { Test } from '../lib/glob.ts';
import { compareText, counted, someOf } from '../lib/text.ts';
import { type Diagnostic, Source } from '../model/diagnostic.ts';
import type { FileWrite, Import, KeptItem, LeftOut } from '../model/import-plan.ts';
import { type Change, countChanges, type Target } from '../model/plan.ts';
import { itemId, keyId, keysIn, type State } from '../model/state.ts';
import { changeId, find, thingIn } from '../plan/find-item.ts';
import { decrypted } from '../plan/normalize.ts';
import {
  changesTo,
  declarable,
  groupOfChange,
  inScope,
  itemOf,
  lackedMetadata,
  withoutRemovals,
} from './changes.ts';
import { type Edited, editFiles, FROM_ENV } from './edit-files.ts';
import { documentWith, splitByName } from './new-documents.ts';
import {
  errorsIn,
  type ImportInput,
  type OpenImport,
  unusedContents,
  versionOf,
} from './import-input.ts';
import { doubleQuoted, hasJsonComments } from './quote.ts';
import { differencesIn, expectedAfter, filesOf, wrongEdits } from './read-back.ts';
import { isInBraces, newlineIn, startOfLine, withLines } from './sites.ts';
import { safePath, Writer } from './writer.ts';
import { writesOf } from './writes.ts';

/** What would be written, or errors in reading it back, which are bugs of this program. */
export function planImport(input: ImportInput): { import: Import } | { fileErrors: Diagnostic[] } {
  const before = versionOf(input);
  const { state: desired, passwords, project } = before;
  const live = inScope(
    decrypted(input.live, { desired, passwordOf: passwords.of }),
    project.scope,
    desired,
  );
  const opened = { ...input, before, live, shown: declarable(live, input.target.levels.length) };
  refuseReadExample(opened);
  const differences = changesTo(opened, desired);
  const isChosen = input.choose?.(differences);
  const changes = wanted(opened, differences).filter((change) => isChosen?.(change) ?? true);
  let withheld = new Set<string>();
  let made = attempt(opened, changes, withheld);
  // What is left to be done manually may contradict the rest, for example the new type of a value that stays.
  while ('doubtful' in made) {
    const open = [...new Set(changes.map(itemId))].filter((id) => !withheld.has(id));
    if (open.length === 0) break;
    withheld = new Set([...withheld, ...doubtfulAmong(open, made, { opened, changes })]);
    made = attempt(opened, changes, withheld);
  }
  if (!('doubtful' in made))
    return { import: { ...made.import, kept: keptOf(opened, differences) } };
  if (made.fileErrors.length === 0) throw changesOthers(opened, made.doubtful);
  return { fileErrors: made.fileErrors };
}

/** Ids of items whose edits are wrong, or change something else. */
function doubtfulAmong(
  ids: readonly string[],
  { doubtful, state, fileErrors }: WrongEdit,
  { opened, changes }: { opened: OpenImport; changes: readonly Change[] },
): readonly string[] {
  const own = ids.filter((id) => doubtful.has(id));
  if (own.length > 0) return own;
  const { state: before } = opened.before;
  const files = filesOf(doubtful, [before, state]);
  for (const { place } of fileErrors) if (place !== undefined) files.add(place.file);
  return wrongEdits(ids, {
    isInFiles: (id) => [...filesOf([id], [before])].some((path) => files.has(path)),
    isExact: (some) => {
      const tried = new Set(some);
      const others = changes.map(itemId).filter((id) => !tried.has(id));
      return !('doubtful' in attempt(opened, changes, new Set(others)));
    },
  });
}

function changesOthers({ before, shown }: OpenImport, ids: ReadonlySet<string>): CommandError {
  const names = [...ids].map(
    (id) => (before.state.items.get(id) ?? shown.state.items.get(id))?.name,
  );
  return new CommandError({
    code: 'import-failed',
    message: `The import would also change how ${someOf(
      names.map((name) => name ?? ''),
      { most: 5, noun: 'item' },
    )} is declared, so nothing was written.`,
    hint: 'If the document has anchors (`&`), name a new document with --document. Otherwise, please report this bug with the structure of your documents.',
  });
}

/** Only a full import knows nothing of what the server lacks: it may never have been applied. */
function keepsMissing({ lastApplied, removeMissing }: OpenImport): boolean {
  return lastApplied === undefined && !removeMissing;
}

function wanted(opened: OpenImport, changes: readonly Change[]): readonly Change[] {
  return keepsMissing(opened) ? withoutRemovals(changes) : changes;
}

/** Its lines would be read as configuration, by this target or another one. */
function refuseReadExample(opened: OpenImport): void {
  const { before, projectFile, usedElsewhere, envExample: { path } = {} } = opened;
  if (path === undefined) return;
  const isRead =
    path === projectFile ||
    before.contents.has(path) ||
    documentMatcher(before.project)(path) ||
    usedElsewhere?.has(path) ||
    matcherOfOthers(opened)(path);
  if (!isRead) return;
  const message = `${path} cannot list the variables: it is, or would be, a file of the project.`;
  const hint = 'Name another file, or first leave this one out in `include` or with `exclude`.';
  throw badOption(message, hint);
}

/** Tests whether another target of the project file would read a path. */
function matcherOfOthers({ before, files, projectFile, choice }: OpenImport): Test {
  const file = readProjectFile(filesInMemory(files), projectFile);
  const tests = (before.project.targets ?? [])
    .filter(({ name }) => name !== choice?.name)
    .map(({ name }) => documentMatcher(settingsIn(file, { name }).project));
  return (path) => tests.some((fits) => fits(path));
}

interface WrongEdit {
  fileErrors: Diagnostic[];
  /** Ids of items that the files would declare wrongly. */
  doubtful: Set<string>;
  /** What they would declare. */
  state: State;
}

/** @param withheld ids of items that are not changed */
function attempt(
  opened: OpenImport,
  changes: readonly Change[],
  withheld: ReadonlySet<string>,
): { import: Omit<Import, 'kept'> } | WrongEdit {
  const { target } = opened;
  const writer = new Writer(opened);
  const isWithheld = (change: Change) => withheld.has(itemId(change));
  const possible = changes.filter((change) => !isWithheld(change));
  const { texts, rest, reasons } = editFiles(possible, opened, writer);
  const added = newTexts(opened, { texts, rest }, writer);
  const groups = groupsWithoutVariable(opened, changes);
  const project = groups.length === 0 ? undefined : withPasswords(opened, groups, writer);
  const files = new Map(opened.files);
  for (const [path, text] of [...texts, ...added]) files.set(path, Buffer.from(text));
  if (project !== undefined) files.set(opened.projectFile, Buffer.from(project));
  const variables = Object.fromEntries(writer.texts);
  const env = { ...opened.env, ...variables };
  const unused = unusedContents(opened, versionOf({ ...opened, files, env }));
  for (const path of unused.gone) files.delete(path);
  // The user's variables may hold values that do not fit, which is not an error of the import.
  const without = versionOf({ ...opened, files, env: variables });
  const fileErrors = errorsIn(without.diagnostics);
  if (fileErrors.length > 0) {
    const { state } = without;
    return { fileErrors, doubtful: doubtfulKeys(fileErrors, state), state };
  }
  const after = versionOf({ ...opened, files, env });
  const still = wanted(opened, changesTo(opened, after.state));
  const planned = new Set(changes.map(changeId));
  const left = new Set(still.map(changeId));
  const made = changes.filter((change) => !left.has(changeId(change)));
  const missed = still.filter((change) => planned.has(changeId(change)));
  const isFromEnv = (change: Change) => find(after.state, change).row?.variable !== undefined;
  const changed = [...made, ...missed.filter(isFromEnv)];
  const doubtful = differencesIn(
    expectedAfter(opened.before.state, after.state, changed),
    after.state,
  );
  if (doubtful.size > 0) return { fileErrors: [], doubtful, state: after.state };
  const reasonOf = (change: Change) => {
    if (isWithheld(change))
      return 'an edit of its file would declare something else; change it manually';
    const otherwise = isFromEnv(change)
      ? FROM_ENV
      : 'an edit would not declare exactly what is on the server; change it manually';
    return reasons.get(changeId(change)) ?? otherwise;
  };
  const manually = `Add the variables that have the passwords of ${groups.join(', ')} to \`passwords\` in ${opened.projectFile} manually.`;
  return {
    import: {
      target,
      counts: countChanges(made),
      writes: [...writesOf(opened, after, writer), ...exampleOf(opened, writer)],
      leftOut: leftOut(opened, missed, reasonOf, writer),
      variables: writer.variables,
      notes: [
        ...replacedNotes(made, target),
        ...(groups.length > 0 && project === undefined ? [manually] : []),
        ...lineEndingNotes(writer.contents),
        ...unused.notes,
      ],
    },
  };
}

function doubtfulKeys(fileErrors: readonly Diagnostic[], state: State): Set<string> {
  const places = new Set(fileErrors.map(({ place }) => `${place}`));
  const isWrong = ({ place }: { place?: unknown }) => places.has(`${place}`);
  const wrong = keysIn(state).filter((key) => isWrong(key) || [...key.rows.values()].some(isWrong));
  return new Set(wrong.map(({ name }) => keyId(name)));
}

/** A line for each new variable that the file does not have. */
function exampleOf({ envExample }: OpenImport, { variables }: Writer): FileWrite[] {
  if (envExample === undefined) return [];
  const { path, before, before: text = '' } = envExample;
  const nameIn = (line: string) =>
    line
      .replace(/^\s*export\s/, '')
      .split('=', 1)[0]
      ?.trim();
  const present = new Set(text.split('\n').map(nameIn));
  const lines = variables
    .filter(({ name }) => !present.has(name))
    .flatMap(({ name, item }) => [`# ${item}`, `${name}=`]);
  return lines.length === 0 ? [] : [{ path, before, after: withLines(text, lines) }];
}

/** New texts by path of what is declared nowhere yet. @param texts edited already */
function newTexts(
  opened: OpenImport,
  { texts: editedTexts, rest }: Pick<Edited, 'texts' | 'rest'>,
  writer: Writer,
): Map<string, string> {
  const { before, target, document } = opened;
  if (rest.items.size === 0) return new Map();
  const isFirst = before.documents.length === 0 && before.state.items.size === 0;
  const common = safePath(isFirst ? target.name : 'imported').toLowerCase();
  const documents =
    isFirst && document === undefined ? splitByName(rest, common) : new Map([[common, rest]]);
  const isOfOthers = matcherOfOthers(opened);
  const texts = [...documents].map(([name, state]): [string, string] => {
    const path = document ?? pathFor(name, opened, isOfOthers);
    if (!before.isDocument(path)) throw noDocumentPath(path, opened);
    const text = editedTexts.get(path) ?? before.texts.get(path);
    if (hasJsonComments(path, text ?? '')) throw losesComments(path);
    return [path, documentWith(state, path, text, writer)];
  });
  return new Map([...writer.contents, ...texts]);
}

/**
 * `config/name.yaml`, or the first path that `include` allows; if there is one, a path that no other target reads, because
 * it would push what is there as well.
 */
function pathFor(name: string, opened: OpenImport, isOfOthers: Test): string {
  const { before, exists } = opened;
  const { include } = before.project;
  const folders = ['config/', '', ...expanded(include).includes.map(folderOfGlob)];
  const paths = folders.flatMap((folder) =>
    ['yaml', 'yml', 'json'].map((extension) => `${folder}${name}.${extension}`),
  );
  const isFree = (path: string) =>
    before.isDocument(path) && (before.documents.includes(path) || !exists(path));
  const possible = [...paths, ...include.filter(isLiteralGlob)].filter(isFree);
  const free = possible.find((path) => !isOfOthers(path)) ?? possible[0];
  if (free === undefined) throw noDocumentPath(name, opened);
  return free;
}

function noDocumentPath(name: string, { before: { project } }: OpenImport): CommandError {
  return new CommandError({
    code: 'no-document-path',
    message: `${name} cannot be a new document: \`include\` (${project.include.join(', ')}) does not match it, or a source reads it.`,
    hint: 'Add its path to `include`, or name another document with --document.',
  });
}

function losesComments(path: string): CommandError {
  const message = `${path} has comments, which would be lost if something were added to it.`;
  const hint = 'Name a new or a YAML document with --document, or remove the comments.';
  return new CommandError({ code: 'no-document-path', message, hint });
}

/** The security groups of what is imported that have no variable, sorted. */
function groupsWithoutVariable(
  { before, shown, lastApplied }: OpenImport,
  changes: readonly Change[],
): string[] {
  const items = lastApplied === undefined ? [...shown.state.items.values()] : [];
  const ofItems = items
    .flatMap((item) => [item, ...item.rows.values()])
    .map(({ securityGroup }) => securityGroup);
  const groupNames =
    lastApplied === undefined
      ? ofItems
      : changes.map((change) => groupOfChange(shown.state, change));
  const groups = new Set(groupNames.filter((group) => group !== undefined));
  return [...groups].filter((group) => !before.passwords.variables.has(group)).sort(compareText);
}

/** With a line for each group, in `passwords` of the target if it has its own; `undefined`: it has to be added manually. */
function withPasswords(
  { projectFile, before: { texts }, choice: { name: target = '' } = {} }: OpenImport,
  groups: readonly string[],
  writer: Writer,
): string | undefined {
  const text = texts.get(projectFile) ?? '';
  const [root] = parseTrees(new Source(projectFile, text), () => undefined);
  const targets = root && fieldIn(root, 'targets')?.value;
  const targetNode = targets && fieldIn(targets, target)?.value;
  const field =
    (targetNode && fieldIn(targetNode, 'passwords')) ?? (root && fieldIn(root, 'passwords'));
  const around = field === undefined ? root : field.value;
  if (around !== undefined && (around.kind !== 'mapping' || isInBraces({ text, mapping: around })))
    return undefined;
  const nameOf = (group: string) => (/^[A-Za-z_]\w*$/.test(group) ? group : doubleQuoted(group));
  const newline = newlineIn(text);
  const lines = (indent: string) =>
    groups
      .map((group) => `${indent}${nameOf(group)}: { env: ${writer.passwordFor(group)} }${newline}`)
      .join('');
  const next = field === undefined || around === undefined ? -1 : text.indexOf('\n', around.end);
  const end = next === -1 ? text.length : next + 1;
  const before = `${text.slice(0, end)}${next === -1 && text !== '' && !text.endsWith('\n') ? newline : ''}`;
  if (field === undefined || around === undefined)
    return `${before}passwords:${newline}${lines('  ')}`;
  const column = around.offset - startOfLine(text, around.offset);
  return `${before}${lines(' '.repeat(column))}${text.slice(end)}`;
}

/** The files lose what they declared: it has to be looked at. */
function replacedNotes(made: readonly Change[], { levels }: Target): string[] {
  const names = made
    .filter(({ cause }) => cause === 'conflict')
    .map((change) => shownName(change, levels.length));
  if (names.length === 0) return [];
  const shown = someOf(names, { most: 10, noun: 'item' });
  return [
    `Changed or added in the files since the last apply: ${shown}. The import replaces this with what the server has. Check the result with \`git diff\`.`,
  ];
}

function lineEndingNotes(contents: ReadonlyMap<string, string>): string[] {
  const paths = [...contents].filter(([, text]) => text.includes('\r')).map(([path]) => path);
  if (paths.length === 0) return [];
  return [
    `Git may change the line endings of ${paths.join(', ')}: set the attribute \`-text\` for them in .gitattributes.`,
  ];
}

function shownName(change: Change, depth: number): string {
  return change.kind === 'key' ? change.name : itemOf(change.name, change.context, depth);
}

/** A key that comes or goes is listed by its values. */
function isListed(change: Change): boolean {
  return change.kind !== 'key' || change.action === 'update' || change.values === 0;
}

function placeOf(change: Change, { before }: OpenImport): string | undefined {
  const place = thingIn(before.state, change)?.place;
  return place && `${place.file}:${place.line}`;
}

/** What a full import leaves in the files although the server lacks it. */
function keptOf(opened: OpenImport, differences: readonly Change[]): KeptItem[] {
  if (!keepsMissing(opened)) return [];
  return differences.flatMap((change): KeptItem[] => {
    const at = placeOf(change, opened);
    const name = shownName(change, opened.target.levels.length);
    if (change.action === 'delete') return isListed(change) ? [{ item: name, at }] : [];
    return change.kind === 'key'
      ? lackedMetadata(change).map((lacked) => ({ item: `${name}: ${lacked}`, at }))
      : [];
  });
}

/** What cannot be declared, and what did not arrive: where it is declared, why, and what the server has. */
function leftOut(
  opened: OpenImport,
  missed: readonly Change[],
  reasonOf: (change: Change) => string,
  writer: Writer,
): LeftOut[] {
  const { lastApplied, shown, target } = opened;
  const listed = missed.filter(isListed).map((change): LeftOut => {
    const text =
      change.kind === 'value' && change.action !== 'delete'
        ? find(shown.state, change).row?.text
        : undefined;
    const isShown = change.kind === 'value' && text != null && !writer.isSecret(change.name, text);
    return {
      item: shownName(change, target.levels.length),
      reason: reasonOf(change),
      at: placeOf(change, opened),
      live: shownLive(text, isShown),
    };
  });
  return [...(lastApplied === undefined ? shown.leftOut : []), ...listed];
}

function shownLive(text: string | null | undefined, isShown: boolean): string | undefined {
  if (text === undefined) return undefined;
  if (text === null) return 'null';
  if (!isShown) return '(secret)';
  return text.length > MAX_VALUE ? counted(text.length, 'character') : `\`${text}\``;
}

/** Characters of a value that are shown. */
const MAX_VALUE = 300;
