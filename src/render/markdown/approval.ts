// The part of a comment that says how a refused plan can be approved, and what the approval covers.
import { approvalLine, coverageOf, forceInput } from '../approve.ts';
import type { MaskedPlan } from '../mask.ts';
import type { Block } from './budget.ts';
import { code, link } from './escape.ts';
import { ruleLink } from './findings.ts';
import { type Frame, lineList } from './lists.ts';

/** A longer approval names so many items that it would leave no room for the plan. */
const MAX_SHOWN = 8000;

export function approvalParts(plan: MaskedPlan, frame: Frame): Block[] {
  const { force } = plan;
  if (force === undefined) return [];
  const { codes, names, others } = coverageOf(plan);
  const rules = (found: readonly string[]) => found.map((name) => ruleLink(name, frame.docs)).join(', ');
  const listed = names.map((name) => () => `- ${code(name)}\n`);
  const blocked = others.length === 0 ? '' : `No approval covers ${rules(others)}: resolve that first.\n\n`;
  const more = frame.docs === undefined ? '' : ` ${link('How approvals work', `${frame.docs}/${PAGE}`)}.`;
  return [
    '#### How to approve this plan\n\n',
    blocked,
    `${howTo(plan)}\n\n${shown(plan.approvalWay === 'review' ? approvalLine(force) : forceInput(force, plan.target), frame)}\n`,
    `The approval covers all changes of this plan, and lifts its refusals by ${rules(codes)}.`,
    ...(names.length === 0
      ? [' ']
      : [
          ' It names the protected items that are deleted:\n\n',
          lineList(listed, { frame, rank: 'refusals', noun: 'protected item' }),
          '\n',
        ]),
    `Another plan needs another approval: after a new commit, or a change on the server.${more}\n\n`,
  ];
}

const PAGE = 'pull-requests.md#approve-a-refused-plan';

function howTo({ approvalWay }: MaskedPlan): string {
  return approvalWay === 'review'
    ? 'If all of it is intended, a person with write permission submits a review of this pull request (**Files changed** → **Submit review**) with the line below. Authors of the change cannot approve it, unless `approvals` is `any`.'
    : 'If all of it is intended and merged, start the workflow by hand (**Actions** → **Run workflow**) to apply it, with this text as the input `force`:';
}

/** The characters of an approval cannot end the fence. */
function shown(text: string, { pointer }: Frame): string {
  return text.length > MAX_SHOWN ? `The text is long: copy it from ${pointer}.\n` : `\`\`\`\n${text}\n\`\`\`\n`;
}
