// Reads `data:` of a document: key and file entries in the shape of a push body or an export.
import { FILE_ENTRY_FIELDS, KEY_ENTRY_FIELDS, VALUE_ENTRY_FIELDS } from '../model/document-fields.ts';
import type { Item } from '../model/state.ts';
import type { Fields } from './fields.ts';
import { refusePassword } from './content.ts';
import { addContent, checkFilePath } from './read-file-entries.ts';
import { type DocumentPosition, declareMetadata } from './read-keys.ts';
import { type Entry, isNothing, type Mapping, type Node } from './syntax-tree.ts';

export function readData(at: DocumentPosition, entry: Entry): void {
  for (const item of sequence(at.fields, entry)) {
    if (item.kind !== 'mapping') {
      at.fields.error({
        code: 'wrong-type',
        at: item,
        message: 'Each item of `data` must be a key entry or a file entry.',
      });
    } else if (item.entries.some(({ key }) => key.text === 'file')) readFileEntry(at, item);
    else readKeyEntry(at, item);
  }
}

function readKeyEntry(at: DocumentPosition, node: Mapping): void {
  const found = at.fields.known(node, KEY_ENTRY_FIELDS, 'A key entry');
  if (found.key === undefined) {
    const message = 'This entry has neither `key` nor `file`.';
    at.fields.error({ code: 'missing-field', at: node, message, hint: 'Add `key` or `file`.' });
    return;
  }
  const name = at.fields.text(found.key);
  const key = name === undefined ? undefined : at.builder.key(name, at.fields.place(found.key.value));
  if (key === undefined) return;
  const { values, opp } = found;
  declareMetadata(at, key, found);
  if (opp && at.fields.isDelete(opp)) at.builder.absentKey(key, at.fields.place(opp.key));
  for (const value of values === undefined ? [] : sequence(at.fields, values)) readValueEntry(at, key, value);
}

function readValueEntry(at: DocumentPosition, key: Item, node: Node): void {
  if (node.kind !== 'mapping') {
    const message = 'Each item of `values` must be a mapping with a `context`.';
    at.fields.error({ code: 'wrong-type', at: node, message });
    return;
  }
  const found = at.fields.known(node, VALUE_ENTRY_FIELDS, 'A value entry');
  const context = contextOfEntry(at, node, found.context);
  if (found.active) refuseInactive(at.fields, found.active);
  if (context === undefined) return;
  const given = found.opp ?? found.value;
  if (given === undefined) {
    at.fields.error({
      code: 'missing-field',
      at: node,
      message: 'This value entry has neither `value` nor `opp`.',
      hint: 'Add `value` (`null` is allowed) or `opp: delete`.',
    });
  } else {
    const content = at.reader.field(at.fields, given, at.document);
    if (content !== undefined) at.builder.row(key, { context, ...content, place: at.fields.place(given.key) });
  }
}

function readFileEntry(at: DocumentPosition, node: Mapping): void {
  const { file, active, password, content, opp, ...found } = at.fields.known(node, FILE_ENTRY_FIELDS, 'A file entry');
  const path = file && at.fields.text(file);
  if (file === undefined || path === undefined) return;
  if (active) refuseInactive(at.fields, active);
  refusePassword(at.fields, password);
  const context = contextOfEntry(at, node, found.context);
  if (context === undefined || !checkFilePath(at.fields, path, file.value.offset)) return;
  const given = opp ?? content;
  const { securityGroup } = found;
  if (given) addContent(at, given, { path, context, place: at.fields.place(file.value), securityGroup });
  else
    at.fields.error({
      code: 'missing-field',
      at: node,
      message: 'This file entry has neither `content` nor `opp`.',
      hint: 'Add `content` or `opp: delete`.',
    });
}

function contextOfEntry(at: DocumentPosition, node: Mapping, entry: Entry | undefined): string | undefined {
  if (entry?.value.kind === 'scalar' && !isNothing(entry.value))
    return at.builder.contexts.read(at.fields, entry.value);
  return at.fields.error({
    code: 'missing-field',
    at: entry?.value ?? node,
    message: 'This entry needs a `context`.',
    hint: 'Add one, with one element per level and `*` for any.',
  });
}

function refuseInactive(fields: Fields, active: Entry): void {
  if (fields.boolean(active) !== false) return;
  fields.error({
    code: 'deactivate',
    at: active.key,
    message: '`active: false` is not supported: a push can no longer change an inactive item.',
    hint: 'Use `opp: delete` to delete it.',
  });
}

function sequence(fields: Fields, entry: Entry): Node[] {
  if (entry.value.kind === 'sequence') return entry.value.items;
  if (!isNothing(entry.value)) {
    fields.error({ code: 'wrong-type', at: entry.value, message: `\`${entry.key.text}\` must be a list.` });
  }
  return [];
}
