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

export function mayRead(mode: ReadMode, read: ServerRead): boolean {
  return ALLOWED[mode].includes(read);
}

/** What the embedded server offers: all reads of the real server, or only the documented ones. */
export const INTERFACES = ['full', 'documented'] as const;
export type Interface = (typeof INTERFACES)[number];

/** A read that the server does not offer, with the reason, such as `status 404`. */
export interface MissingRead {
  read: ServerRead;
  reason: string;
}

/** `GET /rest/export: status 404; GET /rest/pull: no token is given`. */
export function missingText(missing: readonly MissingRead[]): string {
  return missing.map(({ read, reason }) => `GET /rest/${read}: ${reason}`).join('; ');
}

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

export interface Capability {
  name: string;
  /** Any one of these reads is enough. */
  reads: readonly ServerRead[];
  /** A full sentence: what a plan or an apply does with it. */
  adds: string;
  /** A full sentence: what happens without it. */
  without: string;
}

export const CAPABILITIES: readonly Capability[] = [
  {
    name: 'repository and levels',
    reads: ['info/all', 'info'],
    adds: 'A wrong URL, repository or number of context levels fails the plan.',
    without: 'The levels come from `levels` in confighub.yaml. A wrong repository is only detected by the push.',
  },
  {
    name: 'counts',
    reads: ['info/all'],
    adds: 'The numbers of keys and values reveal an empty repository, and items that a plan did not see.',
    without: 'Every first apply needs an approval.',
  },
  {
    name: 'token belongs to the repository',
    reads: ['info'],
    adds: 'A token of another repository fails the plan.',
    without: 'A token of another repository is noticed only after the push, if the counts do not show it.',
  },
  {
    name: 'context elements',
    reads: ['info'],
    adds: 'A misspelled context element is refused.',
    without: 'A push creates a misspelled context element.',
  },
  {
    name: 'live by export',
    reads: ['export'],
    adds: 'The plan compares with the whole repository.',
    without: 'The plan reads by token, or compares with the record of the last apply.',
  },
  {
    name: 'live by token',
    reads: ['pull'],
    adds: 'The plan compares with the values in every context used by the files or the last apply.',
    without: 'Without an export, the plan compares with the record of the last apply.',
  },
  {
    name: 'drift',
    reads: ['export', 'pull'],
    adds: 'Changes made on the server are shown; `drift` and `import --only drift` work.',
    without: 'Changes made on the server are not detected.',
  },
  {
    name: 'types',
    reads: ['export', 'pull'],
    adds: 'A key without a declared `vdt` keeps its type on the server.',
    without: 'A key gets the declared or last applied type, or else Text.',
  },
  {
    name: 'locked keys, keys without values',
    reads: ['export', 'keyData'],
    adds: 'The plan knows keys without values, and refuses to change locked keys.',
    without: 'The server refuses a push to a locked key.',
  },
  {
    name: 'verification',
    reads: ['export', 'pull'],
    adds: 'An apply reads again what it pushed, to verify it.',
    without: 'An apply ends as "Applied, not verified"; the counts are compared if the server reports them.',
  },
];
