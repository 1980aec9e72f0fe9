// JSON Schema (draft-07) as plain data, and the parts that both schemas are made of.
import { MAX_GLOB_LENGTH } from '../lib/glob.ts';
import { RESERVED_PREFIXES } from '../model/document-fields.ts';
import type { FieldHelp, Json } from '../model/field-help.ts';
import { type SchemaKind, schemaAddress } from '../model/schema-address.ts';
import { GLOB, RELATIVE_PATH, VARIABLE } from './patterns.ts';

export type Schema = { readonly [keyword: string]: Json };

/** Where the pages of a description are. */
const DOCS = 'docs/';

/** The whole schema of a file. */
export function rootSchema(kind: SchemaKind, help: FieldHelp, schema: Schema): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: schemaAddress(kind),
    title: kind === 'project' ? 'Project file of confighub-sync' : 'Document of confighub-sync',
    ...described(help, schema),
  };
}

/** With what is said about the field. Editors that know Markdown show code in its letters. */
export function described({ text, page, standard, examples }: FieldHelp, schema: Schema): Schema {
  const description = `${text} See ${DOCS}${page}.`;
  return {
    description,
    ...(text.includes('`') && { markdownDescription: description }),
    ...(standard !== undefined && { default: standard }),
    ...(examples !== undefined && { examples }),
    // What stands beside `$ref` is ignored in this draft.
    ...('$ref' in schema ? { allOf: [schema] } : schema),
  };
}

/** One schema for each field, with what is said about it. */
export function fieldsOf<Field extends string>(
  shapes: Record<Field, Schema>,
  help: Record<Field, FieldHelp>,
): Record<Field, Schema> {
  const fields = Object.keys(shapes) as Field[];
  return Object.fromEntries(fields.map((field) => [field, described(help[field], shapes[field])])) as Record<
    Field,
    Schema
  >;
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
  patternErrorMessage: 'A path is relative to the document, and stays inside of the project folder.',
};

/** The name of an environment variable. */
export const VARIABLE_NAME: Schema = {
  ...TEXT,
  pattern: VARIABLE,
  patternErrorMessage: `Variables named ${RESERVED_PREFIXES.map((prefix) => `${prefix}_*`).join(', ')} are reserved.`,
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

/** One of a table of choices, each with its meaning. */
export function choiceOf<Choice extends string>(choices: readonly Choice[], help: Record<Choice, string>): Schema {
  return { enum: choices, enumDescriptions: choices.map((choice) => help[choice]) };
}

/** Only these fields. Nothing behind the colon counts as a mapping without fields. */
export function mappingOf(properties: Record<string, Schema>, more: Schema = {}): Schema {
  return { type: ['object', 'null'], properties, additionalProperties: false, ...more };
}

/** Fields with names of one form. */
export function namedBy(pattern: string, schema: Schema, more: Schema = {}): Schema {
  return { type: ['object', 'null'], patternProperties: { [pattern]: schema }, additionalProperties: false, ...more };
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
