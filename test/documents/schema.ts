// The JSON Schemas of the format, applied to texts as an editor does, and held against what the readers say.
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { stripComments } from 'jsonc-parser';
import { afterAll, beforeAll } from 'vitest';
import { type Document, isScalar, parseAllDocuments, visit } from 'yaml';
import { matcher } from '../../src/documents/globs.ts';
import { globsOf } from '../../src/model/sources.ts';
import { NO_MAPPING, NO_NAME } from '../../src/documents/parse-yaml.ts';
import type { Diagnostic, DiagnosticCode } from '../../src/model/diagnostic.ts';
import { SCHEMA_NAMES, type SchemaKind } from './schema-address.ts';
import { rowsIn } from '../../src/model/state.ts';
import { ROOT } from '../helpers/run.ts';
import { type Reading, watchReadings } from '../helpers/project.ts';

export interface Property {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  enumDescriptions?: string[];
  const?: unknown;
  pattern?: string;
  properties?: Record<string, Property>;
}

export interface Schema extends Property {
  $id: string;
  properties: Record<string, Property>;
  definitions: Record<string, Property>;
}

export const SCHEMAS = { project: schemaOf('project'), document: schemaOf('document') };

function schemaOf(kind: SchemaKind): Schema {
  return JSON.parse(readFileSync(`${ROOT}schema/${SCHEMA_NAMES[kind]}`, 'utf8'));
}

const VALIDATORS = { project: validatorOf('project'), document: validatorOf('document') };

function validatorOf(kind: SchemaKind) {
  // Editors know more keywords than the draft, and every number that YAML knows.
  const ajv = new Ajv({ strict: false, strictNumbers: false, allErrors: true });
  return ajv.compile(SCHEMAS[kind]);
}

/** What a schema refuses in a text, with the place; `undefined`: the text is not valid YAML. */
export function schemaErrors(kind: SchemaKind, text: string): string[] | undefined {
  const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false });
  if ('empty' in documents) return [];
  if (documents.some(({ errors }) => errors.length > 0)) return undefined;
  const validate = VALIDATORS[kind];
  return documents
    .filter(({ contents }) => contents !== null && !(isScalar(contents) && contents.value === null))
    .flatMap((document) =>
      validate(editorValue(document)) ? [] : (validate.errors ?? []).map(shown),
    );
}

/** What an editor sees: values by the core schema of YAML, and names as they are written. */
function editorValue(document: Document): unknown {
  visit(document, {
    Map: (_, { items }) => {
      for (const { key } of items)
        if (isScalar(key) && key.value !== '<<') key.value = key.source ?? String(key.value);
    },
  });
  return document.toJS({ maxAliasCount: -1 });
}

function shown({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath}: ${message} ${JSON.stringify(params)}`;
}

/** Holds every text that the tests of this file read against the schemas, too. */
export function alsoBySchema(): void {
  beforeAll(() => watchReadings(expectAgreement));
  afterAll(() => watchReadings(undefined));
}

/** Longer texts would only make the tests slow. */
const MAX_LENGTH = 5000;

function expectAgreement({ files, loaded, projectFile }: Reading): void {
  const { diagnostics, state } = loaded;
  const contents = new Set([...rowsIn(state)].map(({ row }) => row.contentPath));
  const ofSources = loaded.project.sources.map((source) => matcher(globsOf(source)));
  const isSource = (path: string) => ofSources.some((matches) => matches(path));
  for (const [path, text] of Object.entries(files)) {
    const isDocument =
      /^config\/.*\.(?:yaml|yml|json)$/.test(path) && !contents.has(path) && !isSource(path);
    if (typeof text !== 'string' || text.length > MAX_LENGTH) continue;
    if (!isDocument && path !== projectFile) continue;
    const found = diagnostics.filter(
      ({ severity, place }) => severity === 'error' && place?.file === path,
    );
    if (
      found.some(({ code, message }) => NO_VALUE.has(code) || NO_VALUE_MESSAGES.includes(message))
    )
      continue;
    const plain = path.endsWith('.json') ? stripComments(text) : text;
    judge(schemaErrors(path === projectFile ? 'project' : 'document', plain), { text, found });
  }
}

function judge(
  refused: string[] | undefined,
  { text, found }: { text: string; found: readonly Diagnostic[] },
): void {
  if (refused === undefined) return;
  const seen = found.map(({ code, message }) => `${code}: ${message}`);
  if (refused.length > 0 && found.length === 0)
    throw new Error(`The schema refuses what the reader takes:\n${text}\n${refused.join('\n')}`);
  if (refused.length === 0 && found.some(isKnowable))
    throw new Error(`The schema takes what the reader refuses:\n${text}\n${seen.join('\n')}`);
}

/** Texts from which an editor makes no values, or others. */
const NO_VALUE = new Set<DiagnosticCode>([
  ...(['yaml-syntax', 'json-syntax', 'yaml-alias', 'yaml-tag'] as const),
  ...(['alias-expansion', 'bad-text'] as const),
]);

const NO_VALUE_MESSAGES = [NO_MAPPING.message, NO_NAME.message];

/** What needs other files, other places or the source text of a value. */
const UNKNOWABLE = new Set<DiagnosticCode>([
  ...(['cipher-text', 'context-case', 'context-depth', 'declared-and-deleted'] as const),
  ...(['document-is-content', 'duplicate-field', 'duplicate-file', 'duplicate-stage'] as const),
  ...(['duplicate-target', 'duplicate-value', 'empty-value', 'env-missing'] as const),
  ...(['file-missing', 'file-unreadable', 'key-case', 'key-mismatch', 'list-and-text'] as const),
  ...(['no-target', 'not-utf8', 'outside-root', 'source-overlap', 'value-type'] as const),
  'vdt-required',
]);

/** What an expression cannot count or compare, and a file of several documents. */
const UNKNOWABLE_MESSAGE = new RegExp(
  [
    'more than \\d+ (?:wildcards|alternatives)|braces that are not a list|a single YAML document',
    '`\\{.*\\}` (?:is not the name of a level|in a path needs)|a folder at the start of the path|^A source cannot read |^`reader` is for |^Both `path` and `context` ',
  ].join('|'),
);

function isKnowable({ code, message }: Diagnostic): boolean {
  return !UNKNOWABLE.has(code) && !UNKNOWABLE_MESSAGE.test(message);
}

/** The comment that tells an editor the schema of a file: by an address, or a path. */
export function schemaComment(
  kind: SchemaKind,
  folder = '/home/ada/confighub-sync/schema',
): string {
  return `# yaml-language-server: $schema=${folder}/${SCHEMA_NAMES[kind]}`;
}
