// Tables for a terminal, and the same data as JSON: repositories, files of sources, applies, and rows of keys and files.
import { counted, countedBoth, shellQuoted, someOf } from '../lib/text.ts';
import { type ApplyEntry, shortCommit, shownTime } from '../model/apply-entry.ts';
import { patternText } from '../model/context.ts';
import { type MissingRead, READS } from '../model/server-reads.ts';
import type { Shown, ShownRow } from '../model/shown.ts';
import { type RepositoryName, repositoryText } from '../model/targets.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import { inNaturalOrder, SYMBOLS } from './change-lines.ts';
import { colorsOf } from './colors.ts';
import { type Cell, type Column, cutWithin, plainTable, quotedWithin, wrapped } from './columns.ts';
import { lineCount } from './differences.ts';
import { versioned } from './json.ts';
import { hiddenText, MASK, type MaskedShown } from './mask.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';

interface Info {
  repositories?: readonly RepositoryInfo[] | undefined;
  target?: { url: string; repository: RepositoryName };
  missing?: readonly MissingRead[];
}

/** The repositories of a server, and in one line the reads that it offers for one of them. */
export function infoText(
  { repositories, target, missing = [] }: Info,
  width = DEFAULT_WIDTH,
): string {
  const table =
    repositories === undefined
      ? 'This server does not list its repositories.\n'
      : repositoryTable(repositories, width);
  if (target === undefined) return table;
  const offered = READS.filter((read) => !missing.some((missingRead) => missingRead.read === read));
  const line = [
    `Ways to read ${repositoryText(target.repository)}: ${offered.join(', ') || 'none'}.`,
    ...(missing.length === 0
      ? []
      : [`Not available: ${missing.map(({ read, reason }) => `${read} (${reason})`).join(', ')}.`]),
  ];
  return `${table}\n${wrapped(printable(line.join(' ')), width).join('\n')}\n`;
}

export function infoMembers({ repositories, target, missing = [] }: Info): object {
  if (target === undefined) return { repositories };
  const reads = READS.map((read) => {
    const reason = missing.find((missingRead) => missingRead.read === read)?.reason;
    return [read, reason === undefined ? { offered: true } : { offered: false, reason }];
  });
  return {
    repositories,
    target: { url: target.url, ...target.repository },
    reads: Object.fromEntries(reads),
  };
}

function repositoryTable(repositories: readonly RepositoryInfo[], width: number): string {
  if (repositories.length === 0) return 'This server has no repositories.\n';
  return plainTable(
    [
      { head: 'repository' },
      { head: 'context levels' },
      { head: 'keys', isNumber: true },
      { head: 'values', isNumber: true },
      { head: 'settings' },
      { head: 'description' },
    ],
    repositories.map(
      ({ account, name, levels, keyCount, valueCount, description, ...settings }) => [
        `${account}/${name}`,
        levels.join(';'),
        String(keyCount ?? ''),
        String(valueCount ?? ''),
        settingsText(settings),
        description,
      ],
    ),
    { width },
  );
}

function settingsText({ isPrivate, vdtEnabled, securityEnabled }: Partial<RepositoryInfo>): string {
  return [isPrivate && 'private', vdtEnabled && 'value types', securityEnabled && 'security groups']
    .filter(Boolean)
    .join(', ');
}

interface SourceRows {
  files: readonly { path: string; contexts: readonly string[]; values: number }[];
  keys: number;
  levels: readonly string[];
  /** Paths by the reason. */
  leftOut: Readonly<Record<keyof typeof REASONS, readonly string[]>>;
  crossing: { key: string; loser: string; winner: string; isUnlikeSpring: boolean } | undefined;
}

const REASONS = { ignored: 'ignored by Git', examples: 'example files' } as const;

/** How the files of sources are read, and how much there is in all. */
export function sourceTable(
  { files, keys, levels, leftOut, crossing }: SourceRows,
  width = DEFAULT_WIDTH,
): string {
  if (files.length === 0) return '';
  const rows = files.map(({ path, contexts, values }) => [
    path,
    contexts.join(', ') || 'nothing',
    String(values),
  ]);
  const table = plainTable(
    [{ head: 'file' }, { head: 'context' }, { head: 'values', isNumber: true }],
    rows,
    {
      width,
    },
  );
  const total = files.reduce((sum, { values }) => sum + values, 0);
  const out = Object.entries(REASONS).flatMap(([reason, text]) => {
    const paths = leftOut[reason as keyof typeof REASONS];
    return paths.length === 0
      ? []
      : [`Left out (${text}): ${someOf(paths, { most: 3, noun: 'file' })}`];
  });
  const counts = `${counted(files.length, 'file')} with ${counted(total, 'value')} of ${counted(keys, 'key')}.`;
  const lines = [...levels, ...out, ...crossingLines(crossing)].map(printable);
  return `${[table, ...lines, counts].join('\n')}\n`;
}

function crossingLines(crossing: SourceRows['crossing']): string[] {
  if (crossing === undefined) return [];
  const { key, loser, winner, isUnlikeSpring } = crossing;
  return [
    `${key} has values for ${loser} and ${winner}. An application in both gets the one for ${winner}: later levels count more.`,
    ...(isUnlikeSpring
      ? [
          'In Spring, the file of a profile wins. See "Who wins" in docs/adopt.md of confighub-sync.',
        ]
      : []),
  ];
}

interface ProposedLines {
  path: string;
  line: number;
  fields: readonly { text: string; meaning: string }[];
}

/** Lines to add to the project file below the path of each source. */
export function proposalText(config: string, proposals: readonly ProposedLines[]): string {
  const lines = proposals.flatMap(({ path, line, fields }) => [
    `below line ${line}, the path ${path}`,
    ...fields.map(({ text, meaning }) => `    ${text}  # ${meaning}`),
  ]);
  const title = `To solve this in ${config} instead of the files, add some of these lines:`;
  return `${[title, '', ...lines.map(printable)].join('\n')}\n`;
}

const HISTORY: readonly Column[] = [
  { head: 'time', isWhole: true },
  { head: 'commit' },
  { head: 'stage' },
  { head: 'subject' },
  { head: 'author' },
  { head: 'actor' },
  { head: 'created', short: SYMBOLS.create, isNumber: true },
  { head: 'updated', short: SYMBOLS.update, isNumber: true },
  { head: 'deleted', short: SYMBOLS.delete, isNumber: true },
  // A URL.
  { head: 'run', isWhole: true },
];

/** Columns: a narrower table has no room for subjects and authors. */
const WIDE = 100;

/** @param repeated flags that an apply of the same project needs, as a shell reads them */
export function historyTable(
  entries: readonly ApplyEntry[],
  width = DEFAULT_WIDTH,
  repeated = '',
): string {
  if (entries.length === 0) return 'No apply runs are recorded.\n';
  const isWide = width >= WIDE && entries.some(({ subject }) => subject !== undefined);
  const isStaged = entries.some(({ stage }) => stage !== undefined);
  const isShown = ({ head }: Column) =>
    head === 'stage' ? isStaged : isWide || (head !== 'subject' && head !== 'author');
  const table = plainTable(
    HISTORY.filter(isShown),
    entries.map(({ time, commit, stage, subject, author, run, counts, ...how }) => [
      shownTime(time),
      commit === undefined ? '' : shortCommit(commit),
      ...(isStaged ? [stage ?? ''] : []),
      ...(isWide ? [(columns: number) => cutWithin(subject ?? '', columns), author ?? ''] : []),
      appliedBy(how),
      String(counts?.create ?? ''),
      String(counts?.update ?? ''),
      String(counts?.delete ?? ''),
      run ?? '',
    ]),
    { width },
  );
  return `${table}${undoText(entries, repeated)}`;
}

/** How to undo the newest apply. A stage is rolled back instead, because its commit also changes other stages. */
function undoText([newest, ...older]: readonly ApplyEntry[], repeated: string): string {
  if (newest?.stage === undefined) {
    const undo = newest?.undo;
    return undo === undefined
      ? ''
      : `\nTo undo the newest apply, run this and apply again: ${undo}\n`;
  }
  const { stage } = newest;
  const before = older.find((entry) => entry.stage === stage && entry.commit !== newest.commit);
  if (before?.commit === undefined) return '';
  const flags = `${repeated} --stage ${shellQuoted(stage)} --allow-older`.trimStart();
  const line = `git switch --detach ${shortCommit(before.commit)} && confighub-sync apply ${flags}`;
  return `\n${printable(`To roll back only ${stage}: ${line}`)}\n`;
}

/** `ada, approved by bob`. */
export function appliedBy({
  actor,
  unfinished,
  rollback,
  approved,
  tookOver = [],
}: Omit<ApplyEntry, 'time'>): string {
  return [
    actor,
    rollback && 'rollback',
    unfinished && 'not finished',
    approved && `approved by ${approved.by ?? 'unknown'}`,
    ...tookOver.map(tookOverText),
  ]
    .filter(Boolean)
    .join(', ');
}

/** `took over 0123456789 of ada`: an apply that did not finish. */
function tookOverText({ commit, actor }: Pick<ApplyEntry, 'commit' | 'actor'>): string {
  return `took over ${commit === undefined ? 'an apply' : shortCommit(commit)}${actor === undefined ? '' : ` of ${actor}`}`;
}

/** One line for each item that an application gets, or each item with its rows. */
export function textShown(
  shown: MaskedShown,
  { color, width = DEFAULT_WIDTH }: { color: boolean; width?: number },
): string {
  const { context, source, target } = shown;
  const rows = inNaturalOrder(shown.rows, ({ change }) => change);
  const colors = colorsOf(color);
  const isOfOne = context !== undefined;
  if (rows.length === 0) return `${isOfOne ? headOf(shown) : 'There are no keys or files.'}\n`;
  const [name, from] = isOfOne ? ['name', 'from'] : ['context', 'applications'];
  const columns: Column[] = [
    { head: name },
    { head: 'value' },
    { head: from, paint: colors.dim },
    { head: 'declared in', paint: colors.dim },
  ];
  const cells = rows.map((row): Cell[] => {
    const { change, context: at = '', applications } = row;
    const place = change.place && `${change.place.file}:${change.place.line}`;
    const undeclared = source === 'live' && at !== '' ? 'not in the files' : '';
    const [first, second] = isOfOne
      ? [change.name, at]
      : [`  ${at}`, applications && applicationsText(applications)];
    return [first, valueCell(row), second ?? '', place ?? undeclared];
  });
  const titles = rows.map(titleOf);
  const above = (i: number) =>
    isOfOne || titles[i] === titles[i - 1] ? [] : ['', colors.bold(titles[i] ?? '')];
  const table = plainTable(columns, cells, { width, paintHead: colors.dim, above, mostBelow: 2 });
  const head = isOfOne ? headOf(shown) : target && printable(whereText(target));
  return `${head === undefined ? '' : `${head}\n\n`}${table}`;
}

function whereText({ repository, url }: NonNullable<Shown['target']>): string {
  return `${repositoryText(repository)} at ${url}`;
}

/** `The files give Production;Billing 5 keys and 1 file:`. */
function headOf({ context, target, rows }: MaskedShown): string {
  const files = rows.filter(({ change }) => change.kind === 'file').length;
  const keys = rows.length - files;
  const counts = countedBoth([
    [keys, 'key'],
    [files, 'file'],
  ]);
  const who = target === undefined ? 'The files give' : `${whereText(target)} gives`;
  return printable(`${who} ${context} ${counts || 'nothing'}${rows.length > 0 ? ':' : '.'}`);
}

function titleOf({ change }: ShownRow): string {
  const type = change.kind === 'value' && change.vdt !== 'Text' ? `  ${change.vdt}` : '';
  return printable(`${change.name}${type}`);
}

function applicationsText(patterns: NonNullable<ShownRow['applications']>): string {
  if (patterns.length === 0) return 'no application';
  return patterns
    .map(patternText)
    .join(patterns.some(({ except }) => except.length > 0) ? ' and in ' : ', ');
}

function valueCell({ change, context, unset, absent }: ShownRow): Cell {
  if (absent) return '(must not exist)';
  if (change.secret) return hiddenText(unset);
  const { kind, after } = change;
  if (after === undefined)
    return context === undefined ? '(the server does not say)' : '(not known)';
  return kind === 'file' ? lineCount(after ?? '') : (columns) => quotedWithin(after, columns);
}

export function jsonShown({ context, source, target, rows }: MaskedShown): string {
  const ofKind = (kind: 'value' | 'file') =>
    rows.filter(({ change }) => change.kind === kind).map(rowJson);
  return versioned({
    context,
    from: source,
    target: target && { url: target.url, ...target.repository },
    keys: ofKind('value'),
    files: ofKind('file'),
  });
}

function rowJson({
  change,
  context,
  unset,
  absent,
  applications,
  isMasked,
}: MaskedShown['rows'][number]): object {
  const text = change.secret ? MASK : change.after;
  return {
    ...(change.kind === 'file' ? { path: change.name } : { key: change.name, vdt: change.vdt }),
    context,
    [change.kind === 'file' ? 'content' : 'value']: absent ? undefined : text,
    secret: isMasked || undefined,
    unset,
    absent,
    place: change.place,
    applications: applications?.map(({ elements, except }) => ({ elements, except })),
  };
}
