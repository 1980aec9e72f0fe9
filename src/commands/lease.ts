// Renews the announcement of an apply while it runs, and detects its loss.
import { type Applying, type Held, renew, takenOverWith } from '../record/announcement.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git.ts';
import { refValues } from '../record/refs.ts';
import { CommandError, EXIT } from '../errors.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import { type Finding, type Plan, withFindings } from '../model/plan.ts';
import { duration } from '../semantics/push-time.ts';
import type { Baseline } from './baseline.ts';
import type { Runtime } from './runtime.ts';

/** Milliseconds after the last renewal at which an announcement expires. */
export const LIFETIME = 15 * 60_000;

/** Most applies finish before the first renewal. Four renewals may fail before the announcement expires. */
const RENEW_EVERY = 3 * 60_000;

type Clock = Pick<Runtime, 'now' | 'every'>;

/** The push that is to begin, from 0, and the number of pushes. */
interface Turn {
  index: number;
  count: number;
}

export class Lease {
  readonly #git: GitRepository;
  readonly #clock: Clock;
  readonly #cancel: () => void;
  #held: Held;
  /** Time of the last renewal. */
  #renewed: Date;
  /** Renewals with an unknown outcome. */
  #unsure: Held[] = [];
  #isLost = false;
  #pushSince: Date | undefined;
  #work: Promise<void> = Promise.resolve();

  /** Renews regularly until {@link end}. */
  constructor(git: GitRepository, held: Held, clock: Clock) {
    this.#git = git;
    this.#held = held;
    this.#clock = clock;
    this.#renewed = held.since;
    this.#cancel = clock.every?.(RENEW_EVERY, () => this.renew()) ?? (() => undefined);
  }

  /** The announcement at origin, as far as known. */
  get held(): Held {
    return this.#held;
  }

  /** Never throws: {@link beforePush} reports failures. */
  renew(): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#clock.now();
      const until = new Date(now.getTime() + LIFETIME);
      const renewal = await renew(this.#git, { held: this.#held, now, until, pushSince: this.#pushSince });
      if (renewal.outcome === 'conflict') this.#see(renewal.values.get(this.#held.ref));
      else if (renewal.outcome === 'moved') this.#hold(renewal.held);
      else this.#unsure.push(renewal.held);
    });
  }

  /**
   * Throws {@link CommandError} if a push must not begin, because the announcement was or may be lost. Checks origin before
   * every push but the first, which directly follows the announcement.
   */
  async beforePush(turn: Turn): Promise<void> {
    await this.#work;
    if (this.#age() >= RENEW_EVERY) await this.renew();
    else if (this.#pushSince !== undefined) await this.#look();
    if (this.#isLost) throw lost(TAKEN, turn);
    // An apply that cannot renew must end before another one may begin.
    if (this.#age() > LIFETIME - RENEW_EVERY) throw lost(NOT_RENEWED, turn);
    this.#pushSince = this.#clock.now();
  }

  /** Stops renewing. */
  async end(): Promise<void> {
    this.#cancel();
    await this.#work;
    if (this.#unsure.length > 0) await this.#look();
  }

  #age(): number {
    return this.#clock.now().getTime() - this.#renewed.getTime();
  }

  #look(): Promise<void> {
    return this.#inTurn(async () => {
      const { where, ref } = this.#held;
      const found = await refValues(this.#git, { where, refs: [ref] });
      if ('values' in found) this.#see(found.values.get(ref));
    });
  }

  /** Runs Git operations one after the other; a failed one counts as unanswered by origin. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch(ignoreGitError);
    return this.#work;
  }

  #see(commit: string | undefined): void {
    const own = [this.#held, ...this.#unsure].find((held) => held.commit === commit);
    if (own === undefined) this.#isLost = true;
    else if (own !== this.#held) this.#hold(own);
  }

  #hold(held: Held): void {
    this.#held = held;
    this.#renewed = new Date(held.record.renewed ?? held.since);
    this.#unsure = [];
  }
}

interface Loss {
  why: string;
  hint: string;
}

const TAKEN: Loss = {
  why: 'another apply took over, or someone ran `unlock`',
  hint: 'Wait for the other apply to finish, if there is one, then apply again.',
};
const NOT_RENEWED: Loss = {
  why: 'origin did not accept its renewal, and it is about to expire',
  hint: 'Check that origin can be reached and written, then apply again.',
};

function lost({ why, hint }: Loss, { index, count }: Turn): CommandError {
  const sent = `after ${index} of ${count} ${count === 1 ? 'push' : 'pushes'}`;
  return new CommandError({
    code: 'announcement-lost',
    message: `The announcement of this apply was lost: ${why}. The apply stopped ${index === 0 ? 'before its push: nothing was changed on the server' : `${sent} and did not send the rest`}.`,
    hint,
    exitStatus: index === 0 ? EXIT.error : EXIT.unknown,
  });
}

/** An announcement counts until it expires; without an expiry date, until it is unlocked. */
export function isRunning(applying: Applying | undefined, now: Date): applying is Applying {
  return applying !== undefined && (applying.until === undefined || now < applying.until);
}

/** An expired announcement, which the next apply takes over. */
export function deadApplying(applying: Applying | undefined, now: Date): Applying | undefined {
  return isRunning(applying, now) ? undefined : applying;
}

/** Sentences about the work of others that the next apply takes over. */
export function unfinishedRemarks({ applied }: Baseline, now: Date): string[] {
  const dead = deadApplying(applied?.applying, now);
  if (dead === undefined) return [];
  return takenOverWith(dead).map(({ source, actor }) => {
    const which = `${source === undefined ? '' : ` of commit ${shortCommit(source)}`}${actor === undefined ? '' : ` by ${actor}`}`;
    return `An earlier apply${which} did not finish: all of it, a part or nothing may be on the server. The next apply takes over its work.`;
  });
}

export function runningFinding(applying: Applying, now: Date): Omit<Finding, 'severity'> {
  const { problem, until } = applying;
  if (problem !== undefined || until === undefined) {
    return {
      code: 'apply-running',
      message: `Another apply is announced, but its announcement cannot be read${problem === undefined ? '' : ` (${problem})`}.`,
      hint: 'Wait for it to finish. If no apply is running, run `confighub-sync unlock`.',
    };
  }
  return {
    code: 'apply-running',
    message: `Another apply may still be running: ${described(applying, now)}.`,
    hint: `Wait for it to finish. Unless renewed, it expires at ${shownTime(until.toISOString())} and the next apply takes over. If it is no longer running, run \`confighub-sync unlock\` (in a workflow, \`command: unlock\`).`,
  };
}

/** `announced 9 minutes ago by ada, last renewed 2 minutes ago, commit 0123456789, https://github.com/…/runs/42`. */
export function described({ since, renewed, actor, source, run }: Applying, now: Date): string {
  const ago = (time: Date) => `${duration(Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000)))} ago`;
  const parts = [
    `announced${since === undefined ? '' : ` ${ago(since)}`}${actor === undefined ? '' : ` by ${actor}`}`,
    renewed && `last renewed ${ago(renewed)}`,
    source && `commit ${shortCommit(source)}`,
    run,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** For a plan without apply: it lacks the changes of a running apply. */
export function withRunningWarning(plan: Plan, { baseline, now }: { baseline: Baseline; now: Date }): Plan {
  const applying = baseline.applied?.applying;
  if (!isRunning(applying, now)) return plan;
  return withFindings(plan, { severity: 'warning', ...runningFinding(applying, now) });
}
