// Rules about contexts and their elements (behaviour.md, section 6).
import { firstOfEach } from '../../lib/collections.ts';
import { nearest } from '../../lib/text.ts';
import { ELEMENT_NAME, elementsOf, EVERYWHERE } from '../../model/context.ts';
import type { RowChange } from '../../model/plan.ts';
import { at, findingsAt, type GuardInput, type Rule, type RuleFinding } from './rule.ts';

export const CONTEXT_RULES: readonly Rule[] = [
  {
    code: 'context-new',
    severity: 'refusal',
    check: contextNew,
  },
];

/** A push creates every element that it names, and nothing deletes elements (behaviour.md, section 6). */
function contextNew({
  changes,
  server: { elements },
  policy: { allowNewContexts },
  target,
}: GuardInput): RuleFinding[] {
  if (elements === undefined) return [];
  const rows = changes.filter((change) => change.kind !== 'key' && change.action !== 'delete') as RowChange[];
  const ofContexts = firstOfEach(rows, ({ context }) => context);
  const disordered = findingsAt(ofContexts, ({ context }) => {
    const ordered = inOrder(context, elements);
    if (ordered === undefined) return undefined;
    const message = `The elements of \`${context}\` are in the wrong order: the levels are ${target.levels.join(';')}.`;
    return { message, hint: `Write \`${ordered}\`.` };
  });
  const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
  const named = ofContexts
    .filter(({ context }) => inOrder(context, elements) === undefined)
    .flatMap((change) => elementsOf(change.context).map((element, level) => ({ change, element, level })));
  const different = firstOfEach(named, ({ element, level }) => `${level};${element.toLowerCase()}`);
  const unknown = different.flatMap((one) => {
    const [known, name] = [elements[one.level], one.element.toLowerCase()];
    const isKnown = !known?.size || known.has(name) || allowed.has(name);
    return isKnown || !ELEMENT_NAME.test(name) ? [] : [{ ...one, near: nearest(one.element, known.values()) }];
  });
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
