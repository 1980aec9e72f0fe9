// Findings and errors as an output lists them: findings that differ only in a context or an element are one.
import { type CommandError, knownError } from '../errors.ts';
import { grouped } from '../lib/collections.ts';
import { asLines, counted, listed, someOf, withCommas, withName } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Finding, Plan } from '../model/plan.ts';
import { colorsOf } from './colors.ts';
import { type ProseOptions, proseLines } from './columns.ts';
import { spelled } from './lookalikes.ts';
import { printable } from './printable.ts';

/** A finding of a rule, or an error in the files. */
type FoundProblem = Omit<Diagnostic, 'severity' | 'code'> &
  Pick<Finding, 'code' | 'removedFrom'> & {
    severity: Diagnostic['severity'] | Finding['severity'];
  };

/** The first of those that are alike, with the message of all. */
export type ShownProblem<One extends FoundProblem = FoundProblem> = One & {
  /** How many others it stands for. */
  others: number;
};

/** A context or an element of a level, the only text in which alike messages differ. */
const VARIES = / (in|create the element) `([^`]*)`/;
/** More elements are counted. */
const MAX_NAMED = 6;
/** More targets are counted. */
const MOST_TARGETS = 3;

/** Each error is mended where it is, but a variable is set only once. */
const ONCE = 'env-missing';

/** One problem for each rule and key, variable or level, in the order of the first of each. */
export function together<One extends FoundProblem>(problems: readonly One[]): ShownProblem<One>[] {
  const alike = grouped<One, One | string>(problems, (problem) =>
    problem.severity === 'error' && problem.code !== ONCE
      ? problem
      : JSON.stringify([problem.code, problem.message.replace(VARIES, ' $1'), problem.hint]),
  );
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [{ ...first, message: spelled(messageOf(same, first.message)), others: same.length - 1 }];
  });
}

function messageOf(same: readonly FoundProblem[], message: string): string {
  const names = [...new Set(same.map((problem) => VARIES.exec(problem.message)?.[2] ?? ''))];
  if (names.length < 2) return message;
  return message.replace(VARIES, (_, before: string) => {
    if (before === 'in') return ` in ${counted(names.length, 'context')}`;
    const shown = names.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
    const left = names.length - shown.length;
    return ` create the elements ${left > 0 ? `${shown.join(', ')} and ${withCommas(left)} more` : listed(shown)}`;
  });
}

/** `and 23 more places`, after the first place. */
export function othersText({ others }: Pick<ShownProblem, 'others'>): string {
  return others === 0 ? '' : ` and ${counted(others, 'more place')}`;
}

/** `config/shop.yaml:3:5`, or `config/shop.yaml:3:5 (removed)` for a line that was removed. */
function problemPlace({ place, removedFrom, file }: FoundProblem): string {
  if (place !== undefined) return String(place);
  return removedFrom === undefined ? (file ?? '') : `${removedFrom} (removed)`;
}

/** `file:line:column refused code: message`, and a hint. The same one for the same code is shown once. */
export function problemLines(problems: readonly ShownProblem[], options: ProseOptions): string[] {
  const colors = colorsOf(options.color);
  const labels = {
    error: colors.red('error'),
    refusal: colors.red('refused'),
    warning: colors.yellow('warning'),
  };
  const shown = new Set<string>();
  return problems.flatMap((problem) => {
    const { severity, code, message, hint, related } = problem;
    const place = problemPlace(problem);
    const where = place === '' ? '' : `${colors.bold(printable(place))}${othersText(problem)} `;
    const isNew = hint !== undefined && !shown.has(`${code} ${hint}`);
    shown.add(`${code} ${hint}`);
    return [
      ...proseLines(`${where}${labels[severity]} ${code}: ${printable(message)}`, options),
      ...(related === undefined ? [] : [colors.dim(`  See also: ${printable(String(related))}`)]),
      ...(isNew ? hintLines(hint, options) : []),
    ];
  });
}

/** JSON has all of them. */
const MAX_DIAGNOSTICS = 500;

/** For each error or finding: `file:line:column error code: message`, the related place, and a hint. */
export function textDiagnostics(
  diagnostics: readonly ToldProblem[],
  options: ProseOptions,
): string {
  const merged = together(diagnostics);
  const shown = merged.slice(0, MAX_DIAGNOSTICS);
  const more = merged.length - shown.length;
  return asLines([
    ...problemLines(shown, options),
    ...(more > 0 ? [`… and ${counted(more, 'more error')}.`] : []),
  ]);
}

/** Why the plan of a target is refused that was shown before. */
export function textRefused(
  { name, plan }: { name?: string | undefined; plan?: Pick<Plan, 'findings'> | undefined },
  options: ProseOptions,
): string {
  const refusals = plan?.findings.filter(({ severity }) => severity === 'refusal') ?? [];
  return withName(name, textDiagnostics(refusals, options));
}

/** What is wrong and what to do, with a stack trace only for bugs. */
export function textError(error: unknown, options: ProseOptions): string {
  const colors = colorsOf(options.color);
  const commandError = knownError(error);
  if (commandError === undefined) return bug(error);
  const lines = commandError.message
    .split('\n')
    .flatMap((line) =>
      proseLines(`${colors.red('error')} ${commandError.code}: ${printable(line)}`, options),
    );
  return asLines([
    ...lines,
    ...(commandError.hint === undefined ? [] : hintLines(commandError.hint, options)),
  ]);
}

/** Rows of targets; those that the same error stopped are together. */
export function sameErrors<Row extends { error?: CommandError | undefined }>(
  rows: readonly Row[],
): Row[][] {
  const groups = grouped<Row, Row | string>(rows, (row) => {
    if (row.error === undefined || row.error.differs !== undefined) return row;
    const { code, message, hint, diagnostics } = row.error;
    return JSON.stringify([code, message, hint, diagnostics]);
  });
  return [...groups.values()];
}

/** Of rows with the same error: `Staging, Production: error …`; without a name if the only target has none. */
export function textErrorOf(
  rows: readonly { name?: string | undefined; error?: CommandError | undefined }[],
  options: ProseOptions,
): string {
  const names = rows.flatMap(({ name }) => name ?? []);
  const of = names.length === 0 ? undefined : someOf(names, { most: MOST_TARGETS });
  return withName(of, textError(rows[0]?.error, options));
}

function hintLines(hint: string, options: ProseOptions): string[] {
  const { dim } = colorsOf(options.color);
  return proseLines(printable(hint), options, { indent: '  ', paint: dim });
}

/** The stack only names places in this program; the message is left out, because it could contain anything. */
function bug(error: unknown): string {
  const stack = error instanceof Error ? frames(error) : [];
  const name = error instanceof Error ? error.name : typeof error;
  return `error bug: confighub-sync failed unexpectedly (${name}). Please report this:\n${stack.join('\n')}\n`;
}

/** Removes the message first, because its lines may look like stack frames. */
function frames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start === -1) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => /^\s+at /.test(line));
}

/** An error in the files, or the finding of a rule. */
export type ToldProblem = Diagnostic | Finding;

/** Of a sentence that needs no page to explain it. */
export const REMARK = 'remark';

export function asWarning(message: string, code = REMARK) {
  return { severity: 'warning', code, message } as const;
}

/** Of a target, besides its plan. */
export interface Remarks {
  /** Problems in the files. */
  warnings?: readonly Diagnostic[] | undefined;
  /** Sentences about the record, the settings and the push. */
  remarks?: readonly string[] | undefined;
}

export function toldOf({ warnings = [], remarks = [] }: Remarks): ToldProblem[] {
  return [...warnings, ...remarks.map((text) => asWarning(text))];
}

/**
 * What all targets share, such as an error in the project file, names none.
 * @param ofTargets with the names of targets; absent: the only one of a project file without `targets`
 */
export function withTargets<One extends ToldProblem>(
  ofTargets: readonly { target: string | undefined; problems: readonly One[] }[],
): One[] {
  const problemsWithTargets = ofTargets.flatMap(({ target = '', problems }) =>
    problems.map((problem) => ({ target, problem })),
  );
  return [...grouped(problemsWithTargets, ({ problem }) => idOf(problem)).values()].flatMap(
    (same) => {
      const targets = [...new Set(same.map(({ target }) => target))];
      const isCommon = targets.length > 1 && targets.length === ofTargets.length;
      // Empty if the targets could not be read.
      const names = isCommon ? '' : someOf(targets, { most: MOST_TARGETS });
      return same
        .slice(0, 1)
        .map(({ problem }) =>
          names === '' ? problem : { ...problem, message: `${names}: ${problem.message}` },
        );
    },
  );
}

function idOf(problem: ToldProblem): string {
  const { severity, code, message, hint, place } = problem;
  const file = place ?? ('file' in problem ? problem.file : undefined);
  return JSON.stringify([severity, code, message, hint, file === undefined ? '' : String(file)]);
}
