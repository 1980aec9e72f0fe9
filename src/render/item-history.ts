// The apply runs that changed an item, as text and as JSON: each with the changes, and the commits that made them.
import { colorsOf } from './colors.ts';
import { asBlocks, counted } from '../lib/text.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import type { ChangedBy, ItemApply, ItemHistory } from '../model/item-history.ts';
import { inJson } from '../model/plan.ts';
import { Comparisons, entries, lineOf } from './change-lines.ts';
import { INDENT, proseLines } from './columns.ts';
import { createdBy, versioned } from './json.ts';
import { maskChange } from './mask.ts';
import { printable } from './printable.ts';
import { appliedBy } from './tables.ts';
import { changeLines, type LineOptions } from './text.ts';

declare const masked: unique symbol;
/** What may be shown; only {@link maskHistory} makes it. */
export type MaskedHistory = ItemHistory & { readonly [masked]: true };

export function maskHistory(history: ItemHistory): MaskedHistory {
  const applies = history.applies.map(({ changes, ...entry }) => ({
    ...entry,
    changes: changes.map(({ change, by }) => ({ change: maskChange(change), by })),
  }));
  return { ...history, applies } as unknown as MaskedHistory;
}

export function jsonItemHistory(history: MaskedHistory, createdAt: Date): string {
  const { target, since, base, applies, older, looked } = history;
  return versioned({
    ...createdBy(createdAt),
    target: { url: target.url, ...target.repository },
    since,
    base,
    applies: applies.map(({ changes, ...entry }) => ({
      ...entry,
      changes: changes.map(({ change, by }) => ({ ...inJson(change), changedBy: by })),
    })),
    older,
    looked,
  });
}

/** What the files of an apply cannot tell. */
export const NOT_RECORDED =
  'The record shows what was applied, not what the server had. It contains neither the drift that an apply overwrote nor values from environment variables.';

export function textItemHistory(history: MaskedHistory, options: LineOptions): string {
  const { applies, older } = history;
  const prose = (text: string) => proseLines(printable(text), options);
  const colors = colorsOf(options.color);
  const { since, until } = history.looked;
  const blocks = applies.map((apply) =>
    applyLines(apply, { ...options, isFirst: until === undefined && apply.time === since }),
  );
  const ends = [
    ...(older === 0
      ? []
      : [
          `${counted(older, 'older apply run')} also changed this. To see more, pass a higher \`--limit\`.`,
        ]),
    lookedText(history),
    ...(applies.length === 0 ? [] : [NOT_RECORDED]),
  ];
  return asBlocks([...blocks, ends.flatMap(prose).map(colors.dim)]);
}

function applyLines(
  { changes, undo, ...entry }: ItemApply,
  options: LineOptions & { isFirst: boolean },
): string[] {
  const { time, commit, stage, subject, author, run, unfinished } = entry;
  const colors = colorsOf(options.color);
  const title = [
    shownTime(time),
    commit === undefined ? 'an unknown commit' : `commit ${shortCommit(commit)}`,
    subject === undefined ? 'which no longer exists' : `${subject} (${author})`,
  ];
  const first = options.isFirst ? 'the first apply: there is nothing to roll back to' : undefined;
  const undoing =
    undo === undefined ? first : `to undo this apply, run this and apply again: ${undo}`;
  const how = [
    `applied ${stage === undefined ? '' : `to ${stage} `}by ${appliedBy(entry) || 'an unknown user'}`,
    ...(unfinished ? ['may not have reached the server'] : []),
    ...(run === undefined ? [] : [run]),
  ];
  const below = (text: string) => proseLines(printable(text), options, { indent: '  ' });
  const shown = entries(changes.map(({ change }) => change));
  const comparisons = new Comparisons();
  const byOf = new Map(changes.map(({ change, by }) => [change, by]));
  const groups = new Map<string, ReturnType<typeof lineOf>[]>();
  for (const changeEntry of shown) {
    const text = changedByText(byOf.get(changeEntry.change), entry);
    groups.set(text, [...(groups.get(text) ?? []), lineOf(changeEntry, 'none', comparisons)]);
  }
  return [
    colors.bold(printable(title.join('  '))),
    ...below(how.join(', ')),
    ...[...groups].flatMap(([text, lines]) => [
      ...changeLines(lines, options),
      ...(text === ''
        ? []
        : proseLines(printable(text), options, { indent: INDENT, paint: colors.dim })),
    ]),
    ...(undoing === undefined ? [] : [`  ${colors.dim(undoing)}`]),
    ...(undo === undefined || stage === undefined
      ? []
      : below(
          `This undoes it in the other stages, too. To roll back only ${stage}, see \`confighub-sync history\`.`,
        )),
  ];
}

/** Empty where the heading says it. */
export function changedByText(
  by: ChangedBy,
  { rollback, commit: applied }: Pick<ItemApply, 'rollback' | 'commit'>,
): string {
  if (by === undefined)
    return rollback ? 'restored by the rollback' : 'changed by an unknown commit';
  if ('commits' in by)
    return by.commits.every(({ commit }) => commit === applied)
      ? ''
      : `changed by ${by.commits
          .map(({ commit, subject, author }) => `${shortCommit(commit)} ${subject} (${author})`)
          .join('; ')}`;
  const { oneOf, from, to } = by;
  const range = `${from === undefined ? '' : `${shortCommit(from)}..`}${shortCommit(to)}`;
  // The only one is the one that was applied.
  if (oneOf === 1) return '';
  return `changed by one of ${oneOf} commits, ${range}`;
}

/** `Looked through 12 apply runs, down to the first, 2024-05-06 07:08:09 UTC.` */
export function lookedText({ looked, applies: found, since: from }: ItemHistory): string {
  const { applies, since, until } = looked;
  if (since === undefined) return 'No apply runs are recorded.';
  const when = from === undefined ? '' : ` since ${shownTime(from)}`;
  const none = found.length === 0 ? `No recorded apply changed this${when}. ` : '';
  const end = until === undefined ? 'the first' : 'the oldest that can be read';
  const why = until === undefined ? '' : ` (${until})`;
  return `${none}Looked through ${counted(applies, 'apply run')}, down to ${end}, ${shownTime(since)}${why}.`;
}
