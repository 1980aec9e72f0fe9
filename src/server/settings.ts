// What a server is started with: repositories, their flags and tokens.
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

/** As a new repository of the real server, but readable without a token, so that a plan needs no set-up. */
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
  /** Names of the groups whose passwords it carries. */
  securityGroups?: readonly string[];
  /** Made up at the start when missing. */
  value?: string;
}

/** Guards values and files with a password. Without a cipher they are stored in clear all the same. */
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
  /** By name. Without any there is one, called `default`. */
  tokens?: Readonly<Record<string, TokenSettings>>;
  securityGroups?: readonly SecurityGroup[];
  contextGroups?: readonly ContextGroup[];
  /**
   * For tests: a value for a new context of a key that exists is stored twice, as the real server does
   * when two clients send it at the same moment.
   */
  plantDuplicates?: boolean;
}

export interface Token {
  name: string;
  value: string;
  forceKeyPush: boolean;
  active: boolean;
  expired: boolean;
  securityGroups: readonly string[];
}

export function flagsOf(settings: RepositorySettings): Flags {
  return { ...DEFAULT_FLAGS, ...settings.flags };
}

/** `known` holds the values of an earlier start, which clients may have noted down. */
export function tokensOf(settings: RepositorySettings, options: TokenSource): Token[] {
  return Object.entries(settings.tokens ?? { default: {} }).map(([name, token]) => ({
    name,
    value: token.value ?? options.known?.find((one) => one.name === name)?.value ?? options.random(),
    forceKeyPush: token.forceKeyPush ?? false,
    active: token.active ?? true,
    expired: token.expired ?? false,
    securityGroups: [...(token.securityGroups ?? [])],
  }));
}

export interface TokenSource {
  random: () => string;
  known?: readonly Token[];
}

/** Why a server cannot be started like this, if it cannot. */
export function settingsProblem(settings: RepositorySettings): string | undefined {
  const name = `${settings.account}/${settings.repository}`;
  if (!isRepositoryName(settings.account) || !isRepositoryName(settings.repository)) {
    return `"${name}" is no name of a repository: expected account/name of letters, digits, ".", "-" and "_".`;
  }
  if (settings.levels.length < 1 || settings.levels.length > MAX_LEVELS) {
    return `${name} has ${settings.levels.length} context levels: expected 1 to ${MAX_LEVELS}.`;
  }
  const labels = new Set(settings.levels.map((level) => level.toLowerCase()));
  if (labels.size !== settings.levels.length) return `${name} has two context levels of the same name.`;
  if (settings.levels.some((level) => level.trim() === ''))
    return `${name} has a context level without a name.`;
  const [bad] = Object.entries(settings.tokens ?? {}).filter(([, { value }]) => !isHeaderSafe(value ?? '-'));
  if (bad !== undefined) return `The token ${bad[0]} of ${name} must be printable ASCII without blanks.`;
  return undefined;
}

export function isHeaderSafe(value: string): boolean {
  return /^[!-~]+$/.test(value);
}

/** Of an account, too. */
export function isRepositoryName(name: string): boolean {
  return NAME.test(name);
}

const NAME = /^[A-Za-z0-9][-._A-Za-z0-9]*$/;
