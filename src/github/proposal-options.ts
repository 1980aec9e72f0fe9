// How a plan is made of files that somebody proposes: against their base, and trusted no further than that.
import { pullRequestBase } from '../commands/base.ts';
import type { Runtime } from '../commands/runtime.ts';
import type { Options } from '../options.ts';
import type { EventContext } from './event-context.ts';
import { type Proposal, queueBase } from './event.ts';

export const WITHOUT_SECRETS =
  'This pull request is of a fork or of Dependabot, so this run has no secrets: planned from its files and those of the branch that it goes to, without the server.';

interface Proposing {
  runtime: Runtime;
  context: EventContext;
  proposal: Proposal | undefined;
  /** Whether the run has no secrets: then no server is asked. */
  isMute: boolean;
}

export async function proposalOptions(
  options: Options,
  { runtime, context, proposal, isMute }: Proposing,
): Promise<Options> {
  const queued = queueBase(context);
  if (proposal === undefined) return { ...options, ...(queued !== undefined && { base: queued }) };
  const base = await pullRequestBase(proposal, options, runtime);
  const compared = { ...options, base };
  if (!isMute) return compared;
  const { baseline: _, ...offline } = { ...compared, offline: true };
  return offline;
}
