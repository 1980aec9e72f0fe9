// Targets that the project file no longer names, found by their records.
import { basename } from 'node:path';
import { ignoreGitError } from '../record/git.ts';
import { endOf, placeOf, type RecordedPlace, recordRef, RECORDS } from '../record/ref-names.ts';
import { refValuesBelow } from '../record/refs.ts';
import { compareText } from '../lib/text.ts';
import { repositoryText } from '../model/targets.ts';
import { type Options, urlOf } from '../options.ts';
import { openAround, readProjectFile } from './project.ts';
import { pathInGit } from './record-place.ts';
import type { GitRuntime } from './runtime.ts';

/**
 * Records of targets that the project file no longer names: what they declared stays on the server. Sorted by server and
 * repository. Empty if the records cannot be read, which the plans report.
 */
export async function removedTargets(options: Options, runtime: GitRuntime): Promise<RecordedPlace[]> {
  try {
    const git = await openAround(options.config, runtime);
    if (git === undefined) return [];
    const projectFile = pathInGit(git, basename(options.config));
    const read = await refValuesBelow(git, RECORDS);
    if ('unreachable' in read) return [];
    const declared = declaredRefs(options, { runtime, projectFile });
    const refs = [...read.values.keys()].filter((ref) => ref.endsWith(endOf(projectFile)) && !declared.has(ref));
    return refs
      .flatMap((ref) => placeOf(ref) ?? [])
      .sort((a, b) => compareText(a.server, b.server) || compareText(a.repository, b.repository));
  } catch (error) {
    ignoreGitError(error);
    return [];
  }
}

/** Also those at the servers of the project file where an option names another. */
function declaredRefs(
  options: Options,
  { runtime, projectFile }: { runtime: GitRuntime; projectFile: string },
): Set<string> {
  const project = readProjectFile(options, runtime);
  const refs = (project.targets ?? []).flatMap((target) => {
    const repository = repositoryText(target.repository);
    const urls = [target.url, urlOf(options, { target, url: target.url })];
    return urls.flatMap((url) => (url === undefined ? [] : [recordRef({ url, repository }, projectFile)]));
  });
  return new Set(refs);
}

/** What became of each, and what to do. The name of a record has no scheme, so any finds it again. */
export function removedText(removed: readonly RecordedPlace[], file: string): string[] {
  return removed.map(
    ({ server, repository }) =>
      `${file} no longer names ${repository} at ${server}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget --url https://${server} --repository ${repository}`,
  );
}
