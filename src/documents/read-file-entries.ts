// Reads `files:` of a document: paths, their contexts, and the content for each.
import { type Context, EVERYWHERE } from '../model/context.ts';
import { FILE_FIELDS } from '../model/document-fields.ts';
import { cut, type Place } from '../model/diagnostic.ts';
import type { Fields } from './fields.ts';
import { refusePassword } from './content.ts';
import type { DocumentPosition } from './read-keys.ts';
import { type Entry, isNothing, type Scalar } from './syntax-tree.ts';

export function readFiles(at: DocumentPosition, entry: Entry): void {
  const files = at.fields.mapping(entry.value, '`files`');
  for (const file of files?.entries ?? []) readFile(at, file);
}

function readFile(at: DocumentPosition, entry: Entry): void {
  if (!checkFilePath(at.fields, entry.key.text, entry.key)) return;
  const node = entry.value.kind === 'mapping' ? entry.value : undefined;
  if (node === undefined || node.entries.length === 0) {
    at.fields.error({
      code: 'wrong-type',
      at: isNothing(entry.value) ? entry.key : entry.value,
      message: `The file \`${entry.key.text}\` needs contexts, with content for each.`,
      hint: 'Add `"*;*": { path: … }` or `"*;*": { content: … }` below it.',
    });
  } else if (node.entries.some(({ key }) => isFileField(key.text))) {
    addFile(at, { path: entry.key.text, entry, context: at.context ?? EVERYWHERE });
  } else {
    for (const one of node.entries) {
      const context = at.builder.contexts.read(at.fields, one.key);
      if (context !== undefined) addFile(at, { path: entry.key.text, entry: one, context });
    }
  }
}

function addFile(
  at: DocumentPosition,
  { path, entry, context }: { path: string; entry: Entry; context: Context },
): void {
  const { fields } = at;
  if (entry.value.kind !== 'mapping') {
    const message = 'The content of a file must be a mapping.';
    const hint = 'Use `{ path: … }` for a file next to this document, or `{ content: … }` for inline text.';
    fields.error({ code: 'wrong-type', at: entry.value, message, hint });
    return;
  }
  const { password, securityGroup, ...contents } = fields.known(entry.value, FILE_FIELDS, 'A file');
  refusePassword(fields, password);
  const [given, second] = Object.values(contents);
  if (given === undefined || second !== undefined) {
    const message = 'A file needs exactly one of `path`, `content`, `env` and `opp: delete`.';
    const hint = 'For an empty file, use `content: ""`.';
    fields.error({ code: 'value-object', at: second?.key ?? entry.key, message, hint });
  } else addContent(at, given, { path, context, place: fields.place(entry.key), securityGroup });
}

/**
 * Adds a file with a content, which may be anything but null. A deleted file cannot declare a security group.
 * @param given the field with the content, or `opp`
 */
export function addContent(
  { fields, builder, reader, document }: DocumentPosition,
  given: Entry,
  { path, securityGroup, ...row }: { path: string; context: Context; place: Place; securityGroup: Entry | undefined },
): void {
  const group = securityGroup && fields.text(securityGroup);
  const content = reader.field(fields, given, document);
  if (content === undefined) return;
  const { text, absent, unknown } = content;
  if (absent && securityGroup !== undefined) {
    const message = 'A file with `opp: delete` cannot have a `securityGroup`.';
    fields.error({ code: 'conflict', at: securityGroup.key, message, hint: 'Remove it.' });
  }
  if (text === null && !absent && !unknown)
    fields.error({ code: 'wrong-type', at: given.value, message: 'The content of a file cannot be null.' });
  else
    builder.row(builder.file(path), {
      ...row,
      ...content,
      text: text ?? '',
      ...(group !== undefined && { securityGroup: group }),
    });
}

/** Reports paths that the server would refuse or store under another name (behaviour.md, section 10). */
export function checkFilePath(fields: Fields, path: string, at: Scalar | number): boolean {
  const problem = filePathProblem(path);
  if (problem === undefined) return true;
  const { why, hint } = problem;
  fields.error({ code: 'file-path', at, message: `The path \`${cut(path)}\` ${why}.`, hint });
  return false;
}

/** Why a path is invalid, as the end of a sentence. */
export function filePathProblem(path: string): (typeof PATH_RULES)[number] | undefined {
  return PATH_RULES.find(({ refuses }) => refuses.test(path));
}

/** Whether a field name marks a mapping as a file rather than a set of contexts. */
export function isFileField(name: string): boolean {
  return FILE_FIELDS.some((field) => field === name);
}

const PATH_RULES = [
  { refuses: /^[\s\0-\x20]*$/, why: 'is blank', hint: 'Name a file.' },
  {
    refuses: /^\//,
    why: 'begins with a slash, which the server handles inconsistently',
    hint: 'Remove the leading slash.',
  },
  // To the server, everything up to U+0020 is blank, and the last part of a path is the name.
  { refuses: /\/[\0-\x20]*$/, why: 'does not end in a file name', hint: 'Name a file, not a folder.' },
  { refuses: /[\n\r\0]/, why: 'contains a line break or a NUL character', hint: 'Remove it.' },
  { refuses: /^.{256}/s, why: 'is longer than 255 characters', hint: 'Shorten it.' },
] as const;
