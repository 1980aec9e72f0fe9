// Plans and their outcomes as text for a terminal or a log.
import { asBlocks, counted, withCommas } from '../lib/text.ts';
import { shownTime } from '../model/apply-entry.ts';
import { ACTIONS, isCounted, type Plan } from '../model/plan.ts';
import { type CountsCheck, mayRead, sizeText } from '../model/server-reads.ts';
import { ANY_OTHER, type ElementTable, SEEN } from './affected-text.ts';
import { type ChangeLine, textWithin, whereOf } from './change-lines.ts';
import { type Colors, colorsOf } from './colors.ts';
import { textDiff } from './differences.ts';
import { type MaskedPlan, mask } from './mask.ts';
import {
  INDENT,
  padded,
  type ProseOptions,
  proseLines,
  plainTable,
  widest,
  columnsOf,
} from './columns.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';
import { problemLines } from './problems.ts';
import { type HowToApprove, howToApproveText, refusedTitle } from './sentences.ts';
import {
  OTHER,
  driftViewOf,
  type PlanView,
  type Section,
  type ViewOptions,
  viewOf,
} from './view.ts';

export interface LineOptions extends ProseOptions {
  /** Columns of the changes. */
  width?: number;
}

export interface TextOptions extends ViewOptions, LineOptions {
  /** Only counts, the table, refusals, and secrets that are new in Git. */
  isSummary?: boolean | undefined;
  /** The outcome of an apply says that it was refused. */
  isApply?: boolean | undefined;
}

export function textPlan(plan: MaskedPlan, options: TextOptions): string {
  return textOf(viewOf(plan, options), options, 'no changes');
}

export function textDrift(plan: MaskedPlan, options: TextOptions): string {
  return textOf(driftViewOf(plan, options), options, 'no drift');
}

/** One of several ends with an empty line, or is a single line if there is nothing to say. */
function textOf(view: PlanView, options: TextOptions, nothing: string): string {
  if (view.target.declaredAs === undefined) return textView(view, options);
  const isQuiet =
    view.isEmpty && view.sections.length + view.refusals.length + view.warnings.length === 0;
  if (!isQuiet) return `${textView(view, options)}\n`;
  return `${targetLine(view.target, colorsOf(options.color))}: ${nothing}.\n`;
}

function textView(view: PlanView, options: TextOptions): string {
  const { color, isSummary, isApply } = options;
  const { refusals, approval } = view;
  const colors = colorsOf(color);
  const prose = (sentences: readonly string[]) =>
    sentences.flatMap((text) => proseLines(printable(text), options));
  return asBlocks([
    [
      targetLine(view.target, colors),
      ...prose(view.alarms).map(colors.yellow),
      ...prose(view.notes).map(colors.dim),
    ],
    ...(isSummary ? [] : view.sections.map((section) => sectionLines(section, options))),
    typeof view.affected === 'string'
      ? prose([view.affected])
      : affectedTableLines(view.affected, options),
    isSummary ? prose(view.sections.flatMap(({ summary = [] }) => summary)) : [],
    isSummary ? [] : prose(view.remarks).map(colors.dim),
    problemLines(
      isSummary ? view.warnings.filter(({ code }) => code === 'secret-in-file') : view.warnings,
      options,
    ),
    [
      ...problemLines(refusals, options),
      ...(isApply || refusals.length === 0 ? [] : [colors.red(refusedTitle(isApply))]),
      ...(approval === undefined ? [] : approvalLines(approval, options)),
    ],
    [colors.bold(view.closing)],
  ]);
}

function affectedTableLines(affected: ElementTable | undefined, options: TextOptions): string[] {
  if (affected === undefined) return [];
  const { title, level, rows, left, note } = affected;
  const { width = DEFAULT_WIDTH } = options;
  const cells = rows.map(({ element, ...counts }) => [
    element === '*' ? ANY_OTHER : element,
    ...ACTIONS.map((action) => withCommas(counts[action])),
  ]);
  const heads = [
    { head: printable(level) },
    ...ACTIONS.map((action) => ({ head: SEEN[action], isNumber: true as const })),
  ];
  const lines = plainTable(heads, cells, { width: width - 2 })
    .trimEnd()
    .split('\n');
  return [
    ...proseLines(`${printable(title)}:`, options),
    ...lines.map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${withCommas(left)} more`] : []),
    ...proseLines(printable(note), options),
  ];
}

function sectionLines({ id, title, lines, more }: Section, options: TextOptions): string[] {
  const colors = colorsOf(options.color);
  const moreLines =
    more === undefined ? [] : proseLines(`… ${more}`, options, { indent: '  ', paint: colors.dim });
  const listed = [...changeLines(lines, options), ...moreLines];
  // Their signs say what these are.
  const isSaidBySigns = (id === 'deletions' || id === 'changes') && !title.startsWith(OTHER);
  return isSaidBySigns ? listed : [...proseLines(`${printable(title)}:`, options), ...listed];
}

/** What to copy is on a line of its own in a terminal. */
export function approvalLines(how: HowToApprove, options: ProseOptions): string[] {
  if (options.proseWidth === undefined) return [printable(howToApproveText(how))];
  return [
    ...proseLines(`${printable(how.sentence)}:`, options),
    ...how.text.split('\n').map(printable),
  ];
}

const PAINTS = {
  '+': 'green',
  '~': 'yellow',
  '-': 'red',
  '→': 'yellow',
  '!': 'red',
  '=': 'dim',
} as const;

/** Longer names, contexts and texts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_CONTEXT = 0.27;
const MAX_TEXT = 0.34;
/** A text with fewer columns than these has a line of its own. */
const LEAST_TEXT = 36;

/** A line for each; below it which applications it affects, and what differs. Either all have their places on the line, or none. */
export function changeLines(lines: readonly ChangeLine[], options: LineOptions): string[] {
  const { color, width = DEFAULT_WIDTH } = options;
  const colors = colorsOf(color);
  const heads = rowsOf(lines, width);
  const leastOf = ({ text }: ChangeLine) =>
    Math.min(LEAST_TEXT, columnsOf(textWithin(text, width)));
  const roomFor = ({ head, notes }: LineHead, isBeside: boolean) =>
    width - columnsOf(head) - (!isBeside || notes === '' ? 0 : columnsOf(notes) + 2);
  const isBeside = heads.every((row) => roomFor(row, true) >= leastOf(row.line));
  const rows = heads.map(({ line, head, notes }) => {
    const available = roomFor({ head, notes }, isBeside);
    const isBelow = !isBeside && available < leastOf(line);
    const text = printable(textWithin(line.text, isBelow ? width - INDENT.length : available));
    return { line, head, notes, isBelow, text };
  });
  const textWidth = widest(
    rows.map(({ text }) => text),
    width * MAX_TEXT,
  );
  return rows.flatMap(({ line, head, notes, isBelow, text }) => {
    const paint = colors[PAINTS[line.sign]];
    const gap = text === '' && textWidth === 0 ? '' : '  ';
    const trailing = !isBeside || notes === '' ? '' : `${gap}${colors.dim(notes)}`;
    const isAligned =
      trailing !== '' && columnsOf(head) + textWidth + columnsOf(notes) + 2 <= width;
    const shown = isAligned ? padded(text, textWidth) : text;
    const content = isBelow ? head : `${head}${shown}`;
    const firstLine = paint(isBelow || trailing === '' ? content.trimEnd() : content);
    return [
      `${firstLine}${trailing}`,
      ...(isBelow ? [paint(`${INDENT}${text}`)] : []),
      ...(isBeside || notes === '' ? [] : [`${INDENT}${colors.dim(notes)}`]),
      ...line.affected.flatMap(({ text: affectedText, isLoss }) =>
        proseLines(printable(affectedText), options, {
          indent: INDENT,
          paint: isLoss ? colors.red : colors.dim,
        }),
      ),
      ...(line.diff === undefined || line.diff.isWhole ? [] : textDiff(line.diff.lines, colors)),
    ];
  });
}

interface LineHead {
  head: string;
  /** Why it is there, and where it is declared. */
  notes: string;
}

function rowsOf(lines: readonly ChangeLine[], width: number): (LineHead & { line: ChangeLine })[] {
  const names = lines.map(({ name }) => printable(name));
  const contexts = lines.map(({ kind, context }) =>
    kind === 'key' ? '(key)' : printable(context ?? ''),
  );
  const [nameWidth, contextWidth] = [
    widest(names, width * MAX_NAME),
    widest(contexts, width * MAX_CONTEXT),
  ];
  const hasContexts = contexts.some((context) => context !== '');
  return lines.map((line, i) => {
    const context = hasContexts ? `${padded(contexts[i] ?? '', contextWidth)}  ` : '';
    const notes = [line.remark, whereOf(line)].flatMap((note) =>
      note === undefined ? [] : [printable(note)],
    );
    // The name of a rename has the arrow.
    const sign = line.kind === 'rename' ? ' ' : line.sign;
    return {
      line,
      head: `  ${sign} ${padded(names[i] ?? '', nameWidth)}  ${context}`,
      notes: notes.join('  '),
    };
  });
}

/** The address of the target, after its name in a project file with several. */
function targetLine({ url, account, name, declaredAs }: Plan['target'], colors: Colors): string {
  const repository = name === '' ? 'Repository not configured' : `${account}/${name}`;
  const where = url === '' ? '' : ` at ${printable(url)}`;
  if (declaredAs === undefined) return `${colors.bold(printable(repository))}${where}`;
  return `${colors.bold(printable(declaredAs))}: ${printable(repository)}${where}`;
}

/** After a push that could not be verified: what differs from the files. */
export function textDiffers(differs: Plan, options: TextOptions): string {
  return `Differences after the push (server → your files):\n\n${textPlan(mask(differs), options)}`;
}

/** The output of `validate` for a project without errors. */
export function textValid(
  found: Record<'keys' | 'values' | 'files' | 'documents', number> & { hasSources: boolean },
): string {
  const { keys, values, files, documents, hasSources } = found;
  const what = `${counted(keys, 'key')} with ${counted(values, 'value')} and ${counted(files, 'file')}`;
  return `Valid: ${what}, declared in ${counted(documents, hasSources ? 'file' : 'document')}.\n`;
}

export function applyQuestion({ changes, target }: Plan): string {
  const { length } = changes.filter(isCounted);
  const repository = printable(`${target.account}/${target.name}`);
  const rewritten = counted(changes.filter((change) => change.rewritten).length, 'item');
  if (length === 0) return `Rewrite ${rewritten} in ${repository}?`;
  const more = changes.some((change) => change.rewritten) ? ` and rewrite ${rewritten}` : '';
  return `Apply ${length === 1 ? 'this change' : `these ${withCommas(length)} changes`} to ${repository}${more}?`;
}

/** Said once, of the first record of a clone. */
export const ONLY_HERE =
  'Note: this clone has no `origin` remote, so the apply was recorded only here. A workflow will treat its first run as a first apply.';

export function unverifiedText({
  plan,
  counts,
}: {
  plan?: Plan;
  counts?: CountsCheck | undefined;
}): string {
  const why = mayRead(plan?.reads, 'pull')
    ? 'the server did not let confighub-sync read the values back'
    : `with \`reads: ${plan?.reads}\`, nothing is read back`;
  const reason = `Applied, not verified: ${why}.`;
  if (counts === undefined) return reason;
  const { expected, found } = counts;
  if (isAsExpected(counts)) return `${reason} The counts are as expected: ${sizeText(found)}.`;
  return `${reason} The counts are not as expected: ${sizeText(found)} instead of ${sizeText(expected)}. Others may have changed the repository, or have values under the same keys.`;
}

/** @param pushSince ISO 8601: the last push of the apply began then or later, if there was one */
export function unlockedText(
  { removed }: { removed?: { text: string; pushSince?: string | undefined } },
  options: ProseOptions,
): string {
  if (removed === undefined) return 'Nothing to unlock.\n';
  const { text, pushSince } = removed;
  const since = pushSince === undefined ? '' : ` since ${shownTime(pushSince)}`;
  const lines = [
    `Lock released. It was held by the ${printable(text)}. The next apply takes over its work.`,
    `It may have sent a push${since}, which the server may still be processing. A push can take many minutes: make sure that the server is done before you apply again.`,
  ];
  return `${lines.flatMap((line) => proseLines(line, options)).join('\n')}\n`;
}

export function isAsExpected({ expected, found }: CountsCheck): boolean {
  return expected.keys === found.keys && expected.values === found.values;
}
