// JSON Schema (draft-07) as plain data: the patterns of the readers, and the parts that both schemas are made of.
import { LEADS_OUT } from '../documents/globs.ts';
import { ABSOLUTE_PATH } from '../documents/project-files.ts';
import { MAX_PATH, PATH_RULES } from '../documents/read-file-entries.ts';
import { EXTENDED_GLOB, MAX_GLOB_LENGTH } from '../lib/glob.ts';
import { ELEMENT_NAME, ELEMENT_NAME_MAX, MAX_LEVELS } from '../model/context.ts';
import { FILE_FIELDS, RESERVED_PREFIXES, SETTABLE_NAME } from '../model/document-fields.ts';
import { schemaAddress, type SchemaKind } from '../model/schema-address.ts';

/** The source of an expression, in the form that JavaScript and Java understand alike. */
export function patternOf({ source }: RegExp): string {
  return source.replaceAll('[[', '[\\[').replaceAll('\\0', '\\x00');
}

/** A text in which an expression is found nowhere. */
function without(expression: RegExp): string {
  const source = patternOf(expression);
  return source.startsWith('^') && !source.includes('|') ? `(?!${source})` : `(?![\\s\\S]*(?:${source}))`;
}

const NOT_BLANK = '(?=[\\s\\S]*\\S)';

/** A glob of the kind that is supported, but for the number of its wildcards. */
export const GLOB = `^${NOT_BLANK}${without(EXTENDED_GLOB)}[^\\\\]*$`;
/** A glob that stays inside of the project folder. */
export const INCLUDE = `^${NOT_BLANK}${without(EXTENDED_GLOB)}(?!${patternOf(LEADS_OUT)})(?![\\s\\S]*[/{,]\\.\\.(?:/|$))[^\\\\]*$`;

/** The path of a source, which names files and excludes none. */
export const SOURCE_PATH = `${INCLUDE.slice(0, 1)}(?!!)${INCLUDE.slice(1)}`;

const ELEMENT = `(?:\\*|${patternOf(ELEMENT_NAME).slice(1, -1)})`;
const TOO_LONG = `(?![\\s\\S]*[^\\s;]{${ELEMENT_NAME_MAX + 1}})`;

/** Elements joined by `;`, with blanks around them. */
export const CONTEXT = `^${TOO_LONG}\\s*${ELEMENT}\\s*(?:;\\s*${ELEMENT}\\s*){0,${MAX_LEVELS - 1}}$`;
/** Below the path of a file, the fields of its content come first. */
export const FILE_CONTEXT = `^(?!(?:${FILE_FIELDS.join('|')})$)${CONTEXT.slice(1)}`;

/** A path on the server. */
export const FILE_PATH = `^${PATH_RULES.map(({ refuses }) => without(refuses)).join('')}[\\s\\S]{1,${MAX_PATH}}$`;

/** A path in the project, relative to the document. */
const RELATIVE_PATH = `^${NOT_BLANK}${without(ABSOLUTE_PATH)}`;

/** The name of a variable that a document may use. */
const VARIABLE = `^(?!(?:${RESERVED_PREFIXES.map(inAnyCase).join('|')})_)${patternOf(SETTABLE_NAME).slice(1)}`;

function inAnyCase(word: string): string {
  return [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('');
}

/** What `parseUrl` takes, as far as an expression can say: http or https, without credentials, `?` and `#`. */
export const PLAIN_URL = `^\\s*${inAnyCase('http')}[Ss]?:[\\\\/]*(?![^\\\\/?#]*[^\\\\/?#@:][^\\\\/?#]*@)[^\\\\/?#\\s][^?#]*\\??#?\\s*$`;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A field: what is said about it outside of the pages, in editors, and its shape. */
export interface Field {
  /** Short sentences in plain English, which agree with the page. */
  text: string;
  /** The page in docs/ that says more, such as `format.md#documents`. */
  page: string;
  /** What holds if the field is left out. */
  standard?: Json;
  examples?: readonly Json[];
  schema: Schema;
}

export type Schema = { readonly [keyword: string]: Json };

/** The whole schema of a file. */
export function rootSchema(kind: SchemaKind, file: Field): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: schemaAddress(kind),
    title: kind === 'project' ? 'Project file of confighub-sync' : 'Document of confighub-sync',
    ...described(file),
  };
}

/** The shape with what is said about it. Editors that know Markdown show code in its letters. */
export function described({ text, page, standard, examples, schema }: Field): Schema {
  const description = `${text} See docs/${page}.`;
  return {
    description,
    ...(text.includes('`') && { markdownDescription: description }),
    ...(standard !== undefined && { default: standard }),
    ...(examples !== undefined && { examples }),
    // What stands beside `$ref` is ignored in this draft.
    ...('$ref' in schema ? { allOf: [schema] } : schema),
  };
}

export function fieldsOf<Name extends string>(fields: Record<Name, Field>): Record<Name, Schema> {
  const schemas = Object.entries<Field>(fields).map(([name, field]) => [name, described(field)]);
  return Object.fromEntries(schemas) as Record<Name, Schema>;
}

export function ref(name: string): Schema {
  return { $ref: `#/definitions/${name}` };
}

/** Text as the readers take it: numbers and booleans count as their source text. */
const TEXT_TYPES = ['string', 'number', 'boolean'] as const;

/** Text that is not blank. */
export const TEXT: Schema = { type: TEXT_TYPES, pattern: '\\S' };

/** The path of a content file. */
export const RELATIVE: Schema = {
  ...TEXT,
  pattern: RELATIVE_PATH,
  patternErrorMessage: 'A path is relative to the document, and cannot leave the project folder.',
};

/** The name of an environment variable. */
export const VARIABLE_NAME: Schema = {
  // No number is a name.
  type: ['string', 'boolean'],
  pattern: VARIABLE,
  patternErrorMessage: `A name has letters, digits and \`_\`, and begins with no digit. Variables named ${RESERVED_PREFIXES.map((prefix) => `${prefix}_*`).join(', ')} are reserved.`,
};

/** Text that may be empty. */
export const ANY_TEXT: Schema = { type: TEXT_TYPES };

/** Text or null. */
export const SCALAR: Schema = { type: [...TEXT_TYPES, 'null'] };

export const BOOLEAN: Schema = { type: 'boolean' };

/** A list of texts; a single text counts as a list of one. */
export function textsOf(text: Schema): Schema {
  return { ...text, type: [...TEXT_TYPES, 'array'], items: text };
}

export const GLOB_HINT = 'Supported in globs: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!`.';
const ONE_GLOB: Schema = { type: TEXT_TYPES, pattern: GLOB, patternErrorMessage: GLOB_HINT };

/** Globs of names and paths. */
export const GLOBS = textsOf({ ...ONE_GLOB, maxLength: MAX_GLOB_LENGTH });
/** Each element of a context is a glob of its own, so the whole may be longer. */
export const CONTEXT_GLOBS = textsOf(ONE_GLOB);

/** One of the choices, each with its meaning. */
export function choiceOf<Choice extends string>(choices: Record<Choice, string>): Schema {
  return { enum: Object.keys(choices), enumDescriptions: Object.values<string>(choices) };
}

/** Only these fields. Nothing behind the colon counts as a mapping without fields. */
export function mappingOf(properties: Record<string, Schema>): Schema {
  return { type: ['object', 'null'], properties, additionalProperties: false };
}

/** Fields with names of one form. */
export function namedBy(pattern: string, schema: Schema): Schema {
  return { type: ['object', 'null'], patternProperties: { [pattern]: schema }, additionalProperties: false };
}

/** Only checks: an editor suggests the field once, from where it is described. */
export function silent(schema: Schema): Schema {
  return { doNotSuggest: true, allOf: [schema] };
}

const THEN = 'then';

/** What holds if a test holds; `otherwise` what holds if not. */
export function conditional(test: Schema, schema: Schema, otherwise?: Schema): Schema {
  return { if: test, [THEN]: schema, ...(otherwise !== undefined && { else: otherwise }) };
}

/** Fields that must not stand beside another one. */
export function excluded(fields: readonly string[]): Schema {
  return { properties: Object.fromEntries(fields.map((field) => [field, false])) };
}

/** The only text that `opp` takes. */
export const DELETE: Schema = { enum: ['delete'] };
