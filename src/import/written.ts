// What is to be written, before it has a layout: texts, mappings and lists.

/** A text arrives as it stands here, whatever quotes it needs. */
export interface Text {
  kind: 'text';
  text: string;
  /** Without quotes it would mean something else, as `10` does inside a native value. */
  quoted?: true;
}

/** Source that is no text: `null`, and numbers and booleans inside native values. */
export interface Source {
  kind: 'source';
  source: string;
}

export interface Entry {
  name: string;
  value: Written;
  /** An empty line in front. */
  gap?: true;
}

export interface Mapping {
  kind: 'mapping';
  entries: Entry[];
  /** Never on one line. */
  block?: true;
}

export interface List {
  kind: 'list';
  items: Written[];
}

export type Written = Text | Source | Mapping | List;

export const NULL: Source = { kind: 'source', source: 'null' };

export function text(of: string): Text {
  return { kind: 'text', text: of };
}

export function mapping(fields: Record<string, Written | undefined>): Mapping {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  return { kind: 'mapping', entries };
}
