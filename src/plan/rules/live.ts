// A rule about what was read: is it all that the server has?
import { counted } from '../../model/counted.ts';
import type { State } from '../../model/state.ts';
import type { Found, GuardInput } from '../rule.ts';

export function liveIncomplete({ live, counted: expected }: GuardInput): Found[] {
  if (expected === undefined) return [];
  const found = countsOf(live);
  if (found.keys === expected.keys && found.values === expected.values) return [];
  const message = `The server counts ${sizeOf(expected)}, its export has ${sizeOf(found)}.`;
  return [{ message }];
}

export function tokenRefused({ tokenProblem, changes }: GuardInput): Found[] {
  if (tokenProblem === undefined) return [];
  const { message, hint } = tokenProblem;
  const text = `The server refuses the token, and would refuse the apply: ${message}`;
  const severity = changes.length === 0 ? ({ severity: 'warning' } as const) : {};
  return [{ message: text, ...(hint !== undefined && { hint }), ...severity }];
}

/** With what a push cannot see: the server counts that as well. */
function countsOf({ keys }: State): { keys: number; values: number } {
  let values = 0;
  for (const key of keys.values()) {
    values += key.inactive ?? 0;
    for (const { duplicates = 0 } of key.values.values()) values += 1 + duplicates;
  }
  return { keys: keys.size, values };
}

function sizeOf({ keys, values }: { keys: number; values: number }): string {
  return `${counted(keys, 'key')} and ${counted(values, 'value')}`;
}
