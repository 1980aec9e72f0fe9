// Says which applications receive a change, where its context does not say it.
import { grouped } from '../lib/collections.ts';
import { counted } from '../lib/text.ts';
import { contextId, type ContextPattern, patternText } from '../model/context.ts';
import type { Effects, FileChange, ReceivedIn, ReceivedRow, ValueChange } from '../model/plan.ts';
import { MASK } from './mask.ts';
import { quoted } from './printable.ts';

/** More patterns are counted by the element of the first level. */
const MAX_PATTERNS = 8;

/**
 * Lines such as `received in Production;* except Billing` or `falls back to "20" from *;*`; empty if the change says
 * as much by itself. `short`: at most one line. `full`: one line for each context or group of contexts.
 */
export function receivedLines(change: ValueChange | FileChange, effects: Effects): string[] {
  const { received } = change;
  if (effects === 'none' || received === undefined) return [];
  const { isExact, regions } = received;
  if (regions.length === 0) return isExact ? [`no application receives ${UNCHANGED[change.kind]}`] : [];
  const lines = effects === 'full' ? regions.map((region) => sentence([region], change)) : shortLines(change, regions);
  const said = lines.filter((line) => line !== '');
  return effects === 'short' && said.length > 1 ? [said.join('; ')] : said;
}

const UNCHANGED = { value: 'a different value', file: 'different content' };

/** Whether applications receive nothing where they received this before. */
export function leavesNothing({ action, received }: ValueChange | FileChange): boolean {
  return action === 'delete' && received?.isExact === true && received.regions.some(({ after }) => after === undefined);
}

function shortLines(change: ValueChange | FileChange, regions: readonly ReceivedIn[]): string[] {
  // Where nothing was received before, the other new values of the key say the rest.
  const told = change.action === 'create' ? regions.filter(({ before }) => before !== undefined) : regions;
  return [...grouped(told, (region) => outcomeOf(region, change)).values()].map((same) => sentence(same, change));
}

/** @param regions with the same outcome */
function sentence(regions: readonly ReceivedIn[], change: ValueChange | FileChange): string {
  const [first] = regions;
  const outcome = first === undefined ? '' : outcomeOf(first, change);
  const patterns = joined(regions.map(({ contexts }) => contexts));
  const isItsContext = patterns.map(patternText).every((text) => contextId(text) === contextId(change.context));
  if (isItsContext && (change.received?.isExact || outcome === '')) return outcome;
  const where = whereText(patterns);
  const least = change.received?.isExact ? '' : 'at least ';
  if (change.action === 'delete') return outcome === '' ? '' : `${least}in ${where}: ${outcome}`;
  // A new value is also received where there was none before.
  const also = change.action === 'create' && regions.length < (change.received?.regions.length ?? 0) ? 'also ' : '';
  return `${also}received ${least}in ${where}${outcome === '' ? '' : ` ${outcome}`}`;
}

/** The same contexts with fewer patterns: an exception that is a pattern of its own is none. */
function joined(patterns: readonly ContextPattern[]): ContextPattern[] {
  const whole = new Set(patterns.filter(({ except }) => except.length === 0).map(patternText));
  const absorbed = new Set<string>();
  const wider = patterns.map(({ elements, except }) => {
    const taken = except.map((one) => within(elements, one));
    const isWhole = taken.map(
      (one) => whole.has(one.join(';')) && taken.every((other) => other === one || areApart(one, other)),
    );
    for (const [index, one] of taken.entries()) if (isWhole[index]) absorbed.add(one.join(';'));
    return { elements, except: except.filter((_, index) => !isWhole[index]) };
  });
  return wider.filter((_, index) => !absorbed.has(patternText(patterns[index] as ContextPattern)));
}

/** What an exception takes away: of `Production;*`, `*;Billing` is `Production;Billing`. */
function within(elements: readonly string[], exception: readonly string[]): string[] {
  return exception.map((element, level) => (element === '*' ? (elements[level] ?? '*') : element));
}

function areApart(one: readonly string[], other: readonly string[]): boolean {
  return one.some((element, level) => element !== '*' && other[level] !== '*' && other[level] !== element);
}

function whereText(patterns: readonly ContextPattern[]): string {
  const hasExceptions = patterns.some(({ except }) => except.length > 0);
  if (patterns.length <= MAX_PATTERNS) return patterns.map(patternText).join(hasExceptions ? ' and in ' : ', ');
  const byElement = grouped(patterns, ({ elements }) => elements[0] ?? '*');
  const counts = [...byElement].map(([element, { length }]) => `${element} (${length})`);
  return `${counted(patterns.length, 'group')} of contexts: ${counts.join(', ')}`;
}

function outcomeOf({ before, after }: ReceivedIn, change: ValueChange | FileChange): string {
  if (change.action === 'delete') {
    if (after !== undefined) return `falls back to ${rowText(after, change)}`;
    return change.received?.isExact ? 'nothing is left' : '';
  }
  return change.action === 'update' || before === undefined ? '' : `instead of ${rowText(before, change)}`;
}

/** `"20" from *;*`. */
function rowText({ context, text, secret }: ReceivedRow, { kind }: ValueChange | FileChange): string {
  if (kind === 'file') return `the file of ${context}`;
  if (secret) return `${MASK} from ${context}`;
  return text === undefined ? `the value of ${context}` : `${quoted(text)} from ${context}`;
}
