// Files in formats of other programs that a project declares as configuration: `sources` of the project file.
import type { Place } from './diagnostic.ts';
import type { Vdt } from './state.ts';

/** Fields of one source. */
export const SOURCE_FIELDS = [
  'path',
  'exclude',
  'as',
  'context',
  'elements',
  'prefix',
  'separator',
  'types',
  'keys',
  'ignore',
  'root',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** How keys are read, as the name of the file says. `nested`: YAML or JSON. */
export type SourceFormat = 'properties' | 'dotenv' | 'nested';

/** What a file becomes: `keys`, the default, or one file of the server. */
export const SOURCE_KINDS = ['keys', 'files'] as const;
type SourceKind = (typeof SOURCE_KINDS)[number];

export interface Source {
  /** Glob in which `{Level}` stands for the name of an element. */
  path: string;
  /** Globs of files that the path matches, and that are not read. */
  exclude: readonly string[];
  as: SourceKind;
  /** Elements of the levels that the path does not name; absent: all `*`. */
  context?: string;
  /** What an element is called in the path, and on the server; before the `elements` of the project. */
  elements: ReadonlyMap<string, string>;
  /** Put before each name. */
  prefix: string;
  /** Between the parts of a nested name. */
  separator: string;
  /** Types by globs of key names; the first that matches counts. */
  types: readonly (readonly [glob: string, vdt: Vdt])[];
  /** Globs of the names that are read; absent: all. */
  keys?: readonly string[];
  /** Globs of the names that are not. */
  ignore: readonly string[];
  /** The folder that paths on the server are relative to. */
  root: string;
  place: Place;
}

/** By the name of the file; `undefined`: unknown. */
export function formatOf(path: string): SourceFormat | undefined {
  const name = path.split('/').at(-1) ?? '';
  return FORMATS.find(([pattern]) => pattern.test(name))?.[1];
}

const FORMATS: readonly (readonly [RegExp, SourceFormat])[] = [
  [/\.properties$/i, 'properties'],
  [/^\.env(?:\..+)?$|\.env$/i, 'dotenv'],
  [/\.(?:ya?ml|json)$/i, 'nested'],
];
