// What of the repository is this project's: the items on the server that shares are counted from, and what becomes of each.
import { contextId, contextIn, fullContext } from '../model/context.ts';
import { type Action, type Change, isCounted } from '../model/plan.ts';
import { fileId, type Key, keyId } from '../model/state.ts';
import { oursIn } from './keep.ts';
import type { GuardInput } from './rule.ts';

/** A value, a file, or a key that has no values or changes itself. */
export interface Existing {
  kind: 'keys' | 'files';
  /** Written in full; a key has none. */
  context?: string;
  /** Absent: it stays as it is. */
  action?: Action;
}

/** Items that the files declare, that the last apply declared, or that the plan changes; what is only there counts for nothing. */
export function existing(input: GuardInput): Existing[] {
  return [...existingKeys(input), ...existingFiles(input)];
}

function existingKeys(input: GuardInput): Existing[] {
  const ours = oursIn(input);
  const actions = actionsOf(input.changes);
  const depth = input.target.levels.length;
  const itemsOf = ([id, key]: [string, Key]): Existing[] => {
    const declared = input.desired.keys.get(id);
    const values = [...key.values].flatMap(([context, value]): Existing[] => {
      const action = actions.get(valueId(id, context));
      const isOurs = declared?.values.has(context) || ours.value(id, context);
      if (!isOurs && action === undefined) return [];
      return [
        { kind: 'keys', context: fullContext(value.context, depth), ...(action !== undefined && { action }) },
      ];
    });
    const action = actions.get(id);
    if (action !== undefined) return [...values, { kind: 'keys', action }];
    const isBare = key.values.size === 0 && (declared !== undefined || ours.key(id));
    return isBare ? [{ kind: 'keys' }] : values;
  };
  return [...input.live.keys].flatMap(itemsOf);
}

function existingFiles(input: GuardInput): Existing[] {
  const ours = oursIn(input);
  const actions = actionsOf(input.changes);
  const depth = input.target.levels.length;
  return [...input.live.files].flatMap(([id, file]): Existing[] => {
    const action = actions.get(fileActionId(id));
    if (!input.desired.files.has(id) && !ours.file(id) && action === undefined) return [];
    return [
      { kind: 'files', context: fullContext(file.context, depth), ...(action !== undefined && { action }) },
    ];
  });
}

function actionsOf(changes: readonly Change[]): Map<string, Action> {
  const touching = changes.filter((change) => isCounted(change) && change.action !== 'create');
  return new Map(touching.map((change) => [idOf(change), change.action]));
}

function idOf(change: Change): string {
  if (change.kind === 'key') return keyId(change.key);
  const context = contextIn(change.context);
  if (change.kind === 'file') return fileActionId(fileId(change.path, context));
  return valueId(keyId(change.key), contextId(context));
}

function valueId(key: string, context: string): string {
  return `${key}\0${context}`;
}

function fileActionId(file: string): string {
  return `\0file\0${file}`;
}
