// [edge] The terminal: what is written where, whether in colour, and a spinner for what takes longer than a moment.
import { CLOCK } from '../../commands/runtime.ts';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { createSpinner } from 'nanospinner';
import { heedSignals } from '../../commands/stop.ts';
import type { ApplyRuntime } from '../../commands/apply.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import type { Given } from '../../options.ts';
import { fitForRunner, type Host } from '../host.ts';

const SPINNER_DELAY_MS = 500;

export class Terminal {
  readonly color: boolean;
  /** Set once something was sent: what cannot be printed then is not nothing. */
  sent = false;
  #isBroken = false;
  #status: ExitStatus = EXIT.done;
  #spinner: ReturnType<typeof createSpinner> | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly host: Host;

  /** @param color `--no-color` gives false; otherwise a terminal without `NO_COLOR` has colour */
  constructor(host: Host, color: boolean) {
    this.host = host;
    const { NO_COLOR, TERM } = host.env;
    this.color = color && this.host.stdout.isTTY === true && !NO_COLOR && TERM !== 'dumb';
    // A reader that has seen enough (`| head`) is no error, and no reason to leave an apply half done.
    for (const stream of [this.host.stdout, this.host.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE') this.#break();
      });
    }
    // In front of what says so, which knows less of what was sent.
    this.host.prependListener('uncaughtException', () => this.#break());
  }

  #break(): void {
    this.#isBroken = true;
    this.end(this.#status);
  }

  /**
   * How the command ended. What could not be written, as on a full disk, is no success, and neither is what failed
   * beside the command, before it ended or after.
   */
  end(status: ExitStatus): void {
    this.#status = status;
    const isSuccess = status === EXIT.done || status === EXIT.changes;
    this.host.exitCode = !this.#isBroken || !isSuccess ? status : this.sent ? EXIT.unknown : EXIT.error;
  }

  out(text: string): void {
    this.rest();
    this.host.stdout.write(fitForRunner(text, this.host));
  }

  error(text: string): void {
    this.rest();
    this.host.stderr.write(fitForRunner(text, this.host));
  }

  /** Whether somebody sits there who can answer. */
  get isInteractive(): boolean {
    return this.host.stdin.isTTY === true && this.host.stdout.isTTY === true;
  }

  /** Asks a question; everything but a yes is a no, the end of the input too. */
  async confirm(question: string): Promise<boolean> {
    this.rest();
    const lines = createInterface({ input: this.host.stdin, output: this.host.stdout });
    try {
      const closed = once(lines, 'close').then(() => '');
      const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
      return /^y(?:es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  }

  /** Something begins that may take a while; shown only on a terminal, and only if it does. */
  step(text: string): void {
    // nanospinner looks at stdout, and never ends on a terminal of no width, as pseudo-terminals without a size are.
    if (!this.host.stdout.isTTY || !this.host.stderr.isTTY || this.host.stderr.columns < 1) return;
    if (this.#spinner !== undefined) {
      this.#spinner.update({ text });
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#spinner = createSpinner(text).start();
    }, SPINNER_DELAY_MS);
    this.#timer.unref();
  }

  /** Ends the spinner without a trace. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#spinner?.stop();
    this.#spinner = undefined;
  }
}

// What every command of the CLI is handed: its flags, and what it runs in.

/** Flags as commander hands them over. */
export interface Flags extends Given {
  color: boolean;
  json?: boolean;
  showPush?: boolean;
  detailedExitcode?: boolean;
  /** Of the plan file that is written. */
  out?: string;
}

export function runtime(terminal: Terminal): ApplyRuntime {
  const { host } = terminal;
  const actor = systemUser(host);
  return {
    cwd: host.cwd(),
    env: host.env,
    ...CLOCK,
    onSecret: () => undefined,
    onStep: (step) => terminal.step(step),
    heedStop: () => heedSignals(host, (sentence) => terminal.error(`${sentence}\n`)),
    ...(actor !== undefined && { actor }),
  };
}

/** In a container, the user may have a number and no name. */
function systemUser({ env }: Host): string | undefined {
  if (env.USER) return env.USER;
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}
