// State: keys and files by address. One type for desired, baseline and live.
import { type Context, contextId } from './context.ts';
import type { Place } from './diagnostic.ts';

/** A value of a key in one context. */
export interface Value {
  context: Context;
  /** `null` is a value of its own, different from `''`. */
  text: string | null;
  /** The text cannot be known (a baseline's environment variable, a cipher text): never equal to anything. */
  unknown?: true;
  /** Live only: unknown, and a change of the files is behind it: an apply of it did not come to its end. */
  differs?: true;
  /** The environment variable that the text comes from. */
  variable?: string;
  /** Declared with `opp: delete`: must not exist. */
  absent?: true;
  /** Masked in every output. */
  secret?: true;
  /** Written as a mapping or a list, or read as one: compared as parsed JSON, sent as compact JSON. */
  native?: true;
  /** Planned only: the push leaves it as live has it. Against live this is no change, whether its text is known or not. */
  kept?: true;
  /** Live only: how many further active rows of the same context the server holds. */
  duplicates?: number;
  /** With `duplicates`: the texts of all these rows. */
  rows?: readonly (string | null)[];
  place?: Place;
}

/** Members that describe a key. `undefined`: not declared, not touched. */
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
  /** Live only: inactive rows, which a push cannot see, and which keep a key alive. */
  inactive?: number;
  /** Live without an export: it has, or may have, values in contexts that nobody here declares; they keep it alive. */
  elsewhere?: true;
  /** Live without an export: the token that reads it does not carry its security group, and is shown cipher texts. */
  sealed?: true;
  /** Live without an export: nothing but the files says that it is in its security group. */
  groupPresumed?: true;
  place?: Place;
}

/** A file in one context. Paths are compared with case, contexts without. */
export interface FileEntry {
  path: string;
  context: Context;
  content: string;
  unknown?: true;
  /** Live only: unknown, but not what the files declare. */
  differs?: true;
  /** Live only: unknown, but not what was last applied. */
  drifted?: true;
  /** As of a {@link Value}. */
  variable?: string;
  /** As of a {@link Value}. */
  kept?: true;
  absent?: true;
  secret?: true;
  duplicates?: number;
  /** As of a {@link KeyMetadata}; every push of such a file names it. */
  securityGroup?: string;
  place?: Place;
}

/** Keys by {@link keyId}, files by {@link fileId}. */
export interface State {
  keys: Map<string, Key>;
  files: Map<string, FileEntry>;
}

/** The server compares key names without case. */
export function keyId(name: string): string {
  return name.toLowerCase();
}

export function fileId(path: string, context: Context): string {
  return `${path}\0${contextId(context)}`;
}

export function emptyState(): State {
  return { keys: new Map(), files: new Map() };
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

/** Exact and case-sensitive, as on the server. */
export function isVdt(text: string): text is Vdt {
  return (VDTS as readonly string[]).includes(text);
}
