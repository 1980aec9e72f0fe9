// What a drift issue says besides its list: how to keep it quiet, and why it was closed.
import { shortCommit } from '../../model/apply-entry.ts';
import { type ProseOptions, prose } from './escape.ts';

export const KEEP_QUIET =
  'If you close this issue while the drift is there, the next run opens a new one. To leave an item to others for good, name it in `ignore` in `confighub.yaml`, and remove it from the documents that declare it.\n';

/** The last apply that the record has. */
export interface LastApply {
  commit: string;
  source: string;
  actor?: string | undefined;
  run?: string | undefined;
}

/** What was known when the drift was listed. */
export interface Listed {
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
  listed: Listed,
  now: { apply: LastApply | undefined; files: string },
  options: ProseOptions = {},
): string {
  return prose(`This issue listed what is folded below. ${whyClosed(listed, now)}`, options);
}

function whyClosed({ applied, files }: Listed, now: Parameters<typeof closedText>[1]): string {
  const { apply } = now;
  if (applied === undefined || apply === undefined) return 'Why that is gone is not known.';
  if (apply.commit === applied)
    return 'Nothing was applied after that. So somebody changed the server back, or `confighub.yaml` leaves these items out now.';
  const by = apply.actor === undefined ? '' : ` by ${apply.actor}`;
  const run = apply.run === undefined ? '' : ` (${apply.run})`;
  const what = `Commit \`${shortCommit(apply.source)}\` was applied${by} after that${run}.`;
  if (files === undefined)
    return `${what} An apply leaves some of that alone, or all: what it left was changed back on the server, is declared as the server has it, or is left out by \`confighub.yaml\` now.`;
  return files === now.files
    ? `${what} Its documents are those of the apply before, so it restored these items, unless somebody had changed them back before.`
    : `${what} It restored these items, or its documents declare them as the server has them.`;
}
