// Where editors find the JSON Schemas: at the address that each was read from, because its `$id` is relative. That is the
// site, a clone or the package; an absolute address would be that of somebody else as long as nothing is published.

/** The schemas by what they describe; each is a file in the folder `schema`, and names itself so. */
export const SCHEMA_NAMES = {
  project: 'confighub.schema.json',
  document: 'document.schema.json',
} as const;
export type SchemaKind = keyof typeof SCHEMA_NAMES;
