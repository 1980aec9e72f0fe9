// What is wrong with documents that were read out of a commit.
import type { Loaded } from '../desired/load.ts';

/** The first mistake, with its place; `undefined`: there is none. */
export function firstMistake({ diagnostics }: Pick<Loaded, 'diagnostics'>): string | undefined {
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  return mistake && `${mistake.place ?? mistake.file}: ${mistake.message}`;
}
