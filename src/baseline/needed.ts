// What a job of a workflow lacks that may not read or write refs at origin.

const PERSIST = '`persist-credentials` (or the action its `github-token`)';

/** What it needs to write them. */
export function neededFor(reason: string): string {
  return `\`permissions: contents: write\`${isAnonymous(reason) ? `, and actions/checkout its ${PERSIST}` : ''}`;
}

/** A sentence behind another, or nothing where it is not for want of a credential that origin gave no answer. */
export function neededToReach(reason: string): string {
  return isAnonymous(reason) ? ` In a workflow actions/checkout needs its ${PERSIST}.` : '';
}

/** Git asked for a credential, and nobody had one that helps. */
function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}
