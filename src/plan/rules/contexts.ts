// Rules about contexts and their elements (behaviour.md, section 6).
import { nearest } from '../../lib/text.ts';
import { ELEMENT_NAME, elementsOf, EVERYWHERE } from '../../model/context.ts';
import { at, type GuardInput, IN_FILES, type RuleFinding, type RuleGroup } from './rule.ts';

export const CONTEXT_RULES: RuleGroup = {
  title: 'Contexts',
  rules: [
    {
      code: 'context-depth',
      ...IN_FILES,
      detects: 'names a context with more or fewer elements than the repository has levels',
      server: 'refuses the push',
      advice: 'Write one element for each level, `*` for any.',
    },
    {
      code: 'context-syntax',
      ...IN_FILES,
      detects: 'leaves an element of a context empty',
      server: 'drops empty elements at the end, and treats others as `*`',
      advice: 'Write `*` for any element.',
    },
    {
      code: 'context-name',
      ...IN_FILES,
      detects:
        'names an element longer than 255 characters, or one that is not letters and digits with `- . _ +` in between',
      server: 'refuses the push',
      advice: 'Rename the element.',
    },
    {
      code: 'context-case',
      ...IN_FILES,
      detects: 'spells one element in two ways that differ only in case',
      server: 'treats both as one context',
      advice: 'Use one spelling.',
    },
    {
      code: 'context-new',
      severity: 'refusal',
      found: 'plan',
      detects: 'names an element that its level does not have yet (unless the level is empty)',
      server: 'creates the element permanently',
      advice: 'Correct it, or add it to `allowNewContexts`.',
      check: contextNew,
    },
  ],
};

/** A push creates every element that it names, and nothing deletes elements (behaviour.md, section 6). */
function contextNew({ changes, elements, allowNewContexts, target }: GuardInput): RuleFinding[] {
  const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  return (elements === undefined ? [] : changes).flatMap((change) => {
    if (change.kind === 'key' || change.action === 'delete') return [];
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
