// Reads of the server that the last apply used: losing one must not lower what a plan checks without a word.
import { CommandError } from '../errors.ts';
import { type MissingRead, mayRead, READS, type Read, type ReadMode } from '../model/reads.ts';

interface Compared {
  /** Of the last apply; absent: nothing says. */
  before: readonly Read[] | undefined;
  missing: readonly MissingRead[];
  mode: ReadMode;
}

interface Now extends Compared {
  /** Whether there was an apply. */
  isRecorded: boolean;
  /** Whether this plan is made from what the repository holds. */
  isLiveRead: boolean;
}

/** Throws {@link CommandError} where the server does not offer a read any more that this run may use. */
export function refuseLost(now: Now): void {
  const lost = lostReads(now);
  const [first] = lost;
  if (first === undefined) return;
  const reads = lost.map(({ read, reason }) => `GET /rest/${read} (${reason})`).join(', ');
  const [what, them] = lost.length === 1 ? ['a read', 'it'] : ['reads', 'them'];
  throw new CommandError({
    code: 'read-lost',
    message: `The last apply used ${what} that the server does not offer now: ${reads}. Without ${them} this run would check less.`,
    hint: `Check the token, the address and the settings of the repository. ${wayOn(first)}`,
  });
}

const LIVE_READS: readonly Read[] = ['export', 'pull'];

function lostReads({ before, missing, mode, isRecorded, isLiveRead }: Now): MissingRead[] {
  const allowed = missing.filter(({ read }) => mayRead(mode, read));
  const lost = allowed.filter(({ read }) => before?.includes(read));
  if (lost.length > 0 || isLiveRead) return lost;
  // A record that names no reads is of a version that always read.
  const wasRead = before === undefined ? isRecorded : before.some((read) => LIVE_READS.includes(read));
  return wasRead ? allowed.filter(({ read }) => LIVE_READS.includes(read)) : [];
}

const WAYS_ON: Record<Read, string> = {
  export:
    'If the export is gone for good, apply once with `--reads token` (or `--reads documented`, which reads nothing else).',
  pull: 'If it is gone for good, apply once with `--reads documented`.',
  keyData: 'If it is gone for good, apply once with `--reads documented`.',
  info: 'If it is gone for good, apply once with `--reads documented`.',
  'info/all': 'If it is gone for good, apply once with `--reads none`.',
};

function wayOn({ read }: MissingRead): string {
  return `${WAYS_ON[read]} To set this for every run, write \`reads:\` into confighub.yaml of the trusted branch.`;
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
