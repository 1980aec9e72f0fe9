// Everything about one key or file without its secrets, and as JSON.
import type { ExplainedRow, Explanation, LastChange } from '../model/explanation.ts';
import type { FileChange, ValueChange } from '../model/plan.ts';
import { looksSecret } from '../model/secrets.ts';
import type { KeyMetadata } from '../model/state.ts';
import { versioned } from './json.ts';
import { MASK, maskTexts } from './mask.ts';

declare const masked: unique symbol;
/** An explanation that may be shown; only {@link maskExplanation} makes one. */
export type MaskedExplanation = Explanation & { readonly [masked]: true };

export function maskExplanation(explanation: Explanation): MaskedExplanation {
  const { declared, live, rows } = explanation;
  return {
    ...explanation,
    ...(declared && { declared: withoutSecret(declared) }),
    ...(live && { live: withoutSecret(live) }),
    rows: rows.map(({ declared, live, applied, ...row }) => ({
      ...row,
      ...(declared && { declared: maskTexts(declared) }),
      ...(live && { live: maskTexts(live) }),
      ...(applied && { applied: maskTexts(applied) }),
    })),
  } as unknown as MaskedExplanation;
}

/** A readme may contain a token. */
function withoutSecret<Metadata extends KeyMetadata>(metadata: Metadata): Metadata {
  return looksSecret(metadata.readme) ? { ...metadata, readme: MASK } : metadata;
}

export function jsonExplanation({ kind, name, rows, liveRead, record, ...rest }: MaskedExplanation): string {
  const { place, declared, live, protectedBy, excludedBy, usedIn, uses } = rest;
  return versioned({
    ...(kind === 'key' ? { key: name } : { path: name }),
    ...(place && { place }),
    ...(declared && { declared }),
    ...(live && { live }),
    liveRead: typeof liveRead === 'string' ? liveRead : 'none',
    ...(typeof liveRead === 'object' && { liveProblem: liveRead.not }),
    recordRead: record === 'read',
    ...(record !== 'read' && { recordProblem: record.not }),
    protectedBy,
    ...(excludedBy !== undefined && { excludedBy }),
    ...(kind === 'key' ? { usedIn } : { uses }),
    rows: rows.map(rowJson),
  });
}

function rowJson({
  declared,
  live,
  applied,
  liveState,
  appliedState,
  lastChange,
  received,
  ...row
}: ExplainedRow): object {
  const { context, place, contentPath, absent, unset, excludedBy, isLeaving } = row;
  return {
    context,
    ...(place && { place }),
    ...(contentPath !== undefined && { contentPath }),
    ...(absent && { absent }),
    ...(unset !== undefined && { unset }),
    ...(declared && { declared: textJson(declared) }),
    ...(liveState && { live: { state: liveState, ...(live && textJson(live)) } }),
    ...(appliedState && { lastApply: { state: appliedState, ...(applied && textJson(applied)) } }),
    received: received.map(({ elements, except }) => ({ elements, except })),
    ...(isLeaving && { isLeaving }),
    ...changeJson(lastChange),
    ...(excludedBy !== undefined && { excludedBy }),
  };
}

function textJson(change: ValueChange | FileChange): object {
  const text = change.after ?? null;
  return { [change.kind === 'file' ? 'content' : 'value']: text, ...(text === MASK && { secret: true }) };
}

function changeJson(change: LastChange | { before: LastChange['apply'] } | undefined): object {
  if (change === undefined) return {};
  if ('before' in change) return { lastChange: { before: change.before.time } };
  const { apply, subject, pullRequest } = change;
  const { time, commit, dirty, actor, run } = apply;
  return { lastChange: { time, commit, dirty, actor, run, subject, pullRequest } };
}
