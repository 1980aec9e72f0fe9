// Who may do what: tokens and token-free access (behaviour.md, section 2).
import type { Request } from './answer.ts';
import type { MessageName } from './refusal.ts';
import type { Token } from './settings.ts';
import { findRepository, type Repository } from './state.ts';

export type Address = Pick<Repository, 'account' | 'name'>;

interface Access {
  repository: Repository;
  /** Absent in the URL form. */
  token?: Token;
}

/** `missing`: no such repository; the server answers as for a malformed request. */
type AccessResult = Access | { denied: MessageName } | 'missing';

/**
 * The repository of a request: by URL, where a token is ignored, or by token, even if the token is expired or inactive
 * (see {@link tokenProblem}).
 */
export function accessOf(
  repositories: readonly Repository[],
  { request, address, purpose }: { request: Request; address: Address | undefined; purpose: 'push' | 'read' },
): AccessResult {
  if (address === undefined) return byToken(repositories, request.header('client-token') ?? '');
  const repository = findRepository(repositories, address);
  if (repository === undefined) return 'missing';
  const { tokenFreePush, tokenFreePull } = repository.flags;
  if (purpose === 'push') return tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
  return tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}

function byToken(repositories: readonly Repository[], sent: string): AccessResult {
  for (const repository of repositories) {
    const token = repository.tokens.find((one) => one.value === sent);
    if (token !== undefined) return { repository, token };
  }
  return { denied: 'INVALID_TOKEN' };
}

/** Why a known token may not be used. `info` does not check this. */
export function tokenProblem(token: Token | undefined): MessageName | undefined {
  if (token?.expired) return 'EXPIRED_TOKEN';
  return token === undefined || token.active ? undefined : 'INACTIVE_TOKEN';
}
