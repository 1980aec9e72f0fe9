// What a comment and a summary say beside the plan: where the commit, the run and the lines of the files are.
import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path/posix';
import type { Place } from '../model/place.ts';
import type { Options } from '../options.ts';
import type { PageOptions } from '../render/markdown/comment.ts';
import type { Status } from '../render/markdown/status.ts';
import type { EventContext } from './event-context.ts';

export interface PageFacts extends Pick<EventContext, 'repository' | 'serverUrl' | 'run'> {
  /** The commit whose files were read. */
  commit: string;
  /** Working directory of the step, relative to the workspace. */
  folder: string;
}

export function pageOptions({ repository, serverUrl, run, commit, folder }: PageFacts): PageOptions {
  const files = `${serverUrl}/${repository}/blob/${commit}`;
  const isKnown = repository !== '' && commit !== '';
  const linkOf = ({ file, line }: Place) =>
    `${files}/${join(folder, file).split('/').map(encodeURIComponent).join('/')}#L${line}`;
  return {
    ...(isKnown && { linkOf }),
    fullPlan: { text: 'the log of the run', ...(run !== undefined && { url: run }) },
  };
}

export function statusFacts({ repository, serverUrl, run, commit }: PageFacts): Omit<Status, 'kind'> {
  const url = repository === '' ? {} : { url: `${serverUrl}/${repository}/commit/${commit}` };
  return {
    ...(commit !== '' && { commit: { sha: commit, ...url } }),
    ...(run !== undefined && { run }),
  };
}

/**
 * Names the target in a marker: the project file, and what the workflow says over it, so that a job for each of several
 * servers has a comment of its own. A digest, because an address may be a secret of the workflow; one with a key where
 * there is one, because an address can be guessed.
 */
export function markerTarget({ config, url, repository, digestKey }: Options, folder: string): string {
  const parts = [join(folder, config), url ?? '', repository?.account ?? '', repository?.name ?? ''];
  return digest(JSON.stringify(parts), digestKey);
}

/** Without a key only of what is shown anyway. */
export function digest(text: string, key?: string): string {
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(text).digest('hex').slice(0, 16);
}
