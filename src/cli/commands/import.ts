// The command `import` between its flags and its output: shown, asked about, then written.
import { planningImport, refuseUncommitted } from '../../commands/import.ts';
import { writeFiles } from '../../commands/write-files.ts';
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { counted } from '../../model/counted.ts';
import type { Split } from '../../model/import.ts';
import { resolveOptions } from '../../options.ts';
import { jsonImport, textImport } from '../../render/import.ts';
import { type Flags, surroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export interface ImportFlags extends Flags {
  split: Split;
  only?: 'drift';
  dryRun?: boolean;
  yes?: boolean;
}

export async function importRepository(terminal: Terminal, flags: ImportFlags): Promise<ExitStatus> {
  const options = {
    ...resolveOptions(flags, terminal.host.env),
    split: flags.split,
    onlyDrift: flags.only === 'drift',
  };
  const planned = await planningImport(options, surroundings(terminal));
  const { import: made, project } = planned;
  const { writes } = made;
  const show = { display: project.display, color: terminal.color };
  if (!flags.json) terminal.out(textImport(made, show));
  if (!flags.dryRun) await refuseUncommitted(planned);
  const isWritten = writes.length > 0 && (await mayWrite(terminal, flags, writes.length));
  // With nothing to write it clears away what a killed one left.
  if (isWritten || (writes.length === 0 && !flags.dryRun)) writeFiles(project.root, writes);
  if (flags.json) terminal.out(jsonImport(made, { ...show, isWritten }));
  else if (isWritten) terminal.out(`Wrote ${counted(writes.length, 'file')}.\nNext: confighub-sync plan.\n`);
  return EXIT.done;
}

async function mayWrite(terminal: Terminal, flags: ImportFlags, count: number): Promise<boolean> {
  if (flags.dryRun) return false;
  if (flags.yes) return true;
  if (terminal.isInteractive && !flags.json) {
    const isWanted = await terminal.confirm(`Write ${counted(count, 'file')}?`);
    if (!isWanted) terminal.out('Nothing was written.\n');
    return isWanted;
  }
  throw new CommandError({
    code: 'not-confirmed',
    message: `Nothing was written: there is nobody to ask whether ${counted(count, 'file')} may be.`,
    hint: 'Give --yes to write without asking, or --dry-run to look only.',
  });
}
