// completion: prints the script for a shell, and finds the names of the project for it.
import { contextNames, itemNames, type Names, type NamesWanted, targetNames } from '../../commands/completion.ts';
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { wordsIn } from '../../options.ts';
import { completionScript, SHELLS } from '../completion/scripts.ts';
import type { Host } from '../host.ts';
import { givenConfig, projectAbove } from './project-search.ts';
import type { Flags, Terminal } from './terminal.ts';

export async function printCompletion(terminal: Terminal, { args = [] }: Flags): Promise<ExitStatus> {
  const shell = SHELLS.find((one) => one === args[0]);
  if (shell === undefined)
    throw new CommandError({
      code: 'bad-option',
      message: 'There is no completion for this shell.',
      hint: `Pass one of ${SHELLS.join(', ')}.`,
    });
  terminal.out(completionScript(shell));
  return EXIT.done;
}

/** The names that may stand at the cursor. Looks for the project file as the commands do. */
export function findNames(host: Host, wanted: NamesWanted, typed: string): Names {
  const cwd = host.cwd();
  const config = givenConfig(wanted.config, host) ?? projectAbove(cwd) ?? PROJECT_FILE;
  const { targets: chosen, kind, isFile } = wanted;
  const targets = wordsIn(chosen.length > 0 ? chosen : host.env.CONFIGHUB_TARGET);
  const place = { config, cwd, targets };
  if (kind === 'target') return targetNames(place);
  return kind === 'context' ? contextNames(place, typed) : itemNames(place, { typed, isFile });
}
