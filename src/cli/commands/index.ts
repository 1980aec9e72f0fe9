// What each command of the CLI does, once its flags are known.
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { jsonError } from '../../render/json.ts';
import { mask } from '../../render/mask.ts';
import { textError } from '../../render/error.ts';
import { textDiagnostics, textPlan } from '../../render/text.ts';
import type { Host } from '../host.ts';
import type { ImportFlags, InfoFlags } from './first-steps.ts';
import type { HistoryFlags } from './handlers.ts';
import type { ServeFlags } from './serve.ts';
import { type Flags, Terminal } from './terminal.ts';

/** The flags of each command, as commander hands them over. */
export interface CommandFlags {
  validate: Flags;
  plan: Flags;
  drift: Flags;
  apply: Flags;
  history: HistoryFlags;
  unlock: Flags;
  info: InfoFlags;
  init: Flags;
  import: ImportFlags;
  serve: ServeFlags;
  demo: Flags;
}

type Handler<Name extends keyof CommandFlags> = (
  terminal: Terminal,
  flags: CommandFlags[Name],
) => Promise<ExitStatus>;

/**
 * In one file with this one (`webpackMode`), and evaluated when their command runs: with the server and the editor of
 * YAML, every plan would start 40 ms later.
 */
const projects = () => import(/* webpackMode: "eager" */ './handlers.ts');
const records = () => import(/* webpackMode: "eager" */ './handlers.ts');
const beginnings = () => import(/* webpackMode: "eager" */ './first-steps.ts');

const COMMANDS: { [Name in keyof CommandFlags]: () => Promise<Handler<Name>> } = {
  validate: async () => (await projects()).validateProject,
  plan: async () => (await projects()).showPlan,
  drift: async () => (await projects()).showDrift,
  apply: async () => (await projects()).applyProject,
  history: async () => (await records()).showHistory,
  unlock: async () => (await records()).unlockTarget,
  info: async () => (await beginnings()).showInfo,
  init: async () => (await beginnings()).initProject,
  demo: async () => (await beginnings()).runDemo,
  import: async () => (await import(/* webpackMode: "eager" */ './first-steps.ts')).importRepository,
  serve: async () => (await import(/* webpackMode: "eager" */ './serve.ts')).serveRepository,
};

/** Ends in an exit status; whatever goes wrong is shown, and nothing is thrown. */
export async function runCommand<Name extends keyof CommandFlags>(
  host: Host,
  name: Name,
  flags: CommandFlags[Name],
): Promise<void> {
  const command: Handler<Name> = await COMMANDS[name]();
  await run(host, flags, command);
}

// Runs one command of the CLI: the only catch, where what was thrown becomes text or JSON and an exit status.

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
