// A push that the server refused, as an error: its name, what it is about, and the lines that declared that.
import { CommandError, EXIT } from '../errors.ts';
import { addressOf, type Change } from '../model/plan.ts';
import { isQuotedAs, type Reason } from '../remote/reason.ts';
import { UNKNOWN_REFUSALS } from '../remote/refusals.ts';

/** One push of several. */
export interface Phase {
  changes: readonly Change[];
  index: number;
  count: number;
}

/** The interface documents 304 for both, and no more than a free text as the reason (interface.md, Errors). */
const LIKELY_CAUSES =
  'Two causes are likely: the repository holds all of this already, or something in the push is not valid, such as the password of a security group.';

/** What was refused among many: more lines than these help nobody. */
const MAX_NAMED = 5;

export function refusedByServer(reason: Reason, phase: Phase): CommandError {
  const named = namedBy(reason, phase.changes);
  const outcome =
    phase.index === 0 ? 'the push, nothing was changed' : `push ${phase.index + 1} of ${phase.count}`;
  return new CommandError({
    code: reason.code ?? UNKNOWN_REFUSALS.push,
    message: `The server refused ${outcome}: ${reason.message}${about(named, reason)}${earlier(phase)}`,
    hint: reason.hint ?? (reason.code === undefined ? LIKELY_CAUSES : undefined),
    exitStatus: phase.index === 0 ? EXIT.error : EXIT.unknown,
    places: named.flatMap(({ place }) => place ?? []),
  });
}

/** A push that the server may hold already: it is no refusal, and said all the same. */
export function unchanged({ message }: Reason, { index, count }: Phase): string {
  const which = count === 1 ? 'The push' : `Push ${index + 1} of ${count}`;
  return `${which} changed nothing. ${message} ${LIKELY_CAUSES}`;
}

/** What was taken before, and stays. */
export function earlier({ index, count }: Phase): string {
  if (index === 0) return '';
  return ` ${index} of ${count} pushes ${index === 1 ? 'was' : 'were'} taken before, and stay${index === 1 ? 's' : ''}.`;
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
  return removedFrom === undefined ? '' : ` Was declared at ${removedFrom}.`;
}

function declaredShort({ place, removedFrom }: Change): string {
  if (place !== undefined) return ` (${place})`;
  return removedFrom === undefined ? '' : ` (was at ${removedFrom})`;
}
