// Notes of a plan: what it was made from, and what it could not check.
import { counted, listed } from '../lib/text.ts';
import type { LiveSource } from '../model/plan.ts';
import type { ItemCounts, MissingRead } from '../model/server-reads.ts';
import type { State } from '../model/state.ts';
import { repositoryText } from '../model/targets.ts';
import type { Policy } from '../plan/input.ts';
import { type Baseline, lastApplied } from './baseline.ts';
import type { Listing } from './inspect.ts';
import type { Live, Sources } from './live.ts';
import { unseenIn } from './touched-keys.ts';

type Source = Exclude<LiveSource, 'base'>;

const MADE_FROM: Record<Source, string> = {
  export: 'Based on the export.',
  pulls: 'Read with the token, one context at a time, because the server offers no export.',
  baseline: 'Based on the record of the last apply; the repository was not read.',
  none: 'Based on the files alone; the repository was not read. Every declared item is written, and only items declared with `opp: delete` are deleted.',
};

const NOT_CHECKED: Record<Source, readonly string[]> = {
  export: [],
  pulls: [
    'values in contexts that neither the files nor the last apply use',
    'inactive and duplicate values',
    'keys without values',
    'which context a file comes from',
  ],
  baseline: ['changes made on the server since then'],
  none: ['what the repository already contains'],
};

/** What the plan was made from and could not check; empty if it saw everything. */
export function liveNotes(sources: Sources, live: Live, listing: Listing | undefined): string[] {
  const { inspection, baseline } = sources;
  const { source } = live;
  const isEmpty = listing?.counts?.keys === 0;
  const unseen = source === 'none' && isEmpty ? [] : NOT_CHECKED[source];
  const unchecked = [...unseen, ...notInspected(sources, listing)];
  if (source === 'export' && unchecked.length === 0) return [];
  const missing = [...(listing?.missing ?? []), ...inspection.missing, ...live.missing];
  const isUsual = missing.every(({ read }) => read === 'export');
  // Every server lists its repositories, unless the settings of the project keep this program from asking.
  const isDoubtful = missing.some(({ read, reason }) => read === 'info/all' && !reason.startsWith('not read'));
  const isBlind = source === 'baseline' || source === 'none';
  return [
    `${MADE_FROM[source]}${unchecked.length === 0 ? '' : ` Not checked: ${listed(unchecked)}.`}`,
    ...(isUsual ? [] : [missingNote(missing)]),
    ...(isDoubtful ? [DOUBTFUL] : []),
    ...(isBlind && baseline.begun.length > 0 ? [UNFINISHED] : []),
  ];
}

const DOUBTFUL =
  'Even the list of repositories (`info/all`) is missing: `url` may be wrong, or a gateway in front of the server may require a login.';

const UNFINISHED = 'An earlier apply did not finish: everything it may have changed is written again.';

function notInspected({ inspection, target, options }: Sources, listing: Listing | undefined): string[] {
  const { answered, elements } = inspection;
  const repository = repositoryText(target.repository);
  const hasDetail = answered.length > 0;
  const isKnown = hasDetail || (listing?.answered.length ?? 0) > 0;
  return [
    ...(!isKnown ? [`whether ${repository} exists and has these context levels`] : []),
    ...(hasDetail || options.token === undefined ? [] : [`whether the token belongs to ${repository}`]),
    ...(elements === undefined ? ['whether context elements are misspelled'] : []),
  ];
}

/** `Not read: export and pull (status 404), info (answered with a web page).` */
export function missingNote(missing: readonly MissingRead[]): string {
  const byReason = new Map<string, string[]>();
  for (const { read, reason } of missing) byReason.set(reason, [...(byReason.get(reason) ?? []), read]);
  const parts = [...byReason].map(([reason, reads]) => `${listed(reads)} (${reason})`);
  return `Not read: ${parts.join(', ')}.`;
}

export function pruneNotes({ prune }: Policy, live: Live, baseline: Baseline): string[] {
  if (prune === 'managed' && lastApplied(baseline) === undefined) return [`Nothing is pruned: ${baseline.reason}.`];
  if (prune !== 'all' || live.source === 'export') return [];
  return [live.source === 'pulls' ? PRUNES_READ : PRUNES_APPLIED];
}

const PRUNES_READ =
  '`prune: all` covers only values in the contexts that were read, and files that this project applied or that are for every context. Unmanaged keys are deleted with all their values.';
const PRUNES_APPLIED = 'Without the export, `prune: all` deletes only what was last applied.';

/** How much pulls did not show. Empty if they showed everything, or items were deleted meanwhile. */
export function notSeen(live: State, counts: ItemCounts): string[] {
  const { keys, values } = unseenIn(live, counts);
  if (keys <= 0 && values <= 0) return [];
  const what = [...(keys > 0 ? [counted(keys, 'key')] : []), ...(values > 0 ? [counted(values, 'value')] : [])];
  return [`Not read, according to the server's counts: ${what.join(' and ')}.`];
}
