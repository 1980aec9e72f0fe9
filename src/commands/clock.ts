// [edge] The clock of this machine, for entries to hand over.
import { setTimeout } from 'node:timers/promises';
import type { Surroundings } from './project.ts';

export const CLOCK = {
  now: () => new Date(),
  pause: (milliseconds: number) => setTimeout(milliseconds),
  every: (milliseconds: number, work: () => Promise<unknown>) => {
    // No timer keeps a program from ending.
    const timer = setInterval(() => void work(), milliseconds).unref();
    return () => clearInterval(timer);
  },
} satisfies Pick<Surroundings, 'now' | 'pause' | 'every'>;
