// The files below a tree of Git, and what its entries are made of.
import type { ObjectReader } from './objects.ts';

/** A regular file of a tree. */
export interface TreeEntry {
  path: string;
  id: string;
}

interface Member {
  mode: string;
  name: string;
  id: string;
}

/**
 * The regular files in a folder of a commit (`''`: its root), by path relative to it; symbolic links and submodules are
 * none of ours. `undefined` where there is no such folder, or a part of it is not there. Throws GitError.
 */
export async function filesIn(
  objects: ObjectReader,
  { commit, folder }: { commit: string; folder: string },
): Promise<TreeEntry[] | undefined> {
  let members = await membersOf(objects, `${commit}^{tree}`);
  for (const part of folder === '' ? [] : folder.split('/')) {
    const next = members?.find(({ mode, name }) => mode === FOLDER && name === part);
    members = next && (await membersOf(objects, next.id));
  }
  return members && below(objects, { members, prefix: '' });
}

const FOLDER = '40000';

async function below(
  objects: ObjectReader,
  { members, prefix }: { members: readonly Member[]; prefix: string },
): Promise<TreeEntry[] | undefined> {
  const parts = await Promise.all(
    members.map(async ({ mode, name, id }): Promise<TreeEntry[] | undefined> => {
      const path = `${prefix}${name}`;
      if (/^100\d{3}$/.test(mode)) return [{ path, id }];
      if (mode !== FOLDER) return [];
      const inside = await membersOf(objects, id);
      return inside && below(objects, { members: inside, prefix: `${path}/` });
    }),
  );
  const found = parts.filter((part) => part !== undefined);
  return found.length < parts.length ? undefined : found.flat();
}

/** `<mode> <name>\0<id in bytes>` each. */
async function membersOf(objects: ObjectReader, name: string): Promise<Member[] | undefined> {
  const tree = await objects.read(name);
  if (tree?.type !== 'tree') return undefined;
  const { content } = tree;
  const length = tree.id.length / 2;
  const members: Member[] = [];
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(32, at);
    const nul = content.indexOf(0, blank);
    members.push({
      mode: content.toString('latin1', at, blank),
      name: content.toString('utf8', blank + 1, nul),
      id: content.toString('hex', nul + 1, nul + 1 + length),
    });
    at = nul + 1 + length;
  }
  return members;
}
