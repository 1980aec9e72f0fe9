// Commands of the CLI about the record of applies.
import { forget, history } from '../../commands/history.ts';
import { unlock } from '../../commands/unlock.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { resolveOptions } from '../../options.ts';
import { historyJson, historyTable } from '../../render/history.ts';
import { json } from '../../render/json.ts';
import { unlockedText } from '../../render/outcome.ts';
import { printable } from '../../render/printable.ts';
import { type Flags, surroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export interface HistoryFlags extends Flags {
  limit?: string;
  forget?: boolean;
}

export async function showHistory(terminal: Terminal, flags: HistoryFlags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  if (flags.forget) return forgetRecord(terminal, flags);
  const { entries, warnings } = await history(options, surroundings(terminal), flags.limit);
  for (const warning of warnings) terminal.error(`warning: ${printable(warning)}\n`);
  if (flags.json) terminal.out(json({ version: 1, applies: historyJson(entries) }));
  else terminal.out(historyTable(entries));
  return EXIT.done;
}

async function forgetRecord(terminal: Terminal, flags: HistoryFlags): Promise<ExitStatus> {
  const result = await forget(resolveOptions(flags, terminal.host.env), surroundings(terminal));
  const { projectFile, removed } = result;
  const name = printable(projectFile);
  if (flags.json) terminal.out(json({ version: 1, ...result }));
  else if (removed.length === 0) terminal.out(`There is no record of ${name}: nothing to forget.\n`);
  else {
    terminal.out(
      `Forgot the record of ${name}. What it declared stays on the server, and belongs to no project now.\nTo bring the record back:\n`,
    );
    for (const { restore } of removed) terminal.out(`  ${restore}\n`);
  }
  return EXIT.done;
}

export async function unlockTarget(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const result = await unlock(resolveOptions(flags, terminal.host.env), surroundings(terminal));
  const { removed } = result;
  if (flags.json) {
    const { text: _, ...of } = removed ?? { text: '' };
    terminal.out(json({ version: 1, unlocked: removed !== undefined, ...(removed && { removed: of }) }));
  } else terminal.out(unlockedText(result));
  return EXIT.done;
}
