// The apply runs of a project as one HTML page: for an audit, each with its commits, its approval and its changes.
import { counted } from '../../lib/text.ts';
import { type ApplyEntry, shortCommit, shownMinute, shownTime } from '../../model/apply-entry.ts';
import { countsByElement } from '../../model/element-counts.ts';
import type { ItemApply } from '../../model/item-history.ts';
import { repositoryText } from '../../model/targets.ts';
import { type ChangeLine, Comparisons, entries, lineOf } from '../change-lines.ts';
import { changedByText, lookedText, type MaskedHistory, NOT_RECORDED } from '../item-history.ts';
import { type Html, html, htmlLink, NOTHING } from './escape.ts';
import { document, factList, filterBar, frameOf, madeFacts, noteSection } from './page.ts';
import { distinctContexts, type HtmlFrame, sectionTable } from './table.ts';

const UNKNOWN = 'not known';

export function htmlHistory(history: MaskedHistory, createdAt: Date): string {
  const { target, since, base, applies, older, elements } = history;
  const shown = applies.map((apply) => ({ apply, lines: linesOf(apply, elements) }));
  const lines = shown.flatMap((run) => run.lines);
  const contexts = distinctContexts(lines.flatMap(({ context }) => context ?? []));
  const frame = frameOf(contexts, elements);
  const title = `History: ${repositoryText(target.repository)}`;
  const rollbacks = applies.filter(({ rollback }) => rollback).length;
  const counts = [
    counted(applies.length, 'apply run'),
    ...(rollbacks === 0
      ? []
      : [`${rollbacks} of them ${rollbacks === 1 ? 'a rollback' : 'rollbacks'}`]),
  ];
  const before =
    base === undefined
      ? 'nothing: no older apply is recorded'
      : `${shortCommit(base.commit)}, applied ${shownTime(base.time)}`;
  const notes = [
    ...(older === 0 ? [] : [`${counted(older, 'older apply run')} left out because of the limit.`]),
    lookedText(history),
    NOT_RECORDED,
    'An approval covers one refused plan, which its digest identifies, and the protected items that it names. Reviews of pull requests are on the Git host.',
    'In a context such as `Production;*`, `*` stands for any element: a value in `*;Billing` is for Billing in every environment.',
  ];
  return document(title, [
    html`<header>\n<h1>${title}</h1>\n<p class="counts"><strong>${counts.join(', ')}${since === undefined ? undefined : ` since ${shownMinute(new Date(since))}`}</strong></p>\n`,
    factList([
      ['Server', html`${target.url}`],
      ['Applied before', html`${before}`],
      ...madeFacts(createdAt),
    ]),
    html`</header>\n${noteSection(notes)}`,
    html`<div id="plan">${filterBar(lines, contexts, elements, 'key, person or date')}${shown.map((run, i) => applyHtml(run, `a-${i}`, frame))}</div>\n`,
  ]);
}

/** Each says below it which commits made the change. */
function linesOf(apply: ItemApply, elements: readonly string[]): ChangeLine[] {
  const comparisons = new Comparisons();
  const byOf = new Map(apply.changes.map(({ change, by }) => [change, by]));
  return entries(apply.changes.map(({ change }) => change)).map((entry) => {
    const line = lineOf(entry, 'short', comparisons);
    const said = [line.remark, changedByText(byOf.get(entry.change), apply)].filter(Boolean);
    const affectedElements = countsByElement({ changes: [entry.change], elements: [...elements] });
    return {
      ...line,
      remark: said.join(', '),
      affectedElements: affectedElements.map(({ element }) => element),
    };
  });
}

function applyHtml(
  { apply, lines }: { apply: ItemApply; lines: ChangeLine[] },
  id: string,
  frame: HtmlFrame,
): Html {
  const { time, subject, stage, rollback, unfinished, run, commit } = apply;
  const badges = [
    ...(rollback ? ['rollback'] : []),
    ...(unfinished ? ['not finished: may not have reached the server'] : []),
  ].map((text) => html` <span class="badge">${text}</span>`);
  return html`<section class="box apply${badges.length > 0 ? ' marked' : ''}" aria-labelledby="${id}"><h2 id="${id}">${shownTime(time)}: ${rollback && 'back to '}${subject ?? 'a commit that no longer exists'}${badges}</h2>
${factList([
  ['Commit', html`<code>${commit === undefined ? UNKNOWN : shortCommit(commit)}</code>`],
  ['Stage', stage === undefined ? undefined : html`${stage}`],
  ['Author of the commit', html`${apply.author ?? UNKNOWN}`],
  ['Applied by', html`${apply.actor ?? UNKNOWN}`],
  ['Approval', approvalHtml(apply)],
  ['Run', run === undefined ? undefined : htmlLink(html`${run}`, run)],
])}${commitsHtml(apply)}
${lines.length === 0 ? html`<p>No key and no file changed.</p>` : sectionTable({ id: 'changes', title: shownTime(time), lines }, frame)}</section>
`;
}

/** Those that it brought, if there is more than its own. */
function commitsHtml({ commit, commits, rollback, inPlaceOf }: ItemApply): Html {
  if (rollback)
    return html`<p>${inPlaceOf === undefined ? 'It' : html`It undid <code>${shortCommit(inPlaceOf.commit)}</code> ${inPlaceOf.subject} (${inPlaceOf.author}), and`} brought back an older commit.</p>`;
  if (commits === undefined) return html`<p>Its commits are ${UNKNOWN}.</p>`;
  if (commits.every((brought) => brought.commit === commit)) return NOTHING;
  const list = commits.map(
    ({ subject, author, ...brought }) =>
      html`<li><code>${shortCommit(brought.commit)}</code> ${subject} (${author})</li>\n`,
  );
  return html`<details><summary>${counted(commits.length, 'commit')}</summary><ul>${list}</ul></details>`;
}

function approvalHtml({ approved }: Pick<ApplyEntry, 'approved'>): Html {
  if (approved === undefined) return html`none was needed: no rule refused its plan`;
  return html`by ${approved.by ?? UNKNOWN}, <code>${approved.approval}</code>`;
}
