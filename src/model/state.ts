// State: keys and files by address. Desired, baseline and live all have this type.
import { type Context, contextId } from './context.ts';
import type { Place } from './diagnostic.ts';

/** A value of a key in one context. */
export interface Value {
  context: Context;
  /** `null` is a value, different from `''`. */
  text: string | null;
  /** The text is unknown (an environment variable of a baseline, an encrypted text): never equal to anything. */
  unknown?: true;
  /** Live only: unknown, because an apply that changes it did not finish. */
  differs?: true;
  /** The environment variable that the text comes from. */
  variable?: string;
  /** The file that the text comes from, relative to the root of the project. */
  contentPath?: string;
  /** Declared with `opp: delete`: must not exist. */
  absent?: true;
  /** Masked in every output. */
  secret?: true;
  /** Written as a mapping or a list, or read as one: compared as parsed JSON, sent as compact JSON. */
  native?: true;
  /** Planned only: stays as in live, so it is no change even if its text is unknown. */
  kept?: true;
  /** Live only: number of further active rows in the same context. */
  duplicates?: number;
  /** With `duplicates`: the texts of all these rows. */
  rows?: readonly (string | null)[];
  place?: Place;
}

/** `undefined`: not declared, and not changed. */
export interface KeyMetadata {
  vdt?: Vdt;
  readme?: string;
  deprecated?: boolean;
  push?: boolean;
  /** Name of the security group whose password guards the values. */
  securityGroup?: string;
}

export const KEY_METADATA = [
  'vdt',
  'readme',
  'deprecated',
  'push',
  'securityGroup',
] as const satisfies readonly (keyof KeyMetadata)[];

/** A key with its values by {@link contextId}. */
export interface Key extends KeyMetadata {
  name: string;
  values: Map<string, Value>;
  absent?: true;
  secret?: true;
  /** Live only: number of inactive rows, which pushes cannot see, and which keep the key alive. */
  inactive?: number;
  /** Live without an export: the key may have values in undeclared contexts, which keep it alive. */
  elsewhere?: true;
  /** Live without an export: the token does not carry the security group, so it reads encrypted texts. */
  sealed?: true;
  /** Live without an export: the security group is known only from the files. */
  groupPresumed?: true;
  place?: Place;
}

/** A file in one context. Paths are case-sensitive, contexts are not. */
export interface FileEntry {
  path: string;
  context: Context;
  content: string;
  unknown?: true;
  /** Live only: unknown, but different from what the files declare. */
  differs?: true;
  /** Live only: unknown, but different from what was last applied. */
  drifted?: true;
  /** As in {@link Value}. */
  variable?: string;
  /** As in {@link Value}. */
  contentPath?: string;
  /** As in {@link Value}. */
  kept?: true;
  absent?: true;
  secret?: true;
  duplicates?: number;
  /** As in {@link KeyMetadata}; every push of the file names it. */
  securityGroup?: string;
  place?: Place;
}

/** Keys by {@link keyId}, files by {@link fileId}. */
export interface State {
  keys: Map<string, Key>;
  files: Map<string, FileEntry>;
}

/** The server ignores case in key names. */
export function keyId(name: string): string {
  return name.toLowerCase();
}

export function fileId(path: string, context: Context): string {
  return `${path}\0${contextId(context)}`;
}

export function emptyState(): State {
  return { keys: new Map(), files: new Map() };
}

/** The values of all keys. */
export function valuesIn({ keys }: Pick<State, 'keys'>): Value[] {
  return [...keys.values()].flatMap(({ values }) => [...values.values()]);
}

export const VDTS = [
  'Text',
  'Code',
  'JSON',
  'Boolean',
  'Integer',
  'Long',
  'Double',
  'Float',
  'Map',
  'List',
  'FileRef',
  'FileEmbed',
] as const;

export type Vdt = (typeof VDTS)[number];

/** Whether documents may write a value of this type as a mapping or a list. */
export function isNative(vdt: Vdt | undefined): boolean {
  return vdt === 'Map' || vdt === 'List' || vdt === 'JSON';
}

/** Whether values of this type are paths of files. */
export function isFilePath(vdt: Vdt | undefined): boolean {
  return vdt === 'FileRef' || vdt === 'FileEmbed';
}

/** Case-sensitive, as on the server. */
export function isVdt(text: string): text is Vdt {
  return (VDTS as readonly string[]).includes(text);
}
