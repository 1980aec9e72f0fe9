// The JSON Schemas of what the program prints, applied to what it prints.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { ROOT } from './run.ts';

export const PRINTED = ['plan', 'history'] as const;
type Printed = (typeof PRINTED)[number];

export function printedSchema(name: Printed) {
  return JSON.parse(readFileSync(`${ROOT}schema/${name}.schema.json`, 'utf8'));
}

/** Programs may ignore members that they do not know, so the files allow them. A test must not. */
function strict(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(strict);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([name, value]) => [name, strict(value)]);
  const isObject = 'type' in part && part.type === 'object' && 'properties' in part;
  return { ...Object.fromEntries(members), ...(isObject && { additionalProperties: false }) };
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
for (const name of PRINTED) ajv.addSchema(Object(strict(printedSchema(name))), name);

/** What a schema refuses in an output, with the place. */
export function printedErrors(name: Printed, output: unknown): string[] {
  if (ajv.validate(name, output)) return [];
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
