// Rules about contexts and their elements (behaviour.md, section 6).
import { nearest } from '../../lib/text.ts';
import { ELEMENT_NAME, elementsOf, EVERYWHERE } from '../../model/context.ts';
import { at, type RuleFinding, type GuardInput, type RuleGroup } from './rule.ts';

export const CONTEXT_RULES: RuleGroup = {
  title: 'Contexts',
  rules: [
    {
      code: 'context-depth',
      severity: 'refusal',
      found: 'files',
      detects: 'names a context with more or fewer elements than the repository has levels',
      server: 'refuses the push',
      advice: 'Write one element for each level, `*` for any.',
    },
    {
      code: 'context-syntax',
      severity: 'refusal',
      found: 'files',
      detects: 'leaves an element of a context empty',
      server: 'drops empty elements at the end, and treats others as `*`',
      advice: 'Write `*` for any element.',
    },
    {
      code: 'context-name',
      severity: 'refusal',
      found: 'files',
      detects:
        'names an element longer than 255 characters, or one that is not letters and digits with `- . _ +` in between',
      server: 'refuses the push',
      advice: 'Rename the element.',
    },
    {
      code: 'context-case',
      severity: 'refusal',
      found: 'files',
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

// Rules about context elements: a push creates what it names, and nothing removes it again (behaviour.md, section 6).

function contextNew({ changes, elements, allowNewContexts, target }: GuardInput): RuleFinding[] {
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
      const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it permanently.`;
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
