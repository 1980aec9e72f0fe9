// [edge] Questions in a terminal: a text with a default, one of a list, yes or no. No answer stops the command.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CommandError } from '../../errors.ts';
import { printable } from '../../render/printable.ts';
import type { Terminal } from './terminal.ts';

export interface Choice<Value extends string> {
  value: Value;
  /** What it means, behind the value. */
  meaning: string;
}

export class Questions {
  readonly #terminal: Terminal;
  /** Lines that were typed before their question. */
  readonly #typed: string[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** The text, without white space around it. Throws {@link CommandError} at Ctrl-C and at the end of the input. */
  async text(question: string, standard = ''): Promise<string> {
    const shown = standard === '' ? '' : ` [${printable(standard)}]`;
    const answer = await this.#line(`${question}${shown}: `);
    return answer.trim() || standard;
  }

  /** Asks again until `read` accepts the text. An empty text is `undefined`. */
  async parsed<Value>(
    question: string,
    {
      standard,
      read,
      problem,
    }: { standard?: string | undefined; read: (text: string) => Value | undefined; problem: string },
  ): Promise<Value | undefined> {
    for (;;) {
      const text = await this.text(question, standard);
      if (text === '') return undefined;
      const value = read(text);
      if (value !== undefined) return value;
      this.#terminal.error(`${problem}\n`);
    }
  }

  /** By number or value. */
  async choice<Value extends string>(
    question: string,
    choices: readonly Choice<Value>[],
    standard: Value,
  ): Promise<Value> {
    this.#terminal.out(numbered(choices));
    const values = choices.map(({ value }) => value);
    const problem = `Type a number from 1 to ${values.length}, or one of ${values.join(', ')}.`;
    const read = (text: string) => values[Number(text) - 1] ?? values.find((value) => value === text);
    return (await this.parsed(question, { standard, read, problem })) ?? standard;
  }

  /** Everything except `y` or `yes` means no. */
  async confirm(question: string): Promise<boolean> {
    return /^y(?:es)?$/i.test((await this.#line(`${question} [y/N] `)).trim());
  }

  /** The input is only read while a question is open, so that Ctrl-C ends the process otherwise. */
  async #line(question: string): Promise<string> {
    const { stdin, stdout } = this.#terminal.host;
    this.#terminal.stopSpinner();
    const early = this.#typed.shift();
    if (early !== undefined) {
      this.#terminal.out(`${question}${early}\n`);
      return early;
    }
    if (stdin.readableEnded) throw this.#cancelled();
    const lines = createInterface({ input: stdin, output: stdout });
    try {
      lines.on('line', (line) => this.#typed.push(line));
      lines.setPrompt(question);
      lines.prompt();
      await Promise.race([once(lines, 'line'), once(lines, 'close')]);
    } finally {
      lines.close();
    }
    const line = this.#typed.shift();
    if (line === undefined) throw this.#cancelled();
    return line;
  }

  #cancelled(): CommandError {
    this.#terminal.out('\n');
    return new CommandError({ code: 'cancelled', message: 'There was no answer; nothing was written.' });
  }
}

/** Numbers before the choices, and their meanings below each other. */
export function numbered(choices: readonly Choice<string>[]): string {
  const width = Math.max(...choices.map(({ value }) => printable(value).length));
  const lines = choices.map(({ value, meaning }, i) =>
    `${String(i + 1).padStart(3)}. ${printable(value).padEnd(width)}  ${printable(meaning)}`.trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}
