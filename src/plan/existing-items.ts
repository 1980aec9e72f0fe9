// What of the repository is this project's: how many items on the server shares are counted from, and what becomes of them.
import { type Context, contextId, contextIn, fullContext } from '../model/context.ts';
import { type Change, isCounted } from '../model/plan.ts';
import { fileId, keyId } from '../model/state.ts';
import { oursIn } from './prune.ts';
import type { GuardInput } from './rules/rule.ts';

type Action = 'update' | 'delete';
type Kind = 'keys' | 'files';
/** Counts a value or a file, or a key that has no values or changes itself: then there is no context. */
type Count = (kind: Kind, context: Context | undefined, action: Action | undefined) => void;

/** How many items there are, and how many of them the plan updates and deletes. */
export type Tally = Record<'items' | Action, number>;

export interface Existing extends Record<Kind, Tally> {
  all: Tally;
  /** By context, written in full. */
  contexts: Map<string, Tally>;
}

/** Items that the files declare, that the last apply declared, or that the plan changes; what is only there counts for nothing. */
export function existing(input: GuardInput): Existing {
  const [all, keys, files] = [noItems(), noItems(), noItems()];
  const contexts = new Map<Context, Tally>();
  const count: Count = (kind, context, action) => {
    add(all, action);
    add(kind === 'keys' ? keys : files, action);
    if (context === undefined) return;
    const known = contexts.get(context) ?? noItems();
    contexts.set(context, known);
    add(known, action);
  };
  countKeys(input, count);
  countFiles(input, count);
  for (const change of input.changes) {
    if (!isBroughtBack(change)) continue;
    const context = 'context' in change ? contextIn(change.context) : undefined;
    count(change.kind === 'file' ? 'files' : 'keys', context, 'update');
  }
  const depth = input.target.levels.length;
  const inFull = Array.from(contexts, ([context, tally]) => [fullContext(context, depth), tally] as const);
  return { all, keys, files, contexts: new Map(inFull) };
}

function noItems(): Tally {
  return { items: 0, update: 0, delete: 0 };
}

function add(tally: Tally, action: Action | undefined): void {
  tally.items++;
  if (action !== undefined) tally[action]++;
}

function countKeys({ live, desired, changes, ...input }: GuardInput, count: Count): void {
  const ours = oursIn(input);
  const touched = touchedKeys(changes);
  for (const [id, { values }] of live.keys) {
    const declared = desired.keys.get(id);
    const actions = touched.get(id);
    for (const [inContext, { context }] of values) {
      const action = actions?.values.get(inContext);
      const isOurs = declared?.values.has(inContext) || ours.value(id, inContext);
      if (isOurs || action !== undefined) count('keys', context, action);
    }
    const action = actions?.own;
    const isBare = values.size === 0 && (declared !== undefined || ours.key(id));
    if (isBare || action !== undefined) count('keys', undefined, action);
  }
}

function countFiles({ live, desired, changes, ...input }: GuardInput, count: Count): void {
  const ours = oursIn(input);
  const actions = new Map<string, Action>();
  for (const change of changes) {
    if (change.kind === 'file' && touches(change))
      actions.set(fileId(change.path, contextIn(change.context)), change.action);
  }
  for (const [id, { context }] of live.files) {
    const action = actions.get(id);
    if (desired.files.has(id) || ours.file(id) || action !== undefined) count('files', context, action);
  }
}

interface Touched {
  own?: Action;
  values: Map<string, Action>;
}

function touchedKeys(changes: readonly Change[]): Map<string, Touched> {
  const touched = new Map<string, Touched>();
  for (const change of changes) {
    if (change.kind === 'file' || !touches(change)) continue;
    const id = keyId(change.key);
    const known: Touched = touched.get(id) ?? { values: new Map() };
    touched.set(id, known);
    if (change.kind === 'key') known.own = change.action;
    else known.values.set(contextId(contextIn(change.context)), change.action);
  }
  return touched;
}

/** What others deleted, and this plan makes again. */
export function isBroughtBack(change: Change): boolean {
  return change.action === 'create' && isCounted(change) && change.cause === 'drift';
}

function touches<Of extends Change>(change: Of): change is Of & { action: Action } {
  return isCounted(change) && change.action !== 'create';
}
