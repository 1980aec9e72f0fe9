// [edge] What every command runs in: the folder, the environment, the clock, and who is told what.
import { setTimeout } from 'node:timers/promises';
import type { ProcessEnvironment } from '../options.ts';

/** What a command runs in; entries fill it from the process. */
export interface Runtime {
  cwd: string;
  env: ProcessEnvironment;
  now: () => Date;
  /** Called with every secret text before anything is printed; a workflow registers them. */
  onSecret: (text: string) => void;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Does the work again and again, so many milliseconds apart, until the answer is called. Absent: nobody keeps time. */
  every?: (milliseconds: number, work: () => Promise<unknown>) => () => void;
  /** Called when something begins that a person may wait for. */
  onStep: (step: string) => void;
  /** Credentials for `origin`, where a workflow has them. */
  forge?: { serverUrl: string; token: string };
  /** Who applies, and where that can be seen. */
  actor?: string;
  run?: string;
  facts?: EntryFacts;
}

/** What only an entry knows of what it runs for. */
export interface EntryFacts {
  /** Of the forge, as `owner/name`. */
  repository?: string | undefined;
  workflow?: string | undefined;
  /** Without `refs/heads/`. */
  branch?: string | undefined;
  /** Its number. May ask the forge, so it is called only where the number is needed; never throws. */
  pullRequest?: () => Promise<number | undefined>;
}

/** The clock of this machine, for entries to hand over. */
export const CLOCK = {
  now: () => new Date(),
  pause: (milliseconds: number) => setTimeout(milliseconds),
  every: (milliseconds: number, work: () => Promise<unknown>) => {
    // No timer keeps a program from ending.
    const timer = setInterval(() => void work(), milliseconds).unref();
    return () => clearInterval(timer);
  },
} satisfies Pick<Runtime, 'now' | 'pause' | 'every'>;
