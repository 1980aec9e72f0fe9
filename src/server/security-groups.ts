// Security groups during one request: known passwords, encryption and decryption (behaviour.md, section 12).
import { type CipherName, decrypt, encrypt } from '../semantics/ciphers.ts';
import type { SecurityGroup } from './settings.ts';
import type { Repository } from './state.ts';

/** Groups are given by name, with case; `undefined` stands for no group. */
export class GroupSecrets {
  readonly #groups: ReadonlyMap<string | undefined, SecurityGroup>;
  readonly #enabled: boolean;
  /** Passwords by group, right or wrong: the last one counts. */
  readonly supplied: Map<string | undefined, string>;
  /** Passwords by group, after the update of a file with the right one: the rest of the push may use the group. */
  readonly opened = new Map<string, string>();

  /** @param carried names of the groups of the token */
  constructor(repository: Repository, carried: readonly string[]) {
    this.#groups = new Map(repository.securityGroups.map((group) => [group.name, group]));
    this.#enabled = repository.flags.securityEnabled;
    this.supplied = new Map(carried.map((name) => [name, this.group(name)?.password ?? '']));
  }

  group(name: string | undefined): SecurityGroup | undefined {
    return this.#groups.get(name);
  }

  /** The group, if it encrypts and no password is known for it. */
  locked(name: string | undefined): (SecurityGroup & { cipher: CipherName }) | undefined {
    const group = this.group(name);
    if (group === undefined || group.cipher === null || this.supplied.has(name)) return undefined;
    return { ...group, cipher: group.cipher };
  }

  /** Whether the supplied password is right; also true without a group. */
  isOpen(name: string | undefined): boolean {
    const group = this.group(name);
    return group === undefined || group.password === this.supplied.get(name);
  }

  /** What is stored for a text; `undefined`: wrong password. Without security, every password is right. */
  sealed<T extends string | null>(
    text: T,
    name: string | undefined,
    password: string | undefined,
  ): T | string | undefined {
    const group = this.group(name);
    if (group === undefined || !this.#enabled) return text;
    if (password !== group.password) return undefined;
    return text === null || group.cipher === null
      ? text
      : encrypt(text, { cipher: group.cipher, password });
  }

  /** The decrypted text; `undefined`: wrong password. Works even if security is now disabled. */
  decrypted<T extends string | null>(
    text: T,
    name: string | undefined,
    password: string | undefined,
  ): T | string | undefined {
    const cipher = this.group(name)?.cipher ?? null;
    if (text === null || cipher === null) return text;
    return password === undefined ? undefined : decrypt(text, { cipher, password });
  }
}
