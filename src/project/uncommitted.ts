// How the files of a project differ from the commit that is checked out.
import type { Differences } from '../core/applied.ts';
import { documentMatcher } from '../documents/globs.ts';
import { lfsIdOf } from '../lib/lfs.ts';
import { foldersAndFile } from '../lib/paths.ts';
import { compareText } from '../lib/text.ts';
import { conversionsOf, convertedFiles } from '../record/conversions.ts';
import { listFolder, readContents } from '../record/git-objects.ts';
import { type GitRepository, inFolder } from '../record/git-repository.ts';
import { lfsId } from '../record/lfs-contents.ts';
import { blobId } from '../record/working-tree-status.ts';
import type { OpenProject } from './open-project.ts';

/** `undefined` outside Git. Before the first commit nothing is committed. Throws GitError. */
export async function differences(
  project: OpenProject,
): Promise<Omit<Differences, 'elsewhere'> | undefined> {
  const { git, files } = project;
  if (git === undefined) return undefined;
  const head = await git.head();
  const entries = head === undefined ? [] : await listFolder(git, head.commit, git.folder);
  const committed = new Map(entries.map(({ path, id }) => [path, id]));
  const modes = new Map(inFolder(project.index, git.folder).map(({ path, mode }) => [path, mode]));
  const inLfs = await checkedOutOfLfs(git, files, committed);
  const isSame = await checkedOutAs(project, git, committed);
  const conversions =
    head === undefined ? new Map() : await conversionsOf(git, entries, { tree: head.commit });
  const isDocument = documentMatcher(project.project);
  const why = (path: string): string | undefined => {
    const [bytes, id] = [files.get(path), committed.get(path)];
    if (bytes === undefined) return isDocument(path) ? 'removed' : undefined;
    if (id !== undefined && project.conversions.get(path) !== conversions.get(path))
      return '.gitattributes changed';
    if (isSame.get(path) ?? (id === blobId(bytes, id) || inLfs.has(path))) return undefined;
    if (id !== undefined) return 'changed';
    const [mode] = foldersAndFile(path).flatMap((pathAbove) => modes.get(pathAbove) ?? []);
    if (mode === undefined) return 'not tracked';
    return mode.startsWith('100') ? 'added' : undefined;
  };
  const paths = [...new Set([...files.keys(), ...committed.keys()])].sort(compareText);
  const ids = new Map([...committed].filter(([path]) => files.has(path)));
  return {
    ids,
    attributes: new Map([...project.conversions].filter(([path]) => ids.has(path))),
    uncommitted: paths.flatMap((path) => {
      const reason = why(path);
      return reason === undefined ? [] : [`${project.display(path)} (${reason})`];
    }),
  };
}

/** The files that Git LFS checked out: the commit has a pointer to exactly their content. */
async function checkedOutOfLfs(
  { objects }: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
  committed: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const checkedOut = new Set<string>();
  for (const [path, bytes] of files) {
    const id = committed.get(path);
    if (id === undefined || id === blobId(bytes, id)) continue;
    const blob = await objects.read(id);
    if (blob !== undefined && lfsIdOf(blob.content) === lfsId(bytes)) checkedOut.add(path);
  }
  return checkedOut;
}

/** Of the files that a checkout converts, whether it makes exactly these of what is committed. */
async function checkedOutAs(
  { files, conversions }: Pick<OpenProject, 'files' | 'conversions'>,
  git: GitRepository,
  committed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, boolean>> {
  const entries = [...committed].flatMap(([path, id]) =>
    files.has(path) && conversions.has(path) ? [{ path, id }] : [],
  );
  const contents = await convertedFiles(
    git,
    await readContents(git, 'the commit', entries),
    conversions,
  );
  return new Map(
    [...contents].map(([path, content]) => {
      const bytes = files.get(path);
      return [
        path,
        bytes !== undefined && 'bytes' in content && Buffer.compare(content.bytes, bytes) === 0,
      ];
    }),
  );
}
