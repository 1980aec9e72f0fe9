// Applies a push to a repository: returns the new repository or a rejection (behaviour.md, section 3).
import { isJsonObject, parseLenientJson } from '../lib/json.ts';
import { type ReadRejection, Rejected } from './answer.ts';
import { Draft } from './draft.ts';
import { applyFileEntry } from './push-files.ts';
import { applyKeyEntry } from './push-keys.ts';
import { objectsOf, optionalBoolean, optionalText } from './push-members.ts';
import type { Repository, PushRevision } from './state.ts';

export interface PushRequest {
  body: string;
  /** The token's force flag; false in the URL form. */
  force: boolean;
  /** Name of the token; absent in the URL form. */
  token?: string | undefined;
  application?: string | undefined;
  securityGroups?: readonly string[] | undefined;
  now: () => Date;
}

export type AcceptedPush =
  | { rejection: ReadRejection }
  | { repository: Repository; revision: PushRevision | undefined };

/** Longer names do not fit the database. */
const APPLICATION_MAX = 255;

/** Pure and atomic. If nothing changed, `revision` is undefined and the result is the same repository. */
export function push(repository: Repository, request: PushRequest): AcceptedPush {
  try {
    return accept(repository, request);
  } catch (problem) {
    if (!(problem instanceof Rejected)) throw problem;
    const { message, entry } = problem;
    return { rejection: { message, entry } };
  }
}

/** Reads the body as the server does: leniently, with numbers as written. */
function accept(
  repository: Repository,
  { force, token, application, ...request }: PushRequest,
): AcceptedPush {
  const body = parseLenientJson(request.body);
  if (!isJsonObject(body)) throw new Rejected('GENERIC');
  const entries = objectsOf(body.get('data'));
  const comment = optionalText(body, 'changeComment');
  const rights = { force, mayCreate: optionalBoolean(body, 'enableKeyCreation') ?? force };
  const draft = new Draft(repository, request.securityGroups ?? []);
  for (const entry of entries) if (entry.has('file')) applyFileEntry(draft, entry);
  for (const entry of entries) if (entry.has('key')) applyKeyEntry(draft, entry, rights);
  draft.settle();
  if (!draft.changed) return { repository, revision: undefined };
  const isTooLong = application !== undefined && application.length > APPLICATION_MAX;
  if (isTooLong || comment?.includes('\0') || draft.hasNul()) throw new Rejected('CONSTRAINT');
  const revision = { time: request.now().toISOString(), token, application, comment };
  return { repository: draft.committed(revision), revision };
}
