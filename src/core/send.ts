// Sends the pushes of a plan, each once, and determines their outcome.
import { CommandError, EXIT } from '../errors.ts';
import { someOf, withFullStop } from '../lib/text.ts';
import {
  type Change,
  isRead,
  keyChanges,
  type LiveSource,
  needsItsKey,
  type Plan,
} from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { standIn } from '../plan/stand-in.ts';
import { holds, mayBeDone } from '../plan/verify-push.ts';
import { pushBody } from '../remote/push-body.ts';
import { pushLimit, PushUnknown, type UnclearPush } from '../remote/pusher.ts';
import { isQuotedAs, type Reason, UNKNOWN_REJECTIONS } from '../remote/rejections.ts';
import { mayBeApplied } from './applied.ts';
import type { ShownPlan } from './plan-facts.ts';
import { beforePush, type OpenApply } from './recording.ts';
import { replan } from './replan.ts';
import type { ApplyWorld } from './world.ts';

export interface Applying extends ShownPlan {
  /** Its record; absent: nothing is recorded. */
  open: OpenApply | undefined;
}

/**
 * Sends the pushes one after the other, and stops at the first that is rejected; `isPassing`: the server may accept the
 * same push later. `remarks` are about pushes that changed nothing. Throws {@link CommandError} if the outcome of one is
 * unknown.
 */
export async function sendPlan(
  world: ApplyWorld,
  applying: Applying,
  plan: Plan,
): Promise<{ rejected?: { error: CommandError; isPassing: boolean }; remarks: string[] }> {
  const { options, input, open, changeComment } = applying;
  const { passwordOf } = input.secrets;
  const phases = phasesOf(plan);
  const remarks: string[] = [];
  for (const [index, changes] of phases.entries()) {
    const limit = pushLimit(options, changes.length);
    if (open !== undefined) await beforePush(world, open, { index, of: phases.length, limit });
    refuseStopped(world, { sent: index, of: phases.length });
    if (phases.length > 1) void world.tell(`Push ${index + 1} of ${phases.length}`);
    const result = await world.push(pushBody({ changes, passwordOf }, changeComment), limit);
    const phase = { changes, index, count: phases.length };
    if (result.outcome === 'rejected') {
      const { reason } = result;
      if (reason.code === undefined && mayHoldAll(applying, changes)) {
        remarks.push(inSync(reason, phase));
        continue;
      }
      const error = rejectedByServer(reason, phase, input.liveSource);
      return { rejected: { error, isPassing: reason.isPassing === true && index === 0 }, remarks };
    }
    if (result.outcome === 'unclear') await settle(world, applying, phase, result);
  }
  return { remarks };
}

/** Throws {@link CommandError} before an apply begins, or before a push, if a stop was requested. */
export function refuseStopped(world: ApplyWorld, { sent, of } = { sent: 0, of: 0 }): void {
  if (world.stopped() === undefined) return;
  const nothing = 'The apply was stopped: nothing was changed on the server.';
  throw new CommandError({
    code: 'stopped',
    message:
      sent === 0
        ? nothing
        : `The apply was stopped after ${sent} of ${of} pushes: the rest was not sent.`,
    hint: sent === 0 ? 'Apply again.' : 'Apply again to continue with the remaining changes.',
    exitCode: sent === 0 ? EXIT.error : EXIT.unknown,
  });
}

/**
 * Whether a push may have nothing to change: the server answers that as it answers a rejection (interface.md, Push), an
 * invalid password included. After an apply with an unknown outcome, and with `--last-applied`, each item may be in sync
 * with either state.
 */
function mayHoldAll({ lastApplied, input }: ShownPlan, changes: readonly Change[]): boolean {
  if (isRead(input.liveSource) || changes.some((change) => groupOf(change) !== undefined))
    return false;
  const { done = emptyState() } = lastApplied;
  const others = mayBeApplied(lastApplied);
  const possible = others.length === 0 ? [] : [done, ...others].map((state) => standIn(state));
  return changes.every(
    (change) => mayBeDone(change) || possible.some((state) => holds(state, change)),
  );
}

function groupOf(change: Change): string | undefined {
  if (change.kind === 'file') return change.securityGroup;
  return change.kind === 'key' ? change.after?.securityGroup : undefined;
}

/** Milliseconds before each further look at what became of a push. */
const LOOKS = [1000, 2000, 3000, 4000, 5000, 5000, 5000, 5000];
const LONGEST = 30_000;

/**
 * Looks whether a push was accepted; it is never blindly sent again. That nothing has changed is a proof only if the
 * push is not on its way. Throws {@link CommandError} unless it was accepted.
 */
async function settle(
  world: ApplyWorld,
  applying: Applying,
  phase: Phase,
  unclear: UnclearPush,
): Promise<void> {
  const { input } = applying;
  if (unclear.push === 'unsent') throw unchanged(phase, unclear.error);
  // A push is all or nothing, so the changes that a read shows stand for the others.
  const compared = phase.changes
    .filter((change) => isVisible(change, input.liveSource))
    .map(identityOf);
  if (!isRead(input.liveSource) || compared.length === 0) throw new PushUnknown(unclear);
  await world.tell('Looking for the push on the server');
  world.avoidCaches();
  const begun = world.now().getTime();
  const isOver = () => world.stopped() !== undefined || world.now().getTime() - begun > LONGEST;
  for (const pause of [0, ...LOOKS]) {
    if (world.stopped() === 'at once' || (pause > 0 && isOver())) break;
    if (pause > 0) await world.pause(pause);
    const freshPlan = await replan(world, applying, { changes: phase.changes }).catch(
      () => undefined,
    );
    if (freshPlan === undefined) continue;
    const left = new Set(freshPlan.changes.map(identityOf));
    if (!compared.some((change) => left.has(change))) return;
    if (unclear.push === 'stopped' && compared.every((change) => left.has(change))) {
      const message = `${unclear.error.message} Reading the server again showed that the push changed nothing.`;
      throw unchanged(phase, unclear.error.reworded({ message }));
    }
  }
  throw new PushUnknown(unclear);
}

/** Whether a read shows the effect of the change. Pulls do not show files; no read shows which duplicate row was deleted. */
function isVisible(change: Change, source: LiveSource): boolean {
  return (
    !change.rewritten &&
    (change.kind !== 'value' || change.surplus === undefined) &&
    (source === 'export' || change.kind !== 'file')
  );
}

/** Whatever is left to do there: others may have deleted what was to be updated, or created what was to be created. */
function identityOf({ kind, name, context }: Change): string {
  return JSON.stringify([kind, name, context]);
}

/** The error for a push that has certainly changed nothing. */
function unchanged(phase: Phase, cause: CommandError): CommandError {
  return new CommandError({
    code: cause.code,
    message: `${cause.message}${earlier(phase)}`,
    hint: phase.index === 0 ? cause.hint : 'Apply again to continue with the remaining changes.',
    exitCode: phase.index === 0 ? EXIT.error : EXIT.unknown,
    cause,
  });
}

interface Phase {
  changes: readonly Change[];
  index: number;
  count: number;
}

/** The interface documents status 304 for both, with only free text as the reason (interface.md, Errors). */
const LIKELY_CAUSES =
  'Likely causes: the server already has all of this, or part of the push is invalid, such as the password of a security group.';

function rejectedByServer(reason: Reason, phase: Phase, source: LiveSource): CommandError {
  const named = namedBy(reason, phase.changes);
  const outcome =
    phase.index === 0
      ? 'the push and changed nothing'
      : `push ${phase.index + 1} of ${phase.count}`;
  const restSentence = phase.index === 0 ? '' : ' The next apply sends the rest.';
  const usual = reason.hint ?? (reason.code === undefined ? LIKELY_CAUSES : undefined);
  return new CommandError({
    code: reason.code ?? UNKNOWN_REJECTIONS.push,
    message: `The server rejected ${outcome}: ${withFullStop(reason.message)}${about(named, reason)}${earlier(phase)}${restSentence}`,
    hint: isRead(source) ? usual : hintUnread(reason, phase.changes, usual),
    exitCode: phase.index === 0 ? EXIT.error : EXIT.unknown,
    places: named.flatMap(({ place }) => place ?? []),
  });
}

/**
 * The server creates a key in its security group, and puts no key with values there later (behaviour.md, 12.1). So it
 * matters whether a key is there, which no plan can find out without a read.
 */
function hintUnread(
  { code, key }: Reason,
  changes: readonly Change[],
  usual: string | undefined,
): string | undefined {
  const steps = 'with `opp: delete` and apply, then declare it again in the group.';
  if (code === 'key-creation-off' && changes.some(needsItsKey))
    return `A key of a security group was deleted on the server, and this push would have created it outside of the group, in clear text. Declare it ${steps}`;
  const created = keyChanges(changes).filter(
    ({ action, after }) => action === 'create' && after?.securityGroup !== undefined,
  );
  const isOther = (code !== undefined && code !== 'secret-locked') || key !== undefined;
  if (isOther || created.length === 0) return usual;
  const names = someOf(
    created.map(({ name }) => name),
    { most: 5 },
  );
  return `${usual} Or the server has a key that this push creates in a group (${names}): declare it ${steps}`;
}

/** The remark on a push that may already be in sync. */
function inSync({ message }: Reason, { index, count }: Phase): string {
  const which = count === 1 ? 'The push' : `Push ${index + 1} of ${count}`;
  return `${which} changed nothing. ${message} ${LIKELY_CAUSES}`;
}

function earlier({ index, count }: Phase): string {
  if (index === 0) return '';
  return ` ${index} of ${count} pushes ${index === 1 ? 'was' : 'were'} accepted before and ${index === 1 ? 'remains' : 'remain'} in effect.`;
}

/**
 * The changes that the rejected entry may stand for. Only items of the plan are shown: the server could quote anything.
 * The entry of a value names no key, so it may be any value of its context, unless the quoted text identifies it.
 */
function namedBy(reason: Reason, changes: readonly Change[]): readonly Change[] {
  const { key, file, context } = reason;
  if (file !== undefined) {
    const files = changes.filter(({ kind, name }) => kind === 'file' && isQuotedAs(name, file));
    return files.filter((change) => isSame(change.context ?? '', context ?? '')).slice(0, 1);
  }
  if (key !== undefined) {
    const ofKey = changes.filter((change) => change.kind !== 'file' && isSame(change.name, key));
    // One change stands for the key, if possible one that is declared in the files.
    const declared = ofKey.filter(({ place }) => place !== undefined);
    return [...declared, ...ofKey].slice(0, 1);
  }
  if (context === undefined) return [];
  const inContext = changes.filter(
    (change) => change.kind === 'value' && isSame(change.context, context),
  );
  const quoted = inContext.filter(
    (change) => change.kind === 'value' && quotes(reason, change.after),
  );
  return quoted.length === 0 ? inContext : quoted;
}

function quotes(reason: Reason, text: string | null | undefined): boolean {
  return text === undefined ? reason.quotes === undefined : reason.quotes?.(text) === true;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function about(named: readonly Change[], { key, file }: Reason): string {
  const [only] = named;
  if (only === undefined) return '';
  if (named.length === 1) {
    const hasContext = (key === undefined || file !== undefined) && only.context !== undefined;
    return ` (${only.name}${hasContext ? ` in ${only.context}` : ''})${declaredAt(only)}`;
  }
  const names = named.map((change) => `${change.name}${declaredShort(change)}`);
  return ` It is one of the values for ${only.context ?? ''}: ${someOf(names, { most: 5 })}.`;
}

function declaredAt({ place, removedFrom }: Change): string {
  if (place !== undefined) return ` Declared at ${place}.`;
  return removedFrom === undefined ? '' : ` Previously declared at ${removedFrom}.`;
}

function declaredShort({ place, removedFrom }: Change): string {
  if (place !== undefined) return ` (${place})`;
  return removedFrom === undefined ? '' : ` (was at ${removedFrom})`;
}
