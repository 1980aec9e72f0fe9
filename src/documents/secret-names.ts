// The names of what earlier versions of documents marked as secret: read without their project, because there may be thousands.
import { Source } from '../model/diagnostic.ts';
import { secretRowsIn } from '../model/secret-rows.ts';
import { emptyState, type LocatedRow, rowsIn, type State } from '../model/state.ts';
import type { Content } from './content.ts';
import { type Entry, Fields } from './fields.ts';
import { parseTrees } from './parse-trees.ts';
import { decodeUtf8, resolvePath } from './project-files.ts';
import { readDocument } from './read-document.ts';
import { StateBuilder } from './state-builder.ts';

/** A text without any of these declares nothing secret: in YAML and JSON, other spellings of a name need a backslash. */
const SIGNS = ['env', 'securityGroup', '\\'];

interface Document {
  content: Buffer;
  /** To be known where contents count that a document names. */
  path?: string | undefined;
}

/**
 * The rows that any of these documents takes from a variable, or has in a security group. Others declare none. Of a
 * document with errors, there may be more. `contents`: the rows whose text is that of a file, in documents with a path.
 */
export async function secretsInDocuments(
  documents: AsyncIterable<Document> | Iterable<Document>,
): Promise<{ state: State; contents: LocatedRow[] }> {
  const state = emptyState();
  // Thousands of whole states would not fit into memory.
  const contents = new Map<string, LocatedRow>();
  for await (const { content, path } of documents) {
    const signs = path === undefined ? SIGNS : [...SIGNS, 'path'];
    const decoded = signs.some((sign) => content.includes(sign)) ? decodeUtf8(content) : undefined;
    if (decoded === undefined || 'noText' in decoded) continue;
    const inYaml = secretsIn(decoded.text, 'yaml', path);
    // Its name may say another format. JSON with comments is not YAML.
    const readings = inYaml.isFlawless ? [inYaml] : [inYaml, secretsIn(decoded.text, 'json', path)];
    for (const reading of readings) {
      secretRowsIn([reading.state], state);
      for (const secretRow of rowsIn(reading.state)) {
        const { id, context, row } = secretRow;
        if (row.contentPath !== undefined)
          contents.set([id, context, row.contentPath].join('\0'), secretRow);
      }
    }
  }
  return { state, contents: [...contents.values()] };
}

function secretsIn(
  text: string,
  format: 'yaml' | 'json',
  path: string | undefined,
): { state: State; isFlawless: boolean } {
  let isFlawless = true;
  const report = () => {
    isFlawless = false;
  };
  const fields = new Fields(new Source('', text), report);
  const builder = new StateBuilder({ redact: [], allowSecrets: [] }, report);
  const content = (entry: Entry) => unknownContent(entry, path);
  for (const tree of parseTrees(fields.source, report, { format }))
    readDocument({ fields, builder, content }, tree);
  return { state: builder.finish(), isFlawless };
}

function unknownContent({ key, value }: Entry, document: string | undefined): Content {
  if (key.text === 'opp') return { text: null, absent: true };
  const isNamed = key.text === 'path' && document !== undefined && value.kind === 'scalar';
  const contentPath = isNamed ? resolvePath(document, value.text) : undefined;
  const secret = key.text === 'env' ? true : undefined;
  return { text: null, unknown: true, secret, contentPath };
}
