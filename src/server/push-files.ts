// One file entry of a push: create, update or delete a file in a context, by its path (behaviour.md, section 10).
import type { JsonObject } from '../lib/json.ts';
import { KEY_NAME } from '../model/document-fields.ts';
import { keysNamedIn } from '../semantics/placeholders.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { Rejected } from './answer.ts';
import { type Draft, hasGroupConflict, leadsIntoCycle } from './draft.ts';
import { newRecord } from './push-keys.ts';
import {
  isDelete,
  optionalBoolean,
  optionalText,
  requiredText,
  resolvedContext,
} from './push-members.ts';
import type { FileRow } from './state.ts';

export function applyFileEntry(draft: Draft, entry: JsonObject): void {
  const file = sentFile(draft, entry);
  const row = activeRow(draft, file.sent, file.context);
  if (isDelete(entry)) deleteFile(draft, row);
  else if (row === undefined) createFile(draft, file);
  else updateFile(draft, row, file);
}

type SentFile = ReturnType<typeof sentFile>;

function sentFile(draft: Draft, entry: JsonObject) {
  const sent = requiredText(entry, 'file');
  const content = optionalText(entry, 'content') ?? '';
  const active = optionalBoolean(entry, 'active') ?? true;
  const named = optionalText(entry, 'securityGroup');
  const password = optionalText(entry, 'password');
  const context = resolvedContext(draft, requiredText(entry, 'context'), entry);
  const group = javaTrim(named ?? '') === '' ? undefined : named;
  return { sent, context, content, active, group, password, entry };
}

/** A file created by this push stays, because the server writes it after deleting it. */
function deleteFile(draft: Draft, row: FileRow | undefined): void {
  if (row === undefined) return;
  const stored = draft.base.files.get(row.path) ?? [];
  if (!stored.some((storedRow) => storedRow.serial === row.serial)) return;
  const left = draft.filesAt(row.path).filter((storedRow) => storedRow !== row);
  draft.putFiles(row.path, left);
}

function createFile(draft: Draft, file: SentFile): void {
  const { sent, context, active, entry } = file;
  const path = newPath(sent, entry);
  const secured = createdContent(draft, file);
  const keys = keysOf(draft, file, { isNew: true });
  if (active && activeRow(draft, path, context) !== undefined)
    throw new Rejected('FILE_DUPLICATION', entry);
  const row = { serial: draft.nextSerial(), path, context, active, ...secured, ...keys };
  draft.putFiles(path, [...draft.filesAt(path), row]);
  checkFile(draft, row, entry);
}

function updateFile(draft: Draft, row: FileRow, file: SentFile): void {
  const { entry, active } = file;
  const secured = updatedContent(draft, row, file);
  const keys = keysOf(draft, file, { isNew: false });
  const { serial, path, context } = row;
  const next: FileRow = { serial, path, context, active, ...secured, ...keys };
  const same = row.content === next.content && row.active === active && row.group === next.group;
  // Placeholders are written anew each time, anything else only once.
  if (same && row.rewritten && next.keys === undefined) {
    draft.wrote({ changed: false });
    return;
  }
  const written: FileRow = same ? { ...next, rewritten: true } : next;
  const rows = draft.filesAt(path).map((storedRow) => (storedRow === row ? written : storedRow));
  draft.putFiles(path, rows);
  checkFile(draft, written, entry);
}

function newPath(sent: string, entry: JsonObject): string {
  const { folder, name } = splitPath(sent);
  if (javaTrim(name) === '') throw new Rejected('EMPTY_NAME', entry);
  if (folder.includes('\n')) throw new Rejected('ILLEGAL', entry);
  // Without the leading slash of the folder, so such a file is never found by the path that was sent.
  const stored = folder.startsWith('/') ? folder.slice(1) : folder;
  const path = stored === '' ? name : `${stored}/${name}`;
  if (path.length > 255 || path.includes('\0')) throw new Rejected('CONSTRAINT', entry);
  return path;
}

type Secured = Pick<FileRow, 'content' | 'group'>;

/** A new file can join a group only after an update earlier in this push supplied the password. */
function createdContent({ secrets }: Draft, { content, group, entry }: SentFile): Secured {
  if (group === undefined) return { content };
  if (secrets.group(group) === undefined) throw new Rejected('MISSING_GROUP', entry);
  const sealed = secrets.sealed(content, group, secrets.opened.get(group));
  if (sealed === undefined) throw new Rejected('INVALID_PASSWORD', entry);
  return { content: sealed, group };
}

/** The password must match the current group and the new one. Without a new group, the file leaves its group. */
function updatedContent(
  { secrets }: Draft,
  row: FileRow,
  { content, group, password, entry }: SentFile,
): Secured {
  const before = secrets.sealed(content, row.group, password);
  if (before === undefined) throw new Rejected('INVALID_PASSWORD', entry);
  if (group !== undefined) {
    const storedGroup = secrets.group(group);
    if (storedGroup === undefined) throw new Rejected('MISSING_GROUP', entry);
    if (storedGroup.password !== password) throw new Rejected('INVALID_PASSWORD', entry);
    secrets.opened.set(group, password);
  }
  const clear = secrets.decrypted(before, row.group, password);
  if (clear === undefined) throw new Rejected('DECRYPTION', entry);
  // The password was checked above, so this cannot fail.
  return group === undefined
    ? { content: clear }
    : { content: secrets.sealed(clear, group, password) ?? clear, group };
}

/** Ids of the keys that the unencrypted content uses. A new file creates those that are missing. */
function keysOf(
  draft: Draft,
  { content, entry }: SentFile,
  { isNew }: { isNew: boolean },
): Pick<FileRow, 'keys'> {
  const names = keysNamedIn(content);
  for (const name of names) {
    if (draft.key(name.toLowerCase()) !== undefined) continue;
    if (!isNew) throw new Rejected('MISSING_PARAMS', entry);
    if (!KEY_NAME.test(name)) throw new Rejected('ILLEGAL', entry);
    draft.addKey(name.toLowerCase(), newRecord(name, 'Text'));
  }
  return names.length === 0 ? {} : { keys: names.map((name) => name.toLowerCase()) };
}

/** Checks that the server makes only when it writes the file. */
function checkFile(draft: Draft, row: FileRow, entry: JsonObject): void {
  const { path, context, active, content, keys = [] } = row;
  if (active && hasGroupConflict(draft, row, draft.filesAt(path)))
    throw new Rejected('GROUP_CONFLICT', entry);
  if (active && leadsIntoCycle(draft, { context, keys })) throw new Rejected('CIRCULAR', entry);
  if (content.includes('\0')) throw new Rejected('CONSTRAINT', entry);
}

/** Splits at the last `/`, unless it is the first character. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return slash > 0
    ? { folder: path.slice(0, slash), name: path.slice(slash + 1) }
    : { folder: '', name: path };
}

/** The file that a push finds. Pushes ignore inactive files. */
function activeRow(draft: Draft, path: string, context: string): FileRow | undefined {
  const id = context.toLowerCase();
  return draft.filesAt(path).find((row) => row.active && row.context.toLowerCase() === id);
}
