// Passwords of security groups, kept where no JSON, no log and no inspection of an object shows them.

/** `undefined`: not known. */
export type PasswordOf = (group: string) => string | undefined;

export class Passwords {
  readonly #byGroup = new Map<string, string>();
  /** Which variable holds the password of which group, whether it is set or not. */
  readonly variables = new Map<string, string>();

  /** Names of groups count upper and lower case, as on the server. */
  readonly of: PasswordOf = (group) => this.#byGroup.get(group);

  set(group: string, password: string): void {
    this.#byGroup.set(group, password);
  }

  /** For those who must keep them out of every output. */
  all(): string[] {
    return [...this.#byGroup.values()];
  }
}
