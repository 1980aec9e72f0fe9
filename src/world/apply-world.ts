// What an apply may do in addition to what its plan could ask: push, write the record, wait, and hear of signals.
import type { ApplyWorld } from '../core/world.ts';
import { createPusher } from '../remote/pusher.ts';
import { told } from './around.ts';
import { recordStore } from './records.ts';
import { applicationName } from './change-comment.ts';
import type { OpenedTarget } from './open-target.ts';
import { pathInGit, placeFor } from '../project/record-places.ts';
import type { StopSignals } from './stop-signals.ts';

/** Nothing else gets a world that can write. @param stop absent: a signal ends the process as usual */
export async function applyWorldOf(
  { world, options, runtime, connection, target, project }: OpenedTarget,
  stop: StopSignals | undefined,
): Promise<ApplyWorld> {
  const { git, projectFile } = await project;
  const place = git && placeFor(git, target, pathInGit(git, projectFile));
  if (git !== undefined) git.stop = stop?.atOnce;
  const pusher = createPusher(connection, {
    repository: target.repository,
    applicationName: applicationName(options.applicationName),
    signal: stop?.atOnce,
  });
  return {
    ...world,
    ...told({ ...recordStore(place), push: pusher.push }),
    tell: runtime.onStep,
    avoidCaches: () => connection.http.avoidCaches(),
    pause: runtime.pause,
    stopped: () => (stop?.atOnce.aborted ? 'at once' : stop?.wanted.aborted ? 'wanted' : undefined),
  };
}
