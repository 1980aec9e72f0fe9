// Rules about files: paths, placeholders and embedding (behaviour.md, sections 8, 10 and 11).
import { grouped } from '../../lib/collections.ts';
import { covers } from '../../model/context.ts';
import { Place, Source } from '../../model/diagnostic.ts';
import { fileChanges, isRead, type RowChange, valueChanges } from '../../model/plan.ts';
import {
  emptyState,
  fileId,
  filesIn,
  isFilePath,
  keyId,
  keysIn,
  type Row,
  rowsOf,
  type State,
  isPresent,
} from '../../model/state.ts';
import { escapedPlaceholders, placeholderOf, keysNamedIn } from '../../semantics/placeholders.ts';
import { find, isDeclaredIn } from '../find-item.ts';
import {
  findingsAt,
  type GuardInput,
  type PlanRule,
  type RuleFinding,
  writtenFiles,
} from './rule.ts';

export const FILE_RULES: readonly PlanRule[] = [
  {
    code: 'file-stored-twice',
    severity: 'refusal',
    advice: "Delete the surplus file in the server's web interface, then plan again.",
    check: fileStoredTwice,
  },
  {
    code: 'file-case',
    severity: 'warning',
    advice: 'If both are meant to be one file, use one spelling.',
    check: fileCase,
  },
  {
    code: 'file-new-key',
    severity: 'refusal',
    advice:
      'Declare them, or correct the placeholders. To leave them to the program that reads the file, set `placeholders: keep` in its source, or declare each as a key with the placeholder itself as the value.',
    check: fileUnknownKey,
  },
  {
    code: 'placeholder-taken',
    severity: 'refusal',
    advice:
      'If the file means this key, declare it in a document, without a value if others set it. Otherwise rename the placeholder.',
    check: placeholderTaken,
  },
  {
    code: 'placeholder-escaped',
    severity: 'refusal',
    advice: 'Remove the backslash: placeholders cannot be escaped.',
    check: placeholderEscaped,
  },
  {
    code: 'placeholder-ignored',
    severity: 'warning',
    advice: 'Rename the key.',
    check: placeholderIgnored,
  },
  {
    code: 'file-no-value',
    severity: 'warning',
    advice:
      'Declare a value for each of them: where it is missing, the server renders an error message.',
    check: fileNoValue,
  },
  {
    code: 'file-unknown',
    severity: 'refusal',
    advice: 'Write the exact path of a file that is declared or on the server.',
    check: fileUnknown,
  },
  {
    code: 'file-referenced',
    severity: 'warning',
    advice: 'The server accepts this, but the key then refers to nothing. Change the key, too.',
    check: fileReferenced,
  },
];

/**
 * Creating the file would create such a key, locked and without a value; an update is rejected. Of a key
 * that this plan deletes, `key-used` says it.
 */
function fileUnknownKey({
  changes,
  desired,
  live,
  after,
  liveSource,
  server: { absentKeys },
}: GuardInput): RuleFinding[] {
  // Only the export shows every key; otherwise only keys that were looked up are known to be absent.
  const isAbsent = (id: string) => liveSource === 'export' || absentKeys?.has(id) === true;
  const isDeleted = (id: string) => isRead(liveSource) && live.items.has(id);
  return findingsAt(writtenFiles(changes), (change) => {
    const missing = keysNamedIn(change.after).filter((name) => {
      const id = keyId(name);
      return !after.items.has(id) && !isDeleted(id) && isAbsent(id);
    });
    const deletedByOthers = missing.filter((name) => desired.items.has(keyId(name)));
    if (missing.length > 0 && missing.length === deletedByOthers.length) {
      const message = `The file ${change.name} has placeholders for keys that others deleted, and that \`onDrift: keep\` does not create again: ${shownNames(missing, change)}.`;
      return { ...ofPlaceholders(missing, change, message), message, hint: CREATE_AGAIN };
    }
    const unknown = missing.filter((name) => !deletedByOthers.includes(name));
    const message = `The file ${change.name} has placeholders for keys that are neither declared nor on the server: ${shownNames(unknown, change)}.`;
    return ofPlaceholders(unknown, change, message);
  });
}

const CREATE_AGAIN =
  'To create the keys again, apply once with `--on-drift overwrite` (input `on-drift: overwrite`). Otherwise take the placeholders out of the file.';

/** Others may use the key, which then has other values. What the last apply declared is ours, whatever it is now. */
function placeholderTaken({
  changes,
  desired,
  live,
  applied: { lastApplied = emptyState() },
}: GuardInput): RuleFinding[] {
  const kept = valueChanges(changes).filter((change) => find(desired, change).row?.placeholder);
  return findingsAt(kept, ({ kind, name, context }) => {
    const key = live.items.get(keyId(name));
    const isOthers = (row: Row) =>
      row.text !== placeholderOf(name) &&
      !isDeclaredIn(lastApplied, { kind, name, context: row.context });
    const isTaken = rowsOf(key ? [key] : []).some(isOthers);
    const mayBeTaken = key?.elsewhere && !isDeclaredIn(lastApplied, { kind: 'key', name });
    if (!isTaken && !mayBeTaken) return undefined;
    const why = isTaken ? 'with another value' : 'and not all of its values can be read';
    return `\`placeholders: keep\` would set ${name} in \`${context}\` to its own placeholder, but the server already has this key, ${why}.`;
  });
}

/**
 * The finding for placeholders, at the line of the content that has the first one; where the file is declared, if the
 * content has no file of its own.
 */
function ofPlaceholders(
  [first]: readonly string[],
  change: RowChange & { after: string },
  message: string,
): RuleFinding | undefined {
  return first === undefined ? undefined : { message, ...placeInContent(`\${${first}`, change) };
}

/** Of a text in the content of a file, if that content has a file of its own. */
export function placeInContent(
  text: string,
  { after, contentPath }: RowChange & { after: string },
): Pick<RuleFinding, 'place'> {
  const offset = after.indexOf(text);
  return contentPath === undefined || offset === -1
    ? {}
    : { place: new Place(new Source(contentPath, after), offset) };
}

/** Content of a secret file is never shown, even if it looks like the name of a key. */
function shownNames(names: readonly string[], { secret }: RowChange): string {
  return secret ? '(secret)' : names.join(', ');
}

function placeholderEscaped({ changes }: GuardInput): RuleFinding[] {
  return findingsAt(writtenFiles(changes), (change) => {
    const escaped = escapedPlaceholders(change.after).slice(0, 1);
    if (escaped.length === 0 && change.after.includes('\\${')) {
      const message = `The file ${change.name} has a backslash before \`\${\`, which applications get without the backslash.`;
      const hint = 'Check that the program that reads the file expects this.';
      return { severity: 'warning', message, hint, ...placeInContent('\\${', change) };
    }
    const message = `The file ${change.name} has a backslash before a placeholder (\\\${${shownNames(escaped, change)}}); the server replaces the placeholder anyway.`;
    return ofPlaceholders(escaped, change, message);
  });
}

function placeholderIgnored({ changes, desired }: GuardInput): RuleFinding[] {
  const isKept = (name: string) =>
    [...(desired.items.get(keyId(name))?.rows.values() ?? [])].some((row) => row.placeholder);
  return findingsAt(writtenFiles(changes), (change) => {
    const ignored = keysNamedIn(change.after).filter(
      (name) => !/^\w(.*\w)?$/.test(name) && !isKept(name),
    );
    const message = `The file ${change.name} has placeholders that are never rendered, because a name cannot begin or end with a special character: ${shownNames(ignored, change)}.`;
    return ofPlaceholders(ignored, change, message);
  });
}

function fileNoValue({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  if (liveSource !== 'export') return [];
  return findingsAt(writtenFiles(changes), (change) => {
    const empty = keysNamedIn(change.after).filter((name) => !coversFile(after, name, change));
    const message = `The file ${change.name} in \`${change.context}\` has placeholders for keys that have no value in some of its contexts: ${empty.join(', ')}.`;
    return ofPlaceholders(empty, change, message);
  });
}

/** Whether some value of the key applies wherever the file does. Unknown keys are another rule's. */
function coversFile(after: State, name: string, change: RowChange): boolean {
  const key = after.items.get(keyId(name));
  return (
    key === undefined ||
    [...key.rows.values()].some(({ context }) => covers(context, change.context))
  );
}

function fileStoredTwice({ changes, live }: GuardInput): RuleFinding[] {
  return findingsAt(fileChanges(changes), (change) => {
    const rows = find(live, change).row?.duplicates;
    if (rows === undefined) return undefined;
    return `The server stores ${change.name} ${rows + 1} times in one context.`;
  });
}

function fileCase({ changes, after }: GuardInput): RuleFinding[] {
  const created = fileChanges(changes).filter(({ action }) => action === 'create');
  if (created.length === 0) return [];
  const spellings = grouped(pathsOf(after), (path) => path.toLowerCase());
  return findingsAt(created, ({ name: path }) => {
    const other = spellings.get(path.toLowerCase())?.find((spelling) => spelling !== path);
    return (
      other && `${path} and ${other} differ only in case: the server treats them as two files.`
    );
  });
}

/** Values of FileRef and FileEmbed keys are paths of files. */
function fileUnknown({
  changes,
  desired,
  after,
  liveSource,
  server: { listedFiles },
  stage,
}: GuardInput): RuleFinding[] {
  const withLaterFile = new Set(
    stage?.findings.flatMap(({ code, place }) =>
      code === 'stage-later-value' && place !== undefined ? `${place}` : [],
    ),
  );
  const declared = pathsOf(after);
  // Only the export, or the list in `info`, names every file on the server.
  const mayBeFile = (path: string) =>
    declared.has(path) || (liveSource !== 'export' && listedFiles?.has(path) !== false);
  return findingsAt(valueChanges(changes), (change) => {
    if (change.action === 'delete' || change.after === undefined || !isFilePath(change.vdt))
      return undefined;
    // The value of a variable that is not set here.
    if (find(after, change).row?.unknown) return undefined;
    if (change.after !== null && mayBeFile(change.after)) return undefined;
    // The finding of the stage says when the file is created.
    if (withLaterFile.has(`${change.place}`)) return undefined;
    const file = change.after === null ? undefined : desired.items.get(fileId(change.after));
    if (file !== undefined && rowsOf([file]).some(isPresent))
      return {
        message: `${change.name} in \`${change.context}\` is ${change.vdt}, and others deleted the file that it points to, which \`onDrift: keep\` does not create again.`,
        hint: 'To create the file again, apply once with `--on-drift overwrite` (input `on-drift: overwrite`). Otherwise take the file and this value out of the files.',
      };
    return `${change.name} in \`${change.context}\` is ${change.vdt}, but its value is ${change.after === null ? 'null' : 'not the path of a file'}.`;
  });
}

function fileReferenced({ changes, after }: GuardInput): RuleFinding[] {
  const paths = pathsOf(after);
  const deleted = fileChanges(changes).filter(
    ({ action, name }) => action === 'delete' && !paths.has(name),
  );
  if (deleted.length === 0) return [];
  const users = new Map<string | null, string>();
  for (const key of keysIn(after).filter(({ vdt }) => isFilePath(vdt)))
    for (const { text } of rowsOf([key])) users.set(text, key.name);
  return findingsAt(deleted, ({ name: path }) => {
    const user = users.get(path);
    return user && `The file ${path} would be deleted, but the key ${user} still points to it.`;
  });
}

function pathsOf(state: State): ReadonlySet<string> {
  return new Set(filesIn(state).map(({ name }) => name));
}
