// One configuration document: its top-level fields, handed to the readers of keys, files and `data`.
import { EVERYWHERE } from '../model/context.ts';
import type { StateBuilder } from './builder.ts';
import type { ContentReader } from './content.ts';
import type { Fields } from './fields.ts';
import { readFiles } from './files.ts';
import { readData } from './interface-shape.ts';
import { type DocumentPosition, readKeys } from './keys.ts';
import type { Entry, Node } from './tree.ts';

const DOCUMENT_FIELDS = ['context', 'keys', 'files', 'data', 'changeComment', 'enableKeyCreation'] as const;

export interface DocumentInput {
  fields: Fields;
  builder: StateBuilder;
  reader: ContentReader;
  /** Path of the document, relative to the root. */
  document: string;
}

export function readDocument(input: DocumentInput, tree: Node): void {
  const { fields } = input;
  const node = fields.mapping(tree, 'A configuration document');
  if (node === undefined) return;
  const found = fields.known(node, DOCUMENT_FIELDS, 'A configuration document');
  const at = withContext(input, found.context);
  if (found.keys) readKeys(at, found.keys);
  if (found.files) readFiles(at, found.files);
  if (found.data) readData(at, found.data);
  if (found.changeComment) {
    const message =
      'The `changeComment` of a document is not used: the comment of a push is the commit message.';
    fields.warn({ code: 'bad-option', at: found.changeComment.key, message, hint: 'Use --change-comment.' });
  }
  if (found.enableKeyCreation && fields.boolean(found.enableKeyCreation) === false) {
    const message =
      '`enableKeyCreation: false` cannot be declared: keys that are declared and missing are created.';
    fields.error({ code: 'bad-option', at: found.enableKeyCreation.key, message });
  }
}

function withContext(input: DocumentInput, entry: Entry | undefined): DocumentPosition {
  if (entry === undefined) return input;
  const text = input.fields.text(entry);
  const context =
    text !== undefined && entry.value.kind === 'scalar'
      ? input.builder.contexts.read(input.fields, entry.value)
      : undefined;
  if (context !== undefined) return { ...input, context };
  // The rest is read all the same, for its mistakes, into a state that nobody sees.
  return { ...input, builder: input.builder.scratch(), context: EVERYWHERE };
}
