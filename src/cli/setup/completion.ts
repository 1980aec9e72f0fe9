// completion: prints the script for a shell, and finds the targets of the project for it.
import { settingsOf } from '../../apply/project.ts';
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { completionScript, SHELLS } from '../completion/scripts.ts';
import type { Host } from '../host.ts';
import { givenConfig, projectAbove } from '../commands/project-search.ts';
import type { Flags, Terminal } from '../commands/terminal.ts';

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

/** Looks for the project file as the commands do. */
export function targetNames(host: Host, given: string | undefined): string[] {
  const cwd = host.cwd();
  const config = givenConfig(given, host) ?? projectAbove(cwd) ?? PROJECT_FILE;
  const { targets = [] } = settingsOf({ config }, { cwd });
  return targets.map((target) => target.name);
}
