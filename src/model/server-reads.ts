// The reads that a server may offer, and what each one is needed for.
import { counted } from '../lib/text.ts';

/** Reads by endpoint. Only the first is documented; not every server offers the others. */
export const READS = ['info/all', 'info', 'export', 'pull', 'keyData'] as const;
export type ServerRead = (typeof READS)[number];

/**
 * `all`: every read that the server offers. `token`: no export, as if the repository could only be read with a token.
 * `documented`: only documented reads.
 */
export const READ_MODES = ['all', 'token', 'documented'] as const;
export type ReadMode = (typeof READ_MODES)[number];

const ALLOWED: Record<ReadMode, readonly ServerRead[]> = {
  all: READS,
  token: ['info/all', 'info', 'pull', 'keyData'],
  documented: ['info/all'],
};

/** @param mode default: all */
export function mayRead(mode: ReadMode | undefined, read: ServerRead): boolean {
  return ALLOWED[mode ?? 'all'].includes(read);
}

/** What the built-in server offers: all reads of the real server, or only the documented ones. */
export const INTERFACES = ['full', 'documented'] as const;
export type Interface = (typeof INTERFACES)[number];

/** A read that the server does not offer, with the reason, such as `status 404`. */
export interface MissingRead {
  read: ServerRead;
  reason: string;
  /** The server itself rejected it, so there is one. */
  isRejected?: true | undefined;
}

/** `GET /rest/export: status 404; GET /rest/pull: no token is given`. */
export function missingText(missing: readonly MissingRead[]): string {
  return missing.map(({ read, reason }) => `GET /rest/${read}: ${reason}`).join('; ');
}

/** What to do where nothing can be read without a token. */
export const GIVE_TOKEN =
  'Provide a token (CONFIGHUB_TOKEN), or allow reading without a token in the repository settings on the server.';

/** What to do about a read that was not made: that the settings allow it, or else what the caller knows. */
export function readHint(
  read: ServerRead,
  mode: ReadMode | undefined,
  otherwise: string | undefined,
): string | undefined {
  return mayRead(mode, read) ? otherwise : ALLOW_READS;
}

const ALLOW_READS =
  'The setting `reads` rules this out. Remove it from confighub.yaml, or from this run (`--reads`, CONFIGHUB_READS, input `reads`).';

/** How many keys and values a repository has, including inactive ones, as reported by `info/all`. */
export interface ItemCounts {
  keys: number;
  values: number;
}

/** `1 key and 2 values`. */
export function sizeText({ keys, values }: ItemCounts): string {
  return `${counted(keys, 'key')} and ${counted(values, 'value')}`;
}

/** The counts of the server after a push. */
export interface CountsCheck {
  expected: ItemCounts;
  found: ItemCounts;
}
