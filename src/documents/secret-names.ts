// What earlier versions of documents called secret, by name alone: read without their project, because there may be thousands.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import { grouped } from '../lib/collections.ts';
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
import { type Entry, Fields, type Node } from './fields.ts';
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
 * document with errors, there may be more. `naming`: everything of documents with a path that name the files of contents.
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
    const idOf = (lines: readonly string[], around = '') =>
      [folder, around, ...withoutLiterals(lines)].join('\n');
    const { head, entries } = partsOf(decoded.text);
    const around = createHash('sha1').update(idOf(head)).digest('base64');
    const unread = new Map(
      entries
        .map((entry) => [idOf([entry.section, ...entry.lines], around), entry] as const)
        .filter(([id]) => !read.has(id)),
    );
    if (entries.length > 0 && unread.size === 0) continue;
    const part = joined(head, [...unread.values()]);
    const ofPart = entries.length > 0 ? secretsIn(part.text, 'yaml', path) : undefined;
    if (ofPart?.isFlawless && isDeepStrictEqual(ofPart.entries, part.starts)) {
      states.push(ofPart.state);
      for (const id of unread.keys()) read.add(id);
      continue;
    }
    const id = idOf(linesOf(decoded.text));
    if (read.has(id)) continue;
    const asYaml = secretsIn(decoded.text, 'yaml', path);
    states.push(asYaml.state);
    if (asYaml.isFlawless) read.add(id);
    // Its name may say another format. JSON with comments is not YAML.
    else states.push(secretsIn(decoded.text, 'json', path).state);
  }
  const naming = states.filter((state) =>
    [...rowsIn(state)].some(({ row }) => row.contentPath !== undefined),
  );
  return { state: secretRowsIn(states), naming };
}

interface DocumentEntry {
  /** The line of its section. */
  section: string;
  lines: string[];
}

/** Their entries declare the same alone, unless one refers to another. */
const SECTION = /^(?:keys|files):\s*$/;
const REFERS = /(?:^|[\s[{,:])&\S/;
/** What is declared before it does not hold after it. */
const NEXT_DOCUMENT = /\n(?:---|\.\.\.)/;

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The entries of the sections of a document, and all else. Most versions differ from another one in few entries. */
function partsOf(text: string): { head: string[]; entries: DocumentEntry[] } {
  const head: string[] = [];
  const entries: DocumentEntry[] = [];
  if (REFERS.test(text) || NEXT_DOCUMENT.test(text)) return { head, entries };
  let section: string | undefined;
  let depthOfEntries = Infinity;
  let part = head;
  for (const line of linesOf(text)) {
    const depth = line.search(/\S/);
    const isComment = line[depth] === '#';
    if (depth === 0 && !isComment) {
      part = head;
      section = SECTION.test(line) ? line : undefined;
      depthOfEntries = Infinity;
      if (section !== undefined) continue;
    }
    if (section !== undefined && !isComment && depth <= depthOfEntries) {
      depthOfEntries = depth;
      part = [];
      entries.push({ section, lines: part });
    }
    part.push(line);
  }
  return { head, entries };
}

/** A document of these entries alone, and where each begins in it. */
function joined(
  head: readonly string[],
  entries: readonly DocumentEntry[],
): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = head.map((line) => `${line}\n`).join('');
  for (const [section, own] of grouped(entries, (entry) => entry.section)) {
    text += `${section}\n`;
    for (const { lines } of own) {
      const all = lines.join('\n');
      starts.push(text.length + all.search(/\S/));
      text += `${all}\n`;
    }
  }
  return { text, starts };
}

function secretsIn(
  text: string,
  format: 'yaml' | 'json',
  path: string | undefined,
): { state: State; isFlawless: boolean; entries: number[] } {
  let isFlawless = true;
  const report = () => {
    isFlawless = false;
  };
  const fields = new Fields(new Source('', text), report);
  const builder = new StateBuilder({ redact: [], allowSecrets: [] }, report);
  const content = (entry: Entry) => unknownContent(entry, path);
  const trees = parseTrees(fields.source, report, { format });
  for (const tree of trees) readDocument({ fields, builder, content }, tree);
  const entries = trees
    .flatMap(entriesOf)
    .flatMap(({ key, value }) => (SECTION.test(`${key.text}:`) ? entriesOf(value) : []))
    .map(({ key }) => key.offset);
  return { state: builder.finish(), isFlawless, entries };
}

function entriesOf(node: Node): readonly Entry[] {
  return node.kind === 'mapping' ? node.entries : [];
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
function withoutLiterals(lines: readonly string[]): string[] {
  const depths = lines.map((line) => line.search(/\S/));
  return lines.filter((line, i) => {
    const name = LITERAL.exec(line)?.[2];
    // A deeper line would continue the text.
    return name === undefined || FIELDS.has(name) || (depths[i + 1] ?? 0) > (depths[i] ?? 0);
  });
}
