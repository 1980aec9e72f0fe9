// Rules about contexts and their elements (behaviour.md, section 6).
import { nearest } from '../../lib/text.ts';
import { ELEMENT_NAME, elementsOf, EVERYWHERE } from '../../model/context.ts';
import type { FileChange, ValueChange } from '../../model/plan.ts';
import { at, type GuardInput, type Rule, type RuleFinding } from './rule.ts';

export const CONTEXT_RULES: readonly Rule[] = [
  {
    code: 'context-new',
    severity: 'refusal',
    check: contextNew,
  },
];

interface UnknownElement {
  change: ValueChange | FileChange;
  element: string;
  level: number;
  near: string | undefined;
}

/** A push creates every element that it names, and nothing deletes elements (behaviour.md, section 6). */
function contextNew({
  changes,
  server: { elements },
  policy: { allowNewContexts },
  target,
}: GuardInput): RuleFinding[] {
  if (elements === undefined) return [];
  const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
  const [contexts, seen] = [new Set<string>(), new Set<string>()];
  const disordered: RuleFinding[] = [];
  const unknown: UnknownElement[] = [];
  for (const change of changes) {
    if (change.kind === 'key' || change.action === 'delete' || contexts.has(change.context)) continue;
    contexts.add(change.context);
    const ordered = inOrder(change.context, elements);
    if (ordered !== undefined) {
      const message = `The elements of \`${change.context}\` are in the wrong order: the levels are ${target.levels.join(';')}.`;
      disordered.push({ ...at(change), message, hint: `Write \`${ordered}\`.` });
      continue;
    }
    for (const [level, element] of elementsOf(change.context).entries()) {
      const known = elements[level];
      const [name, id] = [element.toLowerCase(), `${level};${element.toLowerCase()}`];
      if (seen.has(id)) continue;
      seen.add(id);
      if (element === EVERYWHERE || !ELEMENT_NAME.test(element) || known === undefined || known.size === 0) continue;
      if (!known.has(name) && !allowed.has(name))
        unknown.push({ change, element, level, near: nearest(element, known.values()) });
    }
  }
  // One line to paste, without what is probably a mistake.
  const added = unknown.filter(({ near }) => near === undefined).map(({ element }) => element);
  const line = `allowNewContexts: [${[...new Set([...allowNewContexts, ...added])].join(', ')}]`;
  const add = `If ${added.length === 1 ? 'it is' : 'they are'} new, write \`${line}\` in confighub.yaml.`;
  const created = unknown.map(({ change, element, level, near }) => {
    const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it permanently.`;
    const meant = `Did you mean \`${near}\`? If not, add \`${element}\` to \`allowNewContexts\` in confighub.yaml.`;
    return { ...at(change), message, hint: near === undefined ? add : meant };
  });
  return [...disordered, ...created];
}

/** The context with each element at the level that has it; `undefined` if that is how it is written, or there is none. */
function inOrder(context: string, known: readonly ReadonlyMap<string, string>[]): string | undefined {
  const ordered = known.map(() => EVERYWHERE as string);
  for (const element of elementsOf(context)) {
    if (element === EVERYWHERE) continue;
    const level = known.findIndex((names, i) => ordered[i] === EVERYWHERE && names.has(element.toLowerCase()));
    if (level < 0) return undefined;
    ordered[level] = element;
  }
  const isWritten = elementsOf(context).every((one, i) => one === EVERYWHERE || known[i]?.has(one.toLowerCase()));
  return isWritten ? undefined : ordered.join(';');
}
