// Runs one command of the CLI: the only catch, where what was thrown becomes text or JSON and an exit status.
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { textError } from '../../render/error.ts';
import { jsonError } from '../../render/json.ts';
import { mask } from '../../render/redact.ts';
import { textDiagnostics, textPlan } from '../../render/text.ts';
import type { Host } from '../host.ts';
import type { Flags } from './surroundings.ts';
import { Terminal } from './terminal.ts';

export async function run<Own extends Flags>(
  host: Host,
  flags: Own,
  work: (terminal: Terminal, flags: Own) => Promise<ExitStatus>,
): Promise<void> {
  const terminal = new Terminal(host, flags.color);
  try {
    terminal.end(await work(terminal, flags));
  } catch (error) {
    showError(terminal, flags, error);
    terminal.end(error instanceof CommandError ? error.exitStatus : EXIT.error);
  } finally {
    terminal.rest();
  }
}

function showError(terminal: Terminal, flags: Flags, error: unknown): void {
  const diagnostics = error instanceof CommandError ? (error.diagnostics ?? []) : [];
  if (flags.json && error instanceof CommandError) {
    terminal.out(jsonError(error, { diagnostics, differs: error.differs && mask(error.differs) }));
    return;
  }
  terminal.error(textDiagnostics(diagnostics, terminal));
  if (error instanceof CommandError && error.differs) {
    terminal.error(
      `Still different after the push, what was found → what is declared:\n\n${textPlan(mask(error.differs), terminal)}`,
    );
  }
  terminal.error(textError(error, terminal));
}
