// What documents do not get of what an import would take over, with the reason.
import { contextIn } from '../model/context.ts';
import type { LeftOut } from '../model/import.ts';
import { addressOf, type Change, type Target } from '../model/plan.ts';
import { fileId, type State } from '../model/state.ts';
import { type Declarable, itemOf } from './declarable.ts';
import type { DocumentText } from './sites.ts';
import { reasonFor } from './verify.ts';
import { sitesOf } from './walk.ts';

const UNTOLD = 'it is another file on the server, and read by token a file shows no text';

/** Whether it is only known that a file is another one. */
export function isUntold(change: Change, live: State): boolean {
  if (change.kind !== 'file') return false;
  return live.files.get(fileId(change.path, contextIn(change.context)))?.drifted === true;
}

function nameIn(depth: number): (change: Change) => string {
  return (change) => (change.kind === 'key' ? change.key : itemOf(addressOf(change), change.context, depth));
}

/** What is still there was not taken over. */
export function withoutThose(
  changes: readonly Change[],
  { still, depth }: { still: readonly Change[]; depth: number },
): Change[] {
  const nameOf = nameIn(depth);
  const left = new Set(still.map(nameOf));
  return changes.filter((change) => !left.has(nameOf(change)));
}

export function leftOut(
  live: Declarable,
  {
    still,
    changes,
    documents,
    input,
  }: {
    still: readonly Change[];
    changes: readonly Change[];
    /** The documents as they would be. */
    documents: readonly DocumentText[];
    input: { target: Target; baseline?: State };
  },
): LeftOut[] {
  const nameOf = nameIn(input.target.levels.length);
  const wanted = new Set(changes.map(nameOf));
  const sites = sitesOf(documents);
  const missed = still
    .map((change) => ({
      item: nameOf(change),
      reason: isUntold(change, live.state) ? UNTOLD : reasonFor(change, sites),
    }))
    .filter(({ item }) => wanted.has(item));
  return [...(input.baseline === undefined ? live.leftOut : []), ...missed];
}
