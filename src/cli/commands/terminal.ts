// [edge] The terminal: output, colors, confirmation and progress; and the runtime of a command.
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import { CLOCK, type Runtime } from '../../runtime.ts';
import { CommandError, EXIT, type ExitCode } from '../../errors.ts';
import { attempt } from '../../lib/attempt.ts';
import { isWorkflow } from '../../lib/workflow.ts';
import { listen } from '../../lib/trace.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ShowAffected } from '../../model/plan.ts';
import { targetTokensIn } from '../../model/targets.ts';
import type { GivenOptions, ProcessEnvironment } from '../../options.ts';
import { proseLines, wrapped } from '../../render/columns.ts';
import { debugLine, printable } from '../../render/printable.ts';
import { fitForRunner, type Host, terminalWidth } from '../host.ts';
import { textDiagnostics } from '../../render/problems.ts';

const STEP_DELAY_MS = 500;
/** Known before any file is read. */
const SECRET_VARIABLES = [
  'CONFIGHUB_TOKEN',
  'CONFIGHUB_DIGEST_KEY',
  'CONFIGHUB_CLIENT_KEY_PASSPHRASE',
];

export class Terminal {
  readonly color: boolean;
  /** Set once something was sent: an output error then means "unknown" instead of "error, nothing was sent". */
  sent = false;
  readonly isQuiet: boolean;
  readonly #secrets = new Set<string>();
  /** Whether debug lines are printed, which may name what a plan masks. */
  #isDebugging = false;
  #isBroken = false;
  #status: ExitCode = EXIT.done;
  #hasStep = false;
  #timer: NodeJS.Timeout | undefined;

  readonly host: Host;
  /** With the variables of `--env-file`. */
  env: ProcessEnvironment;

  constructor(host: Host, flags: CommonFlags) {
    this.host = host;
    this.env = host.env;
    this.use(host.env);
    this.isQuiet = flags.quiet ?? false;
    this.color = flags.color ?? usesColors(host);
    // A closed pipe (`| head`) is not an error, and does not interrupt an apply.
    for (const stream of [this.host.stdout, this.host.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE') this.#break();
      });
    }
    // Runs before the handler of host.ts, which does not know whether something was sent.
    this.host.prependListener('uncaughtException', () => this.#break());
  }

  #break(): void {
    this.#isBroken = true;
    this.end(this.#status);
  }

  /** Sets the exit code. A success becomes a failure if output failed (full disk) or something crashed. */
  end(status: ExitCode): void {
    this.#status = status;
    const isSuccess = status === EXIT.done || status === EXIT.changes;
    const failure = this.sent ? EXIT.unknown : EXIT.error;
    this.host.exitCode = this.#isBroken && isSuccess ? failure : status;
  }

  out(text: string): void {
    this.clearStep();
    this.host.stdout.write(fitForRunner(text, this.host));
  }

  error(text: string): void {
    this.clearStep();
    this.host.stderr.write(fitForRunner(text, this.host));
  }

  /** Prints what helps to go on, but was not asked for. */
  advise(text: string): void {
    if (!this.isQuiet) this.out(text);
  }

  get width(): number {
    return terminalWidth(this.host.stdout);
  }

  /** Absent without a terminal: a log keeps each sentence on one line. */
  get proseWidth(): number | undefined {
    return this.host.stdout.isTTY ? this.width : undefined;
  }

  /** A sentence of advice, as {@link proseLines} shows it. */
  prose(sentence: string): string {
    return `${proseLines(sentence, this).join('\n')}\n`;
  }

  /** From now on the command has these variables, and debug lines do not show their tokens. */
  use(env: ProcessEnvironment): void {
    this.env = env;
    const tokens = SECRET_VARIABLES.map((name) => env[name] ?? '');
    for (const token of [...tokens, ...targetTokensIn(env)]) this.#secrets.add(token);
  }

  get runtime(): Runtime {
    const { pause = CLOCK.pause } = this.host;
    return {
      cwd: this.host.cwd(),
      env: this.env,
      now: CLOCK.now,
      pause,
      onSecret: this.#isDebugging ? (secret) => this.#secrets.add(secret) : undefined,
      onStep: (step) => this.step(step),
      actor: systemUser(this.host),
    };
  }

  /** Prints a line for every request, Git process and file read until the returned function is called. */
  debug(): () => void {
    this.#isDebugging = true;
    return listen((line) => this.error(`debug: ${debugLine(line, this.#secrets)}\n`));
  }

  /** Whether a person can answer questions. Some CI systems run jobs on a terminal. */
  get isInteractive(): boolean {
    const { stdin, stdout, env } = this.host;
    return stdin.isTTY === true && stdout.isTTY === true && !isWorkflow(env);
  }

  /** Whether an apply asks. Throws {@link CommandError} if it has to and nobody can answer: only `--yes` is a yes. */
  mustAsk({ yes, json }: Pick<Flags, 'yes' | 'json'>): boolean {
    if (yes || isWorkflow(this.host.env)) return false;
    const input = json || !this.host.stderr.isTTY ? undefined : this.#openInput();
    if (input !== undefined) {
      if (input !== this.host.stdin) input.destroy();
      return true;
    }
    throw new CommandError({
      code: 'not-confirmed',
      message: `Nothing was sent: an apply needs confirmation, and ${json ? 'with --json it does not ask' : 'there is no terminal to ask in'}.`,
      hint: 'To see what would change, run `confighub-sync plan`. To apply without being asked, pass --yes.',
    });
  }

  /** Standard input if it is a terminal, otherwise the controlling terminal: `apply | tee log`, `yes n | apply`. */
  #openInput(): ReadStream | undefined {
    const { stdin, openTerminal } = this.host;
    return stdin.isTTY ? stdin : attempt(() => openTerminal?.());
  }

  /** Asks a question. Everything except `y` or `yes` means no, including Ctrl-C and the end of the input. */
  async confirm(question: string): Promise<boolean> {
    this.clearStep();
    const input = this.#openInput() ?? this.host.stdin;
    const lines = createInterface({ input, output: this.host.stderr });
    try {
      const closed = once(lines, 'close').then(() => undefined);
      // From Node.js 24 on, the question itself fails if the input ends.
      const answered = lines.question(`${question} [y/N] `).catch(() => undefined);
      const answer = await Promise.race([answered, closed]);
      if (answer === undefined) this.error('\n');
      return /^y(?:es)?$/i.test(answer?.trim() ?? '');
    } finally {
      lines.close();
      if (input !== this.host.stdin) input.destroy();
    }
  }

  /** Shows on the last line of a terminal what is being done, if it takes longer than {@link STEP_DELAY_MS}. */
  step(text: string): void {
    const { stdout, stderr } = this.host;
    // Without a width, nobody knows whether the line would be wrapped, and could be erased.
    if (this.isQuiet || !stdout.isTTY || !stderr.isTTY || stderr.columns < 1) return;
    clearTimeout(this.#timer);
    const show = () => {
      this.#hasStep = true;
      stderr.write(`${ERASED}${wrapped(printable(`${text} …`), stderr.columns - 1)[0]}`);
    };
    if (this.#hasStep) show();
    else this.#timer = setTimeout(show, STEP_DELAY_MS).unref();
  }

  clearStep(): void {
    clearTimeout(this.#timer);
    if (this.#hasStep) this.host.stderr.write(ERASED);
    this.#hasStep = false;
  }
}

/** The line of the cursor, which is at its start then. */
const ERASED = '\r\u001b[2K';

/** Whether a person asked for colors, or there is a terminal that shows them. */
function usesColors({ env, stdout }: Host): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined) return !['', '0', 'false'].includes(FORCE_COLOR);
  return stdout.isTTY === true && !NO_COLOR && TERM !== 'dumb';
}

export interface CommonFlags {
  /** Absent: colors in a terminal, unless a variable says otherwise. */
  color?: boolean | undefined;
  verbose?: boolean;
  quiet?: boolean;
}

/** Flags as commander parses them. */
export interface Flags extends GivenOptions, CommonFlags {
  /** The words after the name of the command. */
  args?: readonly string[];
  /** The flags given that an approval repeats, as a shell reads them. */
  repeated?: string;
  envFile?: string;
  json?: boolean;
  markdown?: boolean;
  showPush?: boolean;
  showAffected?: ShowAffected;
  summary?: boolean;
  /** Show only what applications in this context get. */
  affecting?: string;
  detailedExitcode?: boolean;
  /** Path of the plan file to write. */
  out?: string;
  /** Path of the HTML page to write. */
  html?: string;
  yes?: boolean;
}

/** Prints errors that do not keep a command from its work, and sentences of warning. */
export function printWarnings(
  terminal: Terminal,
  remarks: readonly string[],
  warnings: readonly Diagnostic[] = [],
) {
  terminal.error(textDiagnostics(warnings, terminal));
  for (const remark of remarks) terminal.error(terminal.prose(`warning: ${printable(remark)}`));
}

/** `undefined` if the user has no name, as in some containers. */
function systemUser({ env }: Host): string | undefined {
  return env.USER || attempt(() => userInfo().username) || undefined;
}
