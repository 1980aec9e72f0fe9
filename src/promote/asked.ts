// What `promote` is asked for: two contexts, or two elements of the level that the files use them in.
import type { CommandError } from '../errors.ts';
import { nearest } from '../lib/text.ts';
import { type Context, elementsOf } from '../model/context.ts';
import type { ContextPair } from '../show/compare.ts';
import { askedForBoth, badContext, EACH, type KnownLevels } from '../show/asked.ts';

const WORDS = { done: 'promoted', example: 'promote --from Staging --to Production' };

/** The patterns of both, in the spelling of the files. Throws {@link CommandError}. */
export function askedToPromote(
  [from, to]: readonly [from: string, to: string],
  levels: KnownLevels,
): ReturnType<typeof askedForBoth> {
  const isElement = [from, to].map(
    (text) => elementsOf(text).length === 1 && !['', '*'].includes(text.trim()),
  );
  const depth = levels.depth ?? 1;
  const level = isElement[0] && depth > 1 ? levelOf(from, levels) : undefined;
  const whole = (text: string) =>
    elementsOf(text).every((element) => element === '*') ? everywhere(depth, level) : text;
  const named = (text: string, isOne: boolean | undefined) =>
    isOne && level !== undefined ? eachAt(level, text.trim(), depth) : whole(text);
  if (depth > 1 && isElement[1] && level === undefined) throw notAlike(from, to);
  if (level !== undefined && isElement[1]) refuseOtherLevel(to, level, levels);
  const asked = askedForBoth([named(from, isElement[0]), named(to, isElement[1])], levels, WORDS);
  const spelled = (pattern: readonly string[]) =>
    pattern.map((element, at) => levels.elements[at]?.get(element.toLowerCase()) ?? element);
  const patterns = [spelled(asked.pair[0]), spelled(asked.pair[1])] as const;
  if (patterns[0].join(';') === patterns[1].join(';'))
    throw badContext(`${from} and ${to} are the same: there is nothing to promote.`);
  refuseUnknown(patterns, levels);
  return { ...asked, pair: patterns };
}

/** Whether a context, in full, is one of a pattern. */
export function isOfPattern(context: Context, pattern: readonly string[]): boolean {
  return elementsOf(context).every((element, level) => {
    const part = pattern[level];
    return part === EACH || part?.toLowerCase() === element.toLowerCase();
  });
}

/** `Production;Billing` for `Staging;Billing`. */
export function atPattern(context: Context, pattern: readonly string[]): Context {
  return elementsOf(context)
    .map((element, level) => (pattern[level] === EACH ? element : (pattern[level] ?? element)))
    .join(';');
}

/** The elements that differ between the two. */
export function exchangedElements([froms, tos]: ContextPair): {
  from: string;
  to: string;
  level: number;
}[] {
  return froms.flatMap((from, level) => {
    const to = tos[level];
    return from !== EACH && to !== undefined && to !== from ? { from, to, level } : [];
  });
}

function everywhere(depth: number, level: number | undefined): string {
  return level === undefined
    ? eachAt(0, '*', depth).replaceAll(EACH, '*')
    : eachAt(level, '*', depth);
}

/** `Staging;**` for `Staging`. */
function eachAt(level: number, element: string, depth: number): string {
  return Array.from({ length: depth }, (_, at) => (at === level ? element : EACH)).join(';');
}

function levelOf(element: string, { elements, levels }: KnownLevels): number {
  const candidates = levelsWith(element, { elements });
  const [level, other] = candidates;
  if (level === undefined) throw unknownElement(element, elements);
  if (other === undefined) return level;
  const names = candidates.map((at) => levels?.[at] ?? `level ${at + 1}`).join(' and ');
  throw badContext(
    `\`${element.trim()}\` is an element of two levels: ${names}.`,
    'Name a context in full, with ** for each element of a level, such as --from "Staging;**" --to "Production;**".',
  );
}

function levelsWith(element: string, { elements }: Pick<KnownLevels, 'elements'>): number[] {
  const id = element.trim().toLowerCase();
  return elements.flatMap((names, level) => (names.has(id) ? level : []));
}

function refuseOtherLevel(to: string, level: number, { elements, levels }: KnownLevels): void {
  const levelsOfTarget = levelsWith(to, { elements });
  if (levelsOfTarget.length === 0 || levelsOfTarget.includes(level)) return;
  const [other = 0] = levelsOfTarget;
  throw badContext(
    `\`${to.trim()}\` is an element of ${levels?.[other] ?? `level ${other + 1}`}, not of ${levels?.[level] ?? `level ${level + 1}`}.`,
    'Promote between two elements of the same level.',
  );
}

/** Nothing can come from an element that no file has: it is a typing error. */
function refuseUnknown(pair: ContextPair, { elements }: KnownLevels): void {
  for (const { from, level } of exchangedElements(pair))
    if (from !== '*' && !elements[level]?.has(from.toLowerCase()))
      throw unknownElement(from, elements);
}

function unknownElement(element: string, elements: KnownLevels['elements']): CommandError {
  const near = nearest(
    element,
    elements.flatMap((names) => [...names.values()]),
  );
  return badContext(
    `No value or file exists for \`${element.trim()}\`, so there is nothing to promote.`,
    near === undefined ? undefined : `Did you mean \`${near}\`?`,
  );
}

function notAlike(from: string, to: string): CommandError {
  return badContext(
    `${from} and ${to} cannot be promoted: name an element in both, or a context in full.`,
    'For example: promote --from Staging --to Production, or --from "Staging;Billing" --to "Production;Billing".',
  );
}
