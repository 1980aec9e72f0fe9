// Where editors find the JSON Schemas: each schema says it of itself.

/**
 * unpkg serves every npm package once it is published, so this needs no installation, and follows every version `0.x`. A
 * path in `node_modules` would only work in projects that install the package, and most use the action or a clone; an
 * address in a Git host would be another one for each copy of this repository.
 */
const FOLDER = 'https://unpkg.com/confighub-sync@0/schema/';

/** The schemas by what they describe; each is a file in the folder `schema`. */
export const SCHEMA_NAMES = {
  project: 'confighub.schema.json',
  document: 'document.schema.json',
} as const;
export type SchemaKind = keyof typeof SCHEMA_NAMES;

export function schemaAddress(kind: SchemaKind): string {
  return `${FOLDER}${SCHEMA_NAMES[kind]}`;
}
