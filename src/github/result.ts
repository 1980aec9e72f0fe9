// What becomes of a conversation with the forge: done, not allowed, or failed for one of a few reasons.

/** As a workflow writes them under `permissions:`. */
export type Permission = 'pull-requests: read' | 'pull-requests: write' | 'issues: write';

/** Why the forge did not do what it was asked to, each in words that go on "…, because". */
export const FAILURES = {
  unreachable: 'the API cannot be reached',
  unavailable: 'the API answers with an error of its own',
  'rate-limited': 'the API asks for a longer wait than a job should take',
  'bad-token': 'the API does not accept the token',
  locked: 'the conversation is locked',
  archived: 'the repository is archived',
  disabled: 'issues are switched off in this repository',
  unprocessable: 'the API refuses the text, which may be too long',
  'too-many-pages': 'there are more pages than are read',
  unexpected: 'the API gives an answer that was not expected',
} as const;
type FailureReason = keyof typeof FAILURES;

export type Denied = { denied: 'permission'; permission: Permission };
export type Failed = { failed: FailureReason };
export type Result<Value> = { ok: Value } | Denied | Failed;

/** `missing` is for the caller to judge: nothing is there, or the token may not see it. */
export type ProblemCode = FailureReason | 'denied' | 'missing';

/** Ends a conversation. Holds no text of the forge, which could repeat what it was sent. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode) {
    super(code);
    this.name = 'ApiProblem';
    this.code = code;
  }
}

/**
 * Whatever goes wrong is an answer, because a comment that cannot be written never fails a job.
 *
 * @param permission what the work needs; forges call "missing" what a token may not see
 */
export async function settle<Value>(
  permission: Permission,
  work: () => Promise<Value>,
): Promise<Result<Value>> {
  try {
    return { ok: await work() };
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : 'unexpected';
    if (code === 'denied' || code === 'missing') return { denied: 'permission', permission };
    return { failed: code };
  }
}

/** What the work brings, or `undefined` where it ends with one of these. */
export async function unless<Value>(
  codes: readonly ProblemCode[],
  work: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiProblem && codes.includes(error.code)) return undefined;
    throw error;
  }
}
