// What is stored for a text of some type, before it is encrypted (behaviour.md, section 8).
import type { JsonObject } from '../model/json-node.ts';
import { storedText, typeProblem, type Vdt } from '../model/vdt.ts';
import type { Draft } from './draft.ts';
import { Refused } from './refusal.ts';

/** Refuses what does not fit; the reason names the entry if there is one. */
export function typedText(
  draft: Draft,
  { vdt, text, entry }: { vdt: Vdt; text: string | null; entry?: JsonObject },
): string | null {
  if (text === null || !draft.base.flags.vdtEnabled || isFileType(vdt)) return text;
  if (typeProblem(vdt, text) === undefined) return storedText(vdt, text);
  throw new Refused(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', entry);
}

export function isFileType(vdt: Vdt): boolean {
  return vdt === 'FileRef' || vdt === 'FileEmbed';
}
