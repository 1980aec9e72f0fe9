// After an accepted push: reads the server again, or compares its counts, to see that everything has arrived.
import { isDeepStrictEqual } from 'node:util';
import { CommandError, EXIT } from '../errors.ts';
import { counted } from '../lib/text.ts';
import { isCounted, isRead } from '../model/plan.ts';
import { type CountsCheck, type ItemCounts, sizeText } from '../model/server-reads.ts';
import { repositoryText } from '../model/targets.ts';
import { expectedCounts } from '../plan/verify-push.ts';
import { countsOf, infoOf } from '../remote/wire.ts';
import type { ShownPlan } from './plan-facts.ts';
import { replan } from './replan.ts';
import type { World } from './world.ts';

/** Reads again after an accepted push. Throws {@link CommandError} with exit code 4 if something differs. */
export async function verify(world: World, shown: ShownPlan): Promise<'verified' | 'unverified'> {
  if (!isRead(shown.input.liveSource)) return 'unverified';
  const replanning = { changes: shown.plan.changes, isPushed: true };
  const after = await replan(world, shown, replanning).catch((error: unknown) => {
    throw error instanceof CommandError ? unverified(error) : error;
  });
  if (after === undefined) throw unverified();
  if (after.changes.every((change) => change.rewritten)) return 'verified';
  const { length } = after.changes.filter(isCounted);
  throw new CommandError({
    code: 'verify-failed',
    message: `The server accepted the push, but ${counted(length, 'change')} ${length === 1 ? 'is' : 'are'} still missing after it.`,
    hint: 'Plan again to see what is missing. Another client may have changed the repository at the same time.',
    exitCode: EXIT.unknown,
    differs: after,
  });
}

function unverified(cause?: CommandError): CommandError {
  const { message = 'The configuration repository can no longer be read.', hint } = cause ?? {};
  const after =
    'Once the server can be read, plan again: the plan should show `No changes.` If it does not, apply again.';
  return new CommandError({
    code: 'unverified',
    message: `The server accepted the push, but it could not be verified: ${message}`,
    hint: hint === undefined ? after : `${hint} ${after}`,
    exitCode: EXIT.unknown,
    cause,
  });
}

/** After an accepted push; `undefined`: not known. Throws with exit code 4 if the counts show that it has not arrived. */
export async function compareCounts(
  world: World,
  shown: ShownPlan,
): Promise<CountsCheck | undefined> {
  const { target, options, lastApplied, otherProjects, listing, input, plan } = shown;
  const before = listing?.counts;
  const hasOthers = otherProjects.inFiles.length + otherProjects.recorded.length > 0;
  // What was created may have existed, and what was deleted may have been gone.
  const isUncertain =
    input.applied.begun !== undefined || lastApplied.chosen !== undefined || hasOthers;
  if (before === undefined || isUncertain) return undefined;
  const expected = expectedCounts(before, plan.changes, input);
  if (expected === undefined) return undefined;
  // A failed read does not fail the apply: the push was accepted.
  const info = infoOf(await world.repositories().catch(() => []), target.repository);
  const foundCounts = info && countsOf(info);
  if (foundCounts === undefined) return undefined;
  if (!isShort({ before, expected, found: foundCounts })) return { expected, found: foundCounts };
  const repository = repositoryText(target.repository);
  const why =
    options.token === undefined
      ? 'Others may have changed the repository.'
      : `The token may belong to another repository, which the push has then changed: check that it is a token of ${repository}.`;
  throw new CommandError({
    code: 'verify-failed',
    message: `The server accepted the push, but the counts of ${repository} do not show it: ${sizeText(foundCounts)} instead of ${sizeText(expected)}.`,
    hint: `${why} Then apply again: it writes again everything that this apply has sent.`,
    exitCode: EXIT.unknown,
  });
}

/**
 * Whether nothing has changed, or values are missing. More than expected may be the work of others, and fewer keys are
 * usual where other projects have values under the same keys.
 */
function isShort({ before, expected, found }: CountsCheck & { before: ItemCounts }): boolean {
  const isUnchanged = isDeepStrictEqual(found, before) && !isDeepStrictEqual(expected, before);
  return isUnchanged || found.values < expected.values;
}
