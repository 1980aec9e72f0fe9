// [edge] What every step shows, whatever it is about: log, annotations, comment and drift issue.
import { notice } from '@actions/core';
import { isCounted, type Plan } from '../model/plan.ts';
import { repositoryText } from '../model/targets.ts';
import { howToApproveAll } from '../render/sentences.ts';
import { driftMembers, versioned } from '../render/json.ts';
import { type PageOptions, rowsComment } from '../render/markdown/comment.ts';
import { mask } from '../render/mask.ts';
import { printable } from '../render/printable.ts';
import { annotate, logText } from './log.ts';
import type { AppliedOutcome } from './posts.ts';
import { digest, type Message, type PageFacts, pageOptions, type Publisher } from './publish.ts';

export interface StepFacts {
  page: PageFacts;
  /** `planned`: files of a pull request; `applied`: a merge. Absent: no comment is written. */
  phase?: Message['phase'];
  /** Whether the step applies. */
  isApply?: boolean;
  publisher: Publisher;
  digestKey: string | undefined;
  /** The branch whose pushes are applied, if the pull request goes there. */
  mergeInto?: string | undefined;
}

export class Reporter {
  /** First line of the log, held back until all secrets of the files are registered. */
  #opening = '';
  #facts: StepFacts | undefined;

  begin(opening: string, facts: StepFacts): void {
    this.#opening = opening;
    this.#facts = facts;
  }

  get facts(): StepFacts | undefined {
    return this.#facts;
  }

  log(text: string): void {
    if (this.#opening + text !== '') logText(this.#opening + text);
    this.#opening = '';
  }

  notice(text: string): void {
    this.log('');
    notice(text, { title: 'confighub-sync' });
  }

  annotate(problems: Parameters<typeof annotate>[0]): void {
    annotate(problems, this.#facts?.page.folder ?? '');
  }

  /** The options of a page about this run. */
  page(): PageOptions {
    const { page, mergeInto, isApply } = this.#facts ?? {};
    const { status, ...options } = page === undefined ? {} : pageOptions(page);
    return { ...options, status: { ...status, isApply, mergeInto } };
  }

  /**
   * Creates or updates the comment on the pull request, in runs that have one.
   * @param settles what the comment says for good, if it is about an apply
   */
  async comment(markdown: string, settles: AppliedOutcome | undefined, hasNews: boolean): Promise<void> {
    const { phase, publisher } = this.#facts ?? {};
    if (phase === undefined) return;
    const outcome = phase === 'applied' ? settles : undefined;
    await publisher?.comment({ markdown, hasNews, phase, outcome, plan: digest(markdown) });
  }

  /** Opens, updates or closes the drift issue of a target. */
  async driftIssue(plan: Plan): Promise<void> {
    const masked = mask(plan);
    const state = plan.drift.some(isCounted) ? 'drifted' : 'clean';
    const { declaredAs } = plan.target;
    const target = `${repositoryText(plan.target)}${declaredAs === undefined ? '' : ` (${declaredAs})`}`;
    const title = `Drift: ${target} was changed on the server`;
    const markdown = rowsComment([{ kind: state, plan: masked }], this.page());
    await this.#facts?.publisher.driftIssue(
      { state, title, markdown, plan: digest(versioned(driftMembers(masked))) },
      declaredAs,
    );
  }
}

/** What to do about the refused plans of a run. */
export function approvalAdvice(plans: readonly Plan[]): string {
  const how = howToApproveAll(plans) ?? 'See the reasons above.';
  return how.split('\n').map(printable).join('\n');
}

export function asWarning(message: string, code = 'baseline') {
  return { severity: 'warning', code, message } as const;
}
