// Reads `files:` of a document: paths, their contexts, and the content for each.
import { type Context, EVERYWHERE } from '../model/context.ts';
import { FILE_FIELDS } from '../model/document-fields.ts';
import type { Row } from '../model/state.ts';
import type { Fields } from './fields.ts';
import { refusePassword } from './content.ts';
import type { DocumentPosition } from './read-keys.ts';
import { type Entry, isNothing, type Mapping } from './syntax-tree.ts';

export function readFiles(at: DocumentPosition, entry: Entry): void {
  const files = at.fields.mapping(entry.value, '`files`');
  for (const file of files?.entries ?? []) readFile(at, file);
}

function readFile(at: DocumentPosition, entry: Entry): void {
  if (!checkFilePath(at.fields, entry)) return;
  const node = entry.value.kind === 'mapping' ? entry.value : undefined;
  if (node === undefined || node.entries.length === 0) {
    at.fields.error({
      code: 'wrong-type',
      at: isNothing(entry.value) ? entry.key : entry.value,
      message: `The file \`${entry.key.text}\` needs contexts, with content for each.`,
      hint: 'Add `"*;*": { path: … }` or `"*;*": { content: … }` below it.',
    });
  } else if (isFileObject(node)) {
    addFile(at, { path: entry.key.text, entry, context: at.context ?? EVERYWHERE });
  } else {
    for (const one of node.entries) {
      const context = at.builder.contexts.read(at.fields, one.key);
      if (context !== undefined) addFile(at, { path: entry.key.text, entry: one, context });
    }
  }
}

function isFileObject(node: Mapping): boolean {
  return node.entries.some(({ key }) => isFileField(key.text));
}

function addFile(
  at: DocumentPosition,
  { path, entry, context }: { path: string; entry: Entry; context: Context },
): void {
  const content = readFileObject(at, entry);
  if (content !== undefined) at.builder.file(path, { context, place: at.fields.place(entry.key), ...content });
}

type FileContent = Omit<Row, 'context' | 'place'>;

function readFileObject(at: DocumentPosition, entry: Entry): FileContent | undefined {
  const { fields, reader, document } = at;
  if (entry.value.kind !== 'mapping') {
    const hint = 'Use `{ path: … }` for a file next to this document, or `{ content: … }` for inline text.';
    return fields.error({
      code: 'wrong-type',
      at: entry.value,
      message: 'The content of a file must be a mapping.',
      hint,
    });
  }
  const found = fields.known(entry.value, FILE_FIELDS, 'A file');
  refusePassword(fields, found.password);
  const group = readGroup(fields, found.securityGroup);
  const { password: _, securityGroup: __, ...contents } = found;
  const [given, second] = Object.values(contents);
  if (given === undefined || second !== undefined) {
    const message = 'A file needs exactly one of `path`, `content`, `env` and `opp: delete`.';
    const hint = 'For an empty file, use `content: ""`.';
    return fields.error({ code: 'value-object', at: second?.key ?? entry.key, message, hint });
  }
  if (given === found.opp) {
    refuseGroupOfDeleted(fields, found.securityGroup);
    return fields.isDelete(given) ? { text: '', absent: true } : undefined;
  }
  const content =
    given === found.path
      ? reader.path(fields, given, document)
      : given === found.env
        ? reader.env(fields, given)
        : reader.scalar(fields, given.value);
  if (content === undefined) return undefined;
  const { text, ...marks } = content;
  if (text !== null || marks.unknown) return { ...marks, text: text ?? '', ...group };
  return fields.error({
    code: 'wrong-type',
    at: given.value,
    message: 'The content of a file cannot be null.',
  });
}

export function readGroup(fields: Fields, entry: Entry | undefined): Pick<Row, 'securityGroup'> {
  const securityGroup = entry && fields.text(entry);
  return securityGroup === undefined ? {} : { securityGroup };
}

/** A deleted file cannot declare a security group. */
export function refuseGroupOfDeleted(fields: Fields, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const message = 'A file with `opp: delete` cannot have a `securityGroup`.';
  fields.error({ code: 'conflict', at: entry.key, message, hint: 'Remove it.' });
}

/** Reports paths that the server would refuse or store under another name (behaviour.md, section 10). */
export function checkFilePath(fields: Fields, entry: Entry): boolean {
  const path = entry.key.text;
  const why = filePathProblem(path);
  if (why === undefined) return true;
  fields.error({
    code: 'file-path',
    at: entry.key,
    message: `The path \`${path.slice(0, 80)}\` ${why}.`,
    hint: PATH_RULES.find(({ refuses }) => refuses.test(path))?.hint ?? 'Shorten it.',
  });
  return false;
}

/** Why a path is invalid, as the end of a sentence. */
export function filePathProblem(path: string): string | undefined {
  const problem = PATH_RULES.find(({ refuses }) => refuses.test(path));
  if (problem !== undefined) return problem.why;
  return path.length > MAX_PATH ? `is longer than ${MAX_PATH} characters` : undefined;
}

/** Whether a field name marks a mapping as a file rather than a set of contexts. */
export function isFileField(name: string): boolean {
  return FILE_FIELDS.some((field) => field === name);
}

/** Characters of a path at most. */
const MAX_PATH = 255;

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
] as const;
