// The context that `show` is asked for: one element for each level, and names that look like typing errors.
import { CommandError } from '../errors.ts';
import { counted, nearest } from '../lib/text.ts';
import { ELEMENT_NAME, ELEMENT_NAME_MAX, elementsOf, MAX_LEVELS } from '../model/context.ts';
import { rowsIn, type State } from '../model/state.ts';

/** What is known of the levels. */
export interface KnownLevels {
  /** Names, broadest first; absent: unknown. */
  levels?: readonly string[] | undefined;
  /** Number of levels; absent: every declared context is `*`. */
  depth?: number | undefined;
  /** For each level, names of elements by lower-cased name. */
  elements: readonly ReadonlyMap<string, string>[];
}

/**
 * The elements of the context, one for each level. Like the server, accepts `*`, which stands for an element that no row
 * names, and names that do not exist. Throws a {@link CommandError} that names the levels.
 */
export function parseContext(text: string, known: KnownLevels): string[] {
  const { levels, depth } = known;
  const hint = `Pass one element for each level${levels ? ` (${levels.join(';')})` : ''}, such as --context "${exampleOf(known)}". \`*\` is any element without values of its own.`;
  const fail = (message: string) => new CommandError({ code: 'bad-context', message, hint });
  if (text.trim() === '') throw fail('No context is given.');
  const elements = elementsOf(text);
  const problems = elements.flatMap((element, level) =>
    elementProblem(element, levels?.[level] ?? `level ${level + 1}`),
  );
  const expected = depth ?? elements.length;
  if (elements.length !== expected) problems.unshift(countProblem(elements.length, expected, levels));
  else if (expected > MAX_LEVELS) problems.unshift(`A context has at most ${MAX_LEVELS} elements.`);
  if (problems.length > 0) throw fail(problems.join('\n'));
  return elements;
}

function countProblem(count: number, expected: number, levels: KnownLevels['levels']): string {
  const message = `The context has ${counted(count, 'element')}, but there are ${counted(expected, 'level')}`;
  const missing = levels?.slice(count) ?? [];
  return missing.length === 0
    ? `${message}.`
    : `${message}: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}

function elementProblem(element: string, level: string): string[] {
  if (element === '*') return [];
  if (element === '') return [`The element for ${level} is empty.`];
  if (element.length <= ELEMENT_NAME_MAX && ELEMENT_NAME.test(element)) return [];
  return [`\`${element.slice(0, 80)}\` (${level}) is not a valid context element.`];
}

/** `Production;Billing`: of each level the first element, else the name of the level. */
function exampleOf({ levels, depth, elements }: KnownLevels): string {
  if (depth === undefined) return 'Production;Billing';
  const names = Array.from({ length: depth }, (_, level) => {
    const [first] = [...(elements[level]?.values() ?? [])].sort();
    return first ?? levels?.[level] ?? '*';
  });
  return names.join(';');
}

/** A sentence for each element that nothing names, but that resembles one: probably a typing error. */
export function doubtfulElements(request: readonly string[], { levels, elements }: KnownLevels): string[] {
  return request.flatMap((element, level) => {
    const known = elements[level];
    if (element === '*' || known === undefined || known.has(element.toLowerCase())) return [];
    const near = nearest(element, known.values());
    const where = levels?.[level] === undefined ? '' : ` (${levels[level]})`;
    return near === undefined ? [] : [`No value or file names \`${element}\`${where}. Did you mean \`${near}\`?`];
  });
}

/** The elements that the rows of a state name, for each level. */
export function elementsIn(state: State, depth: number): Map<string, string>[] {
  const elements = Array.from({ length: depth }, () => new Map<string, string>());
  for (const { row } of rowsIn(state)) {
    for (const [level, element] of elementsOf(row.context).entries())
      if (element !== '*') elements[level]?.set(element.toLowerCase(), element);
  }
  return elements;
}
