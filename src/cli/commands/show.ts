// The CLI command show: from flags to output.
import { show } from '../../commands/show.ts';
import { oneTarget } from '../../apply/targets.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { resolveOptions } from '../../options.ts';
import { jsonShown, maskShown, textShown } from '../../render/show.ts';
import { type Flags, printWarnings, runtime, type Terminal } from './terminal.ts';

export interface ShowFlags extends Flags {
  context?: string;
  live?: boolean;
}

export async function showRows(terminal: Terminal, flags: ShowFlags): Promise<ExitStatus> {
  const { args: patterns = [], context, live = false } = flags;
  const options = oneTarget(resolveOptions(flags, terminal.env), runtime(terminal));
  const { shown, ...noted } = await show({ patterns, context, live }, options, runtime(terminal));
  printWarnings(terminal, noted);
  const masked = maskShown(shown);
  terminal.out(flags.json ? jsonShown(masked) : textShown(masked, terminal));
  return EXIT.done;
}
