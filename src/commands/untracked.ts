// Documents, and files that they name, which Git does not track: one machine has them, and no other run will.
import { untrackedPaths } from '../baseline/committed.ts';
import type { GitRepository, IndexEntry } from '../baseline/work-tree.ts';
import { counted } from '../model/counted.ts';
import type { Diagnostic } from '../model/diagnostic.ts';

/** How many are named; a generated project may have thousands. */
const MAX_NAMED = 3;

/** One warning for all of them. Before the first commit nothing is tracked, and nothing is said. */
export async function untracked(
  git: GitRepository,
  {
    index,
    paths,
    display,
  }: { index: readonly IndexEntry[]; paths: Iterable<string>; display: (path: string) => string },
): Promise<Diagnostic[]> {
  const found = untrackedPaths(index, paths).map(display);
  if (found.length === 0 || (await git.head()) === undefined) return [];
  const [first] = found;
  if (first === undefined) return [];
  const more = found.length - MAX_NAMED;
  const names = `${found.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${counted(more, 'more file')}` : ''}`;
  const warning: Diagnostic = {
    severity: 'warning',
    code: 'untracked',
    message: `Git does not track ${names}: an apply of a commit goes without ${found.length === 1 ? 'it' : 'them'}.`,
    hint: 'Add with `git add` what belongs to the project, and exclude the rest in `include`.',
    file: first,
  };
  return [warning];
}
