// Random servers: what the built-in server's repository takes of a random state, and what only it can refuse.
import { hasRefusals } from '../../src/model/plan.ts';
import { fileId, keysIn, type State } from '../../src/model/state.ts';
import { REJECTIONS } from '../../src/semantics/rejections.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';
import type { Repository } from '../../src/server/state.ts';
import { fileFor, valueFor, viewOfRead } from '../../src/server/view.ts';
import { GROUPS, type World } from './states.ts';
import { fileRowsIn, stateFrom } from '../helpers/states.ts';
import {
  emptyRepository,
  liveOf,
  PushRejected,
  planOf,
  pushTo,
  send,
} from '../helpers/repository.ts';

type Server = Pick<World, 'there' | 'inactive' | 'vdtEnabled' | 'contextGroupsEnabled'>;

/** A repository that holds what the server takes of a random state, put there by others, item by item. */
export function repositoryOf(
  { there, inactive, vdtEnabled, contextGroupsEnabled }: Server,
  settings: Partial<RepositorySettings> = {},
): Repository {
  const flags = { vdtEnabled, contextGroupsEnabled };
  let repository = emptyRepository({ ...settings, flags, contextGroups: GROUPS });
  for (const { key: name, context } of inactive) {
    const values = [{ context, value: 'x', active: false }];
    repository = pushTo(repository, {
      enableKeyCreation: true,
      data: [{ key: name, push: true, values }],
    });
  }
  const items = [
    ...fileRowsIn(there).map((file) => stateFrom({ files: [file] })),
    ...keysIn(there).map((key) => stateFrom({ keys: [key] })),
  ];
  // Twice, because files name keys, and values of keys name files.
  for (const desired of [...items, ...items])
    repository = withItem(repository, { desired, vdtEnabled });
  return repository;
}

function withItem(
  repository: Repository,
  { desired, vdtEnabled }: { desired: State; vdtEnabled: boolean },
): Repository {
  const plan = planOf({ desired, live: liveOf(repository), settings: { vdtEnabled } });
  try {
    return hasRefusals(plan) ? repository : send(repository, plan, { force: true });
  } catch (error) {
    if (isRejectedThere(error)) return repository;
    throw error;
  }
}

/** Only the server knows the members of groups, and refuses cycles of files: no plan can foresee it. */
function isRejectedThere(error: unknown): boolean {
  const messages: readonly string[] = [
    REJECTIONS.GROUP_CONFLICT.sentence,
    REJECTIONS.CIRCULAR.sentence,
  ];
  return error instanceof PushRejected && messages.includes(error.rejection.message);
}

/** `undefined` where only the server can know that it must refuse. */
export function afterwards<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (isRejectedThere(error)) return undefined;
    throw error;
  }
}

/** What an application gets, for each item that the repository has, by the item's id. */
export function gottenIn(
  repository: Repository,
  context: readonly string[],
): Map<string, string | null> {
  const header = (name: string) => (name === 'context' ? context.join(';') : undefined);
  const request = { method: 'GET', target: '/rest/pull', header };
  const view = viewOfRead({ repository, request, token: undefined });
  const gotten = new Map<string, string | null>();
  for (const [id, key] of repository.keys) {
    const row = valueFor(key, view);
    if (row !== undefined) gotten.set(id, row.text);
  }
  for (const path of repository.files.keys()) {
    const row = fileFor(path, view);
    if (row !== undefined) gotten.set(fileId(path), row.content);
  }
  return gotten;
}
