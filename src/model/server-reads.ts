// The reads of a server: which of them a plan may use, and what each adds.

/** Reads by the name of their endpoint. The interface documents the first; the others belong to servers that have them. */
export const READS = ['info/all', 'info', 'export', 'pull', 'keyData'] as const;
export type ServerRead = (typeof READS)[number];

/**
 * `all`: whatever the server offers. `token`: without the export, as if the repository could be read with a token only.
 * `documented`: what the interface documents, and nothing else. `none`: not even that.
 */
export const READ_MODES = ['all', 'token', 'documented', 'none'] as const;
export type ReadMode = (typeof READ_MODES)[number];

const ALLOWED: Record<ReadMode, readonly ServerRead[]> = {
  all: READS,
  token: ['info/all', 'info', 'pull', 'keyData'],
  documented: ['info/all'],
  none: [],
};

export function mayRead(mode: ReadMode, read: ServerRead): boolean {
  return ALLOWED[mode].includes(read);
}

/** What the embedded server offers: all of the real one's, or what the interface documents. */
export const INTERFACES = ['full', 'documented'] as const;
export type Interface = (typeof INTERFACES)[number];

/** A read that the server does not offer, and the reason as part of a sentence: `status 404`. */
export interface MissingRead {
  read: ServerRead;
  reason: string;
}

/** How many keys and values a repository has, inactive ones too, as `info/all` counts them. */
export interface ItemCounts {
  keys: number;
  values: number;
}

/** What the server counts after a push, and what it must count. */
export interface CountsCheck {
  expected: ItemCounts;
  found: ItemCounts;
}

/** What a plan or an apply can do with a read, and what happens without it. */
export interface Capability {
  name: string;
  /** Any one of them gives it. */
  reads: readonly ServerRead[];
  /** A whole sentence. */
  adds: string;
  /** A whole sentence. */
  without: string;
}

export const CAPABILITIES: readonly Capability[] = [
  {
    name: 'repository and levels',
    reads: ['info/all', 'info'],
    adds: 'A wrong address, repository or number of context levels is an error of the plan.',
    without: 'The levels come from `levels` in confighub.yaml. A wrong repository shows at the push.',
  },
  {
    name: 'counts',
    reads: ['info/all'],
    adds: 'The numbers of keys and values tell an empty repository, and what a plan did not see.',
    without: 'Every first apply needs an approval.',
  },
  {
    name: 'token belongs to the repository',
    reads: ['info'],
    adds: 'A token of another repository is an error of the plan.',
    without:
      'A token of another repository is not noticed: the server pushes to the repository of the token.',
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
    adds: 'The plan compares with everything that the repository holds.',
    without: 'The plan reads by token, or compares with the record of the last apply.',
  },
  {
    name: 'live by token',
    reads: ['pull'],
    adds: 'The plan compares with the values in every context that the files or the last apply name.',
    without: 'Without an export, the plan compares with the record of the last apply.',
  },
  {
    name: 'drift',
    reads: ['export', 'pull'],
    adds: 'Changes that others made on the server are shown; `drift` and `import --only drift` work.',
    without: 'Changes that others made on the server are not seen.',
  },
  {
    name: 'types',
    reads: ['export', 'pull'],
    adds: 'A key keeps the type that it has on the server when `vdt` is not declared.',
    without: 'A key gets the type that is declared or was last applied, or else Text.',
  },
  {
    name: 'locked keys, keys without values',
    reads: ['export', 'keyData'],
    adds: 'The plan knows the keys that hold no value, and refuses to change one that is locked.',
    without: 'The server refuses a push to a locked key.',
  },
  {
    name: 'verification',
    reads: ['export', 'pull'],
    adds: 'An apply reads again what it pushed.',
    without: 'An apply ends as "Applied, not verified"; the counts are compared where the server gives them.',
  },
];
