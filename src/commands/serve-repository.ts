// One repository of `serve --config`: its fields, checked against each other.
import type { Fields } from '../desired/fields.ts';
import type { Entry, Mapping } from '../desired/tree.ts';
import { ELEMENT_NAME, MAX_LEVELS } from '../model/context.ts';
import { meant } from '../model/nearest.ts';
import { FLAGS, type Flags, isRepositoryName, type RepositorySettings } from '../server/settings.ts';
import { groupNames, listOf, readSecurityGroup, readTokens } from './serve-secrets.ts';

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

/** `undefined` where it is not even known which repository is meant. */
export function readRepositorySettings(fields: Fields, node: Mapping): RepositorySettings | undefined {
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
    message: `\`${entry.key.text}\` is made of letters, digits, ".", "-" and "_".`,
    ...(name.includes('/') && {
      hint: 'Write `account: acme` and `repository: shop`, not one with a slash.',
    }),
  });
}

function readLevels(fields: Fields, entry: Entry): string[] | undefined {
  const levels = fields.texts(entry);
  if (levels === undefined) return undefined;
  const names = new Set(levels.map((level) => level.toLowerCase()));
  const message =
    levels.length < 1 || levels.length > MAX_LEVELS
      ? `A repository has 1 to ${MAX_LEVELS} context levels, and here are ${levels.length}.`
      : names.size < levels.length
        ? 'Two context levels have the same name.'
        : undefined;
  return message === undefined ? levels : fields.error({ code: 'bad-option', at: entry.value, message });
}

function readFlags(fields: Fields, entry: Entry): Partial<Flags> {
  const flags: Partial<Flags> = {};
  const node = fields.mapping(entry.value, '`flags`');
  const found = node === undefined ? {} : fields.known(node, FLAGS, '`flags`');
  for (const name of FLAGS) {
    const flag = found[name];
    const value = flag && fields.boolean(flag);
    if (value !== undefined) flags[name] = value;
  }
  return flags;
}

function readContextGroup(fields: Fields, node: Mapping, levels: readonly string[] | undefined) {
  const found = fields.known(node, CONTEXT_GROUP_FIELDS, 'A context group');
  const { level: levelEntry, name: nameEntry, members: membersEntry } = found;
  if (levelEntry === undefined || nameEntry === undefined || membersEntry === undefined) {
    const message = 'A context group has `level`, `name` and `members`.';
    return fields.error({ code: 'missing-field', at: node, message });
  }
  const level = fields.text(levelEntry);
  const name = fields.text(nameEntry);
  const members = fields.texts(membersEntry);
  if (level === undefined || name === undefined || members === undefined) return undefined;
  if (levels !== undefined && !levels.includes(level)) {
    const message = `There is no context level \`${level}\`.`;
    fields.error({ code: 'bad-option', at: levelEntry.value, message, hint: meant(level, levels) });
  }
  for (const element of [name, ...members]) {
    if (ELEMENT_NAME.test(element)) continue;
    const message = `\`${element}\` cannot be the name of a context element.`;
    fields.error({ code: 'context-name', at: node, message });
  }
  return { level, name, members };
}
