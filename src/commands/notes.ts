// What the plan says of what it was made from, in whole sentences.
import { counted } from '../model/counted.ts';
import type { LiveSource } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import type { Baseline } from './baseline.ts';
import type { Live } from './live.ts';

type Counts = Pick<RepositoryInfo, 'keyCount' | 'valueCount'>;

const LIVE_NOTES: Record<Exclude<LiveSource, 'export' | 'base'>, string> = {
  pulls:
    'Read by token, context by context, because the server allows no export. Not seen: values in contexts that neither the files nor the last apply name, inactive and duplicate values, keys without values, and from which context a file comes.',
  baseline:
    'What the repository holds cannot be read, so the plan compares with what was last applied: what others changed since then is not seen.',
  none: 'What the repository holds cannot be read, and nothing was applied from here before: every declared item is written.',
};

export function liveNotes({ source, state, failure }: Live, info: Counts): string[] {
  if (source === 'export') return [];
  if (source === 'pulls') return [LIVE_NOTES.pulls, ...notSeen(state, info)];
  return [LIVE_NOTES[source], ...(failure === undefined ? [] : [`Reading by token failed: ${failure}`])];
}

export function pruneNotes({
  prune,
  live,
  baseline,
}: {
  prune: PlanInput['prune'];
  live: Live;
  baseline: Baseline;
}): string[] {
  if (prune === 'managed' && baseline.state === undefined) return [`Nothing is pruned: ${baseline.reason}.`];
  if (prune === 'all' && live.source !== 'export') {
    if (live.source === 'pulls')
      return [
        '`prune: all` sees only values in the contexts that are read, and files that were applied from here or are for every context; a key that nobody declares is deleted with all its values.',
      ];
    return [
      '`prune: all` cannot see what else the repository holds, so it deletes only what was last applied.',
    ];
  }
  return [];
}

/** How much pulls did not show. Nothing where they showed all of it, or somebody deleted something meanwhile. */
function notSeen({ keys }: State, { keyCount, valueCount }: Counts): string[] {
  const values = [...keys.values()].reduce((sum, key) => sum + key.values.size, 0);
  const [otherKeys, otherValues] = [keyCount - keys.size, valueCount - values];
  if (otherKeys <= 0 && otherValues <= 0) return [];
  const what = [
    ...(otherKeys > 0 ? [counted(otherKeys, 'key')] : []),
    ...(otherValues > 0 ? [counted(otherValues, 'value')] : []),
  ];
  return [`The server counts ${what.join(' and ')} more than were read.`];
}
