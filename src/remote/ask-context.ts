// One context asked for by a pull, in a way that no cache answers for others.
import type { RepositoryName } from '../model/project.ts';
import type { AskedContext } from './asked-context.ts';
import type { Reader } from './client.ts';
import type { Pull, PullRequest } from './pull.ts';

export interface ContextSource {
  reader: Reader;
  repository: RepositoryName;
  /** Once for a command: every further request is written in another way. */
  asked: AskedContext;
}

/** However it is asked, the answer is what somebody else asked for. */
export class OthersAnswer extends Error {}

/**
 * What answers in a context, which is written in full. Asked a second time in another way, the answer is not the one
 * that a cache has kept. Throws {@link OthersAnswer}.
 */
export async function askContext(
  { reader, repository, asked }: ContextSource,
  { context, content }: PullRequest,
): Promise<Pull> {
  const ask = () => reader.pull(repository, { context: asked(context), content });
  const pull = (await ask()) ?? (await ask());
  if (pull === undefined) throw new OthersAnswer();
  return pull;
}
