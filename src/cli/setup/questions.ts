// [edge] The questions of a command in a terminal. No answer stops the command.
import { createInterface } from 'node:readline';
import { CommandError } from '../../errors.ts';
import { printable } from '../../render/printable.ts';
import type { Terminal } from '../commands/terminal.ts';

interface Question<Value> {
  /** What no text means. */
  standard?: string | undefined;
  /** `undefined`: the text is no answer. */
  read: (text: string) => Value | undefined;
  problem: string;
}

/** Asks again until there is an answer; an empty one is `undefined`. */
export type Ask = <Value>(text: string, question: Question<Value>) => Promise<Value | undefined>;

/** The lines of standard input are answers as long as this runs. Ctrl-C and the end of the input throw {@link CommandError}. */
export async function withQuestions<Result>(terminal: Terminal, use: (ask: Ask) => Promise<Result>): Promise<Result> {
  const { stdin, stdout } = terminal.host;
  const lines = createInterface({ input: stdin, output: stdout });
  // Lines may be typed before their question, and the input may end.
  const answers = lines[Symbol.asyncIterator]();
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  try {
    return await use(async (text, { standard, read, problem }) => {
      for (;;) {
        terminal.stopSpinner();
        lines.setPrompt(`${text}${standard === undefined ? '' : ` [${printable(standard)}]`}: `);
        if (isOpen) lines.prompt();
        else terminal.out(`${lines.getPrompt()}\n`);
        const line = await answers.next();
        if (line.done) throw cancelled(terminal);
        const answer = line.value.trim() || (standard ?? '');
        if (answer === '') return undefined;
        const value = read(answer);
        if (value !== undefined) return value;
        terminal.error(`${problem}\n`);
      }
    });
  } finally {
    lines.close();
  }
}

function cancelled(terminal: Terminal): CommandError {
  terminal.out('\n');
  return new CommandError({ code: 'cancelled', message: 'There was no answer; nothing was written.' });
}
