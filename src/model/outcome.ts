// What became of an apply that did not fail: for each outcome, what a terminal, a log, a workflow and a comment say of it.

/**
 * `declined`: a person was asked, and did not want it. `verified`: read again, and nothing differs. `unverified`: the
 * server offers no read to verify with. `unchecked`: verification is off (`--no-verify`).
 */
export type Outcome = 'nothing' | 'refused' | 'declined' | 'verified' | 'unverified' | 'unchecked';

interface OutcomeWords {
  /** In a terminal, for a single target; empty: the plan and the record say it. Absent: it depends on counts. */
  line?: string;
  /** In the list of several targets. */
  words: string;
  /** In the log of a workflow. */
  log?: string;
  /** The output `result`. */
  result: 'nothing' | 'refused' | 'applied';
  /** The heading of the comment: see `HEADINGS`. */
  kind: 'unchanged' | 'refused' | 'applied' | 'unverified';
  /** Whether all is done that was to be done. Otherwise nothing was sent, and the exit status is 3. */
  isDone: boolean;
}

export const OUTCOMES: Readonly<Record<Outcome, OutcomeWords>> = {
  nothing: {
    line: '',
    words: 'recorded; nothing was sent',
    log: 'Nothing to apply.',
    result: 'nothing',
    kind: 'unchanged',
    isDone: true,
  },
  refused: {
    line: 'The apply was refused: nothing was sent.\n',
    words: 'refused',
    result: 'refused',
    kind: 'refused',
    isDone: false,
  },
  /** Only a person at a terminal declines. */
  declined: {
    line: 'Not applied: nothing was sent.\n',
    words: 'declined',
    result: 'refused',
    kind: 'refused',
    isDone: false,
  },
  verified: {
    line: 'Applied and verified.\n',
    words: 'applied and verified',
    log: 'Applied and verified.',
    result: 'applied',
    kind: 'applied',
    isDone: true,
  },
  unverified: { words: 'applied, not verified', result: 'applied', kind: 'unverified', isDone: true },
  unchecked: {
    line: 'Applied, not verified (--no-verify).\n',
    words: 'applied, not verified (--no-verify)',
    log: 'Applied, not verified.',
    result: 'applied',
    kind: 'unverified',
    isDone: true,
  },
};
