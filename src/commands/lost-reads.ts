// Reads of the server that the last apply used: losing one must not lower what a plan checks without a word.
import { CommandError } from '../errors.ts';
import { type MissingRead, mayRead, READS, type Read, type ReadMode } from '../model/reads.ts';

interface Compared {
  /** Of the last apply; absent: nothing says. */
  before: readonly Read[] | undefined;
  missing: readonly MissingRead[];
  mode: ReadMode;
}

/**
 * Throws {@link CommandError} where the server does not offer a read any more.
 * @param isAccepted this one run was told to do without
 */
export function refuseLost({ before = [], missing, mode }: Compared, isAccepted: boolean): void {
  const lost = missing.filter(({ read }) => before.includes(read) && mayRead(mode, read));
  const [first] = lost;
  if (first === undefined || isAccepted) return;
  const reads = lost.map(({ read, reason }) => `GET /rest/${read} (${reason})`).join(', ');
  throw new CommandError({
    code: 'read-lost',
    message: `The last apply used ${lost.length === 1 ? 'a read' : 'reads'} that the server does not offer now: ${reads}. Without ${lost.length === 1 ? 'it' : 'them'} this run would check less.`,
    hint: `Check the token, the address and the settings of the repository. ${wayOn(first)}`,
  });
}

function wayOn({ read }: MissingRead): string {
  if (read === 'export')
    return 'If the export is gone for good, apply once with `--reads token` (or `--reads documented`, which reads nothing else).';
  return 'If it is gone for good, apply once with `--reads documented`, or write `reads: documented` into confighub.yaml of the trusted branch.';
}

/** What a record names: what was used now, and what was used before and is not known to be missing. */
export function readsToRecord({
  before = [],
  missing,
  mode,
  used,
}: Compared & { used: readonly Read[] }): Read[] {
  const isLeft = (read: Read) =>
    before.includes(read) && mayRead(mode, read) && !missing.some((one) => one.read === read);
  return READS.filter((read) => used.includes(read) || isLeft(read));
}
