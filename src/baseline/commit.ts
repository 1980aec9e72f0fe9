// Makes the commit of a baseline: whose tree, which parent, by whom and when.
import type { Held } from './applying.ts';
import { textOf } from './git-answer.ts';
import { type ApplyRecord, formatRecord } from './message.ts';
import { sameFiles, writeTree } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

/** Where the tree of an announcement has what it itself is to apply; behind it stands what dead ones had begun. */
export const OWN_INTENT = 0;

type Files = ReadonlyMap<string, Uint8Array>;

export interface CommitRequest extends ApplyRecord {
  files: Files;
  /** The apply before. */
  parent: string | undefined;
  now: Date;
  /** One's own announcement. */
  announced?: Pick<Held, 'tree' | 'files'> | undefined;
  /** Made by this program, whoever runs it. */
  isNobodys?: boolean;
}

/** Writes a commit that holds exactly these files, and moves no ref; its id. Throws GitError. */
export async function commitFiles(repository: GitRepository, request: CommitRequest): Promise<string> {
  const known = request.announced && (await knownTree(repository, request.announced, request.files));
  return commitTree(repository, { ...request, tree: known ?? (await writeTree(repository, request.files)) });
}

/** The announcement of the same files has their tree already. */
async function knownTree(
  repository: GitRepository,
  { tree, files }: Pick<Held, 'tree' | 'files'>,
  same: Files,
): Promise<string | undefined> {
  if (!sameFiles(files, same)) return undefined;
  return (await repository.objects.read(`${tree}:${OWN_INTENT}`))?.id;
}

/** The same of a tree that is there already. */
export async function commitTree(
  repository: GitRepository,
  request: Omit<CommitRequest, 'files'> & { tree: string },
): Promise<string> {
  const [parent, by] = await Promise.all([
    parentOf(repository, request.parent),
    request.isNobodys ? NOBODY : identity(repository),
  ]);
  const date = `@${Math.floor(request.now.getTime() / 1000)} +0000`;
  const env = { ...by, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const input = formatRecord(request);
  const written = await repository.git(['commit-tree', request.tree, ...parent, '-F', '-'], { input, env });
  return textOf('The baseline cannot be committed', written);
}

/** A baseline that could not be fetched is replaced, but cannot be named as the one before. */
async function parentOf(repository: GitRepository, commit: string | undefined): Promise<string[]> {
  if (commit === undefined) return [];
  // In a partial clone the very question fails where origin cannot be reached.
  const found = await repository.objects.read(`${commit}^{commit}`).catch(() => undefined);
  return found === undefined ? [] : ['-p', commit];
}

/** `user.name` and `user.email`, as far as git is configured. */
export async function committerOf(repository: GitRepository): Promise<Map<string, string>> {
  const found = await repository.committer();
  // The last of several counts; the name of a setting is written in lower case, and its value behind a line break.
  const entries = found.stdout.toString().split('\0');
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf('\n');
      return [entry.slice(0, end), entry.slice(end + 1).trim()];
    }),
  );
}

/** Who commits: whom git is configured for, and on a machine without that, this program. */
async function identity(repository: GitRepository): Promise<Record<string, string>> {
  const set = await committerOf(repository);
  const wanted = {
    ...(set.get('user.name') ? {} : NAMED),
    ...(set.get('user.email') ? {} : ADDRESSED),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => !repository.env[key]?.trim()));
}

const NO_REPLY = 'noreply@confighub-sync.invalid';
const NAMED = { GIT_AUTHOR_NAME: 'confighub-sync', GIT_COMMITTER_NAME: 'confighub-sync' };
const ADDRESSED = { GIT_AUTHOR_EMAIL: NO_REPLY, GIT_COMMITTER_EMAIL: NO_REPLY };
const NOBODY = { ...NAMED, ...ADDRESSED };
