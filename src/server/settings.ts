// The settings of a server: repositories, their flags and tokens.
import { MAX_LEVELS } from '../model/context.ts';
import type { CipherName } from '../semantics/ciphers.ts';
import type { ContextGroup } from '../semantics/resolution.ts';

export const FLAGS = [
  'tokenFreePull',
  'tokenFreePush',
  'vdtEnabled',
  'securityEnabled',
  'contextGroupsEnabled',
  'adminContextControlled',
  'cachingEnabled',
  'accessControlsEnabled',
] as const;
export type Flags = Record<(typeof FLAGS)[number], boolean>;

/** As in a new repository of the real server, except that it can be read without a token. */
const DEFAULT_FLAGS: Flags = {
  tokenFreePull: true,
  tokenFreePush: false,
  vdtEnabled: true,
  securityEnabled: true,
  contextGroupsEnabled: false,
  adminContextControlled: false,
  cachingEnabled: false,
  accessControlsEnabled: false,
};

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
  flags?: Partial<Flags>;
  /** By name. Default: one token called `default`. */
  tokens?: Readonly<Record<string, TokenSettings>>;
  securityGroups?: readonly SecurityGroup[];
  contextGroups?: readonly ContextGroup[];
  /** For tests: stores a new value of an existing key twice, as the real server does for concurrent pushes. */
  plantDuplicates?: boolean;
}

export type Token = { name: string } & Required<TokenSettings>;

export function flagsOf(settings: RepositorySettings): Flags {
  return { ...DEFAULT_FLAGS, ...settings.flags };
}

/** @param options.known tokens of an earlier start, whose values are kept */
export function tokensOf(
  settings: RepositorySettings,
  options: { random: () => string; known?: readonly Token[] | undefined },
): Token[] {
  return Object.entries(settings.tokens ?? { default: {} }).map(([name, token]) => ({
    name,
    value: token.value ?? options.known?.find((one) => one.name === name)?.value ?? options.random(),
    forceKeyPush: token.forceKeyPush ?? false,
    active: token.active ?? true,
    expired: token.expired ?? false,
    securityGroups: [...(token.securityGroups ?? [])],
  }));
}

/** What is wrong with the context levels, if anything. */
export function levelsProblem(levels: readonly string[]): string | undefined {
  if (levels.length < 1 || levels.length > MAX_LEVELS)
    return `A repository must have 1 to ${MAX_LEVELS} context levels, not ${levels.length}.`;
  if (levels.some((level) => level === '')) return 'A context level has no name.';
  const names = new Set(levels.map((level) => level.toLowerCase()));
  return names.size < levels.length ? 'Two context levels have the same name.' : undefined;
}

export function isHeaderSafe(value: string): boolean {
  return /^[!-~]+$/.test(value);
}

/** Also for accounts. */
export function isRepositoryName(name: string): boolean {
  return /^[A-Za-z0-9][-._A-Za-z0-9]*$/.test(name);
}
