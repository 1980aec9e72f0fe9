// Variables that are not set where a plan is made: what the server has for them cannot be compared, so it stays.
import { listed } from '../lib/text.ts';
import { type Passwords, shownVariable } from '../model/secrets.ts';
import { groupOf, rowAt, rowsIn, type State, withRows } from '../model/state.ts';
import type { PlanInput } from './input.ts';

/**
 * What cannot be compared stays as it is on the server, and a password that is not set counts as known. The variables are
 * in the order of the files, named as in messages.
 */
export function withoutUnset(
  input: PlanInput,
  { state, passwords }: { state: State; passwords: Passwords },
): PlanInput {
  const isClosed = (group = '') => passwords.variables.has(group) && passwords.of(group) === undefined;
  const ofRows = [...rowsIn(state)].flatMap(({ row }) => unsetOf(row) ?? []);
  const ofGroups = [...passwords.variables].flatMap(([group, name]) => (isClosed(group) ? shownVariable(name) : []));
  const unset = [...new Set([...ofRows, ...ofGroups])];
  if (unset.length === 0) return input;
  const passwordOf = (group: string) => (isClosed(group) ? 'not set' : passwords.of(group));
  return { ...input, unset, secrets: { ...input.secrets, passwordOf }, desired: keptIn(input, isClosed) };
}

/** The variable that keeps a text from being known here; `undefined`: none. */
export function unsetOf({ unknown, variable }: { unknown?: true; variable?: string }): string | undefined {
  return unknown && variable !== undefined ? shownVariable(variable) : undefined;
}

function keptIn({ desired, live }: PlanInput, isClosed: (group?: string) => boolean): State {
  return withRows(desired, (row, { id, context, item }) => {
    const [other, there] = [live.items.get(id), rowAt(live, { id, context })];
    if (there === undefined || row.absent) return row;
    const group = groupOf(item, row) ?? (other && groupOf(other, there));
    return unsetOf(row) !== undefined || isClosed(group) ? { ...row, kept: true } : row;
  });
}

/** Why nothing in such a plan can be approved: an apply, with the variables, makes another one. */
export function approveLater(unset: readonly string[]): string {
  return `Set ${listed(unset)} and plan again to approve it.`;
}
