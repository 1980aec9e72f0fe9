// The property: whatever the comment says about its merge, the merge does, or the comment says that it does not know.
import type { Played, Said } from './play.ts';
import type { Situation } from './situations.ts';

export type Promised = 'applies' | 'nothing' | 'refused' | 'unknown' | 'no plan' | 'no word';

/** What a comment says about its merge. */
export function promiseOf({ result, text }: Said): Promised {
  if (result === 'failed') return 'no plan';
  if (/^The outcome of merging into `main` is unknown(?: for .*?)?: /m.test(text)) return 'unknown';
  if (result === 'refused') return 'refused';
  if (/^Merging into `main` applies this: \*\*/m.test(text)) return 'applies';
  return text === '' || text.startsWith('### No changes') ? 'nothing' : 'no word';
}

/** Why a comment may say that it does not know, or that there is no plan: each by what forces it. */
export const CAUSES: Readonly<Record<string, (situation: Situation) => boolean>> = {
  // Only what main has, under whatever name, is trusted with the token.
  'the server was not read': ({ plan, project }) => plan === 'without' || project === 'new',
  'the last apply was of this branch': ({ record }) => record === 'of the branch',
  // What the branch lacks of its base cannot be fetched.
  'this run could not merge the branch with its base': ({ host }) =>
    host === 'no origin while planning',
  'the apply record could not be read': ({ host }) => host === 'no origin while planning',
  'server-unreachable': ({ server }) => server === 'unreachable',
  'other-repository': ({ token }) => token === 'of another repository',
};

export function causeOf({ text, codes }: Said): string | undefined {
  return Object.keys(CAUSES).find((cause) => text.includes(cause) || codes.includes(cause));
}

/** What is wrong; empty: the property holds. */
export function judge(situation: Situation, played: Played): string[] {
  const { plan, comments, next } = played;
  const promised = promiseOf(plan);
  return [
    ...judgePromise(promised, situation, played),
    ...judgeComment(promised, played),
    ...comments
      .filter((body) => /^Merging into `main` applies this/m.test(body))
      .map(() => 'a merged pull request still says that merging applies something'),
    ...(next !== undefined && next.result !== 'applied'
      ? [`the next push is not applied: ${ended(next)}`]
      : []),
  ];
}

function judgePromise(promised: Promised, situation: Situation, played: Played): string[] {
  const { plan, onto, apply, live } = played;
  if (promised === 'unknown' || promised === 'no plan') {
    const cause = causeOf(plan);
    if (cause === undefined)
      return [`${promised} without a cause of the table: ${plan.codes.join()} ${plan.text}`];
    return CAUSES[cause]?.(situation)
      ? []
      : [`${promised}, and nothing of the situation forces it: ${cause}`];
  }
  if (promised === 'no word')
    return ['the comment shows changes and does not say what the merge does'];
  if (promised === 'refused') {
    if (apply.result !== 'refused')
      return [`the plan is refused (${plan.codes.join()}), and the merge is ${ended(apply)}`];
    return plan.codes.every((code) => apply.codes.includes(code))
      ? []
      : [`the plan is refused for ${plan.codes.join()}, and the merge for ${apply.codes.join()}`];
  }
  const isMoved =
    (plan.base !== undefined && plan.base !== onto) || situation.apply === 'only with later merges';
  if (isInterrupted(situation)) return judgeInterrupted(promised, played);
  return isMoved
    ? judgeMoved(promised, { plan, apply, live })
    : judgeExact(promised, { plan, apply });
}

/** Nothing came between plan and merge. */
function judgeExact(promised: Promised, { plan, apply }: Pick<Played, 'plan' | 'apply'>): string[] {
  if (apply.result !== (promised === 'nothing' ? 'nothing' : 'applied'))
    return [`the comment promises ${promised}, and the merge is ${ended(apply)}`];
  const missing = plan.changes.filter((change) => !apply.changes.includes(change));
  const more = apply.changes.filter((change) => !plan.changes.includes(change));
  return [
    ...missing.map((change) => `promised and not applied: ${change}`),
    ...more.map((change) => `applied and not promised: ${change}`),
  ];
}

/** Another merge came between, which the comment shows by the commit of its base: what was promised is on the server. */
function judgeMoved(
  promised: Promised,
  { plan, apply, live }: Pick<Played, 'plan' | 'apply' | 'live'>,
): string[] {
  // What the other merge brought may be refused.
  if (promised === 'nothing' && apply.result === 'refused') return [];
  if (apply.result !== 'applied' && apply.result !== 'nothing')
    return [`the comment promises ${promised}, and the merge is ${ended(apply)}`];
  return [...plan.results]
    .filter(([address, after]) => live.get(address) !== after)
    .map(
      ([address, after]) => `promised, and not on the server: ${address} ${JSON.stringify(after)}`,
    );
}

/** Whether the first attempt of the apply may have ended early. */
function isInterrupted({ apply, host }: Situation): boolean {
  return (
    (apply !== 'to its end' && apply !== 'only with later merges') || host.endsWith('the push')
  );
}

/** What was promised is on the server, and of what another merge did not bring, nothing else was changed. */
function judgeInterrupted(
  promised: Promised,
  { plan, onto, apply, before, live }: Played,
): string[] {
  const isMoved = plan.base !== undefined && plan.base !== onto;
  const changed = [...new Set([...before.keys(), ...live.keys()])].filter(
    (at) => before.get(at) !== live.get(at),
  );
  const others = isMoved ? [] : changed.filter((at) => !plan.results.has(at));
  return [
    ...judgeMoved(promised, { plan, apply, live }),
    ...others.map((address) => `changed on the server and not promised: ${address}`),
  ];
}

/** The comment of a pull request whose promise was kept says so, whichever attempt kept it. */
function judgeComment(promised: Promised, { plan, apply, comments: [own] }: Played): string[] {
  const isKept =
    promised === 'applies' &&
    plan.results.size > 0 &&
    (apply.result === 'applied' || apply.result === 'nothing');
  const title = /^### .*$/m.exec(own ?? '')?.[0];
  return !isKept || title === undefined || title.startsWith('### ✅ Applied')
    ? []
    : [`applied, and the comment says: ${title}`];
}

function ended({ result, codes }: Said): string {
  return codes.length === 0 ? result : `${result} (${codes.join(', ')})`;
}
