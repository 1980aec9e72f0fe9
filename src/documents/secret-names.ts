// What earlier versions of documents called secret, by name alone: read without their project, because there may be thousands.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import {
  DOCUMENT_FIELDS,
  FILE_ENTRY_FIELDS,
  FILE_FIELDS,
  KEY_ENTRY_FIELDS,
  KEY_FIELDS,
  VALUE_ENTRY_FIELDS,
  VALUE_FIELDS,
} from '../model/document-fields.ts';
import { Source } from '../model/diagnostic.ts';
import { secretRowsIn } from '../model/secret-rows.ts';
import { rowsIn, type State } from '../model/state.ts';
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
 * The rows that any of these documents takes from a variable, or has in a security group. Others declare none.
 * `naming`: everything of documents with a path that name the files of contents.
 */
export async function secretsInDocuments(
  documents: AsyncIterable<Document> | Iterable<Document>,
): Promise<{ state: State; naming: State[] }> {
  const read = new Set<string>();
  const states: State[] = [];
  for await (const { content, path } of documents) {
    const signs = path === undefined ? SIGNS : [...SIGNS, 'path'];
    const decoded = signs.some((sign) => content.includes(sign)) ? decodeUtf8(content) : undefined;
    if (decoded === undefined || !('text' in decoded)) continue;
    const folder = path === undefined ? '' : dirname(path);
    const rest = createHash('sha1')
      .update(`${folder}\0${withoutLiterals(decoded.text)}`)
      .digest('base64');
    if (read.has(rest)) continue;
    const asYaml = secretsIn(decoded.text, 'yaml', path);
    states.push(asYaml.state);
    if (asYaml.isFlawless) read.add(rest);
    // Its name may say another format. JSON with comments is not YAML.
    else states.push(secretsIn(decoded.text, 'json', path).state);
  }
  const naming = states.filter((state) =>
    [...rowsIn(state)].some(({ row }) => row.contentPath !== undefined),
  );
  return { state: secretRowsIn(states), naming };
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
  return {
    ...{ text: null, unknown: true },
    ...(key.text === 'env' && { secret: true }),
    ...(contentPath !== undefined && { contentPath }),
  };
}

const FIELDS: ReadonlySet<string> = new Set([
  ...[...DOCUMENT_FIELDS, ...KEY_FIELDS, ...VALUE_FIELDS, ...FILE_FIELDS],
  ...[...KEY_ENTRY_FIELDS, ...VALUE_ENTRY_FIELDS, ...FILE_ENTRY_FIELDS],
]);

/** `name: text`, or as JSON has it, without anchor, alias, tag, comment or escape. */
const LITERAL =
  /^ *(["']?)([A-Za-z0-9][\w.-]*)\1: +(?:"[^"\\]*"|'[^']*'|[A-Za-z0-9](?:[\w./+-]| (?! *#))*),?\r?$/;

/**
 * Without the lines that give a name a plain text: most versions differ from another one in such lines only. As long as
 * both are without errors, they declare the same rows secret.
 */
function withoutLiterals(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const depths = lines.map((line) => line.search(/\S/));
  return lines
    .filter((line, i) => {
      const name = LITERAL.exec(line)?.[2];
      // A deeper line would continue the text.
      return name === undefined || FIELDS.has(name) || (depths[i + 1] ?? 0) > (depths[i] ?? 0);
    })
    .join('\n');
}
