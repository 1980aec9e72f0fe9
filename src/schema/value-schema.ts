// The JSON Schema of values: texts, native mappings and lists, value objects, and what each value type takes.

import { VALUE_FIELDS, type ValueField } from '../model/document-fields.ts';
import { ITEM_HELP, VALUE_HELP } from '../model/document-help.ts';
import { VDTS, type Vdt } from '../model/state.ts';
import { JAVA_DECIMAL } from '../semantics/value-types.ts';
import { patternOf } from './patterns.ts';
import {
  conditional,
  DELETE,
  described,
  fieldsOf,
  RELATIVE,
  ref,
  type Schema,
  silent,
  VARIABLE_NAME,
} from './schema.ts';

const TEXT_TYPES = ['string', 'number', 'boolean', 'null'];

/** What a type takes as a native value or a text. Editors see numbers as numbers, not as they are written. */
const PLAIN: Record<Vdt, Schema> = {
  Text: { type: TEXT_TYPES },
  Code: { type: TEXT_TYPES },
  JSON: {},
  Boolean: { type: ['string', 'boolean', 'null'], pattern: '^(?:true|false)$' },
  Integer: wholeNumber(32),
  Long: wholeNumber(64),
  Double: decimal(),
  Float: decimal(),
  Map: { type: ['string', 'object', 'null'] },
  List: { type: ['string', 'array', 'null'] },
  FileRef: { type: TEXT_TYPES, minLength: 1 },
  FileEmbed: { type: TEXT_TYPES, minLength: 1 },
};

function wholeNumber(bits: 32 | 64): Schema {
  const limit = 2 ** (bits - 1);
  return {
    type: ['string', 'integer', 'null'],
    pattern: '^[+-]?\\p{Nd}+$',
    minimum: -limit,
    maximum: bits === 32 ? limit - 1 : limit,
  };
}

function decimal(): Schema {
  const blanks = '[\\x00-\\x20]*';
  return { type: ['string', 'number', 'null'], pattern: `^${blanks}${patternOf(JAVA_DECIMAL).slice(1, -1)}${blanks}$` };
}

const SHAPES: Record<ValueField, Schema> = {
  value: {},
  path: RELATIVE,
  env: VARIABLE_NAME,
  opp: DELETE,
};

/** The definition `value`, and one for each type that limits it. */
export function valueDefinitions(): Record<string, Schema> {
  // A value object has one of the fields, and no other.
  const dependencies = Object.fromEntries(
    VALUE_FIELDS.map((field) => [field, { properties: { [field]: {} }, additionalProperties: false }]),
  );
  const value = described(ITEM_HELP.value, { properties: fieldsOf(SHAPES, VALUE_HELP), dependencies });
  return { value, ...Object.fromEntries(LIMITED.map((vdt) => [nameOf(vdt), typedValue(vdt)])) };
}

/** `JSON` takes everything. */
const LIMITED = VDTS.filter((vdt) => Object.keys(PLAIN[vdt]).length > 0);

function nameOf(vdt: Vdt): string {
  return `valueOf${vdt}`;
}

/** A value of a declared type: a value object, or what the type takes. */
function typedValue(vdt: Vdt): Schema {
  const plain = PLAIN[vdt];
  const types = plain.type as readonly string[];
  const isNative = types.includes('object');
  const fields = Object.fromEntries(VALUE_FIELDS.map((field) => [field, field === 'value' ? plain : {}]));
  return {
    ...plain,
    type: isNative ? types : [...types, 'object'],
    properties: fields,
    ...(!isNative && { additionalProperties: false, minProperties: 1 }),
  };
}

/** For each type that limits them: what `value` and `values` of a key may be. */
export function typedValues(): Schema[] {
  return LIMITED.map((vdt) =>
    conditional(
      { properties: { vdt: { const: vdt } }, required: ['vdt'] },
      { properties: { value: silent(ref(nameOf(vdt))), values: silent({ additionalProperties: ref(nameOf(vdt)) }) } },
    ),
  );
}
