// Answers kept where caching is enabled, with what the real server gets wrong about it (behaviour.md, section 13).

/**
 * By the name of a repository alone, whatever its account, and by context: the answer that was given first is
 * given to everybody, in the shape that the first one asked for.
 */
export class ReadCache {
  readonly #answers = new Map<string, Map<string, unknown>>();

  /** The answer that is kept, or a new one. `T` belongs to the id. */
  answer<T>(repository: string, { id, make }: { id: string; make: () => T }): T {
    const answers = this.#answers.get(repository) ?? new Map<string, unknown>();
    this.#answers.set(repository, answers);
    if (!answers.has(id)) answers.set(id, make());
    return answers.get(id) as T;
  }

  has(repository: string, id: string): boolean {
    return this.#answers.get(repository)?.has(id) ?? false;
  }

  clear(repository: string): void {
    this.#answers.delete(repository);
  }
}
