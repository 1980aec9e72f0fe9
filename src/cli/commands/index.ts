// [edge] What each command of the CLI does, once its flags are known.
import type { ExitStatus } from '../../errors.ts';
import { type InfoFlags, initProject, runDemo, showInfo } from './first-steps.ts';
import { applyProject, showDrift, showPlan, validateProject } from './handlers.ts';
import { type ImportFlags, importRepository } from './import.ts';
import { type HistoryFlags, showHistory, unlockTarget } from './record-handlers.ts';
import { run } from './run.ts';
import { type ServeFlags, serveRepository } from './serve.ts';
import type { Flags } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

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

type Commands = {
  [Name in keyof CommandFlags]: (terminal: Terminal, flags: CommandFlags[Name]) => Promise<ExitStatus>;
};

const COMMANDS: Commands = {
  validate: validateProject,
  plan: showPlan,
  drift: showDrift,
  apply: applyProject,
  history: showHistory,
  unlock: unlockTarget,
  info: showInfo,
  init: initProject,
  import: importRepository,
  serve: serveRepository,
  demo: runDemo,
};

/** Ends in an exit status; whatever goes wrong is shown, and nothing is thrown. */
export function runCommand<Name extends keyof CommandFlags>(
  name: Name,
  flags: CommandFlags[Name],
): Promise<void> {
  return run(flags, COMMANDS[name]);
}
