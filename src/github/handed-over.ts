// What a comment about a plan that was handed over must not take from the plan: its pull request, commit and marker.
import { CommandError } from '../errors.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import { planComment } from '../render/markdown/comment.ts';
import { handedOverStatus } from '../render/markdown/status.ts';
import type { MaskedPlan } from '../render/mask.ts';
import type { EventContext } from './event-context.ts';
import { digest, type Message, pageOptions, statusFacts } from './publish.ts';
import { type Clue, clueOf, type EventFacts } from './pull-request.ts';

export interface HandedOver {
  /** The commit whose run made the plan; a comment about another one is out of date. */
  head: string;
  /** `undefined`: the event leads to no pull request. */
  clue: Clue | undefined;
  /** Address of the run that made the plan. */
  run: string | undefined;
}

/** Throws a {@link CommandError} unless a run of a pull request has just ended. */
export function handedOver(facts: EventFacts): HandedOver {
  const run = facts.event === 'workflow_run' ? facts.payload.workflow_run : undefined;
  if (!isPlainObject(run) || run.event !== 'pull_request' || typeof run.head_sha !== 'string')
    throw notHandedOver();
  const { head_sha: head, html_url: url } = run;
  return { head, clue: clueOf(facts), run: typeof url === 'string' ? url : undefined };
}

/**
 * The target of the marker. A comment of a plan that a trusted run made is found by server and repository; what a plan
 * from elsewhere says of these may be forged. So it is found by something else: it can replace neither that comment nor
 * that of another target, and however often a forged plan changes its mind, there is one comment. The project file tells
 * projects apart, as the inputs of this workflow name it; no file has to be checked out.
 *
 * @param projectFile relative to the workspace, with `/`
 */
export function handedOverTarget(projectFile: string): string {
  return `handed over: ${projectFile}`;
}

export function handedOverMessage(
  plan: MaskedPlan,
  { facts, context, folder }: { facts: HandedOver; context: EventContext; folder: string },
): Message & { head: string } {
  const { head, run = context.run } = facts;
  const page = { ...context, commit: head, folder, ...(run !== undefined && { run }) };
  const status = { ...handedOverStatus(plan), ...statusFacts(page) };
  const markdown = planComment(plan, { ...pageOptions(page), status });
  return { markdown, hasNews: true, phase: 'planned', plan: digest(markdown), head };
}

function notHandedOver(): CommandError {
  return new CommandError({
    code: 'bad-event',
    message: '`command: comment` is for plans that the run of a pull request handed over.',
    hint: 'Use it in a workflow `on: workflow_run`, after a workflow `on: pull_request`.',
  });
}
