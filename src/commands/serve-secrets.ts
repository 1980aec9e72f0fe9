// Tokens and security groups of `serve --config`. Their passwords and values are never quoted.
import { describe, type Fields } from '../desired/fields.ts';
import { type Entry, isNothing, isNull, type Mapping } from '../desired/tree.ts';
import { CIPHERS } from '../model/ciphers.ts';
import { meant } from '../model/nearest.ts';
import { isHeaderSafe, type SecurityGroup, type TokenSettings } from '../server/settings.ts';

const TOKEN_FIELDS = ['forceKeyPush', 'active', 'expired', 'securityGroups', 'value'] as const;
const TOKEN_FLAGS = ['forceKeyPush', 'active', 'expired'] as const;
const GROUP_FIELDS = ['name', 'password', 'cipher'] as const;

/** As the real server wants them. */
const PASSWORD = /^\S{8,16}$/;

/** The mappings of a list that can be read; an absent list is an empty one. */
export function listOf<T>(
  fields: Fields,
  entry: Entry | undefined,
  read: (node: Mapping) => T | undefined,
): T[] {
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
    message: `\`${key.text}\` is a list, not ${describe(value)}.`,
  });
  return [];
}

export function readTokens(
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
  const token: TokenSettings = {};
  for (const name of TOKEN_FLAGS) {
    const flag = found[name];
    const value = flag && fields.boolean(flag);
    if (value !== undefined) token[name] = value;
  }
  const carried = found.securityGroups && carriedGroups(fields, found.securityGroups, groups);
  const value = found.value && fields.text(found.value);
  if (found.value !== undefined && value !== undefined && !isHeaderSafe(value)) {
    const message = 'The value of a token is printable ASCII without blanks.';
    fields.error({ code: 'bad-text', at: found.value.value, message });
  }
  return { ...token, ...(carried && { securityGroups: carried }), ...(value && { value }) };
}

/** Also of groups in which something else is wrong: one mistake is one report. */
export function groupNames(entry: Entry | undefined): string[] {
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
    const hint = groups.length === 0 ? 'This repository has none.' : meant(name, groups);
    const message = `There is no security group \`${name}\`.`;
    fields.error({ code: 'bad-option', at: entry.value, message, hint });
  }
  return names ?? [];
}

export function readSecurityGroup(fields: Fields, node: Mapping): SecurityGroup | undefined {
  const found = fields.known(node, GROUP_FIELDS, 'A security group');
  if (found.name === undefined || found.password === undefined) {
    const message = 'A security group has `name` and `password`, and may have a `cipher`.';
    return fields.error({ code: 'missing-field', at: node, message });
  }
  const name = fields.text(found.name);
  const password = fields.text(found.password);
  if (password !== undefined && !PASSWORD.test(password)) {
    const message = 'The password of a security group has 8 to 16 characters and no blanks.';
    fields.error({ code: 'bad-text', at: found.password.value, message });
  }
  const { cipher } = found;
  const clear = cipher === undefined || isNull(cipher.value) || isNothing(cipher.value);
  const chosen = clear ? null : fields.oneOf(cipher, CIPHERS, 'bad-option');
  return name === undefined || password === undefined || chosen === undefined
    ? undefined
    : { name, password, cipher: chosen };
}
