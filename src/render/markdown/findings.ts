// The parts of a comment about safety settings, refusals and their approval, and warnings; lines about mistakes.
import { grouped } from '../../lib/collections.ts';
import { withCommas } from '../../lib/text.ts';
import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import { parseForce } from '../../model/force.ts';
import type { Finding, SafetyChange } from '../../model/plan.ts';
import { removedLink } from '../links.ts';
import type { MaskedPlan } from '../mask.ts';
import { clipped } from '../printable.ts';
import { type Approval, approvalOf, refusals, unliftable, warnings } from '../sentences.ts';
import type { Block } from './budget.ts';
import { code, link } from './escape.ts';
import type { Frame } from './items.ts';
import { alert, lineList, openIfShown } from './lists.ts';

/** @param whose ` of all targets` */
export function safetyBox(
  { safety = [], base }: Pick<MaskedPlan, 'safety' | 'base'>,
  frame: Frame,
  whose = '',
): Block[] {
  const lines = safety.map((change) => () => safetyLine(change, { ...frame, removedAt: base?.commit }));
  const list = lineList(lines, { frame, rank: 'safety', noun: 'setting', prefix: '> ' });
  return alert(`This pull request changes safety settings${whose}.`, { kind: 'WARNING', list });
}

export function refusalBox(plan: MaskedPlan, frame: Frame): Block[] {
  const lines = findingLines(refusals(plan), frame);
  const list = lineList(lines, { frame, rank: 'refusals', noun: 'refusal', prefix: '> ', share: 1 / 2 });
  return alert('This plan is refused: an apply would send nothing.', { kind: 'CAUTION', list });
}

export function warningParts(plan: MaskedPlan, frame: Frame): Block[] {
  const lines = findingLines(warnings(plan), frame);
  return openIfShown('Warnings', lineList(lines, { frame, rank: 'warnings', noun: 'warning', share: 1 / 4 }));
}

/** The code of a rule, as a link to what the documentation says about it. */
function ruleLink(name: string, docs: string | undefined): string {
  return link(code(name), docs && `${docs}/rules.md#${name}`);
}

/** More findings with the same code are grouped. */
const MAX_ALIKE = 3;

type LineText = () => string;

/** A line for each finding; many findings with the same code are grouped under one line. */
function findingLines(findings: readonly Finding[], frame: Frame): LineText[] {
  return [...grouped(findings, ({ code }) => code)].flatMap(([name, group]) => groupLines({ name, group, frame }));
}

interface Group {
  name: string;
  group: Finding[];
  frame: Frame;
}

function groupLines({ name, group, frame }: Group): LineText[] {
  const title = `**${ruleLink(name, frame.docs)}**`;
  if (group.length <= MAX_ALIKE) {
    return group.map(
      (one) => () => `- ${title}${placeOfFinding(one, frame)}: ${frame.say(one.message)}${hint(one, frame)}\n`,
    );
  }
  const total = withCommas(group.length);
  const isShared = group.every((one) => one.hint === group[0]?.hint);
  const shared = isShared && group[0]?.hint !== undefined ? `:${hint(group[0], frame)}` : '';
  const left = withCommas(group.length - MAX_ALIKE);
  return [
    () => `- ${title} ×${total}${shared}\n`,
    ...group.slice(0, MAX_ALIKE).map((one) => () => {
      const place = placeOfFinding(one, frame).trimStart();
      return `  - ${place === '' ? '' : `${place}: `}${frame.say(one.message)}${isShared ? '' : hint(one, frame)}\n`;
    }),
    () => `  - … and ${left} more\n`,
  ];
}

function placeOfFinding({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>, frame: Frame): string {
  if (place !== undefined) return ` ${placeLink(place, frame)}`;
  if (removedFrom === undefined) return '';
  return ` was ${link(placeCode(removedFrom, frame), removedLink(removedFrom, frame))}`;
}

function hint({ hint }: { hint?: string | undefined }, { say }: Frame): string {
  return hint === undefined ? '' : ` ${say(hint)}`;
}

export function diagnosticLine(diagnostic: Diagnostic, frame: Frame): string {
  const { code: name, message, place, file, related } = diagnostic;
  const where = place === undefined ? file && code(frame.pathOf(file)) : placeLink(place, frame);
  const other = related === undefined ? '' : ` See also: ${placeLink(related, frame)}.`;
  return `- ${where === undefined ? '' : `${where} `}${code(name)} ${frame.say(message)}${other}${hint(diagnostic, frame)}\n`;
}

function safetyLine(change: SafetyChange, frame: Frame): string {
  const { setting, before, after, effect } = change;
  const notes = [
    ...(effect === undefined ? [] : [`**${effect}**`]),
    ...[placeOfFinding(change, frame).trim() || []].flat(),
  ];
  return `- ${code(setting)}: ${settingValue(before)} → ${settingValue(after)}${notes.map((note) => ` · ${note}`).join('')}\n`;
}

function settingValue(value: string | undefined): string {
  return value === undefined ? 'not set' : code(value);
}

function placeLink(place: Place, frame: Frame): string {
  return link(placeCode(place, frame), frame.linkOf(place));
}

function placeCode({ file, line, column }: Place, { pathOf }: Frame): string {
  return code(`${clipped(pathOf(file), 150)}:${line}:${column}`);
}

/** A longer approval names so many items that it would leave no room for the plan. */
const MAX_SHOWN = 8000;

/** How the plan can be approved, and what the approval covers. */
export function approvalParts(plans: readonly MaskedPlan[], frame: Frame): Block[] {
  const refused = plans.filter(({ force }) => force !== undefined);
  if (refused.length === 0) return [];
  const approval = approvalOf(plans);
  const approved = approval?.of ?? [];
  const names = approved.flatMap(({ force = '' }) => parseForce(force)?.names ?? []);
  const codes = codesOf(approved.flatMap(refusals).filter(({ approvable }) => approvable));
  const others = codesOf(refused.flatMap(unliftable));
  const rules = (found: readonly string[]) => found.map((name) => ruleLink(name, frame.docs)).join(', ');
  const listed = [...new Set(names)].map((name) => () => `- ${code(name)}\n`);
  const more = frame.docs === undefined ? '' : ` ${link('How approvals work', `${frame.docs}/${PAGE}`)}.`;
  const these = refused.length === 1 ? 'this plan' : 'these plans';
  const next = 'If the next plan is still refused, it shows how to approve it.';
  const first = others.length === 0 ? [] : [`No approval covers ${rules(others)}: resolve that first. ${next}`];
  const title = `#### How to approve ${these}\n\n`;
  if (approval === undefined) return [title, `${first.join('')}${more}\n\n`];
  return [
    title,
    ...first.map((sentence) => `${sentence}\n\n`),
    `${howTo(approval)}\n\n${shown(approval.text, frame)}\n`,
    `The approval covers all changes of ${these}, and overrides ${rules(codes)}.`,
    ...(names.length === 0
      ? [' ']
      : [
          ' It names the protected items that are deleted:\n\n',
          lineList(listed, { frame, rank: 'refusals', noun: 'protected item' }),
          '\n',
        ]),
    `A new commit or a change on the server can change the plan, which then needs a new approval.${more}\n\n`,
  ];
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
