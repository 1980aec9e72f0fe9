// What a drift issue says in addition to its list: how to keep it quiet, and why it was closed.
import { shortCommit } from '../../model/apply-entry.ts';
import { type MarkdownProseOptions, markdownProse } from './escape.ts';

export const KEEP_QUIET =
  'If you close this issue while there is still drift, the next run opens a new one. To leave an item to others for good, add it to `ignore` in `confighub.yaml`, and remove it from your documents.\n';

/** The last apply that the record has. */
export interface LastApply {
  commit: string;
  source: string;
  actor?: string | undefined;
  run?: string | undefined;
}

/** What was known when the drift was listed. */
export interface ListedDrift {
  /** The commit of the record of the last apply. */
  applied?: string | undefined;
  /** Digest of its documents; absent: the next apply would have left some of what was listed alone. */
  files?: string | undefined;
}

/**
 * Why there is no drift any more, as far as that can be known.
 * @param now the last apply, and the digest of its documents
 */
export function closedText(
  listed: ListedDrift,
  now: { apply: LastApply | undefined; files: string },
  options: MarkdownProseOptions = {},
): string {
  return markdownProse(
    `The drift listed below is gone. ${whyClosed(listed, now.apply, now.files)}`,
    options,
  );
}

function whyClosed(
  { applied, files }: ListedDrift,
  apply: LastApply | undefined,
  now: string,
): string {
  if (applied === undefined || apply === undefined) return 'It is not known why.';
  if (apply.commit === applied)
    return 'Nothing has been applied since then, so somebody changed the server back, or `confighub.yaml` now leaves these items out.';
  const by = apply.actor === undefined ? '' : ` by ${apply.actor}`;
  const run = apply.run === undefined ? '' : ` (${apply.run})`;
  const what = `Commit \`${shortCommit(apply.source)}\` has been applied${by} since then${run}.`;
  if (files === undefined)
    return `${what} That apply may have left some of the drift alone. If so, somebody changed the rest back on the server, or the files now declare it or leave it out.`;
  return files === now
    ? `${what} Its documents are the same as before, so it restored these items, unless somebody had already changed them back.`
    : `${what} It restored these items, or its documents now declare what was on the server.`;
}
