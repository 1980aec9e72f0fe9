// show: the rows of keys and files, or what an application receives in one context, from the files or from the server.
import { CommandError } from '../errors.ts';
import { globProblem } from '../lib/glob.ts';
import { compareText, nearest } from '../lib/text.ts';
import { compareContexts } from '../model/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { holdsSecret } from '../model/plan.ts';
import { scopeOf } from '../model/scope.ts';
import { shownVariable } from '../model/secrets.ts';
import type { Shown, ShownRow } from '../model/shown.ts';
import type { Item, Named, Row } from '../model/state.ts';
import { annotated } from '../plan/annotate.ts';
import { rowOf } from '../plan/find-item.ts';
import { effectsOf } from '../semantics/effects.ts';
import { receivedText, winnersOf } from '../semantics/rendering.ts';
import { indexGroups, weigher, weightOf } from '../semantics/resolution.ts';
import { openProject, type TargetOptions, withoutMissingEnv } from '../apply/project.ts';
import type { Runtime } from '../apply/runtime.ts';
import { filesSide, liveSide, type Side } from './show-sides.ts';

export interface ShowRequest {
  /** Names, or globs of keys and paths; `!` in front excludes. None: everything. */
  patterns: readonly string[];
  /** Of an application; absent: all rows are shown. */
  context?: string | undefined;
  /** From the server. */
  live: boolean;
}

interface ShowResult {
  shown: Shown;
  /** Problems in the files. */
  warnings: Diagnostic[];
  /** Sentences about what is shown. */
  remarks: string[];
}

/** From the files it needs no server and no token. Throws {@link CommandError}, also for a pattern that matches nothing. */
export async function show(request: ShowRequest, options: TargetOptions, runtime: Runtime): Promise<ShowResult> {
  refuseBadPatterns(request.patterns);
  // What the environment does not tell is shown as unknown.
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const side = request.live
    ? await liveSide(project, { context: request.context, options, runtime })
    : filesSide(project, request.context);
  const found = side.elements === undefined ? allRows(side) : receivedRows(side, side.elements);
  const who = side.elements === undefined ? side.who : `${side.elements.join(';')} receives`;
  const items = found.map(({ change }) => change);
  refuseUnmatched(request.patterns, { found: items, declared: [...project.state.items.values()], who });
  const isChosen = chosenBy(request.patterns);
  const rows = marked(
    found.filter(({ change }) => isChosen(change)),
    side,
  );
  if (request.live) reportSecrets(rows, runtime.onSecret);
  const { source, elements, target, remarks } = side;
  const shown = { source, ...(elements && { context: elements.join(';') }), ...(target && { target }), rows };
  return { shown, warnings: withoutMissingEnv(project.diagnostics), remarks };
}

/** The rows that win in a context. */
function receivedRows(side: Side, elements: readonly string[]): ShownRow[] {
  const { state, groups, levels, untold } = side;
  const weigh = weigher(elements, indexGroups(levels, groups));
  const winners = [...winnersOf(state, { weigh, depth: levels.length }).values()];
  return sorted([
    ...winners.map(({ item, row }) => shownRow(item, { ...row, text: receivedText(item.vdt, row.text) }, side)),
    ...untold.map((path): ShownRow => ({ change: { kind: 'file', action: 'create', name: path, context: '*' } })),
  ]);
}

/** Every row, with the contexts in which it wins. */
function allRows(side: Side): ShownRow[] {
  const { state, levels } = side;
  const items = [...state.items.values()].map((item) =>
    item.absent ? [absentKey(item, side)] : [...item.rows.values()].map((row) => shownRow(item, row, side)),
  );
  const groups = indexGroups(levels, []);
  const weight = ({ change }: ShownRow) => weightOf(change.context, groups);
  const ordered = items.map((rows) =>
    withReceived(rows, levels).sort(
      (a, b) => weight(b) - weight(a) || compareContexts(a.change.context, b.change.context),
    ),
  );
  return sorted(ordered.flat());
}

/** Keys before files, by name. */
function sorted(rows: readonly ShownRow[]): ShownRow[] {
  return rows.toSorted(({ change: a }, { change: b }) => {
    const kinds = Number(a.kind === 'file') - Number(b.kind === 'file');
    return kinds || compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.name, b.name);
  });
}

function shownRow(item: Item, row: Row, { levels }: Side): ShownRow {
  const { text, variable, absent, unknown } = row;
  const of = rowOf(item, row, levels.length);
  return {
    change: { ...of, action: 'create', ...(!absent && !unknown && { after: text }) },
    context: of.context,
    ...(unknown && variable !== undefined && { unset: shownVariable(variable) }),
    ...(absent && { absent }),
  };
}

/** A key that must not exist has no value in any context. */
function absentKey(key: Item, side: Side): ShownRow {
  return shownRow(key, { context: '*', text: null, absent: true }, side);
}

function withReceived(rows: readonly ShownRow[], levels: readonly string[]): ShownRow[] {
  const after = rows.filter(({ absent }) => !absent).map((row) => ({ context: row.change.context, row }));
  const effects = effectsOf({ before: [], after, groups: indexGroups(levels, []), same: () => false });
  if (effects === undefined) return [...rows];
  const patternsOf = (row: ShownRow) => effects.filter((one) => one.after?.row === row).map(({ contexts }) => contexts);
  return rows.map((row) => (row.absent ? row : { ...row, received: patternsOf(row) }));
}

/** With the line that declares each row, and marks of what is secret. */
function marked(rows: readonly ShownRow[], { source, marks }: Side): ShownRow[] {
  const changes = annotated(
    rows.map(({ change }) => change),
    { ...marks, isTheirs: source === 'live' },
  );
  return rows.map((row, i) => {
    const change = changes[i];
    const isUntold = row.context === undefined;
    return isUntold || change === undefined || change.kind === 'key' ? row : { ...row, change };
  });
}

/** Secrets on the server may be in use: they are masked in every later line. */
function reportSecrets(rows: readonly ShownRow[], onSecret: Runtime['onSecret']): void {
  for (const { change } of rows.filter(({ change }) => holdsSecret(change))) {
    for (const text of change.secrets?.texts ?? []) onSecret?.(text);
    if (change.secret && change.after) onSecret?.(change.after);
  }
}

// The names and globs that choose rows, and what was meant where they match none.

/** Throws one {@link CommandError} for all of them. */
function refuseBadPatterns(patterns: readonly string[]): void {
  const problems = patterns.flatMap((pattern) => {
    const problem = globProblem(pattern);
    return problem === undefined ? [] : [`The pattern \`${pattern.slice(0, 80)}\` ${problem}.`];
  });
  if (problems.length > 0) throw new CommandError({ code: 'bad-option', message: problems.join('\n') });
}

/** Key names are compared without case, paths with it. None: everything is chosen. */
function chosenBy(patterns: readonly string[]): (item: Named) => boolean {
  if (patterns.length === 0) return () => true;
  const scope = scopeOf({ scope: { keys: patterns, files: patterns } });
  return scope.item;
}

interface Searched {
  /** What could be shown. */
  found: readonly Named[];
  /** All items that the files declare. */
  declared: readonly Named[];
  /** Who has or receives it: `The files have`. */
  who: string;
}

/** Throws a {@link CommandError} that names each pattern without a match, and what is near it. */
function refuseUnmatched(patterns: readonly string[], { found, declared, who }: Searched): void {
  const unmatched = patterns.filter((one) => !one.startsWith('!') && !found.some(chosenBy([one])));
  if (unmatched.length === 0) return;
  const names = [...new Set([...found, ...declared].map(({ name }) => name))];
  const sentences = unmatched.map((pattern) => {
    const missing = `${who} no key or file ${isGlob(pattern) ? 'that matches ' : ''}\`${pattern.slice(0, 120)}\`.`;
    const near = nearTo(pattern, names);
    if (declared.some(chosenBy([pattern])))
      return `${missing} The files declare it: \`confighub-sync show ${typed(pattern)}\` lists its contexts.`;
    return near === undefined ? missing : `${missing} Did you mean \`${near}\`?`;
  });
  throw new CommandError({ code: 'no-match', message: sentences.join('\n') });
}

/** As in a shell. */
function typed(pattern: string): string {
  return isGlob(pattern) ? `'${pattern}'` : pattern;
}

function isGlob(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

/** The nearest name. Of a glob, the parts before its first wildcard are compared with the beginnings of names. */
function nearTo(pattern: string, names: readonly string[]): string | undefined {
  // Paths are given with their folder.
  if (!isGlob(pattern)) return names.find((name) => name.endsWith(`/${pattern}`)) ?? nearest(pattern, names);
  const [plain = ''] = pattern.split(/[*?[{]/);
  const start = plain.slice(0, Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('/')));
  const count = start.split(/[./]/).length;
  const beginnings = names.map((name) =>
    name
      .split(/(?=[./])/)
      .slice(0, count)
      .join(''),
  );
  const near = nearest(start, new Set(beginnings));
  return near === undefined ? undefined : `${near}${pattern.slice(start.length)}`;
}
