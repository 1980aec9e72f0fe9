// How a refused plan can be approved, in a comment.
import { parseForce } from '../../model/force.ts';
import type { Finding } from '../../model/plan.ts';
import type { MaskedPlan } from '../mask.ts';
import { type Approval, approvalOf, refusals, unliftable } from '../sentences.ts';
import { code, link } from './escape.ts';
import { listText } from './layout.ts';
import { type Frame, ruleLink } from './lines.ts';

/** A longer approval names so many items that it would leave no room for the plan. */
const MAX_SHOWN = 8000;

/** How the plan can be approved, and what the approval covers. */
export function approvalText(plans: readonly MaskedPlan[], frame: Frame): string {
  const refused = plans.filter(({ force }) => force !== undefined);
  if (refused.length === 0) return '';
  const approval = approvalOf(plans);
  const approved = approval?.of ?? [];
  const names = approved.flatMap(({ force = '' }) => parseForce(force)?.names ?? []);
  const codes = codesOf(approved.flatMap(refusals).filter(({ approvable }) => approvable));
  const others = codesOf(refused.flatMap(unliftable));
  const rules = (found: readonly string[]) => found.map((name) => ruleLink(name, frame)).join(', ');
  const items = [...new Set(names)].map((name) => `- ${code(name)}\n`);
  const more = frame.docs === undefined ? '' : ` ${link('How approvals work', `${frame.docs}/${PAGE}`)}.`;
  const these = refused.length === 1 ? 'this plan' : 'these plans';
  const next = 'If the next plan is still refused, it shows how to approve it.';
  const first = others.length === 0 ? [] : [`No approval covers ${rules(others)}: resolve that first. ${next}`];
  const title = `#### How to approve ${these}\n\n`;
  if (approval === undefined) return `${title}${first.join('')}${more}\n\n`;
  const listed =
    names.length === 0 ? ' ' : ` It names the protected items that are deleted:\n\n${listText('', items, frame)}`;
  return [
    title,
    ...first.map((sentence) => `${sentence}\n\n`),
    `${howTo(approval)}\n\n${shown(approval.text, frame)}\n`,
    `The approval covers all changes of ${these}, and overrides ${rules(codes)}.${listed}`,
    `A new commit or a change on the server can change the plan, which then needs a new approval.${more}\n\n`,
  ].join('');
}

function codesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ code }) => code))];
}

const PAGE = 'pull-requests.md#approve-a-refused-plan';

function howTo({ way, text, isOlder }: Approval): string {
  if (way === 'review')
    return `If all of it is intended, ask a person with write permission to submit a review of this pull request (**Files changed** → **Submit review**) with the ${text.includes('\n') ? 'lines' : 'line'} below. Authors of the change cannot approve it, unless \`approvals\` is \`any\`.`;
  const inputs = isOlder
    ? 'with the input `allow-older: true`, and this text as the input `force`:'
    : 'with this text as the input `force`:';
  return `If all of it is intended and merged, start the workflow manually (**Actions** → **Run workflow**) to apply it, ${inputs}`;
}

/** The characters of an approval cannot end the fence. */
function shown(text: string, { pointer }: Frame): string {
  return text.length > MAX_SHOWN ? `The text is long: copy it from ${pointer}.\n` : `\`\`\`\n${text}\n\`\`\`\n`;
}
