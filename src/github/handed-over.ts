// The comment about a plan handed over by another run. Pull request, commit and marker never come from the plan.
import { CommandError } from '../errors.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import { planComment } from '../render/markdown/comment.ts';
import { handedOverStatus } from '../render/markdown/status.ts';
import type { MaskedPlan } from '../render/mask.ts';
import type { EventContext } from './event-context.ts';
import { digest, type Message, pageOptions, statusFacts } from './publish.ts';
import type { EventFacts } from './pull-request.ts';

export interface HandedOver {
  /** The commit of the run that made the plan. */
  head: string;
  /** URL of the run that made the plan. */
  run: string | undefined;
}

/** Throws a {@link CommandError} unless the event is the end of a workflow run of a pull request. */
export function handedOver(facts: EventFacts): HandedOver {
  const run = facts.event === 'workflow_run' ? facts.payload.workflow_run : undefined;
  if (!isPlainObject(run) || run.event !== 'pull_request' || typeof run.head_sha !== 'string') throw notHandedOver();
  const { head_sha: head, html_url: url } = run;
  return { head, run: typeof url === 'string' ? url : undefined };
}

/**
 * The target of the marker. Comments of trusted runs are found by server and repository, which a handed-over plan could
 * forge. So its comment is found by the project file in the inputs of this workflow: it cannot replace other comments,
 * there is only one of it, and no file has to be checked out.
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
  const removedAt = plan.live === 'base' ? plan.base?.commit : undefined;
  const markdown = planComment(plan, { ...pageOptions(page), status, removedAt });
  return { markdown, hasNews: true, phase: 'planned', plan: digest(markdown), head };
}

function notHandedOver(): CommandError {
  return new CommandError({
    code: 'bad-event',
    message: '`command: comment` needs a plan handed over by the run of a pull request.',
    hint: 'Use it in a workflow `on: workflow_run`, after a workflow `on: pull_request`.',
  });
}
