// A filter of Git that hides contents, as git-crypt does, with programs that every Git has.
import type { GitSandbox } from './git.ts';

const ROT13 = 'tr A-Za-z N-ZA-Mn-za-m';

/** Of the driver `seal`: it marks what it hid, and fails for anything else. */
export const SEAL = {
  clean: `printf 'sealed\\n'; ${ROT13}`,
  smudge: `read -r first && [ "$first" = sealed ] && ${ROT13}`,
  required: 'true',
};

/** Sets the filter up in a clone, and checks out again what was there already. */
export function setUpFilter(
  sandbox: GitSandbox,
  dir: string,
  settings: Partial<typeof SEAL> = SEAL,
): void {
  for (const [name, value] of Object.entries(settings))
    sandbox.git(dir, 'config', `filter.seal.${name}`, value);
  if (sandbox.git(dir, 'ls-files') !== '')
    sandbox.script(dir, 'rm -f .git/index; git reset --quiet --hard');
}

/** For every clone of a person. */
export function setUpFilterForAll(sandbox: GitSandbox): void {
  for (const [name, value] of Object.entries(SEAL))
    sandbox.git(sandbox.path('.'), 'config', '--global', `filter.seal.${name}`, value);
}
