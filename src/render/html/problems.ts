// What comes first on the page: refusals, how to approve them, changed safety settings, and warnings.
import { counted } from '../../lib/text.ts';
import type { Finding, SafetyChange } from '../../model/plan.ts';
import { safetyText } from '../describe.ts';
import type { MaskedPlan } from '../mask.ts';
import { howToApprove, refusals, warnings } from '../sentences.ts';
import { type Html, html, link, prose } from './escape.ts';
import { type Frame, placeLink } from './frame.ts';

/** More of them are folded. */
const MAX_OPEN = 20;

/** @param repeated flags that an approval repeats */
export function refusalBox(plan: MaskedPlan, frame: Frame, repeated?: string): Html | undefined {
  const found = refusals(plan);
  if (found.length === 0) return undefined;
  const how = howToApprove(plan, repeated);
  return html`<section class="box refused" aria-labelledby="refusals"><h2 id="refusals">This plan is refused: an apply would send nothing</h2>
${listOf(found, 'refusal', (finding) => findingItem(finding, frame))}${how === undefined ? undefined : html`<p>${prose(how)}</p>`}</section>
`;
}

export function safetyBox({ safety = [] }: MaskedPlan, frame: Frame): Html | undefined {
  if (safety.length === 0) return undefined;
  return html`<section class="box warned" aria-labelledby="safety"><h2 id="safety">This branch changes safety settings</h2>
${listOf(safety, 'setting', (change) => safetyItem(change, frame))}</section>
`;
}

export function warningBox(plan: MaskedPlan, frame: Frame): Html | undefined {
  const found = warnings(plan);
  if (found.length === 0) return undefined;
  return html`<section class="box warned" aria-labelledby="warnings"><h2 id="warnings">Warnings</h2>
${listOf(found, 'warning', (finding) => findingItem(finding, frame))}</section>
`;
}

/** @param noun singular */
function listOf<Item>(all: readonly Item[], noun: string, itemOf: (item: Item) => Html): Html {
  const [open, folded] = [all.slice(0, MAX_OPEN), all.slice(MAX_OPEN)];
  const more =
    folded.length === 0
      ? undefined
      : html`<details><summary>${counted(folded.length, `more ${noun}`)}</summary><ul>${folded.map(itemOf)}</ul></details>`;
  return html`<ul>${open.map(itemOf)}</ul>${more}`;
}

function findingItem(finding: Finding, frame: Frame): Html {
  const { code, message, hint } = finding;
  const place = placeLink(finding, frame);
  const rule = link(html`<code>${code}</code>`, frame.docs && `${frame.docs}/rules.md#${code}`);
  const advice = hint === undefined ? undefined : html` <span class="hint">${prose(hint)}</span>`;
  return html`<li>${rule} ${place && html`${place} `}${prose(message)}${advice}</li>\n`;
}

function safetyItem(change: SafetyChange, frame: Frame): Html {
  const { setting, effect } = change;
  const place = placeLink(change, frame);
  const text = safetyText(change);
  return html`<li><code>${setting}</code> ${text}${effect && html` <strong class="${effect}">${effect}</strong>`}${place && html` ${place}`}</li>\n`;
}
