// Resolves the contexts of a push, and creates their elements (behaviour.md, section 6).
import type { JsonObject } from '../lib/json.ts';
import { ELEMENT_NAME, ELEMENT_NAME_MAX, MAX_LEVELS } from '../model/context.ts';
import { javaTrim } from '../semantics/value-types.ts';
import type { Draft } from './draft.ts';
import { Refused } from './refusal.ts';

/** The context in the spelling of its first use. Creates missing elements, even for a delete. */
export function resolveContext(draft: Draft, { text, entry }: { text: string; entry: JsonObject }): string {
  const known = draft.contexts.get(text);
  if (known !== undefined) return known;
  const context = segmentsOf(text, { depth: draft.depth, entry })
    .map((segment, level) => resolveElement(draft, { segment, level, entry }))
    .join(';');
  draft.contexts.set(text, context);
  return context;
}

function segmentsOf(text: string, { depth, entry }: { depth: number; entry: JsonObject }): string[] {
  const segments = splitLikeJava(javaTrim(text));
  if (segments.length === 0) return Array<string>(depth).fill('*');
  if (segments.length > MAX_LEVELS) throw new Refused('INVALID_TYPE', entry);
  if (segments.length !== depth) throw new Refused('SCOPE', entry);
  return segments.map(javaTrim);
}

/** Java's `split(";")` omits empty segments at the end. */
export function splitLikeJava(text: string): string[] {
  let end = text.length;
  while (text[end - 1] === ';') end--;
  return end === 0 ? [] : text.slice(0, end).split(';');
}

function resolveElement(
  draft: Draft,
  { segment, level, entry }: { segment: string; level: number; entry: JsonObject },
): string {
  if (segment === '' || segment === '*') return '*';
  const known = draft.element(level, segment);
  if (known !== undefined) return known;
  if (!ELEMENT_NAME.test(segment)) throw new Refused('ILLEGAL', entry);
  if (segment.length > ELEMENT_NAME_MAX) throw new Refused('CONSTRAINT', entry);
  draft.addElement(level, segment);
  return segment;
}
