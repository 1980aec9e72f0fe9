// Security groups during one request: known passwords, encryption and decryption (behaviour.md, section 12).
import { decrypt, encrypt } from '../semantics/ciphers.ts';
import type { SecurityGroup } from './settings.ts';
import type { Repository } from './state.ts';

/** A group and the password to use for it. */
export interface Lock {
  group: string | undefined;
  password: string | undefined;
}

export class Secrets {
  readonly #groups: ReadonlyMap<string, SecurityGroup>;
  readonly #enabled: boolean;
  readonly #passwords = new Map<string, string>();
  readonly #opened = new Set<string>();

  /** @param carried names of the groups of the token */
  constructor(repository: Repository, carried: readonly string[]) {
    this.#groups = new Map(repository.securityGroups.map((group) => [group.name, group]));
    this.#enabled = repository.flags.securityEnabled;
    for (const name of carried) this.supply(name, this.#groups.get(name)?.password ?? '');
  }

  /** Names are case-sensitive. */
  group(name: string | undefined): SecurityGroup | undefined {
    return name === undefined ? undefined : this.#groups.get(name);
  }

  /** Right or wrong: the last password counts. */
  supply(name: string, password: string): void {
    this.#passwords.set(name, password);
  }

  passwordFor(name: string | undefined): string | undefined {
    return name === undefined ? undefined : this.#passwords.get(name);
  }

  /** Also true without a group. */
  isRight({ group, password }: Lock): boolean {
    const known = this.group(group);
    return known === undefined || known.password === password;
  }

  /** After the update of a file with the right password, the rest of the push may use the group. */
  open(name: string): void {
    this.#opened.add(name);
  }

  openedPassword(name: string): string | undefined {
    return this.#opened.has(name) ? this.group(name)?.password : undefined;
  }

  /** What is stored for a text; `undefined`: wrong password. Without security, every password is right. */
  sealed(text: string, lock: Lock): string | undefined;
  sealed(text: string | null, lock: Lock): string | null | undefined;
  sealed(text: string | null, lock: Lock): string | null | undefined {
    const group = this.group(lock.group);
    if (group === undefined || !this.#enabled) return text;
    if (lock.password !== group.password) return undefined;
    const { cipher, password } = group;
    return text === null || cipher === null ? text : encrypt(text, { cipher, password });
  }

  /** The decrypted text; `undefined`: wrong password. Works even if security is now disabled. */
  decrypted(text: string, lock: Lock): string | undefined;
  decrypted(text: string | null, lock: Lock): string | null | undefined;
  decrypted(text: string | null, lock: Lock): string | null | undefined {
    const cipher = this.group(lock.group)?.cipher ?? null;
    if (text === null || cipher === null) return text;
    return lock.password === undefined ? undefined : decrypt(text, { cipher, password: lock.password });
  }
}
