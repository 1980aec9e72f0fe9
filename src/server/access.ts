// Who may do what: tokens and token-free access (behaviour.md, section 2).
import type { MessageName } from './refusal.ts';
import type { Token } from './settings.ts';
import { findRepository, type Repository } from './state.ts';

export interface Address {
  account: string;
  name: string;
}

interface Access {
  repository: Repository;
  /** Absent in the URL form. */
  token?: Token;
}

/** `missing`: there is no such repository, which the server answers as if the request had no sense. */
export type AccessResult = Access | { denied: MessageName } | 'missing';

/** The repository that a genuine token is for, whether the token may be used or not. */
export function byToken(repositories: readonly Repository[], sent: string): AccessResult {
  for (const repository of repositories) {
    const token = repository.tokens.find((one) => one.value === sent);
    if (token !== undefined) return { repository, token };
  }
  return { denied: 'INVALID_TOKEN' };
}

/** Why a genuine token may not be used. `info` never asks. */
export function tokenProblem(token: Token | undefined): MessageName | undefined {
  if (token?.expired) return 'EXPIRED_TOKEN';
  return token === undefined || token.active ? undefined : 'INACTIVE_TOKEN';
}

/** A token beside the URL form is not even read. */
export function byAddress(
  repositories: readonly Repository[],
  { address, purpose }: { address: Address; purpose: 'push' | 'read' },
): AccessResult {
  const repository = findRepository(repositories, address);
  if (repository === undefined) return 'missing';
  const { tokenFreePush, tokenFreePull } = repository.flags;
  if (purpose === 'push') return tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
  return tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}
