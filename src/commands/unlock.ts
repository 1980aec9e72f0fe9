// unlock: declares an announced apply dead, so that the next apply takes over at once.
import { declareDead } from '../record/announcement.ts';
import { type AppliedBaseline, readApplied } from '../record/applied-record.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { projectFileOf } from '../record/ref-names.ts';
import { CommandError } from '../errors.ts';
import type { Options } from '../options.ts';
import { described, isRunning } from './lease.ts';
import { gitProblem } from './project.ts';
import { recordPlace } from './record-place.ts';
import type { GitRuntime, Runtime } from './runtime.ts';

export interface UnlockResult {
  /** The announcement; absent: there was none, or it has expired. */
  removed?: {
    commit?: string | undefined;
    actor?: string | undefined;
    run?: string | undefined;
    since?: string | undefined;
    /** The last push of the apply, if there was one, began at this time or later; ISO 8601. Absent: unknown. */
    pushSince?: string | undefined;
    text: string;
  };
}

type UnlockRuntime = GitRuntime & Pick<Runtime, 'now' | 'onStep'>;

/** Throws {@link CommandError} if the announcement has changed meanwhile, or origin rejects the update. */
export async function unlock(options: Options, runtime: UnlockRuntime): Promise<UnlockResult> {
  const { git, refs } = await recordPlace(options, runtime);
  runtime.onStep('Looking for an announced apply');
  let { ref } = refs;
  let found = await readApplied(git, refs).catch(gitProblem);
  const former = found.applying === undefined ? await formerOf(git, found) : undefined;
  if (former !== undefined) {
    ref = former;
    found = await readApplied(git, { ...refs, ref }).catch(gitProblem);
  }
  const { applying, where, warnings } = found;
  if (applying === undefined) {
    // Without a read of origin, there may be an announcement.
    if (git.origin && where === 'local' && warnings[0] !== undefined)
      throw failed(warnings[0], 'Once origin can be reached, run `confighub-sync unlock` again.');
    return {};
  }
  if (!isRunning(applying, runtime.now())) return {};
  const moved = await declareDead(git, { ref, applying }).catch(gitProblem);
  if (moved.outcome === 'conflict') throw failed('another apply was announced, or this one ended, in the meantime.');
  if (moved.outcome !== 'moved') throw failed(`the announcement cannot be changed: ${moved.reason}`);
  const { source, actor, run, since, pushSince = since } = applying;
  return {
    removed: {
      commit: source,
      actor,
      run,
      since: since?.toISOString(),
      pushSince: pushSince?.toISOString(),
      text: described(applying, runtime.now()),
    },
  };
}

/** The only announcement of a project file that no longer exists: it may have been renamed. */
async function formerOf(git: GitRepository, found: AppliedBaseline): Promise<string | undefined> {
  const announced = [...found.refs.keys()].filter((name) => name.endsWith('/applying'));
  const records = announced.map((name) => name.replace(/applying$/, 'applied'));
  const tracked = new Set((await git.index()).map(({ path }) => path));
  const orphaned = records.filter((record) => {
    const path = projectFileOf(record);
    return path !== undefined && !tracked.has(path);
  });
  return orphaned.length === 1 ? orphaned[0] : undefined;
}

function failed(why: string, hint = 'Try again.'): CommandError {
  return new CommandError({ code: 'not-unlocked', message: `Nothing was unlocked: ${why}`, hint });
}
