// Pulls of contexts → State: the rows that answered for their own context, and the files that are taken to exist.
import { contextId, contextIn } from '../model/context.ts';
import { emptyState, type Key, keyId, type State, type Value } from '../model/state.ts';
import type { PulledValue } from './pull.ts';
import { addFiles, type Known, type Pulls } from './pulled-files.ts';

export function pulledState(pulls: Pulls, known: Known): State {
  const state = emptyState();
  for (const [id, { values }] of pulls)
    for (const value of values) addRow(state, { id, value, known, pulls });
  addFiles(state.files, pulls, known);
  return state;
}

interface Row {
  id: string;
  value: PulledValue;
  known: Known;
  pulls: Pulls;
}

/** The row of a broader context says that there is none of the one that was asked for, and that the key lives on. */
function addRow(state: State, { id, value, known, pulls }: Row): void {
  const key = state.keys.get(keyId(value.name)) ?? newKey(value, known);
  state.keys.set(keyId(value.name), key);
  if (value.securityGroup !== undefined) key.sealed = true;
  const context = contextIn(value.context);
  if (contextId(context) === id) key.values.set(id, rowOf(value, context));
  else if (!pulls.has(contextId(context))) key.elsewhere = true;
}

function newKey({ name, vdt, deprecated, readme, securityGroup: shown }: PulledValue, known: Known): Key {
  const push = presumedPush(keyId(name), known);
  // A token that carries the password is shown the clear text and no group.
  const group = shown === undefined ? presumedGroup(keyId(name), known) : { securityGroup: shown };
  return {
    name,
    vdt,
    deprecated,
    ...(readme === undefined ? {} : { readme }),
    ...(push === undefined ? {} : { push }),
    ...group,
    values: new Map(),
  };
}

/**
 * The group of a key that no read shows. Of what the last apply does not speak, the files do: an import may have
 * declared it.
 */
export function presumedGroup(
  id: string,
  { desired, baseline, presumed }: Pick<Known, 'desired' | 'baseline' | 'presumed'>,
): Pick<Key, 'securityGroup' | 'groupPresumed'> {
  const applied = presumed === 'baseline' ? baseline?.keys.get(id) : undefined;
  const securityGroup = (applied ?? desired.keys.get(id))?.securityGroup;
  if (securityGroup === undefined) return {};
  const isGuess = presumed === 'baseline' && applied === undefined;
  return { securityGroup, ...(isGuess && { groupPresumed: true }) };
}

/** `undefined` where the files say what they did not say at the last apply: then the server is asked. */
function presumedPush(id: string, { desired, baseline }: Known): boolean | undefined {
  const before = baseline?.keys.get(id)?.push;
  const declared = desired.keys.get(id)?.push;
  return declared === undefined || declared === before ? (before ?? true) : undefined;
}

function rowOf({ vdt, text }: PulledValue, context: string): Value {
  if (text === undefined) return { context, text: null, unknown: true };
  const isParsed = (vdt === 'Map' || vdt === 'List') && text !== null;
  return { context, text, ...(isParsed ? { native: true } : {}) };
}
