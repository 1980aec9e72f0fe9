// What each command of the CLI does, once its flags are known.
import type { ExitStatus } from '../../errors.ts';
import type { Host } from '../host.ts';
import type { InfoFlags } from './first-steps.ts';
import type { ImportFlags } from './import.ts';
import type { HistoryFlags } from './record-handlers.ts';
import { run } from './run.ts';
import type { ServeFlags } from './serve.ts';
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

type Handler<Name extends keyof CommandFlags> = (
  terminal: Terminal,
  flags: CommandFlags[Name],
) => Promise<ExitStatus>;

/**
 * In one file with this one (`webpackMode`), and evaluated when their command runs: with the server and the editor of
 * YAML, every plan would start 40 ms later.
 */
const projects = () => import(/* webpackMode: "eager" */ './handlers.ts');
const records = () => import(/* webpackMode: "eager" */ './record-handlers.ts');
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
  import: async () => (await import(/* webpackMode: "eager" */ './import.ts')).importRepository,
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
