// Rules about a push as a whole: its size, and how it is sent (behaviour.md, sections 1, 5.4 and 16).
import { counted, someOf, withCommas } from '../../lib/text.ts';
import { contextId, contextIn } from '../../model/context.ts';
import { type ItemCounts, sizeText } from '../../model/server-reads.ts';
import { keysIn, type State } from '../../model/state.ts';
import { duration, expectedSeconds } from '../../semantics/push-time.ts';
import { findingsAt, type GuardInput, type PlanRule, type RuleFinding } from './rule.ts';

export const PUSH_RULES: readonly PlanRule[] = [
  {
    code: 'big-push',
    severity: 'warning',
    advice:
      'With `batch: 100` in confighub.yaml, they are sent in smaller requests. This takes a fraction of the time, but is no longer atomic.',
    check: bigPush,
  },
  {
    code: 'big-entry',
    severity: 'warning',
    advice: 'If it is rejected, try the same change with a shorter text.',
    check: bigEntry,
  },
  {
    code: 'live-incomplete',
    severity: 'warning',
    advice: 'The server may have changed while it was read. Plan again.',
    check: liveIncomplete,
  },
  {
    code: 'context-unread',
    severity: 'warning',
    advice:
      'If the warning comes back, the bad value belongs to a key outside this project. Correct it on the server.',
    check: contextUnread,
  },
  {
    code: 'token-rejected',
    severity: 'refusal',
    advice: "Create a new token in the server's web interface.",
    check: tokenRejected,
  },
];

function liveIncomplete({ live, server: { counted: expected } }: GuardInput): RuleFinding[] {
  if (expected === undefined) return [];
  const exported = countsOf(live);
  if (exported.keys === expected.keys && exported.values === expected.values) return [];
  return [
    {
      message: `The server counts ${sizeText(expected)}, but its export has ${sizeText(exported)}.`,
    },
  ];
}

/** An apply may repair it, so what cannot be read is written; what must not be overwritten cannot be told apart there. */
function contextUnread({ server, changes, policy: { onDrift } }: GuardInput): RuleFinding[] {
  const { unread = [] } = server;
  if (unread.length === 0) return [];
  const ids = new Set(unread.map((context) => contextId(contextIn(context))));
  const unreadChanges = changes.filter(
    (change) => change.kind !== 'key' && ids.has(contextId(contextIn(change.context))),
  );
  const again = unreadChanges.filter(({ rewritten }) => rewritten).length;
  const written =
    again === 0
      ? ''
      : ` The ${counted(again, 'item')} applied there ${again === 1 ? 'is' : 'are'} written again.`;
  const message = `The server cannot show ${someOf(unread, { most: 5, noun: 'context' })} (GET /rest/pull: status 500): a Map or List value may not fit its type.${written}`;
  if (onDrift === 'overwrite' || unreadChanges.length === 0) return [{ message }];
  const hint = `With \`onDrift: ${onDrift}\`, changes made there on the server cannot be told apart from what was applied. To overwrite them, apply once with \`--on-drift overwrite\` (input \`on-drift: overwrite\`).`;
  return [{ severity: 'refusal', message, hint }];
}

function tokenRejected({ server: { tokenProblem }, changes }: GuardInput): RuleFinding[] {
  if (tokenProblem === undefined) return [];
  const { message, hint } = tokenProblem;
  const said = {
    message: `The server rejects the token, and would reject the apply: ${message}`,
    hint,
  };
  return [changes.length === 0 ? { ...said, severity: 'warning' } : said];
}

/** As the server counts: inactive and duplicate rows included. */
function countsOf(live: State): ItemCounts {
  const keys = keysIn(live);
  let values = 0;
  for (const key of keys) {
    values += key.inactive ?? 0;
    for (const { duplicates = 0 } of key.rows.values()) values += 1 + duplicates;
  }
  return { keys: keys.length, values };
}

/** Above this size of an entry the server cannot say why it rejects it (behaviour.md, section 5.4). */
const MAX_EXPLAINED = 7500;

function bigEntry({ changes }: GuardInput): RuleFinding[] {
  const big = changes.filter(
    (change) => change.kind !== 'key' && (change.after?.length ?? 0) > MAX_EXPLAINED,
  );
  const names = big.map(({ name }) => name);
  const are = big.length === 1 ? 'is' : 'are';
  const why = 'larger than 7.5 KB, so the server cannot give a reason if it rejects the push';
  return findingsAt(big.slice(0, 1), () => `${someOf(names, { most: 5 })} ${are} ${why}.`);
}

/** More values than this take the real server noticeably long (behaviour.md, section 16). */
const MANY_VALUES = 1000;

function bigPush({ changes, policy: { batch } }: GuardInput): RuleFinding[] {
  const count = changes.filter((change) => change.kind !== 'key').length;
  if (count <= MANY_VALUES || (batch !== undefined && batch <= MANY_VALUES)) return [];
  const { fast, slow } = expectedSeconds(count);
  const message = `The push sends ${withCommas(count)} values and files ${batch === undefined ? 'in one atomic request' : `in requests of up to ${withCommas(batch)}`}. The server may take from ${duration(fast)} to ${duration(slow)}, because its time grows with the square of their number.`;
  return [{ message }];
}
