// The possible outcomes for a target, and what a terminal, a workflow and a comment say about each.

interface Words {
  /** In a comment and a summary. */
  heading: string;
  /** In the table of several targets, where it is not the heading. */
  state?: string;
  /** At the end of an apply of several targets; absent: no apply ends so. */
  words?: string;
  /** At the end of an apply of the only one; absent: it depends on counts, or the plan and the record say it. */
  line?: string;
  /** The output `result` of the action. */
  result: 'planned' | 'checked' | 'nothing' | 'refused' | 'applied' | 'skipped' | 'failed';
  /** What the comment of an apply says for good, also after another run of it. */
  settles?: 'nothing' | 'uncertain' | 'applied';
  /** Whether all is done that was to be done. */
  isDone: boolean;
  isSent?: true;
}

const APPLIED = { result: 'applied', settles: 'applied', isDone: true, isSent: true } as const;

/** The most important first. */
const TABLE = {
  /** Something was sent, and then an error came. */
  uncertain: {
    heading: '⚠️ Sent, outcome uncertain',
    words: 'failed, partly or with an unknown outcome',
    result: 'failed',
    settles: 'uncertain',
    isDone: false,
    isSent: true,
  },
  /** An error, and nothing was sent. */
  failed: { heading: '❌ Not applied', words: 'failed', result: 'failed', isDone: false },
  refused: {
    heading: '⛔ Refused',
    words: 'refused',
    line: 'The apply was refused: nothing was sent.\n',
    result: 'refused',
    isDone: false,
  },
  /** A person was asked, and did not want it. */
  declined: {
    heading: '⛔ Refused',
    words: 'not attempted',
    line: 'Not applied: nothing was sent.\n',
    result: 'refused',
    isDone: false,
  },
  /** The server offers no read to verify with. */
  unverified: { heading: '⚠️ Applied, not verified', words: 'applied, not verified', ...APPLIED },
  /** Verification is off (`--no-verify`). */
  unchecked: {
    heading: '⚠️ Applied, not verified',
    words: 'applied, not verified (--no-verify)',
    line: 'Applied, not verified (--no-verify).\n',
    ...APPLIED,
  },
  drifted: { heading: '⚠️ Drift', result: 'checked', isDone: true },
  /** Read again, and nothing differs. */
  verified: {
    heading: '✅ Applied and verified',
    words: 'applied and verified',
    line: 'Applied and verified.\n',
    ...APPLIED,
  },
  /** Nothing was left to send: an apply that did not finish had sent it, and a read shows it. */
  'taken-over': {
    heading: '✅ Applied and verified',
    words: 'applied and verified; an earlier apply, which did not finish, had sent everything',
    line: 'Applied and verified: an earlier apply, which did not finish, had sent everything.\n',
    result: 'nothing',
    settles: 'applied',
    isDone: true,
  },
  /** Nothing was left to send: an earlier attempt of the same run had applied it. */
  'applied-before': {
    heading: '✅ Applied',
    words: 'already applied by an earlier attempt of this run',
    line: 'An earlier attempt of this run had already applied this commit.\n',
    result: 'nothing',
    // What that attempt wrote about it says more.
    settles: 'nothing',
    isDone: true,
  },
  /** Planned from base and head only. */
  offline: {
    heading: 'Plan without the server',
    state: 'Changes, server not read',
    result: 'planned',
    isDone: true,
  },
  planned: { heading: 'Plan', state: 'Changes', result: 'planned', isDone: true },
  /** Another target stopped the apply before its turn. */
  'not-attempted': {
    heading: 'Not attempted',
    words: 'not attempted',
    result: 'skipped',
    isDone: false,
  },
  /** Nothing was to be sent by an apply. */
  nothing: {
    heading: 'No changes',
    words: 'no changes',
    result: 'nothing',
    settles: 'nothing',
    isDone: true,
  },
  unchanged: {
    heading: 'No changes',
    words: 'no changes',
    result: 'planned',
    settles: 'nothing',
    isDone: true,
  },
  clean: { heading: 'No drift', result: 'checked', isDone: true },
} satisfies Record<string, Words>;

export type Outcome = keyof typeof TABLE;
export const OUTCOMES: Readonly<Record<Outcome, Words>> = TABLE;

export function importanceOf(outcome: Outcome): number {
  return Object.keys(OUTCOMES).indexOf(outcome);
}

/** As what a page shows it: a target without changes as such, whether or not its apply was attempted. */
export function shownAs({
  outcome,
  plan,
}: {
  outcome: Outcome;
  plan?: { changes: readonly unknown[] };
}): Outcome {
  const isLeft = outcome === 'not-attempted' || outcome === 'declined';
  return outcome === 'nothing' || (isLeft && plan?.changes.length === 0) ? 'unchanged' : outcome;
}
