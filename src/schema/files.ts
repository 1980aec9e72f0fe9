// The files of the folder `schema`, as scripts/schema.js writes them.
import { SCHEMA_NAMES } from '../model/schema-address.ts';
import { documentSchema } from './document-schema.ts';
import { projectSchema } from './project-schema.ts';
import type { Schema } from './schema.ts';

/** The text of each file by its name. */
export function schemaFiles(): Map<string, string> {
  return new Map([
    [SCHEMA_NAMES.project, textOf(projectSchema())],
    [SCHEMA_NAMES.document, textOf(documentSchema())],
  ]);
}

function textOf(schema: Schema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
