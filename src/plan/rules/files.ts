// Rules about files and the keys that their placeholders name (behaviour.md, section 11).
import { keyId } from '../../model/state.ts';
import { at, type Found, type GuardInput } from '../rule.ts';

const PLACEHOLDER = /(?<!\\)\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;

export function fileNewKey({ changes, live, liveSource }: GuardInput): Found[] {
  // Only the export shows every key; without it the server's own refusal is the first word.
  return (liveSource === 'export' ? changes : []).flatMap((change) => {
    if (change.kind !== 'file' || change.after === undefined) return [];
    const names = new Set([...change.after.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''));
    const missing = [...names].filter((name) => !live.keys.has(keyId(name)));
    if (missing.length === 0) return [];
    const message = `The file ${change.path} names keys that the server does not have yet: ${missing.join(', ')}.`;
    return [
      {
        ...at(change),
        message,
        hint: 'Apply the keys first, then the file: the server takes them only in this order.',
      },
    ];
  });
}
