// Rules about context elements: a push creates what it names, and nothing removes it again (behaviour.md, section 6).
import { ELEMENT_NAME, EVERYWHERE, elementsOf } from '../../model/context.ts';
import { nearest } from '../../model/nearest.ts';
import { at, type Found, type GuardInput } from '../rule.ts';

export function contextNew({ changes, elements, allowNewContexts, target }: GuardInput): Found[] {
  const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
  const reported = new Set<string>();
  const seen = new Set<string>();
  return (elements === undefined ? [] : changes).flatMap((change) => {
    if (change.kind === 'key' || change.action === 'delete' || seen.has(change.context)) return [];
    seen.add(change.context);
    return elementsOf(change.context).flatMap((element, level) => {
      const known = elements?.[level];
      const id = `${level};${element.toLowerCase()}`;
      if (element === EVERYWHERE || !ELEMENT_NAME.test(element) || known === undefined || known.size === 0)
        return [];
      if (known.has(element.toLowerCase()) || allowed.has(element.toLowerCase()) || reported.has(id))
        return [];
      reported.add(id);
      const near = nearest(element, known.values());
      const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it for ever.`;
      const add = `add it to \`allowNewContexts\` in confighub.yaml`;
      return [
        {
          ...at(change),
          message,
          hint: near === undefined ? `If it is new, ${add}.` : `Did you mean \`${near}\`? If not, ${add}.`,
        },
      ];
    });
  });
}
