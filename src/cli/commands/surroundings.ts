// [edge] What every command of the CLI is handed: its flags, and what it runs in.
import { userInfo } from 'node:os';
import { CLOCK } from '../../commands/clock.ts';
import type { Surroundings } from '../../commands/project.ts';
import { heedSignals } from '../../commands/stop.ts';
import type { Given } from '../../options.ts';
import type { Host } from '../host.ts';
import type { Terminal } from './terminal.ts';

/** Flags as commander hands them over. */
export interface Flags extends Given {
  color: boolean;
  json?: boolean;
  showPush?: boolean;
  detailedExitcode?: boolean;
  /** Of the plan file that is written. */
  out?: string;
}

export function surroundings(terminal: Terminal): Surroundings {
  const { host } = terminal;
  const actor = systemUser(host);
  return {
    cwd: host.cwd(),
    env: host.env,
    ...CLOCK,
    onSecret: () => undefined,
    onStep: (step) => terminal.step(step),
    heedStop: () => heedSignals(host, (sentence) => terminal.error(`${sentence}\n`)),
    ...(actor !== undefined && { actor }),
  };
}

/** In a container, the user may have a number and no name. */
function systemUser({ env }: Host): string | undefined {
  if (env.USER) return env.USER;
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}
