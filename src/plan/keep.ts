// What must not be deleted is put into desired: then the diff needs no options.
import type { PruneMode } from '../model/project.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';

export interface KeepOptions {
  live: State;
  /** What the last apply declared; `undefined`: nothing is known to be ours. */
  baseline?: State;
  prune: PruneMode;
}

/**
 * Desired without what it declares absent, and with everything of live that the prune mode leaves alone:
 * `managed` deletes what the baseline declared and desired no longer does, `all` whatever desired does not
 * declare, `none` nothing. What is declared with `opp: delete` goes in every mode.
 */
export function keepUnmanaged(desired: State, options: KeepOptions): State {
  return { keys: keepKeys(desired, options), files: keepFiles(desired, options) };
}

function keepKeys(desired: State, { live, baseline, prune }: KeepOptions): Map<string, Key> {
  const keys = new Map<string, Key>();
  for (const [id, key] of desired.keys) {
    const values = present(key.values);
    // Deleting values of a key that is not there must not create it.
    const isOnlyDeleted = values.size === 0 && key.values.size > 0 && !live.keys.has(id);
    if (!key.absent && !isOnlyDeleted) keys.set(id, { ...key, values });
  }
  for (const [id, there] of live.keys) {
    const declared = desired.keys.get(id);
    if (declared?.absent) continue;
    const ours = baseline?.keys.get(id);
    const values = keys.get(id)?.values ?? new Map<string, Value>();
    for (const [context, value] of there.values) {
      if (declared?.values.has(context)) continue;
      if (isKept(prune, ours?.values.get(context))) values.set(context, value);
    }
    if (declared !== undefined) continue;
    // Inactive rows are nobody's in Git: they keep their key alive, as they do on the server.
    const outlives = values.size > 0 || (prune !== 'all' && (there.inactive ?? 0) > 0);
    if (outlives || (there.values.size === 0 && isKept(prune, ours))) keys.set(id, { ...there, values });
  }
  return keys;
}

function keepFiles(desired: State, { live, baseline, prune }: KeepOptions): Map<string, FileEntry> {
  const files = new Map([...desired.files].filter(([, file]) => !file.absent));
  for (const [id, there] of live.files) {
    if (!desired.files.has(id) && isKept(prune, baseline?.files.get(id))) files.set(id, there);
  }
  return files;
}

function isKept(prune: PruneMode, ours: { absent?: true } | undefined): boolean {
  if (prune === 'none') return true;
  if (prune === 'all') return false;
  return ours === undefined || ours.absent === true;
}

function present(values: Map<string, Value>): Map<string, Value> {
  return new Map([...values].filter(([, value]) => !value.absent));
}
