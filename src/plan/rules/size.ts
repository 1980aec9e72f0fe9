// Rules about the size of a push.
import { withCommas } from '../../model/counted.ts';
import { addressOf } from '../../model/plan.ts';
import { duration, expectedSeconds } from '../../model/push-time.ts';
import { at, type Found, type GuardInput } from '../rule.ts';

/** Above this size of an entry the server cannot say why it refuses it (behaviour.md, section 5.4). */
const MAX_EXPLAINED = 7500;

export function bigEntry({ changes }: GuardInput): Found[] {
  const big = changes.filter(
    (change) => change.kind !== 'key' && (change.after?.length ?? 0) > MAX_EXPLAINED,
  );
  const [first] = big;
  if (first === undefined) return [];
  const names = big.slice(0, 5).map(addressOf).join(', ');
  const message = `${names}${big.length > 5 ? ` and ${big.length - 5} more` : ''}: larger than 7.5 KB, so that a refusal by the server would come without its reason.`;
  return [{ ...at(first), message }];
}

/** From here on one request takes the real server long enough to be told of (behaviour.md, section 16). */
const MANY_VALUES = 1000;

export function bigPush({ changes, batch }: GuardInput): Found[] {
  const count = changes.filter((change) => change.kind !== 'key').length;
  if (count <= MANY_VALUES || (batch !== undefined && batch <= MANY_VALUES)) return [];
  const { fast, slow } = expectedSeconds(count);
  const message = `${withCommas(count)} values and files in one atomic request: a real server may take from ${duration(fast)} to ${duration(slow)}, because its time grows with the square.`;
  return [
    {
      message,
      hint: 'With `batch: 100` in confighub.yaml they go in smaller requests, in a fraction of the time, and no longer all or nothing.',
    },
  ];
}
