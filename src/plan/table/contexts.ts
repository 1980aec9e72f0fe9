// Rules about contexts and their elements (behaviour.md, section 6).
import type { RuleGroup } from '../rule.ts';
import { contextNew } from '../rules/contexts.ts';

export const CONTEXT_RULES: RuleGroup = {
  title: 'Contexts',
  rules: [
    {
      code: 'context-depth',
      severity: 'refusal',
      found: 'files',
      detects: 'names a context with fewer or more elements than the repository has levels',
      server: 'refuses the push',
      advice: 'Write one element for each level, `*` for any.',
    },
    {
      code: 'context-syntax',
      severity: 'refusal',
      found: 'files',
      detects: 'leaves an element of a context empty',
      server: 'drops empty elements at the end, and takes others for `*`',
      advice: 'Write `*` for any.',
    },
    {
      code: 'context-name',
      severity: 'refusal',
      found: 'files',
      detects:
        'names an element of more than 255 characters, or with others than letters, digits and `- . _ +` inside',
      server: 'refuses the push',
      advice: 'Rename the element.',
    },
    {
      code: 'context-case',
      severity: 'refusal',
      found: 'files',
      detects: 'writes one element in two ways that differ in upper and lower case only',
      server: 'takes both for one context',
      advice: 'Write it in one way.',
    },
    {
      code: 'context-new',
      severity: 'refusal',
      found: 'plan',
      detects: 'names an element that its level does not have yet (where the level has any)',
      server: 'creates the element for ever',
      advice: 'Correct it, or add it to `allowNewContexts`.',
      check: contextNew,
    },
  ],
};
