// Rules about files and the keys that their placeholders name (behaviour.md, section 11).
import { keyId } from '../../model/state.ts';
import { placeholders } from '../placeholders.ts';
import { at, type Found, type GuardInput } from '../rule.ts';

/** A new file would make such a key, locked and without a value; an update is refused. */
export function fileUnknownKey({ changes, after, liveSource }: GuardInput): Found[] {
  // Only the export shows every key; without it the server's own refusal is the first word.
  if (liveSource !== 'export') return [];
  return changes.flatMap((change) => {
    if (change.kind !== 'file' || change.after === undefined) return [];
    const missing = placeholders(change.after).filter((name) => !after.keys.has(keyId(name)));
    if (missing.length === 0) return [];
    const message = `The file ${change.path} names keys that neither the server has nor a document declares: ${missing.join(', ')}.`;
    return [{ ...at(change), message, hint: 'Declare them, or correct the placeholders.' }];
  });
}
