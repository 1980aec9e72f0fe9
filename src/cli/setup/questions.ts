// [edge] The questions of a command in a terminal. No answer stops the command.
import { once } from 'node:events';
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
  const typed: string[] = [];
  lines.on('line', (line) => typed.push(line));
  let isClosed = false;
  const closed = once(lines, 'close').then(() => {
    isClosed = true;
  });
  try {
    return await use(async (text, { standard, read, problem }) => {
      for (;;) {
        terminal.stopSpinner();
        const prompt = `${text}${standard === undefined ? '' : ` [${printable(standard)}]`}: `;
        if (typed.length > 0 || isClosed) terminal.out(`${prompt}${typed[0] ?? ''}\n`);
        else {
          lines.setPrompt(prompt);
          lines.prompt();
          await Promise.race([once(lines, 'line'), closed]);
        }
        const line = typed.shift();
        if (line === undefined) throw cancelled(terminal);
        const answer = line.trim() || (standard ?? '');
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
