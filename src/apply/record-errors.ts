// Why an apply cannot be recorded, and what a job or a person needs for it.
import { CommandError } from '../errors.ts';
import type { MoveResult } from '../record/refs.ts';

const PERSIST = '`persist-credentials` of actions/checkout (or `github-token` of this action)';

export function notRecorded({ outcome, reason }: Extract<MoveResult, { reason: string }>): CommandError {
  if (outcome === 'unreachable') return unreachable(reason);
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: origin rejected its record (${reason}).`,
    hint: /matches more than one/.test(reason)
      ? 'Remove the branch or tag at origin that is named like the record.'
      : `In a workflow, the job needs \`permissions: contents: write\`${isAnonymous(reason) ? `, and ${PERSIST}` : ''}. Elsewhere, check that you may push to \`refs/confighub-sync/*\`. To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
  });
}

export function unreachable(reason: string): CommandError {
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: origin cannot be reached (${reason}).`,
    hint: `${neededToReach(reason).trim()} To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
  });
}

/** Advice to append to a warning. */
export function neededToReach(reason: string): string {
  return isAnonymous(reason)
    ? ` In a workflow, set ${PERSIST}. Elsewhere, set up a credential helper for Git.`
    : ' Check its address (`git remote get-url origin`), the network, and your access.';
}

function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}
