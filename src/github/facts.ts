// What a workflow knows of itself, for those who write it down: repository, branch, pull request.
import type { EntryFacts } from '../commands/project.ts';
import { isPlainObject } from '../model/strict-json.ts';
import type { EventContext } from './event-context.ts';
import type { Publisher } from './publish.ts';

export function workflowFacts(context: EventContext, publisher: Pick<Publisher, 'pullRequest'>): EntryFacts {
  const { repository, workflow } = context;
  return {
    ...(repository !== '' && { repository }),
    workflow,
    branch: branchOf(context),
    pullRequest: async () => {
      const found = await publisher.pullRequest();
      // A comment without the number is better than no push.
      return found !== undefined && 'ok' in found ? found.ok?.number : undefined;
    },
  };
}

/** A pull request is checked out under a name of the forge's own. */
function branchOf({ payload, ref }: EventContext): string | undefined {
  const { pull_request: request } = payload;
  const head = isPlainObject(request) && isPlainObject(request.head) ? request.head.ref : undefined;
  return typeof head === 'string' ? head : /^refs\/heads\/(.+)$/.exec(ref)?.[1];
}
