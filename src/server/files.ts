// One file entry of a push: create, update or delete a file in a context (behaviour.md, section 10).
import type { JsonObject } from '../model/lenient-json.ts';
import { javaTrim } from '../model/vdt.ts';
import { isDelete, optionalBoolean, optionalText, requiredText } from './body.ts';
import { resolveContext } from './contexts.ts';
import type { Draft } from './draft.ts';
import { Refused } from './refusal.ts';
import type { FileRow } from './state.ts';

const PATH_MAX = 255;

export function applyFileEntry(draft: Draft, entry: JsonObject): void {
  const sent = requiredText(entry, 'file');
  const content = optionalText(entry, 'content') ?? '';
  const active = optionalBoolean(entry, 'active') ?? true;
  optionalText(entry, 'securityGroup');
  const deletes = isDelete(entry);
  const context = resolveContext(draft, { text: requiredText(entry, 'context'), entry });
  const row = activeRow(draft, { path: sent, context });
  if (deletes) deleteFile(draft, row);
  else if (row === undefined) createFile(draft, { sent, context, content, active, entry });
  else updateFile(draft, { row, content, active, entry });
}

function activeRow(draft: Draft, { path, context }: { path: string; context: string }): FileRow | undefined {
  return draft.filesAt(path).find((row) => row.active && sameContext(row.context, context));
}

function sameContext(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

interface NewFile {
  sent: string;
  context: string;
  content: string;
  active: boolean;
  entry: JsonObject;
}

function createFile(draft: Draft, { sent, context, content, active, entry }: NewFile): void {
  const { folder, name } = splitPath(sent);
  if (javaTrim(name) === '') throw new Refused('BLANK_NAME', entry);
  if (folder.includes('\n')) throw new Refused('ILLEGAL', entry);
  const path = storedPath(sent);
  if (path.length > PATH_MAX || path.includes('\0')) throw new Refused('CONSTRAINT', entry);
  if (activeRow(draft, { path, context }) !== undefined) throw new Refused('FILE_DUPLICATION', entry);
  refuseNul(content, entry);
  const row = { serial: draft.nextSerial(), path, context, content, active };
  draft.putFiles(path, [...draft.filesAt(path), row]);
}

interface ChangedFile {
  row: FileRow;
  content: string;
  active: boolean;
  entry: JsonObject;
}

function updateFile(draft: Draft, { row, content, active, entry }: ChangedFile): void {
  refuseNul(content, entry);
  const same = row.content === content && row.active === active;
  if (same && row.rewritten) {
    draft.wrote({ changed: false });
    return;
  }
  const next: FileRow = { ...row, content, active, ...(same ? { rewritten: true } : {}) };
  draft.putFiles(
    row.path,
    draft.filesAt(row.path).map((one) => (one === row ? next : one)),
  );
}

/** A file that this push made stays: the server writes it after deleting it. */
function deleteFile(draft: Draft, row: FileRow | undefined): void {
  if (row === undefined) return;
  const stored = draft.base.files.get(row.path) ?? [];
  if (!stored.some((one) => one.serial === row.serial)) return;
  draft.putFiles(
    row.path,
    draft.filesAt(row.path).filter((one) => one !== row),
  );
}

function refuseNul(content: string, entry: JsonObject): void {
  if (content.includes('\0')) throw new Refused('CONSTRAINT', entry);
}

/** At the last `/`, unless that is the first character. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return slash > 0
    ? { folder: path.slice(0, slash), name: path.slice(slash + 1) }
    : { folder: '', name: path };
}

/** A slash in front of the folder is dropped, and so such a file is never found under the path that was sent. */
function storedPath(sent: string): string {
  const { folder, name } = splitPath(sent);
  const stored = folder.startsWith('/') ? folder.slice(1) : folder;
  return stored === '' ? name : `${stored}/${name}`;
}

/** A path stays valid after its last file as long as a FileRef or FileEmbed value names it. */
export function isStoredPath(draft: Draft, path: string): boolean {
  if (draft.filesAt(path).length > 0) return true;
  return draft.wasPath(path) && draft.keys().some((key) => isReference(key, path));
}

function isReference(key: ReturnType<Draft['keys']>[number], path: string): boolean {
  if (key.vdt !== 'FileRef' && key.vdt !== 'FileEmbed') return false;
  return [...key.rows.values()].some((rows) => rows.some((row) => row.text === path));
}
