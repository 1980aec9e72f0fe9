// Makes the commit of a baseline: whose tree, which parent, by whom and when.
import { type GitResult, textOf } from './git-answer.ts';
import { type ApplyRecord, formatRecord } from './message.ts';
import { writeTree } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

export interface CommitRequest extends ApplyRecord {
  files: ReadonlyMap<string, Uint8Array>;
  /** The apply before. */
  parent: string | undefined;
  now: Date;
  /** Made by this program, whoever runs it. */
  isNobodys?: boolean;
}

/** Writes a commit that holds exactly these files, and moves no ref; its id. Throws GitError. */
export async function commitFiles(repository: GitRepository, request: CommitRequest): Promise<string> {
  return commitTree(repository, { ...request, tree: await writeTree(repository, request.files) });
}

/** The same of a tree that is there already. */
export async function commitTree(
  repository: GitRepository,
  request: Omit<CommitRequest, 'files'> & { tree: string },
): Promise<string> {
  const parent = await parentOf(repository, request.parent);
  const date = `@${Math.floor(request.now.getTime() / 1000)} +0000`;
  const by = request.isNobodys ? NOBODY : await identity(repository);
  const env = { ...by, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const input = formatRecord(request);
  const written = await repository.git(['commit-tree', request.tree, ...parent, '-F', '-'], { input, env });
  return textOf('The baseline cannot be committed', written);
}

/** A baseline that could not be fetched is replaced, but cannot be named as the one before. */
async function parentOf(repository: GitRepository, commit: string | undefined): Promise<string[]> {
  if (commit === undefined) return [];
  const exists = await repository.git(['cat-file', '-e', `${commit}^{commit}`]);
  return exists.status === 0 ? ['-p', commit] : [];
}

/** Who commits: whom git is configured for, and on a machine without that, this program. */
async function identity(repository: GitRepository): Promise<Record<string, string>> {
  const isSet = async (name: string): Promise<boolean> => {
    const value: GitResult = await repository.git(['config', '--get', name]);
    return value.status === 0 && value.stdout.toString().trim() !== '';
  };
  const [name, email] = await Promise.all([isSet('user.name'), isSet('user.email')]);
  const wanted = {
    ...(name ? {} : NAMED),
    ...(email ? {} : ADDRESSED),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => !repository.env[key]?.trim()));
}

const NO_REPLY = 'noreply@confighub-sync.invalid';
const NAMED = { GIT_AUTHOR_NAME: 'confighub-sync', GIT_COMMITTER_NAME: 'confighub-sync' };
const ADDRESSED = { GIT_AUTHOR_EMAIL: NO_REPLY, GIT_COMMITTER_EMAIL: NO_REPLY };
const NOBODY = { ...NAMED, ...ADDRESSED };
