// The names of what earlier versions of documents marked as secret: read without their project, because there may be thousands.
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
import { emptyState, rowsIn, type State } from '../model/state.ts';
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
  const reading = new NameReading();
  for await (const { content, path } of documents) {
    const signs = path === undefined ? SIGNS : [...SIGNS, 'path'];
    const decoded = signs.some((sign) => content.includes(sign)) ? decodeUtf8(content) : undefined;
    if (decoded !== undefined && 'text' in decoded) reading.add(decoded.text, path);
  }
  return reading;
}

type Path = Document['path'];

/** Thousands of whole states would not fit into memory. */
class NameReading {
  readonly state = emptyState();
  readonly naming: State[] = [];
  /** What was read without errors. */
  readonly #read = new Set<string>();

  add(text: string, path: Path): void {
    if (!this.#addEntries(text, path)) this.#addWhole(text, path);
  }

  /** `false`: there are none, or they may mean something else alone. */
  #addEntries(text: string, path: Path): boolean {
    const { head, entries } = partsOf(text);
    const around = createHash('sha1').update(idOf(head, path)).digest('base64');
    const named = entries.map(
      (entry) => [idOf([around, entry.section, ...entry.lines], path), entry] as const,
    );
    const unread = new Map(named.filter(([id]) => !this.#read.has(id)));
    if (unread.size === 0) return entries.length > 0;
    const part = joined(head, [...unread.values()]);
    const { state, isFlawless, starts } = secretsIn(part.text, 'yaml', path);
    if (!isFlawless || !isDeepStrictEqual(starts, part.starts)) return false;
    this.#keep(state);
    for (const id of unread.keys()) this.#read.add(id);
    return true;
  }

  #addWhole(text: string, path: Path): void {
    const id = idOf(linesOf(text), path);
    if (this.#read.has(id)) return;
    const { state, isFlawless } = secretsIn(text, 'yaml', path);
    this.#keep(state);
    if (isFlawless) this.#read.add(id);
    // Its name may say another format. JSON with comments is not YAML.
    else this.#keep(secretsIn(text, 'json', path).state);
  }

  #keep(state: State): void {
    secretRowsIn([state], this.state);
    if ([...rowsIn(state)].some(({ row }) => row.contentPath !== undefined))
      this.naming.push(state);
  }
}

/** The same for documents that declare the same rows secret. */
function idOf(lines: readonly string[], path: Path): string {
  return [path === undefined ? '' : dirname(path), ...withoutLiterals(lines)].join('\n');
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
  for (const [section, members] of grouped(entries, (entry) => entry.section)) {
    text += `${section}\n`;
    for (const { lines } of members) {
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
): { state: State; isFlawless: boolean; starts: number[] } {
  let isFlawless = true;
  const report = () => {
    isFlawless = false;
  };
  const fields = new Fields(new Source('', text), report);
  const builder = new StateBuilder({ redact: [], allowSecrets: [] }, report);
  const content = (entry: Entry) => unknownContent(entry, path);
  const trees = parseTrees(fields.source, report, { format });
  for (const tree of trees) readDocument({ fields, builder, content }, tree);
  const starts = trees
    .flatMap(entriesOf)
    .flatMap(({ key, value }) => (SECTION.test(`${key.text}:`) ? entriesOf(value) : []))
    .map(({ key }) => key.offset);
  return { state: builder.finish(), isFlawless, starts };
}

function entriesOf(node: Node): readonly Entry[] {
  return node.kind === 'mapping' ? node.entries : [];
}

function unknownContent({ key, value }: Entry, document: string | undefined): Content {
  if (key.text === 'opp') return { text: null, absent: true };
  const isNamed = key.text === 'path' && document !== undefined && value.kind === 'scalar';
  const contentPath = isNamed ? resolvePath(document, value.text) : undefined;
  const secret = key.text === 'env' ? true : undefined;
  return { text: null, unknown: true, secret, contentPath };
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
