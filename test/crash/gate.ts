// A hook at origin that holds a push until a test lets it through: what happens meanwhile happens in between.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Team } from '../helpers/team.ts';

export class Gate {
  readonly #hooks: string;

  /** Holds the n-th push from now on that moves the ref whose name ends so; others pass it meanwhile. */
  constructor({ origin }: Team, ref: string, nth = 1) {
    this.#hooks = join(origin, 'hooks');
    mkdirSync(this.#hooks, { recursive: true });
    const pipes = ['reached', 'answer', 'over'].map((name) => join(this.#hooks, name));
    for (const pipe of pipes) execFileSync('mkfifo', [pipe]);
    const [reached, answer, over] = pipes;
    const hook = (name: string) => `'${join(this.#hooks, name)}'`;
    this.#write('pre-receive', [
      `grep -q '/${ref}$' || exit 0`,
      ...Array.from(
        { length: nth - 1 },
        (_, i) => `mkdir ${hook(`passed-${i}`)} 2> /dev/null && exit 0`,
      ),
      `rm ${hook('pre-receive')}`,
      `echo reached > '${reached}'`,
      `read status < '${answer}'`,
      // The end of this push is the end of the gate.
      `[ "$status" = 0 ] && mv ${hook('post-receive.next')} ${hook('post-receive')} || echo over > '${over}'`,
      'exit "$status"',
    ]);
    // Gone before it says so: the next push would wait for somebody who reads.
    const last = [`rm ${hook('post-receive')}`, `echo over > '${over}'`];
    this.#write('post-receive.next', [`grep -q '/${ref}$' || exit 0`, ...last]);
  }

  #write(hook: string, lines: string[]): void {
    const path = join(this.#hooks, hook);
    writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`);
    chmodSync(path, 0o755);
  }

  async reached(): Promise<void> {
    await readFile(join(this.#hooks, 'reached'));
  }

  /** Lets the push through, or refuses it, and waits for its end. The gate is gone afterwards. */
  async open(isTaken: boolean): Promise<void> {
    await writeFile(join(this.#hooks, 'answer'), isTaken ? '0\n' : '1\n');
    await readFile(join(this.#hooks, 'over'));
  }
}
