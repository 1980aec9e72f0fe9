// What can happen at a question of an apply to the server or to Git: faults, ends of the process, signals, other people, lies.
import type { RecordAsRead } from '../../src/core/applied.ts';
import { CommandError } from '../../src/errors.ts';
import type { emptyState } from '../../src/model/state.ts';
import { GitError } from '../../src/record/git-result.ts';
import { ReadNotOffered } from '../../src/remote/answer.ts';
import type { PushOutcome, UnclearPush } from '../../src/remote/pusher.ts';
import { around } from '../../src/world/around.ts';
import type { MemoryProcess, MemoryTarget } from './memory.ts';

/** What is asked neither of the server nor of Git, or answered by what was read before. */
export const AT_HAND: readonly string[] = [
  'files',
  'contentElsewhere',
  'fetchEarlier',
  'changeComment',
  'actor',
  'movedTo',
  'earlierStates',
];
const SERVER = ['exported', 'detail', 'pull', 'keyData', 'repositories', 'tokenProblem'] as const;
const WRITES: readonly string[] = ['push', 'moveRef', 'writeCommits', 'reword'];

export interface Moment {
  /** The question, by its name in `core/world.ts`. */
  name: string;
  /** Its own answer, with its effect. */
  ask: () => Promise<unknown>;
  process: MemoryProcess;
  /** Those of all targets. */
  processes: readonly MemoryProcess[];
  /** Another process applies the same commit, or a newer one. */
  others: {
    write: () => void;
    change: () => void;
    apply: () => Promise<void>;
    applyNewer: () => Promise<void>;
  };
}

export interface Interruption {
  /** At which questions it can happen. */
  at: (name: string) => boolean;
  answer: (moment: Moment) => unknown;
  /** The process does not end by itself, or its end is nobody's business. */
  isDead?: true;
  /** What others do may make the result another one than that of the apply alone. */
  isOfOthers?: true;
  /** The server does not tell the truth: only later can it be noticed. */
  isLie?: true;
}

const unreachable = () =>
  new CommandError({ code: 'server-unreachable', message: 'The server could not be reached.' });
const unclear = (push: UnclearPush['push']): PushOutcome => ({
  outcome: 'unclear',
  push,
  error: new CommandError({ code: 'push-unknown', message: 'The connection was closed.' }),
});
const gitFailed = () =>
  new GitError('Git failed', { status: 128, stdout: Buffer.alloc(0), stderr: 'fatal: disk full' });
const OUT = 'Connection timed out';
const never = () => new Promise<never>(() => undefined);

/** As the question says that it has no answer. */
function failure({ name, process: { outside, head } }: Moment): unknown {
  const record = outside.recordOf(head.projectFile);
  const apply = record.begun[0] ?? record.done;
  const answers: Record<string, () => unknown> = {
    push: () => unclear('unsent'),
    moveRef: () => ({ outcome: 'unreachable', reason: OUT }),
    isAncestor: () => ({ answer: 'unknown', reason: OUT }),
    lineage: () =>
      apply ? { kind: 'unknown', reason: OUT, isOutage: true, apply } : { kind: 'following' },
    record: () => ({
      isShared: true,
      read: [],
      record: { refs: new Map(), head: undefined, begun: [], unreachable: OUT },
      failure: 'origin could not be reached.',
    }),
    currentRecord: () => ({ refs: new Map(), head: undefined, begun: [], unreachable: OUT }),
    version: () => ({ unreadable: 'it cannot be read' }),
    past: () => ({ problem: 'The history cannot be read' }),
    idsIn: () => undefined,
    trusted: () => [],
    firstTrusted: () => undefined,
    newest: () => undefined,
    standard: () => undefined,
    fitOf: () => undefined,
    wasApplied: () => false,
    isUnpushed: () => false,
  };
  const answer = answers[name];
  if (answer !== undefined) return answer();
  throw SERVER.some((one) => one === name) ? unreachable() : gitFailed();
}

/** Git or the server did it, and says that it did not. */
async function lost(moment: Moment): Promise<unknown> {
  await moment.ask();
  return moment.name === 'push' ? unclear('unknown') : failure(moment);
}

/** The server executes it later. */
function delayed({ ask, process }: Moment): PushOutcome {
  process.outside.pending.push(ask);
  return unclear('at work');
}

/** A signal is for the program: all of its targets hear it. */
function signal({ processes }: Moment, which: MemoryProcess['signal']): void {
  for (const process of processes) process.signal = which;
}

const isWrite = (name: string) => WRITES.includes(name);
const isPush = (name: string) => name === 'push';
const isRead = (name: string) => SERVER.some((one) => one === name);
const always = () => true;

/** One answer of the server does not fit the others. */
async function contradicting({ name, ask }: Moment): Promise<unknown> {
  const answer = await ask();
  if (name === 'exported') {
    const { items } = answer as ReturnType<typeof emptyState>;
    return { items: new Map([...items].slice(1)) };
  }
  if (name === 'pull' && answer instanceof Object && 'values' in answer)
    return { ...answer, values: (answer.values as unknown[]).slice(1) };
  return name === 'keyData' ? undefined : answer;
}

export const INTERRUPTIONS = {
  'it fails': { at: always, answer: failure },
  'this clone cannot be read': {
    at: (name) => name === 'record',
    answer: async ({ ask }) => ({
      ...((await ask()) as RecordAsRead),
      record: undefined,
      read: [],
      failure: 'Git failed: disk full',
    }),
  },
  'origin rejects it': {
    at: (name) => name === 'moveRef',
    answer: () => ({ outcome: 'refused', reason: 'pre-receive hook declined' }),
  },
  'the server rejects it for now': {
    at: isPush,
    answer: () => ({ outcome: 'rejected', reason: { message: 'Busy.', isPassing: true } }),
  },
  'the server rejects it': {
    at: isPush,
    answer: () => ({ outcome: 'rejected', reason: { message: 'No.', code: 'push-rejected' } }),
  },
  'the server no longer offers it': {
    at: (name) => isRead(name) && name !== 'tokenProblem',
    answer: () => {
      throw new ReadNotOffered({ code: 'http-status', message: 'Not found.' }, 'status 404');
    },
  },
  'its answer is lost': { at: isWrite, answer: lost },
  'the process ends before it': { at: always, answer: never, isDead: true },
  'the process ends after it': {
    at: isWrite,
    answer: async ({ ask }) => {
      await ask();
      return never();
    },
    isDead: true,
  },
  'others write before it': {
    at: always,
    answer: ({ ask, others }) => {
      others.write();
      return ask();
    },
  },
  'others change an item before it': {
    at: always,
    answer: ({ ask, others }) => {
      others.change();
      return ask();
    },
    isOfOthers: true,
  },
  'another apply runs before it': {
    at: always,
    answer: async ({ ask, others }) => {
      await others.apply();
      return ask();
    },
    isOfOthers: true,
  },
  'a newer apply runs before it': {
    at: always,
    answer: async ({ ask, others }) => {
      await others.applyNewer();
      return ask();
    },
    isOfOthers: true,
  },
  'a signal comes': {
    at: always,
    answer: (moment) => {
      signal(moment, 'wanted');
      return moment.ask();
    },
  },
  'the second signal comes': {
    at: (name) => !isPush(name),
    answer: (moment) => {
      signal(moment, 'at once');
      return moment.ask();
    },
  },
  'the second signal comes, and the push has no effect': {
    at: isPush,
    answer: (moment) => {
      signal(moment, 'at once');
      return unclear('at work');
    },
  },
  'the second signal comes, and the push has an effect': {
    at: isPush,
    answer: async (moment) => {
      signal(moment, 'at once');
      await moment.ask();
      return unclear('at work');
    },
  },
  'the second signal comes, and the push has an effect later': {
    at: isPush,
    answer: (moment) => {
      signal(moment, 'at once');
      return delayed(moment);
    },
  },
  'it says 200, and has no effect': {
    at: isPush,
    answer: () => ({ outcome: 'done' }),
    isLie: true,
  },
  'a gateway rejects what had an effect': {
    at: isPush,
    answer: async ({ ask }) => {
      await ask();
      return unclear('stopped');
    },
    isLie: true,
  },
  'it has an effect after a gateway gave up': {
    at: isPush,
    answer: delayed,
  },
  'a cache answers it': {
    at: (name) => isRead(name) && name !== 'tokenProblem',
    answer: ({ ask, process }) => {
      process.isStale = true;
      const answer = ask();
      process.isStale = false;
      return answer;
    },
    isLie: true,
  },
  'it contradicts others': {
    at: (name) => name === 'exported' || name === 'pull' || name === 'keyData',
    answer: contradicting,
    isLie: true,
  },
  'it never settles': { at: always, answer: never },
} satisfies Record<string, Interruption>;

export type InterruptionName = keyof typeof INTERRUPTIONS;

const nobody = () => Promise.resolve();
/** Nobody else does anything. */
export const NOBODY = { write: nobody, change: nobody, apply: nobody, applyNewer: nobody };

/** The worlds of processes in which something happens at the n-th question, counted from 1; `asked` has their names. */
export function interrupted(
  processes: readonly MemoryProcess[],
  others: Moment['others'],
  at?: { n: number; what: Interruption },
): { targets: MemoryTarget[]; asked: string[] } {
  const asked: string[] = [];
  let isOver = false;
  const worldOf = (process: MemoryProcess) =>
    around(process.world, async (question, ask) => {
      const [name = ''] = question.split(' ');
      // A process that has ended does nothing more, whatever it has begun beside.
      if (isOver) return never();
      if (AT_HAND.includes(name)) return ask();
      asked.push(name);
      if (name === 'push') process.sent++;
      if (asked.length !== at?.n) return ask();
      isOver = at.what.isDead === true;
      return at.what.answer({ name, ask, process, processes, others });
    });
  return { targets: processes.map((process) => ({ process, world: worldOf(process) })), asked };
}
