// What an apply may do in addition to what its plan could ask: push, write the record, wait, and hear of signals.
import type { ApplyWorld } from '../core/world.ts';
import type { ApplyRecord } from '../record/recorded-apply.ts';
import { createPusher } from '../remote/pusher.ts';
import { told } from '../world/around.ts';
import { recordStore } from '../world/records.ts';
import { actorOf, applicationName } from './change-comment.ts';
import type { Prepared } from './prepare.ts';
import { pathInGit, placeFor, recordInClone } from './records.ts';
import type { StopSignals } from './stop.ts';

/** Nothing else gets a world that can write. @param stop absent: a signal ends the process as usual */
export function applyWorldOf(prepared: Prepared, stop: StopSignals | undefined): ApplyWorld {
  const { world, options, runtime, connection, target, project, lineage } = prepared;
  const { git } = project;
  const place = git && placeFor(git, target, pathInGit(git, project.projectFile));
  if (git !== undefined) git.stop = stop?.atOnce;
  const pusher = createPusher(connection, {
    repository: target.repository,
    applicationName: applicationName(options.applicationName),
    signal: stop?.atOnce,
  });
  return {
    ...world,
    ...told({
      ...recordStore(place),
      push: pusher.push,
      lineage,
      recordInClone: async (record: ApplyRecord) =>
        place && recordInClone(place, record, options.untrusted, project.files),
    }),
    caller: { env: runtime.env, run: runtime.run, actor: actorOf(runtime, git) },
    tell: runtime.onStep,
    avoidCaches: () => connection.http.avoidCaches(),
    serverTime: () => connection.http.now(),
    pause: runtime.pause,
    stopped: () => (stop?.atOnce.aborted ? 'at once' : stop?.wanted.aborted ? 'wanted' : undefined),
  };
}
