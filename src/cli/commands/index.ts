// Runs one command of the CLI and catches its errors: they become text or JSON, and an exit status.
import { EXIT, type ExitStatus, knownError } from '../../errors.ts';
import { textError } from '../../render/error.ts';
import { jsonError } from '../../render/json.ts';
import { textDiagnostics, textDiffers } from '../../render/text.ts';
import type { Host } from '../host.ts';
import type { InitFlags } from './init.ts';
import type { ImportFlags, ServeFlags } from './setup.ts';
import type { HistoryFlags, ShowFlags } from './handlers.ts';
import { withProjectFile } from './project-search.ts';
import { type CommonFlags, type Flags, Terminal } from './terminal.ts';

/** The flags of each command, as commander parses them. */
export interface CommandFlags {
  validate: Flags;
  plan: Flags;
  drift: Flags;
  apply: Flags;
  show: ShowFlags;
  history: HistoryFlags;
  unlock: Flags;
  info: Flags;
  init: InitFlags;
  import: ImportFlags;
  serve: ServeFlags;
  completion: Flags;
}

type Handler<Name extends keyof CommandFlags> = (terminal: Terminal, flags: CommandFlags[Name]) => Promise<ExitStatus>;

/**
 * Bundled into the same file (`webpackMode`), but evaluated only when the command runs: with the embedded server and
 * the YAML editor, every plan would start 40 ms later.
 */
const handlers = () => import(/* webpackMode: "eager" */ './handlers.ts');
const completions = () => import(/* webpackMode: "eager" */ './completion.ts');
const firstSteps = () => import(/* webpackMode: "eager" */ './setup.ts');

const COMMANDS: { [Name in keyof CommandFlags]: () => Promise<Handler<Name>> } = {
  validate: async () => (await handlers()).validateProject,
  plan: async () => (await handlers()).showPlan,
  drift: async () => (await handlers()).showDrift,
  apply: async () => (await handlers()).applyProject,
  show: async () => (await handlers()).showRows,
  history: async () => (await handlers()).showHistory,
  unlock: async () => (await handlers()).unlockTarget,
  info: async () => (await firstSteps()).showInfo,
  init: async () => (await import(/* webpackMode: "eager" */ './init.ts')).initProject,
  import: async () => (await firstSteps()).importRepository,
  completion: async () => (await completions()).printCompletion,
  serve: async () => (await firstSteps()).serveRepository,
};

/** Sets the exit status, prints every error, and never throws. */
export async function runCommand<Name extends keyof CommandFlags>(
  host: Host,
  name: Name,
  flags: CommandFlags[Name],
): Promise<void> {
  const handler: Handler<Name> = await COMMANDS[name]();
  const terminal = new Terminal(host, flags);
  const stopDebug = isVerbose(host, flags) ? terminal.debug() : undefined;
  try {
    await terminal.readEnvFile('envFile' in flags ? flags.envFile : undefined);
    terminal.end(await handler(terminal, withProjectFile(terminal, name, flags)));
  } catch (error) {
    showError(terminal, flags, error);
    terminal.end(knownError(error)?.exitStatus ?? EXIT.error);
  } finally {
    terminal.stopSpinner();
    stopDebug?.();
  }
}

/** For the completion of a command line. */
export async function targetNames(host: Host, config: string | undefined): Promise<string[]> {
  return (await completions()).targetNames(host, config);
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
