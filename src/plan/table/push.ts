// Rules about a push as a whole: how large it is, and how it is sent (behaviour.md, sections 1, 5.4 and 16).
import type { RuleGroup } from '../rule.ts';
import { liveIncomplete, tokenRefused } from '../rules/live.ts';
import { bigEntry, bigPush } from '../rules/size.ts';

export const PUSH_RULES: RuleGroup = {
  title: 'The push as a whole',
  rules: [
    {
      code: 'big-push',
      severity: 'warning',
      found: 'plan',
      isPolicy: true,
      detects: 'writes so many values that one request takes long',
      server: 'takes a time that grows with the square of their number',
      advice: 'Say `batch: 100` in confighub.yaml.',
      check: bigPush,
    },
    {
      code: 'big-entry',
      severity: 'warning',
      found: 'plan',
      detects: 'writes a value or a file of more than 7.5 KB',
      server: 'cannot say why, if it refuses it',
      advice: 'If it is refused, try the same change with a short text.',
      check: bigEntry,
    },
    {
      code: 'live-incomplete',
      severity: 'warning',
      found: 'read',
      isPolicy: true,
      detects: 'was planned from an export that has not as many keys and values as the server counts',
      server: 'takes it, whatever it was made from',
      advice: 'Somebody may have changed the repository while it was read: plan again.',
      check: liveIncomplete,
    },
    {
      code: 'token-refused',
      severity: 'refusal',
      found: 'read',
      detects: 'would be sent with a token that is unknown, expired or inactive',
      server: 'refuses the push',
      advice: 'Make a new token in the pages of the server.',
      check: tokenRefused,
    },
    {
      code: 'app-name',
      severity: 'avoided',
      found: 'push',
      detects: 'is sent under a blank name, a name of more than 255 characters or one with others than ASCII',
      server: 'records it garbled or under the name of somebody else, or refuses the push',
      advice: 'The name is written in Latin letters without accents, and cut.',
    },
    {
      code: 'url-form-token',
      severity: 'avoided',
      found: 'push',
      detects: 'is sent with a token',
      server: 'does not look at the token where the address names the repository',
      advice: 'With a token, the address does not name it.',
    },
  ],
};
