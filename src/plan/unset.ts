// Variables that are not set where a plan is made: what the server has for them cannot be compared, so it stays.
import { changed } from '../lib/collections.ts';
import { listed } from '../lib/text.ts';
import { type Passwords, shownVariable } from '../model/secrets.ts';
import { type FileEntry, type State, type Value, valuesIn } from '../model/state.ts';
import type { PlanInput } from './input.ts';

interface Declared {
  state: State;
  passwords: Passwords;
}

/** The variables of texts and passwords that are not set, as messages name them, in the order of the files. */
function unsetVariables({ state, passwords }: Declared): string[] {
  const items = [...valuesIn(state), ...state.files.values()];
  const ofItems = items.flatMap((item) => unsetOf(item) ?? []);
  const ofGroups = [...passwords.variables].flatMap(([group, name]) => (passwords.of(group) === undefined ? name : []));
  return [...new Set([...ofItems, ...ofGroups.map(shownVariable)])];
}

/** What cannot be compared stays as it is on the server, and a password that is not set counts as known. */
export function withoutUnset(input: PlanInput, { state, passwords }: Declared): PlanInput {
  const unset = unsetVariables({ state, passwords });
  if (unset.length === 0) return input;
  const passwordOf = (group: string) => passwords.of(group) ?? (passwords.variables.has(group) ? 'not set' : undefined);
  const isClosed = (group = '') => passwords.variables.has(group) && passwords.of(group) === undefined;
  return { ...input, unset, passwordOf, desired: keptIn(input, isClosed) };
}

/** The variable that keeps a text from being known here; `undefined`: none. */
export function unsetOf({ unknown, variable }: { unknown?: true; variable?: string }): string | undefined {
  return unknown && variable !== undefined ? shownVariable(variable) : undefined;
}

function keptIn({ desired, live }: PlanInput, isClosed: (group?: string) => boolean): State {
  const kept = <Item extends Value | FileEntry>(
    item: Item,
    group: string | undefined,
    there: Item | undefined,
  ): Item =>
    there !== undefined && !item.absent && (unsetOf(item) !== undefined || isClosed(group))
      ? { ...item, kept: true }
      : item;
  return {
    keys: changed(desired.keys, (key, id) => {
      const there = live.keys.get(id);
      const group = key.securityGroup ?? there?.securityGroup;
      return { ...key, values: changed(key.values, (value, at) => kept(value, group, there?.values.get(at))) };
    }),
    files: changed(desired.files, (file, id) => {
      const there = live.files.get(id);
      return kept(file, file.securityGroup ?? there?.securityGroup, there);
    }),
  };
}

/** Why nothing in such a plan can be approved: an apply, with the variables, makes another one. */
export function approveLater(unset: readonly string[]): string {
  return `Set ${listed(unset)} and plan again to approve it.`;
}
