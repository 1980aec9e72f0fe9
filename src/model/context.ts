// Contexts: one element for each level of a repository, joined by `;`, with `*` for any.

/**
 * A context in canonical spelling: trimmed elements joined by `;`. If every level is `*`, it is written `*`, because a
 * document may name it before the number of levels is known.
 */
export type Context = string;

export const EVERYWHERE: Context = '*';

/** Names of elements that the server accepts (behaviour.md, section 6), at most 255 characters. */
export const ELEMENT_NAME = /^[a-zA-Z0-9](?:[-._+a-zA-Z0-9]*[a-zA-Z0-9])?$/;
export const ELEMENT_NAME_MAX = 255;

export function isElementName(text: string): boolean {
  return text.length <= ELEMENT_NAME_MAX && ELEMENT_NAME.test(text);
}

/** The server rejects contexts of more segments than this (behaviour.md, section 6). */
export const MAX_LEVELS = 10;

/** Splits at `;` and trims: `Production; *` → `['Production', '*']`. */
export function elementsOf(text: string): string[] {
  return text.split(';').map((element) => element.trim());
}

export function contextOf(elements: readonly string[]): Context {
  return elements.every((element) => element === '*') ? EVERYWHERE : elements.join(';');
}

/** The canonical spelling of a context as it is written: `Production; *` → `Production;*`, and `*;*` → `*`. */
export function contextIn(text: string): Context {
  if (/^\*(?:;\*)*$/.test(text)) return EVERYWHERE;
  return /\s/.test(text) ? contextOf(elementsOf(text)) : text;
}

/** `Production` of `Production;Billing`. */
export function firstElement(context: Context): string {
  return context.split(';')[0] ?? '*';
}

/** Contexts with the same id are the same: the server ignores case. */
export function contextId(context: Context): string {
  return context.toLowerCase();
}

/** A context with one element for each level, as the server writes it. @param depth number of levels */
export function fullContext(context: Context, depth: number): string {
  return context === EVERYWHERE ? `*${';*'.repeat(Math.max(depth - 1, 0))}` : context;
}

/** Whether the first context applies wherever the second does. Both name every level, or are {@link EVERYWHERE}. */
export function covers(broad: Context, narrow: Context): boolean {
  const elements = elementsOf(narrow.toLowerCase());
  return elementsOf(broad.toLowerCase()).every(
    (element, level) => element === '*' || element === elements[level],
  );
}

/** The context that applies exactly where both of these full ones do; `undefined`: nowhere. */
export function meetOf(a: Context, b: Context): Context | undefined {
  const others = b.toLowerCase().split(';');
  const met: string[] = [];
  for (const [level, element] of a.toLowerCase().split(';').entries()) {
    const other = others[level] ?? '*';
    if (element !== '*' && other !== '*' && element !== other) return undefined;
    met.push(element === '*' ? other : element);
  }
  return met.join(';');
}

/** Broad contexts first: at each level `*` comes before names, names ignoring case. */
export function compareContexts(a: Context, b: Context): number {
  const left = a.toLowerCase().split(';');
  const right = b.toLowerCase().split(';');
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x = '*', y = '*'] = [left[i], right[i]];
    // `*` sorts before every character with which a name begins.
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/**
 * All full contexts with these elements, `*` for any element, except those that a pattern of `except` covers.
 * A pattern has one element for each level.
 */
export interface ContextPattern {
  elements: readonly string[];
  except: readonly (readonly string[])[];
}

/** `Production;*`, `Production;* except Billing`, `*;* except Production;*, *;Billing`. */
export function patternText({ elements, except }: ContextPattern): string {
  const text = elements.join(';');
  if (except.length === 0) return text;
  const named = except.map((pattern) =>
    pattern.flatMap((name, level) => (name === '*' ? [] : [{ name, level }])),
  );
  const isOfOneLevel = named.every(
    ([first, ...others]) => others.length === 0 && first?.level === named[0]?.[0]?.level,
  );
  const names = isOfOneLevel ? named.flatMap(([first]) => first?.name ?? []) : undefined;
  return `${text} except ${(names ?? except.map((pattern) => pattern.join(';'))).join(', ')}`;
}
