// How much of the bodies of pushes is in memory at the same time: they wait for each other.

/** What one push holds of it. */
export interface Share {
  /** False where there would be too much altogether. */
  take(bytes: number): boolean;
  release(): void;
}

export class Held {
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  share(): Share {
    let mine = 0;
    return {
      take: (bytes) => {
        mine += bytes;
        this.#bytes += bytes;
        return this.#bytes <= this.#most;
      },
      release: () => {
        this.#bytes -= mine;
        mine = 0;
      },
    };
  }
}
