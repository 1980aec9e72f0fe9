// The fields of documents, in the order in which messages and editors list them, and the names that they may hold.

export const DOCUMENT_FIELDS = [
  'context',
  'keys',
  'files',
  'data',
  'changeComment',
  'enableKeyCreation',
] as const;

/** A field only to be refused, with a message of its own: a password must not be in a file. */
export const REFUSED_FIELD = 'password';

const METADATA_FIELDS = [
  'readme',
  'vdt',
  'deprecated',
  'push',
  'securityGroup',
  REFUSED_FIELD,
] as const;

export const KEY_FIELDS = [...METADATA_FIELDS, 'value', 'values', 'opp'] as const;

/** Fields that make a mapping a value object where a value is expected. */
export const VALUE_FIELDS = ['value', 'path', 'env', 'opp'] as const;

/** Fields of the content of a file, below its path or below one of its contexts. */
export const FILE_FIELDS = [
  'path',
  'content',
  'env',
  'opp',
  'securityGroup',
  REFUSED_FIELD,
] as const;

export const KEY_ENTRY_FIELDS = ['key', ...METADATA_FIELDS, 'values', 'opp'] as const;

export const VALUE_ENTRY_FIELDS = ['context', 'value', 'active', 'opp'] as const;

export const FILE_ENTRY_FIELDS = [
  'file',
  'context',
  'content',
  'active',
  'securityGroup',
  REFUSED_FIELD,
  'opp',
] as const;

/** Whether a field name marks a mapping as a file rather than a set of contexts. */
export function isFileField(name: string): boolean {
  return FILE_FIELDS.some((field) => field === name);
}

/** Why the server would reject a path or store it under another name (behaviour.md, section 10), as the end of a sentence. */
export function filePathProblem(path: string): (typeof PATH_RULES)[number] | undefined {
  return PATH_RULES.find(({ refuses }) => refuses.test(path));
}

const PATH_RULES = [
  { refuses: /^[\s\0-\x20]*$/, why: 'is empty', hint: 'Name a file.' },
  {
    refuses: /^\//,
    why: 'begins with a slash, which the server handles inconsistently',
    hint: 'Remove the leading slash.',
  },
  // To the server, everything up to U+0020 is white space, and the last part of a path is the name.
  {
    refuses: /\/[\0-\x20]*$/,
    why: 'does not end in a file name',
    hint: 'Name a file, not a folder.',
  },
  { refuses: /[\n\r\0]/, why: 'contains a line break or a NUL character', hint: 'Remove it.' },
  { refuses: /^.{256}/s, why: 'is longer than 255 characters', hint: 'Shorten it.' },
] as const;

/** The server rejects other names with `Names may only contain …` (behaviour.md, section 7.1). */
export const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;

/** The first character that no name of a key can have: a visible one as it is, others by name or code. */
export function strangerIn(name: string): string | undefined {
  const [character] = /[^[\]()*\-._+a-zA-Z0-9]/u.exec(name) ?? [];
  if (character === undefined) return undefined;
  const named = { ' ': 'a space', '`': 'a backtick' }[character];
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return named ?? (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `\`${character}\`` : `U+${code}`);
}

/** Names of variables that every shell can set. */
export const SETTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Prefixes of variables of this program, the runner and Node.js, which a document must not push to a server. */
export const RESERVED_PREFIXES = [
  'CONFIGHUB',
  'GITHUB',
  'ACTIONS',
  'RUNNER',
  'INPUT',
  'NODE',
] as const;
