// The settings of a server, and the file of `serve --config` (YAML or JSON) that they are read from.
import {
  describe,
  type Entry,
  fieldIn,
  Fields,
  isNothing,
  isNull,
  type Mapping,
  type Node,
} from '../documents/fields.ts';
import { parseTrees } from '../documents/parse-trees.ts';
import { decodeUtf8, folderOf } from '../documents/project-files.ts';
import { badOption, CommandError } from '../errors.ts';
import { counted, meant } from '../lib/text.ts';
import { ELEMENT_NAME, MAX_LEVELS } from '../model/context.ts';
import {
  compareDiagnostics,
  type Diagnostic,
  type FileError,
  type Report,
  Source,
} from '../model/diagnostic.ts';
import { CIPHERS, type CipherName } from '../semantics/ciphers.ts';
import type { ContextGroup } from '../semantics/resolution.ts';

/** As in a new repository of the real server, except that it can be read without a token. */
export const DEFAULT_FLAGS = {
  tokenFreePull: true,
  tokenFreePush: false,
  vdtEnabled: true,
  securityEnabled: true,
  contextGroupsEnabled: false,
  adminContextControlled: false,
  cachingEnabled: false,
  accessControlsEnabled: false,
};
export type RepositoryFlags = typeof DEFAULT_FLAGS;

export interface TokenSettings {
  /** Pushes with it ignore locks and may create keys. */
  forceKeyPush?: boolean;
  active?: boolean;
  expired?: boolean;
  /** Names of the security groups whose passwords it has. */
  securityGroups?: readonly string[];
  /** Default: generated. */
  value?: string;
}

/** Protects values and files with a password. Without a cipher they are stored unencrypted. */
export interface SecurityGroup {
  name: string;
  password: string;
  cipher: CipherName | null;
}

export interface RepositorySettings {
  account: string;
  repository: string;
  /** Names of the context levels, broadest first. */
  levels: readonly string[];
  flags?: Partial<RepositoryFlags>;
  /** By name. Default: one token called `default`. */
  tokens?: Readonly<Record<string, TokenSettings>>;
  securityGroups?: readonly SecurityGroup[];
  contextGroups?: readonly ContextGroup[];
  /** For tests: stores a new value of an existing key twice, as the real server does for concurrent pushes. */
  plantDuplicates?: boolean;
}

export function levelsProblem(levels: readonly string[]): string | undefined {
  if (levels.length < 1 || levels.length > MAX_LEVELS)
    return `A repository must have 1 to ${MAX_LEVELS} context levels, not ${levels.length}.`;
  if (levels.some((level) => level === '')) return 'A context level has no name.';
  const names = new Set(levels.map((level) => level.toLowerCase()));
  return names.size < levels.length ? 'Two context levels have the same name.' : undefined;
}

/** Throws one {@link CommandError} with all errors of the file. */
export function configuredRepositories(config: string, cwd: string): RepositorySettings[] {
  const { files, name } = folderOf(config, cwd);
  const read = files.read(name);
  if ('problem' in read) throw unreadable(read.problem.message);
  const decoded = decodeUtf8(read.bytes);
  if ('noText' in decoded)
    throw unreadable(`line ${decoded.noText.line} of ${config} is not UTF-8.`);
  const { repositories, diagnostics } = readServeConfig(
    new Source(files.display(name), decoded.text),
  );
  if (diagnostics.some(({ severity }) => severity === 'error'))
    throw new CommandError({
      code: 'invalid',
      message: `${counted(diagnostics.length, 'error')} in the server configuration; nothing was started.`,
      diagnostics: diagnostics.sort(compareDiagnostics),
    });
  return repositories;
}

function unreadable(why: string): CommandError {
  return badOption(`--config: ${why}`);
}

/**
 * The shape is the `setup` of a recording: one repository at top level, or a list of them under `repositories:`. Reports
 * all errors at once; with any error the repositories must not be used.
 */
export function readServeConfig(source: Source): {
  repositories: RepositorySettings[];
  diagnostics: Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const fields = new Fields(source, report);
  const repositories = repositoryNodes(fields, parseTrees(source, report)).flatMap((node) => {
    const settings = readMapping(fields, node, repositoryIn(node));
    return settings === undefined ? [] : [{ settings, node }];
  });
  reportDuplicates(fields, repositories);
  if (repositories.length === 0 && diagnostics.length === 0)
    fields.error({ code: 'missing-field', at: 0, message: 'The file defines no repository.' });
  return { repositories: repositories.map(({ settings }) => settings), diagnostics };
}

function repositoryNodes(fields: Fields, [tree, second]: readonly Node[]): Mapping[] {
  if (second !== undefined)
    fields.error({
      code: 'wrong-type',
      at: second,
      message: 'The file must contain a single document.',
    });
  const top = tree === undefined ? undefined : fields.mapping(tree, 'The file');
  if (top === undefined) return [];
  if (!top.entries.some(({ key }) => key.text === 'repositories')) return [top];
  const list = fields.known(top, ['repositories'], 'A file with `repositories`').repositories
    ?.value;
  if (list?.kind === 'sequence')
    return list.items.flatMap((item) => fields.mapping(item, 'A repository') ?? []);
  const message = '`repositories` must be a list of repositories.';
  fields.error({ code: 'wrong-type', at: list ?? top, message });
  return [];
}

/** Names of repositories and values of tokens must be unique, because they select the repository. */
function reportDuplicates(
  fields: Fields,
  repositories: readonly { settings: RepositorySettings; node: Node }[],
): void {
  const taken = new Map<string, Node>();
  for (const { settings, node } of repositories) {
    const claim = (id: string, message: string) => {
      const first = taken.get(id);
      if (first === undefined) taken.set(id, node);
      else fields.error({ code: 'bad-option', at: node, message, related: fields.place(first) });
    };
    const name = `${settings.account}/${settings.repository}`;
    claim(`repository ${name}`, `${name} is defined twice.`);
    for (const [token, { value }] of Object.entries(settings.tokens ?? {}))
      if (value !== undefined)
        claim(
          `token ${value}`,
          `The value of the token ${token} is already used by another token.`,
        );
  }
}

// Messages never quote passwords or values of tokens.

type FieldReader<T> = (fields: Fields, entry: Entry) => T | undefined;

/** What a mapping holds: how each of its members is read, and those that it needs. */
interface Shape<T> {
  what: string;
  needed: readonly (keyof T & string)[];
  members: { [Name in keyof T & string]-?: FieldReader<T[Name]> };
}

/** `undefined` if a needed member is missing or wrong. */
function readMapping<T extends object>(fields: Fields, node: Node, shape: Shape<T>): T | undefined {
  const { what, needed, members } = shape;
  const mapping = fields.mapping(node, what);
  if (mapping === undefined) return undefined;
  const names = Object.keys(members) as (keyof T & string)[];
  const entries = fields.known(mapping, names, what);
  for (const name of needed)
    if (entries[name] === undefined)
      fields.error({ code: 'missing-field', at: node, message: `${what} needs \`${name}\`.` });
  const read: Partial<T> = {};
  for (const name of names) {
    const entry = entries[name];
    const value = entry && members[name](fields, entry);
    if (value !== undefined) read[name] = value;
  }
  return needed.every((name) => name in read) ? (read as T) : undefined;
}

const readText: FieldReader<string> = (fields, entry) => fields.text(entry);
const readTexts: FieldReader<string[]> = (fields, entry) => fields.texts(entry);
const readBoolean: FieldReader<boolean> = (fields, entry) => fields.boolean(entry);

/** What is wrong with a text, or with the items of a list, if anything. */
type Check<T> = (value: T, member: string) => FileError | undefined;

function checked<T>(read: FieldReader<T>, check: Check<T>): FieldReader<T> {
  return (fields, entry) => {
    const value = read(fields, entry);
    const problem = value === undefined ? undefined : check(value, entry.key.text);
    return problem === undefined ? value : fields.error({ ...problem, at: entry.value });
  };
}

function oneByOne(check: Check<string>): FieldReader<string[]> {
  return (fields, entry) => {
    const texts = readTexts(fields, entry);
    for (const text of texts ?? []) checked(() => text, check)(fields, entry);
    return texts;
  };
}

/** The valid ones of a list of mappings. */
function listOf<T extends object>(shape: Shape<T>): FieldReader<T[]> {
  return (fields, { key, value }) => {
    if (value.kind === 'sequence')
      return value.items.flatMap((item) => readMapping(fields, item, shape) ?? []);
    const message = `\`${key.text}\` must be a list, not ${describe(value)}.`;
    return fields.error({ code: 'wrong-type', at: value, message });
  };
}

function repositoryIn(node: Mapping): Shape<RepositorySettings> {
  const readGroups = listOf(SECURITY_GROUP);
  return {
    what: 'A repository',
    needed: ['account', 'repository', 'levels'],
    members: {
      account: checked(readText, nameProblem),
      repository: checked(readText, nameProblem),
      levels: checked<readonly string[]>(readTexts, (levels) => {
        const message = levelsProblem(levels);
        return message === undefined ? undefined : { code: 'bad-option', message };
      }),
      flags: (fields, { value }) => readMapping(fields, value, FLAG_MEMBERS),
      securityGroups: (fields, entry) =>
        readGroups(fields, entry)?.map((group) => ({ ...group, cipher: group.cipher ?? null })),
      tokens: readTokens(namesIn(node, 'securityGroups', 'name')),
      contextGroups: listOf(contextGroup(namesIn(node, 'levels'))),
      plantDuplicates: readBoolean,
    },
  };
}

/** Also of items with other errors, so that each error is reported only once. */
function namesIn(node: Mapping, list: string, member?: string): string[] {
  const items = fieldIn(node, list)?.value;
  if (items?.kind !== 'sequence') return [];
  const names = items.items.map((item) =>
    member === undefined ? item : fieldIn(item, member)?.value,
  );
  return names.flatMap((name) => (name?.kind === 'scalar' ? [name.text] : []));
}

const nameProblem: Check<string> = (name, member) => {
  if (/^[A-Za-z0-9][-._A-Za-z0-9]*$/.test(name)) return undefined;
  const message = `\`${member}\` may contain only letters, digits, ".", "-" and "_".`;
  const hint = name.includes('/')
    ? 'Write `account: acme` and `repository: shop` as separate fields.'
    : undefined;
  return { code: 'bad-repository', message, hint };
};

const FLAG_MEMBERS: Shape<Partial<RepositoryFlags>> = {
  what: '`flags`',
  needed: [],
  members: Object.fromEntries(
    Object.keys(DEFAULT_FLAGS).map((flag) => [flag, readBoolean]),
  ) as Record<keyof RepositoryFlags, FieldReader<boolean>>,
};

function readTokens(groups: readonly string[]): FieldReader<Record<string, TokenSettings>> {
  const shape: Shape<TokenSettings> = {
    what: 'A token',
    needed: [],
    members: {
      forceKeyPush: readBoolean,
      active: readBoolean,
      expired: readBoolean,
      securityGroups: oneByOne((name) => {
        if (groups.includes(name)) return undefined;
        const hint =
          groups.length === 0
            ? 'This configuration repository has no security groups.'
            : meant(name, groups);
        return { code: 'bad-option', message: `Unknown security group \`${name}\`.`, hint };
      }),
      value: checked(readText, (value) => {
        if (/^[!-~]+$/.test(value)) return undefined;
        return {
          code: 'bad-text',
          message: 'The value of a token must be printable ASCII without spaces.',
        };
      }),
    },
  };
  return (fields, { value }) => {
    const tokens: Record<string, TokenSettings> = Object.create(null);
    for (const { key, value: token } of fields.mapping(value, '`tokens`')?.entries ?? [])
      tokens[key.text] = readMapping(fields, token, shape) ?? {};
    return tokens;
  };
}

const SECURITY_GROUP: Shape<SecurityGroup> = {
  what: 'A security group',
  needed: ['name', 'password'],
  members: {
    name: readText,
    // As the real server requires.
    password: checked(readText, (text) => {
      if (/^\S{8,16}$/.test(text)) return undefined;
      const message =
        'The password of a security group must have 8 to 16 characters and no spaces.';
      return { code: 'bad-text', message };
    }),
    cipher: (fields, entry) => {
      const isClear = isNull(entry.value) || isNothing(entry.value);
      return isClear ? null : fields.oneOf<CipherName>(entry, CIPHERS);
    },
  },
};

function contextGroup(levels: readonly string[]): Shape<ContextGroup> {
  const element: Check<string> = (name) => {
    if (ELEMENT_NAME.test(name)) return undefined;
    return { code: 'context-name', message: `\`${name}\` is not a valid context element name.` };
  };
  return {
    what: 'A context group',
    needed: ['level', 'name', 'members'],
    members: {
      level: checked(readText, (level) => {
        if (levels.length === 0 || levels.includes(level)) return undefined;
        return {
          code: 'bad-option',
          message: `Unknown context level \`${level}\`.`,
          hint: meant(level, levels),
        };
      }),
      name: checked(readText, element),
      members: oneByOne(element),
    },
  };
}
