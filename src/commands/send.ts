// Sending the pushes of a plan, each once, and finding out what became of them.
import { CommandError, EXIT } from '../errors.ts';
import { addressOf, type Change, isRead, type LiveSource, type Plan } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { standIn } from '../plan/stand-in.ts';
import { holds, mayBeDone } from '../plan/verify-push.ts';
import { pushBody } from '../remote/push-body.ts';
import type { Pusher } from '../remote/pusher.ts';
import { isQuotedAs, type Reason, UNKNOWN_REFUSALS } from '../remote/refusals.ts';
import type { Lease } from './lease.ts';
import type { Prepared } from './prepare.ts';
import { refuseStopped, type Stop } from './stop.ts';
import { planAgain } from './replan.ts';

/** A push that the server refused. `error` says so to a person; `isPassing`: the same push may be taken later. */
interface Refused {
  error: CommandError;
  isPassing: boolean;
}

/** What became of the pushes of a plan. */
export interface Sent {
  refused?: Refused;
  /** Sentences about pushes that changed nothing. */
  remarks: string[];
}

/**
 * Sends the phases one after the other, and stops at the first that is refused. Throws {@link CommandError} where
 * nobody can say what became of one.
 */
export async function sendPlan(
  prepared: Prepared,
  {
    plan,
    pusher,
    lease,
    stop,
    onStep,
  }: {
    plan: Plan;
    pusher: Pusher;
    lease: Lease | undefined;
    stop: Stop | undefined;
    onStep: (step: string) => void;
  },
): Promise<Sent> {
  const phases = phasesOf(plan);
  const remarks: string[] = [];
  for (const [index, changes] of phases.entries()) {
    await lease?.beforePush({ index, count: phases.length });
    refuseStopped(stop, { sent: index, of: phases.length });
    if (phases.length > 1) onStep(`Push ${index + 1} of ${phases.length}`);
    const result = await pusher.push(
      pushBody({ changes, passwordOf: prepared.input.passwordOf }, prepared.changeComment),
    );
    const phase = { changes, index, count: phases.length };
    if (result.outcome === 'refused') {
      const { reason } = result;
      if (reason.code === undefined && mayHoldAll(prepared, changes)) {
        remarks.push(unchanged(reason, phase));
        continue;
      }
      const error = refusedByServer(reason, phase);
      return { refused: { error, isPassing: reason.isPassing === true && index === 0 }, remarks };
    }
    if (result.outcome !== 'unknown') continue;
    if (stop?.atOnce.aborted) throw new PushUnknown(result.error, result.mayStillRun);
    await settle(prepared, { ...result, phase });
  }
  return { remarks };
}

/**
 * Whether a push may have nothing to change: the server answers that as it answers a refusal (interface.md, Push), an
 * invalid password included. After an apply whose outcome is not known, each item is what one of the two made of it.
 */
function mayHoldAll({ baseline, input }: Prepared, changes: readonly Change[]): boolean {
  if (isRead(input.liveSource) || changes.some((change) => groupOf(change) !== undefined)) return false;
  const { intents = [], recorded = emptyState() } = baseline;
  const possible = intents.length === 0 ? [] : [recorded, ...intents].map((state) => standIn(state));
  return changes.every((change) => mayBeDone(change) || possible.some((state) => holds(state, change)));
}

function groupOf(change: Change): string | undefined {
  if (change.kind === 'file') return change.securityGroup;
  return change.kind === 'key' ? change.after?.securityGroup : undefined;
}

/** Nobody can say what became of a push; `mayStillRun`: the server may even be at work on it. */
export class PushUnknown extends CommandError {
  readonly mayStillRun: boolean;

  constructor(cause: CommandError, mayStillRun: boolean) {
    super({
      code: 'push-unknown',
      message: `The outcome of the push is unknown: ${cause.message}`,
      hint: mayStillRun
        ? 'The server may still be processing it. Wait a few minutes, then plan again to see what is left.'
        : 'Plan again once the server responds to see what is left.',
      exitStatus: EXIT.unknown,
      cause,
    });
    this.mayStillRun = mayStillRun;
  }
}

/** The answer got lost: reading tells whether the push was taken. It is never sent a second time blindly. */
async function settle(
  prepared: Prepared,
  { phase, error, mayStillRun }: { phase: Phase; error: CommandError; mayStillRun: boolean },
): Promise<void> {
  const { liveSource } = prepared.input;
  const left = isRead(liveSource) ? await readLeft(prepared, phase.changes) : undefined;
  // A push is taken whole, so that those that are told tell enough.
  const compared = phase.changes.filter((change) => isTold(change, liveSource)).map(identityOf);
  if (left !== undefined && compared.length > 0) {
    if (!compared.some((change) => left.has(change))) return;
    if (!mayStillRun && compared.every((change) => left.has(change))) throw lost(phase, error);
  }
  throw new PushUnknown(error, mayStillRun);
}

/** Pulls do not tell whether a file is there. Which of the rows of a value is gone, nothing tells. */
export function isTold(change: Change, source: LiveSource): boolean {
  return !change.rewritten && !('surplus' in change) && (source === 'export' || change.kind !== 'file');
}

async function readLeft(prepared: Prepared, changes: readonly Change[]): Promise<Set<string> | undefined> {
  const plan = await planAgain(prepared, { changes }).catch(() => undefined);
  return plan && new Set(plan.changes.map(identityOf));
}

function identityOf(change: Change): string {
  return JSON.stringify([
    change.kind,
    change.action,
    addressOf(change),
    'context' in change && change.context,
  ]);
}

function lost(phase: Phase, cause: CommandError): CommandError {
  return new CommandError({
    code: 'push-lost',
    message: `${cause.message} A second read shows that the push changed nothing.${earlier(phase)}`,
    hint: phase.index === 0 ? cause.hint : 'Apply again to continue with the remaining changes.',
    exitStatus: phase.index === 0 ? EXIT.error : EXIT.unknown,
    cause,
  });
}

// A push that the server refused, as an error: its name, what it is about, and the lines that declared that.

/** One push of several. */
interface Phase {
  changes: readonly Change[];
  index: number;
  count: number;
}

/** The interface documents 304 for both, and no more than a free text as the reason (interface.md, Errors). */
const LIKELY_CAUSES =
  'Likely causes: the repository already contains all of this, or part of the push is invalid, such as the password of a security group.';

/** What was refused among many: more lines than these help nobody. */
const MAX_NAMED = 5;

function refusedByServer(reason: Reason, phase: Phase): CommandError {
  const named = namedBy(reason, phase.changes);
  const outcome =
    phase.index === 0 ? 'the push and changed nothing' : `push ${phase.index + 1} of ${phase.count}`;
  return new CommandError({
    code: reason.code ?? UNKNOWN_REFUSALS.push,
    message: `The server refused ${outcome}: ${reason.message}${about(named, reason)}${earlier(phase)}`,
    hint: reason.hint ?? (reason.code === undefined ? LIKELY_CAUSES : undefined),
    exitStatus: phase.index === 0 ? EXIT.error : EXIT.unknown,
    places: named.flatMap(({ place }) => place ?? []),
  });
}

/** A push that the server may hold already: it is no refusal, and said all the same. */
function unchanged({ message }: Reason, { index, count }: Phase): string {
  const which = count === 1 ? 'The push' : `Push ${index + 1} of ${count}`;
  return `${which} changed nothing. ${message} ${LIKELY_CAUSES}`;
}

/** What was taken before, and stays. */
function earlier({ index, count }: Phase): string {
  if (index === 0) return '';
  return ` ${index} of ${count} pushes ${index === 1 ? 'was' : 'were'} accepted before and ${index === 1 ? 'remains' : 'remain'} in effect.`;
}

/**
 * The changes that the refused entry may stand for. Only what the plan has is shown: the server could quote
 * anything. The entry of one value names no key, so it may be any value of its context, unless what it quotes tells.
 */
function namedBy(reason: Reason, changes: readonly Change[]): readonly Change[] {
  const { key, file, context } = reason;
  if (file !== undefined) return changes.filter((change) => isFile(change, reason)).slice(0, 1);
  if (key !== undefined) return ofKey(changes, key);
  if (context === undefined) return [];
  const there = changes.filter((change) => change.kind === 'value' && isSame(change.context, context));
  const alike = there.filter((change) => change.kind === 'value' && quotes(reason, change.after));
  return alike.length === 0 ? there : alike;
}

/** One change stands for the key: the one that a line of the files asks for. */
function ofKey(changes: readonly Change[], name: string): readonly Change[] {
  const own = changes.filter((change) => change.kind !== 'file' && isSame(change.key, name));
  return [own.find(({ place }) => place !== undefined) ?? own].flat().slice(0, 1);
}

function isFile(change: Change, { file = '', context }: Reason): boolean {
  return change.kind === 'file' && isQuotedAs(change.path, file) && isSame(change.context, context ?? '');
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
  if (named.length === 1)
    return ` (${nameOf(only, key === undefined || file !== undefined)})${declaredAt(only)}`;
  const shown = named.slice(0, MAX_NAMED).map((change) => `${addressOf(change)}${declaredShort(change)}`);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  const context = 'context' in only ? only.context : '';
  return ` It is one of the values for ${context}: ${shown.join(', ')}${more}.`;
}

function nameOf(change: Change, hasContext: boolean): string {
  const context = hasContext && 'context' in change ? ` in ${change.context}` : '';
  return `${addressOf(change)}${context}`;
}

function declaredAt({ place, removedFrom }: Change): string {
  if (place !== undefined) return ` Declared at ${place}.`;
  return removedFrom === undefined ? '' : ` Previously declared at ${removedFrom}.`;
}

function declaredShort({ place, removedFrom }: Change): string {
  if (place !== undefined) return ` (${place})`;
  return removedFrom === undefined ? '' : ` (was at ${removedFrom})`;
}
