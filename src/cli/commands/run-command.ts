// Runs one command of the CLI and catches its errors: they become text or JSON, and an exit status.
import { EXIT, type ExitStatus, knownError } from '../../errors.ts';
import { textDiagnostics, textError } from '../../render/problems.ts';
import { jsonError } from '../../render/json.ts';
import { textDiffers } from '../../render/text.ts';
import type { Host } from '../host.ts';
import { withProjectFile } from './project-search.ts';
import { type CommonFlags, type Flags, Terminal } from './terminal.ts';

type AnyFlags = CommonFlags & { json?: boolean; envFile?: string; config?: string | undefined; forget?: boolean };

/** The flags of each command, as commander parses them. */
export type Handlers<Commands> = {
  [Name in keyof Commands]: (terminal: Terminal, flags: Commands[Name]) => Promise<ExitStatus>;
};

/** Runs one of these commands: sets the exit status, prints every error, and never throws. */
export function runnerOf<Commands extends { [Name in keyof Commands]: AnyFlags }>(handlers: Handlers<Commands>) {
  return async <Name extends keyof Commands & string>(host: Host, name: Name, flags: Commands[Name]): Promise<void> => {
    const terminal = new Terminal(host, flags);
    const stopDebug = isVerbose(host, flags) ? terminal.debug() : undefined;
    try {
      await terminal.readEnvFile(flags.envFile);
      terminal.end(await handlers[name](terminal, withProjectFile(terminal, name, flags)));
    } catch (error) {
      showError(terminal, flags, error);
      terminal.end(knownError(error)?.exitStatus ?? EXIT.error);
    } finally {
      terminal.stopSpinner();
      stopDebug?.();
    }
  };
}

function isVerbose({ env }: Host, { verbose = false }: CommonFlags): boolean {
  return verbose || env.CONFIGHUB_DEBUG === '1' || env.RUNNER_DEBUG === '1';
}

function showError(terminal: Terminal, flags: Pick<Flags, 'json'>, error: unknown): void {
  const known = knownError(error);
  if (flags.json && known) {
    terminal.out(jsonError(known));
    return;
  }
  terminal.error(textDiagnostics(known?.diagnostics ?? [], terminal));
  if (known?.differs) terminal.error(textDiffers(known.differs, terminal));
  terminal.error(textError(error, terminal));
}
