// Applies a push to a repository: returns the new repository or a refusal (behaviour.md, section 3).
import { Draft } from './draft.ts';
import { applyFileEntry } from './push-files.ts';
import { applyKeyEntry } from './push-keys.ts';
import { bodyIn, type PushBody } from './push-members.ts';
import { type Refusal, Refused } from './refusal.ts';
import type { Repository, Revision } from './state.ts';

export interface PushRequest {
  body: string;
  /** The token's force flag; false in the URL form. */
  force: boolean;
  /** Name of the token; absent in the URL form. */
  token?: string | undefined;
  application?: string | undefined;
  /** Names of the security groups of the token. */
  securityGroups?: readonly string[] | undefined;
  now: () => Date;
}

export type PushResult = { refusal: Refusal } | { repository: Repository; revision: Revision | undefined };

interface ParsedPush extends Omit<PushRequest, 'body'> {
  body: PushBody;
}

/** Longer names do not fit the database. */
const APPLICATION_MAX = 255;

/**
 * Pure and atomic: does not modify the given repository. If nothing changed, `revision` is undefined and the result is
 * the same repository.
 */
export function push(repository: Repository, request: PushRequest): PushResult {
  try {
    return accept(repository, { ...request, body: bodyIn(request.body) });
  } catch (problem) {
    if (problem instanceof Refused) return { refusal: problem.refusal };
    throw problem;
  }
}

function accept(repository: Repository, request: ParsedPush): PushResult {
  const { body } = request;
  const draft = new Draft(repository, request.securityGroups ?? []);
  const rights = { force: request.force, mayCreate: body.enableKeyCreation ?? request.force };
  for (const entry of body.entries) if (entry.has('file')) applyFileEntry(draft, entry);
  for (const entry of body.entries) if (entry.has('key')) applyKeyEntry(draft, { entry, rights });
  draft.settle();
  if (!draft.changed) return { repository, revision: undefined };
  const revision = revisionOf(request);
  const { application = '', comment = '' } = revision;
  if (application.length > APPLICATION_MAX || comment.includes('\0') || draft.hasNul()) throw new Refused('CONSTRAINT');
  return { repository: draft.committed(revision), revision };
}

function revisionOf({ body: { comment }, ...request }: ParsedPush): Revision {
  return {
    time: request.now().toISOString(),
    ...(request.token === undefined ? {} : { token: request.token }),
    ...(request.application === undefined ? {} : { application: request.application }),
    ...(comment === undefined ? {} : { comment }),
  };
}
