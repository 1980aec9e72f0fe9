// Documents → State, one at a time, so that only one syntax tree is in memory.
import { nearest } from '../lib/text.ts';
import { EVERYWHERE } from '../model/context.ts';
import type { Diagnostic, Report } from '../model/diagnostic.ts';
import { DOCUMENT_FIELDS } from '../model/document-fields.ts';
import type { Project } from '../model/project.ts';
import type { ContentReader } from './content.ts';
import { Fields, isFieldName } from './fields.ts';
import type { FoundFile } from './find-documents.ts';
import { parseTrees } from './parse-yaml.ts';
import { readData } from './read-data.ts';
import { readFiles } from './read-file-entries.ts';
import { type DocumentPosition, readKeys } from './read-keys.ts';
import { readSourceFile } from './read-sources.ts';
import { type BuilderOptions, StateBuilder } from './state-builder.ts';
import type { Entry, Mapping, Node } from './syntax-tree.ts';

export interface Documents {
  builder: StateBuilder;
  reader: ContentReader;
  /** The builder adds to them when it finishes. */
  diagnostics: Diagnostic[];
  /** Number of documents. */
  documents: number;
  holdNothing: boolean;
}

interface Reading extends Omit<BuilderOptions, 'report'> {
  /** What elements are called in the paths of sources. */
  elements: Project['elements'];
  newReader: () => ContentReader;
}

/** Reads all documents. Yields before each one so the caller can do other work. */
export function* readAll(found: readonly FoundFile[], options: Reading): Generator<void, Documents> {
  const read = yield* readEach(found, options);
  const { named } = read.reader;
  const isContent = ({ path, source }: FoundFile) => source === undefined && named.has(path);
  const contents = found.filter(isContent);
  if (contents.length === 0) return read;
  // A file referenced by `path` is content, even if `include` matches it: read again without those files.
  const again = yield* readEach(
    found.filter((file) => !isContent(file)),
    options,
  );
  again.diagnostics.push(...contents.flatMap((file) => contentWithReferences(file, read.reader)));
  return again;
}

function* readEach(
  found: readonly FoundFile[],
  { newReader, elements, ...options }: Reading,
): Generator<void, Documents> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const [builder, reader] = [new StateBuilder({ ...options, report }), newReader()];
  const expansion = { nodes: 0 };
  let holdNothing = true;
  for (const file of found) {
    yield;
    const { path, text, source, problem } = file;
    const before = diagnostics.length;
    const input = { fields: new Fields(text, report), builder, reader, document: path };
    if (problem) report(problem);
    else if (source) readSourceFile({ ...file, source }, { ...input, report, levels: options.levels, elements });
    const trees = problem || source ? [] : parseTrees(text, report, expansion);
    for (const tree of trees) readDocument(input, tree);
    holdNothing &&= source === undefined && trees.length === 0 && diagnostics.length === before;
  }
  return { builder, reader, diagnostics, documents: found.length, holdNothing };
}

/** The mistake of a file that is both content and a document with references. */
function contentWithReferences({ path, text }: FoundFile, { named, naming }: ContentReader): Diagnostic[] {
  const place = named.get(path);
  if (place === undefined || !naming.has(path)) return [];
  const message = `${text.file} is referenced by a \`path\`, so it is content, but it refers to other files like a document.`;
  const hint = 'Exclude the content file from `include`, or do not use a document as content.';
  return [{ severity: 'error', code: 'document-is-content', message, hint, place }];
}

function readDocument(input: DocumentPosition, tree: Node): void {
  const { fields } = input;
  const node = fields.mapping(tree, 'A configuration document');
  if (node === undefined) return;
  if (isWithoutKeys(fields, node)) return;
  const found = fields.known(node, DOCUMENT_FIELDS, 'A configuration document');
  const at = withContext(input, found.context);
  if (found.keys) readKeys(at, found.keys);
  if (found.files) readFiles(at, found.files);
  if (found.data) readData(at, found.data);
  if (found.changeComment) {
    const message = '`changeComment` in a document is ignored: the comment of a push is the commit message.';
    fields.warn({ code: 'bad-option', at: found.changeComment.key, message, hint: 'Use --change-comment.' });
  }
  if (found.enableKeyCreation && fields.boolean(found.enableKeyCreation) === false) {
    const message = '`enableKeyCreation: false` is not supported: declared keys that are missing are always created.';
    fields.error({ code: 'bad-option', at: found.enableKeyCreation.key, message });
  }
}

/** Reports keys that stand at the top of a document, which other formats allow. One error explains all of them. */
function isWithoutKeys(fields: Fields, { entries }: Mapping): boolean {
  const [first] = entries;
  const isOther = ({ key: { text } }: Entry) => nearest(text, DOCUMENT_FIELDS) === undefined;
  if (first === undefined || !entries.every((entry) => isFieldName(entry) && isOther(entry))) return false;
  fields.error({
    code: 'unknown-field',
    at: first.key,
    message: `A configuration document has no field \`${first.key.text}\`.`,
    hint: `Put keys below \`keys:\`, and files below \`files:\`. Known: ${DOCUMENT_FIELDS.join(', ')}.`,
  });
  return true;
}

function withContext(input: DocumentPosition, entry: Entry | undefined): DocumentPosition {
  if (entry === undefined) return input;
  const text = input.fields.text(entry);
  const context =
    text !== undefined && entry.value.kind === 'scalar'
      ? input.builder.contexts.read(input.fields, entry.value)
      : undefined;
  if (context !== undefined) return { ...input, context };
  // The rest is read only to report its mistakes.
  return { ...input, builder: input.builder.scratch(), context: EVERYWHERE };
}
