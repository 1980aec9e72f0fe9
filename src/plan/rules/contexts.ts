// Rules about contexts and their elements (behaviour.md, section 6).
import { nearest } from '../../lib/text.ts';
import { ELEMENT_NAME, elementsOf, EVERYWHERE } from '../../model/context.ts';
import { at, type GuardInput, type RuleFinding, type Rule } from './rule.ts';

export const CONTEXT_RULES: readonly Rule[] = [
  {
    code: 'context-new',
    severity: 'refusal',
    advice: 'Correct it, or add it to `allowNewContexts`.',
    check: contextNew,
  },
];

/** A push creates every element that it names, and nothing deletes elements (behaviour.md, section 6). */
function contextNew({ changes, elements, allowNewContexts, target }: GuardInput): RuleFinding[] {
  const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  return (elements === undefined ? [] : changes).flatMap((change) => {
    if (change.kind === 'key' || change.action === 'delete') return [];
    const ordered = inOrder(change.context, elements ?? []);
    if (ordered !== undefined) {
      if (seen.has(change.context)) return [];
      seen.add(change.context);
      const message = `The elements of \`${change.context}\` are in the wrong order: the levels are ${target.levels.join(';')}.`;
      return [{ ...at(change), message, hint: `Write \`${ordered}\`.` }];
    }
    return elementsOf(change.context).flatMap((element, level) => {
      const known = elements?.[level];
      const [name, id] = [element.toLowerCase(), `${level};${element.toLowerCase()}`];
      if (seen.has(id)) return [];
      seen.add(id);
      if (element === EVERYWHERE || !ELEMENT_NAME.test(element) || known === undefined || known.size === 0) return [];
      if (known.has(name) || allowed.has(name)) return [];
      const near = nearest(element, known.values());
      const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it permanently.`;
      const add = 'add it to `allowNewContexts` in confighub.yaml';
      const hint = near === undefined ? `If it is new, ${add}.` : `Did you mean \`${near}\`? If not, ${add}.`;
      return [{ ...at(change), message, hint }];
    });
  });
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
