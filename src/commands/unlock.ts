// unlock: declares dead an apply that announced itself and will never end, so that the next one takes over at once.
import { declareDead } from '../baseline/announcement.ts';
import { type AppliedBaseline, readApplied, type RecordRefs } from '../baseline/applied-record.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { projectFileOf } from '../baseline/ref-names.ts';
import { CommandError } from '../errors.ts';
import type { Options } from '../options.ts';
import { described, isRunning } from './lease.ts';
import { gitProblem } from './project.ts';
import { recordPlace } from './record-place.ts';
import type { Runtime } from './runtime.ts';

export interface UnlockResult {
  /** Whose announcement it was; absent: there was none, or the next apply takes it over already. */
  removed?: {
    commit?: string;
    actor?: string;
    run?: string;
    since?: string;
    /** The last push that the apply sent began then or later; ISO 8601. Absent: nobody knows. */
    pushSince?: string;
    text: string;
  };
}

/** Throws where somebody was faster, or where origin does not let go of the ref. */
export async function unlock(options: Options, runtime: Runtime): Promise<UnlockResult> {
  const { git, refs } = await recordPlace(options, runtime);
  runtime.onStep('Looking for an announced apply');
  let { ref } = refs;
  let found = await readApplied(git, refs).catch(gitProblem);
  const former = found.applying === undefined ? await formerOf(git, { refs, found }) : undefined;
  if (former !== undefined) {
    ref = former;
    found = await readApplied(git, { ...refs, ref }).catch(gitProblem);
  }
  const { applying, where, warnings } = found;
  if (applying === undefined) {
    // Nobody can say that there is none where it would be.
    if (git.origin && where === 'local' && warnings[0] !== undefined) throw failed(warnings[0]);
    return {};
  }
  if (!isRunning(applying, runtime.now())) return {};
  const moved = await declareDead(git, { ref, applying }).catch(gitProblem);
  if (moved.outcome === 'conflict')
    throw failed('Another apply was announced, or this one ended, in the meantime.');
  if (moved.outcome !== 'moved') throw failed(`Cannot change the announcement: ${moved.reason}`);
  const { source, actor, run, since, pushSince = since } = applying;
  return {
    removed: {
      ...(source !== undefined && { commit: source }),
      ...(actor !== undefined && { actor }),
      ...(run !== undefined && { run }),
      ...(since && { since: since.toISOString() }),
      ...(pushSince && { pushSince: pushSince.toISOString() }),
      text: described(applying, runtime.now()),
    },
  };
}

/** An announcement under the former name, or the one of a project file that is gone: it may have been renamed. */
async function formerOf(
  git: GitRepository,
  { refs, found }: { refs: RecordRefs; found: AppliedBaseline },
): Promise<string | undefined> {
  const announced = [...found.refs.keys()].filter((name) => name.endsWith('/applying'));
  const records = announced.map((name) => name.replace(/applying$/, 'applied'));
  if (records.includes(refs.former)) return refs.former;
  const gone: string[] = [];
  for (const record of records) {
    const path = projectFileOf(record);
    const isGone = path !== undefined && (await git.listed([`:(top,literal)${path}`])).length === 0;
    if (isGone) gone.push(record);
  }
  return gone.length === 1 ? gone[0] : undefined;
}

function failed(message: string): CommandError {
  return new CommandError({ code: 'not-unlocked', message, hint: 'Try again.' });
}
