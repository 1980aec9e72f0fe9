// The fields of documents, in the order in which messages and editors list them.

export const DOCUMENT_FIELDS = ['context', 'keys', 'files', 'data', 'changeComment', 'enableKeyCreation'] as const;

/** A field only to be refused, with a message of its own: a password must not be in a file. */
export const REFUSED_FIELD = 'password';

/** Fields of a key below `keys`. */
export const KEY_FIELDS = [
  'readme',
  'vdt',
  'deprecated',
  'push',
  'securityGroup',
  REFUSED_FIELD,
  'value',
  'values',
  'opp',
] as const;

/** Fields that make a mapping in the place of a value a value object. */
export const VALUE_FIELDS = ['value', 'path', 'env', 'opp'] as const;

/** Fields of the content of a file, below its path or below one of its contexts. */
export const FILE_FIELDS = ['path', 'content', 'env', 'opp', 'securityGroup', REFUSED_FIELD] as const;

/** Fields of a key entry in `data`. */
export const KEY_ENTRY_FIELDS = [
  'key',
  'readme',
  'deprecated',
  'vdt',
  'push',
  'securityGroup',
  REFUSED_FIELD,
  'values',
  'opp',
] as const;

/** Fields of a value entry in `values` of a key entry. */
export const VALUE_ENTRY_FIELDS = ['context', 'value', 'active', 'opp'] as const;

/** Fields of a file entry in `data`. */
export const FILE_ENTRY_FIELDS = [
  'file',
  'context',
  'content',
  'active',
  'securityGroup',
  REFUSED_FIELD,
  'opp',
] as const;

/** Names of variables that every shell can set. */
export const SETTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Prefixes of variables of this program, the runner and Node, which a document must not push to a server. */
export const RESERVED_PREFIXES = ['CONFIGHUB', 'GITHUB', 'ACTIONS', 'RUNNER', 'INPUT', 'NODE'] as const;
