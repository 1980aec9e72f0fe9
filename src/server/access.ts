// Who may do what: tokens and token-free access (behaviour.md, section 2).
import type { MessageName } from './refusal.ts';
import type { Token } from './settings.ts';
import { findRepository, type Repository } from './state.ts';

export interface Address {
  account: string;
  name: string;
}

export interface Access {
  repository: Repository;
  /** Absent in the URL form. */
  token?: Token;
}

/** `missing`: there is no such repository, which the server answers as if the request had no sense. */
export type AccessResult = Access | { denied: MessageName } | 'missing';

export type Purpose = 'push' | 'read' | 'info';

/** `info` checks only that a token is genuine. */
export function byToken(
  repositories: readonly Repository[],
  { sent, purpose }: { sent: string; purpose: Purpose },
): AccessResult {
  for (const repository of repositories) {
    const token = repository.tokens.find((one) => one.value === sent);
    if (token === undefined) continue;
    if (purpose === 'info') return { repository, token };
    if (token.expired) return { denied: 'EXPIRED_TOKEN' };
    return token.active ? { repository, token } : { denied: 'INACTIVE_TOKEN' };
  }
  return { denied: 'INVALID_TOKEN' };
}

/** A token beside the URL form is not even read. */
export function byAddress(
  repositories: readonly Repository[],
  { address, purpose }: { address: Address; purpose: Purpose },
): AccessResult {
  const repository = findRepository(repositories, address);
  if (repository === undefined) return 'missing';
  const { tokenFreePush, tokenFreePull } = repository.flags;
  if (purpose === 'push') return tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
  return tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}
