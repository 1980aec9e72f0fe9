// One file entry of a push: create, update or delete a file in a context (behaviour.md, section 10).
import type { JsonObject } from '../model/json-node.ts';
import { isDelete, optionalBoolean, optionalText, requiredText } from './body.ts';
import { resolveContext } from './contexts.ts';
import type { Draft } from './draft.ts';
import { createFile, updateFile } from './file-write.ts';
import { activeRow } from './paths.ts';
import type { FileRow } from './state.ts';

export function applyFileEntry(draft: Draft, entry: JsonObject): void {
  const sent = requiredText(entry, 'file');
  const content = optionalText(entry, 'content') ?? '';
  const active = optionalBoolean(entry, 'active') ?? true;
  const group = optionalText(entry, 'securityGroup');
  const password = optionalText(entry, 'password');
  const context = resolveContext(draft, { text: requiredText(entry, 'context'), entry });
  const row = activeRow(draft, { path: sent, context });
  const file = { sent, context, content, active, group, password, entry };
  if (isDelete(entry)) deleteFile(draft, row);
  else if (row === undefined) createFile(draft, file);
  else updateFile(draft, { row, file });
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
