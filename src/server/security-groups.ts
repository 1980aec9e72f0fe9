// Security groups during one request: known passwords, encryption and decryption (behaviour.md, section 12).
import { decrypt, encrypt } from '../semantics/ciphers.ts';
import type { SecurityGroup } from './settings.ts';
import type { Repository } from './state.ts';

/** Groups are given by name, with case; `undefined` stands for no group. */
export class Secrets {
  readonly #groups: ReadonlyMap<string | undefined, SecurityGroup>;
  readonly #enabled: boolean;
  readonly #passwords = new Map<string | undefined, string>();
  readonly #opened = new Set<string>();

  /** @param carried names of the groups of the token */
  constructor(repository: Repository, carried: readonly string[]) {
    this.#groups = new Map(repository.securityGroups.map((group) => [group.name, group]));
    this.#enabled = repository.flags.securityEnabled;
    for (const name of carried) this.supply(name, this.#groups.get(name)?.password ?? '');
  }

  group(name: string | undefined): SecurityGroup | undefined {
    return this.#groups.get(name);
  }

  /** Right or wrong: the last password counts. */
  supply(name: string, password: string): void {
    this.#passwords.set(name, password);
  }

  supplied(name: string | undefined): string | undefined {
    return this.#passwords.get(name);
  }

  /** Also true without a group. */
  isRight(name: string | undefined, password: string | undefined): boolean {
    const known = this.group(name);
    return known === undefined || known.password === password;
  }

  /** Whether the supplied password is right. */
  isOpen(name: string | undefined): boolean {
    return this.isRight(name, this.supplied(name));
  }

  /** After the update of a file with the right password, the rest of the push may use the group. */
  open(name: string): void {
    this.#opened.add(name);
  }

  openedPassword(name: string): string | undefined {
    return this.#opened.has(name) ? this.group(name)?.password : undefined;
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
    return text === null || group.cipher === null ? text : encrypt(text, { cipher: group.cipher, password });
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
