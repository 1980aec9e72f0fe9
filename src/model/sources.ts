// Files in formats of other programs that a project declares as configuration: `sources` of the project file.
import type { Place } from './diagnostic.ts';
import type { Vdt } from './state.ts';

/** Fields of one source. */
export const SOURCE_FIELDS = [
  'path',
  'as',
  'format',
  'context',
  'elements',
  'prefix',
  'strip',
  'separator',
  'depth',
  'types',
  'keys',
  'ignore',
  'root',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** How keys are read; by default as the name of the file says. `nested`: YAML, JSON or TOML, by the name. */
export const SOURCE_FORMATS = ['properties', 'dotenv', 'ini', 'toml', 'nested'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** What a file becomes: `keys`, the default, or one file of the server. */
export const SOURCE_KINDS = ['keys', 'files'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface Source {
  /** Glob in which `{Level}` stands for the name of an element. */
  path: string;
  as: SourceKind;
  format?: SourceFormat;
  /** Elements of the levels that the path does not name; absent: all `*`. */
  context?: string;
  /** What an element is called in the path, and on the server. */
  elements: ReadonlyMap<string, string>;
  /** Put before each name, after `strip` was removed. */
  prefix: string;
  strip: string;
  /** Between the parts of a nested name. */
  separator: string;
  /** Parts of a name at most; what is nested deeper is one value. */
  depth?: number;
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
  [/\.(?:ini|cfg)$/i, 'ini'],
  [/\.toml$/i, 'toml'],
  [/\.(?:ya?ml|json)$/i, 'nested'],
];
