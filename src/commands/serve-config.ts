// Reads and checks the file of `serve --config` (YAML or JSON).
//
// The shape is the `setup` of a recording: one repository at top level, or a list of them under `repositories:`.
//
//   account: acme
//   repository: shop
//   levels: [Environment, Application]        # broadest first
//   flags: { tokenFreePush: false, contextGroupsEnabled: true }
//   tokens:
//     ci: { forceKeyPush: true, securityGroups: [Payment] }
//     old: { expired: true, value: fixed-for-tests }
//   securityGroups:
//     - { name: Payment, password: passw0rd, cipher: AES/CBC/PKCS5Padding }
//   contextGroups:
//     - { level: Environment, name: AllProd, members: [Prod, Prod2] }
import { describe, Fields } from '../documents/fields.ts';
import { parseTrees } from '../documents/parse-yaml.ts';
import { type Entry, isNothing, isNull, type Mapping, type Node } from '../documents/syntax-tree.ts';
import { meant } from '../lib/text.ts';
import { ELEMENT_NAME, MAX_LEVELS } from '../model/context.ts';
import type { Diagnostic, Report, Source } from '../model/diagnostic.ts';
import { CIPHERS } from '../semantics/ciphers.ts';
import {
  FLAGS,
  type Flags,
  isHeaderSafe,
  isRepositoryName,
  type RepositorySettings,
  type SecurityGroup,
  type TokenSettings,
} from '../server/settings.ts';

export interface ServeConfig {
  repositories: RepositorySettings[];
  diagnostics: Diagnostic[];
}

/** Reports all errors at once; with any error the repositories must not be used. */
export function readServeConfig(source: Source): ServeConfig {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const fields = new Fields(source, report);
  const repositories = repositoryNodes(fields, parseTrees(source, report)).flatMap((node) => {
    const settings = readRepositorySettings(fields, node);
    return settings === undefined ? [] : [{ settings, node }];
  });
  reportDuplicates(fields, repositories);
  if (repositories.length === 0 && diagnostics.length === 0) {
    fields.error({ code: 'missing-field', at: 0, message: 'The file defines no repository.' });
  }
  return { repositories: repositories.map(({ settings }) => settings), diagnostics };
}

function repositoryNodes(fields: Fields, [tree, second]: readonly Node[]): Mapping[] {
  if (second !== undefined) {
    fields.error({ code: 'wrong-type', at: second, message: 'The file must contain a single document.' });
  }
  const top = tree === undefined ? undefined : fields.mapping(tree, 'The file');
  if (top === undefined) return [];
  if (!top.entries.some(({ key }) => key.text === 'repositories')) return [top];
  const list = fields.known(top, ['repositories'], 'A file with `repositories`').repositories?.value;
  if (list?.kind === 'sequence') {
    return list.items.flatMap((item) => fields.mapping(item, 'A repository') ?? []);
  }
  if (list !== undefined) {
    fields.error({ code: 'wrong-type', at: list, message: '`repositories` must be a list of repositories.' });
  }
  return [];
}

/** Names of repositories and values of tokens must be unique, because they select the repository. */
function reportDuplicates(fields: Fields, repositories: readonly { settings: RepositorySettings; node: Node }[]): void {
  const names = new Map<string, Node>();
  const values = new Map<string, Node>();
  for (const { settings, node } of repositories) {
    const name = `${settings.account}/${settings.repository}`;
    claim(fields, names, { id: name, node, message: `${name} is defined twice.` });
    for (const [token, { value }] of Object.entries(settings.tokens ?? {})) {
      const message = `The value of the token ${token} is already used by another token.`;
      if (value !== undefined) claim(fields, values, { id: value, node, message });
    }
  }
}

function claim(
  fields: Fields,
  taken: Map<string, Node>,
  { id, node, message }: { id: string; node: Node; message: string },
): void {
  const first = taken.get(id);
  if (first === undefined) taken.set(id, node);
  else fields.error({ code: 'bad-option', at: node, message, related: fields.place(first) });
}

const REPOSITORY_FIELDS = [
  'account',
  'repository',
  'levels',
  'flags',
  'tokens',
  'securityGroups',
  'contextGroups',
  'plantDuplicates',
] as const;
const REQUIRED = ['account', 'repository', 'levels'] as const;
const CONTEXT_GROUP_FIELDS = ['level', 'name', 'members'] as const;

/** `undefined` if the account, repository or levels are not known. */
function readRepositorySettings(fields: Fields, node: Mapping): RepositorySettings | undefined {
  const found = fields.known(node, REPOSITORY_FIELDS, 'A repository');
  for (const name of REQUIRED) {
    if (found[name] === undefined) {
      fields.error({ code: 'missing-field', at: node, message: `This repository has no \`${name}\`.` });
    }
  }
  const account = found.account && readName(fields, found.account);
  const repository = found.repository && readName(fields, found.repository);
  const levels = found.levels && readLevels(fields, found.levels);
  const flags = found.flags && readFlags(fields, found.flags);
  const securityGroups = listOf(fields, found.securityGroups, (one) => readSecurityGroup(fields, one));
  const groups = groupNames(found.securityGroups);
  const tokens = found.tokens && readTokens(fields, { entry: found.tokens, groups });
  const contextGroups = listOf(fields, found.contextGroups, (one) => readContextGroup(fields, one, levels));
  const plantDuplicates = found.plantDuplicates && fields.boolean(found.plantDuplicates);
  if (account === undefined || repository === undefined || levels === undefined) return undefined;
  return {
    account,
    repository,
    levels,
    securityGroups,
    contextGroups,
    ...(flags && { flags }),
    ...(tokens && { tokens }),
    ...(plantDuplicates && { plantDuplicates }),
  };
}

function readName(fields: Fields, entry: Entry): string | undefined {
  const name = fields.text(entry);
  if (name === undefined || isRepositoryName(name)) return name;
  return fields.error({
    code: 'bad-repository',
    at: entry.value,
    message: `\`${entry.key.text}\` may contain only letters, digits, ".", "-" and "_".`,
    ...(name.includes('/') && {
      hint: 'Write `account: acme` and `repository: shop` as separate fields.',
    }),
  });
}

function readLevels(fields: Fields, entry: Entry): string[] | undefined {
  const levels = fields.texts(entry);
  if (levels === undefined) return undefined;
  const names = new Set(levels.map((level) => level.toLowerCase()));
  const message =
    levels.length < 1 || levels.length > MAX_LEVELS
      ? `A repository must have 1 to ${MAX_LEVELS} context levels, not ${levels.length}.`
      : names.size < levels.length
        ? 'Two context levels have the same name.'
        : undefined;
  return message === undefined ? levels : fields.error({ code: 'bad-option', at: entry.value, message });
}

function readFlags(fields: Fields, entry: Entry): Partial<Flags> {
  const node = fields.mapping(entry.value, '`flags`');
  return node === undefined ? {} : booleansOf(fields, fields.known(node, FLAGS, '`flags`'), FLAGS);
}

function booleansOf<Name extends string>(
  fields: Fields,
  found: Partial<Record<Name, Entry>>,
  names: readonly Name[],
): Partial<Record<Name, boolean>> {
  const booleans: Partial<Record<Name, boolean>> = {};
  for (const name of names) {
    const entry = found[name];
    const value = entry && fields.boolean(entry);
    if (value !== undefined) booleans[name] = value;
  }
  return booleans;
}

function readContextGroup(fields: Fields, node: Mapping, levels: readonly string[] | undefined) {
  const found = fields.known(node, CONTEXT_GROUP_FIELDS, 'A context group');
  const { level: levelEntry, name: nameEntry, members: membersEntry } = found;
  if (levelEntry === undefined || nameEntry === undefined || membersEntry === undefined) {
    const message = 'A context group needs `level`, `name` and `members`.';
    return fields.error({ code: 'missing-field', at: node, message });
  }
  const level = fields.text(levelEntry);
  const name = fields.text(nameEntry);
  const members = fields.texts(membersEntry);
  if (level === undefined || name === undefined || members === undefined) return undefined;
  if (levels !== undefined && !levels.includes(level)) {
    const message = `Unknown context level \`${level}\`.`;
    fields.error({ code: 'bad-option', at: levelEntry.value, message, hint: meant(level, levels) });
  }
  for (const element of [name, ...members]) {
    if (ELEMENT_NAME.test(element)) continue;
    const message = `\`${element}\` is not a valid context element name.`;
    fields.error({ code: 'context-name', at: node, message });
  }
  return { level, name, members };
}

// Messages never quote passwords or values of tokens.

const TOKEN_FIELDS = ['forceKeyPush', 'active', 'expired', 'securityGroups', 'value'] as const;
const TOKEN_FLAGS = ['forceKeyPush', 'active', 'expired'] as const;
const GROUP_FIELDS = ['name', 'password', 'cipher'] as const;

/** As the real server requires. */
const PASSWORD = /^\S{8,16}$/;

/** The valid mappings of a list; an absent list is empty. */
function listOf<T>(fields: Fields, entry: Entry | undefined, read: (node: Mapping) => T | undefined): T[] {
  if (entry === undefined) return [];
  const { key, value } = entry;
  if (value.kind === 'sequence') {
    return value.items.flatMap((item) => {
      const node = fields.mapping(item, `A member of \`${key.text}\``);
      const one = node && read(node);
      return one === undefined ? [] : [one];
    });
  }
  fields.error({
    code: 'wrong-type',
    at: value,
    message: `\`${key.text}\` must be a list, not ${describe(value)}.`,
  });
  return [];
}

function readTokens(
  fields: Fields,
  { entry, groups }: { entry: Entry; groups: readonly string[] },
): Record<string, TokenSettings> {
  const node = fields.mapping(entry.value, '`tokens`');
  const tokens: Record<string, TokenSettings> = Object.create(null);
  for (const { key, value } of node?.entries ?? []) {
    const token = fields.mapping(value, 'A token');
    if (token !== undefined) tokens[key.text] = readToken(fields, token, groups);
  }
  return tokens;
}

function readToken(fields: Fields, node: Mapping, groups: readonly string[]): TokenSettings {
  const found = fields.known(node, TOKEN_FIELDS, 'A token');
  const token: TokenSettings = booleansOf(fields, found, TOKEN_FLAGS);
  const carried = found.securityGroups && carriedGroups(fields, found.securityGroups, groups);
  const value = found.value && fields.text(found.value);
  if (found.value !== undefined && value !== undefined && !isHeaderSafe(value)) {
    const message = 'The value of a token must be printable ASCII without spaces.';
    fields.error({ code: 'bad-text', at: found.value.value, message });
  }
  return { ...token, ...(carried && { securityGroups: carried }), ...(value && { value }) };
}

/** Includes groups with other errors, so that each error is reported only once. */
function groupNames(entry: Entry | undefined): string[] {
  const items = entry?.value.kind === 'sequence' ? entry.value.items : [];
  return items.flatMap((item) => {
    const name = item.kind === 'mapping' && item.entries.find(({ key }) => key.text === 'name')?.value;
    return name && name.kind === 'scalar' ? [name.text] : [];
  });
}

function carriedGroups(fields: Fields, entry: Entry, groups: readonly string[]): string[] {
  const names = entry.value.kind === 'sequence' && entry.value.items.length === 0 ? [] : fields.texts(entry);
  for (const name of names ?? []) {
    if (groups.includes(name)) continue;
    const hint = groups.length === 0 ? 'This repository has no security groups.' : meant(name, groups);
    const message = `Unknown security group \`${name}\`.`;
    fields.error({ code: 'bad-option', at: entry.value, message, hint });
  }
  return names ?? [];
}

function readSecurityGroup(fields: Fields, node: Mapping): SecurityGroup | undefined {
  const found = fields.known(node, GROUP_FIELDS, 'A security group');
  if (found.name === undefined || found.password === undefined) {
    const message = 'A security group needs `name` and `password`; `cipher` is optional.';
    return fields.error({ code: 'missing-field', at: node, message });
  }
  const name = fields.text(found.name);
  const password = fields.text(found.password);
  if (password !== undefined && !PASSWORD.test(password)) {
    const message = 'The password of a security group must have 8 to 16 characters and no spaces.';
    fields.error({ code: 'bad-text', at: found.password.value, message });
  }
  const { cipher } = found;
  const clear = cipher === undefined || isNull(cipher.value) || isNothing(cipher.value);
  const chosen = clear ? null : fields.oneOf(cipher, CIPHERS, 'bad-option');
  return name === undefined || password === undefined || chosen === undefined
    ? undefined
    : { name, password, cipher: chosen };
}
