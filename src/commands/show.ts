// show: the rows of keys and files, or what an application gets in one context, from the files or from the server.
import { reportPlannedSecrets } from '../core/shown-plan.ts';
import {
  openProject,
  type OpenProject,
  type TargetOptions,
  withoutMissingEnv,
} from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Shown } from '../model/shown.ts';
import type { Comparison } from '../model/comparison.ts';
import type { SideBySide } from '../model/side-by-side.ts';
import { askedForBoth, chosenBy, refuseBadPatterns, refuseUnmatched } from '../show/asked.ts';
import { compare, requestedIn } from '../show/compare.ts';
import { marked, shownRows } from '../show/rows.ts';
import { type PageColumns, columnsBy, sideBySide } from '../show/side-by-side.ts';
import { filesSide, knownToFiles, liveSide, type Side } from '../show/sides.ts';

interface Told {
  warnings: Diagnostic[];
  /** Sentences. */
  remarks: string[];
}

/** What the environment does not tell is shown as unknown. */
function openToShow(
  patterns: readonly string[],
  options: TargetOptions,
  runtime: Runtime,
): Promise<OpenProject> {
  refuseBadPatterns(patterns);
  return openProject(options, { runtime, missingEnv: 'warning', asCommitted: true });
}

/**
 * From the files it needs no server and no token. Throws {@link CommandError}, also for a pattern that matches nothing.
 * @param asked.patterns names, or globs of keys and paths; `!` in front excludes; none: everything
 * @param asked.context of an application; absent: all rows are shown
 */
export async function show(
  {
    patterns,
    context,
    live,
  }: { patterns: readonly string[]; context: string | undefined; live: boolean },
  options: TargetOptions,
  runtime: Runtime,
): Promise<Told & { shown: Shown }> {
  const project = await openToShow(patterns, options, runtime);
  const side = await sideOf(project, { context, live }, options, runtime);
  const { source, who, elements, target, remarks } = side;
  const found = shownRows(side);
  const changes = found.map(({ change }) => change);
  const subject = elements === undefined ? who : `${elements.join(';')} gets`;
  refuseUnmatched(patterns, changes, [...project.state.items.values()], subject);
  const isChosen = chosenBy(patterns);
  const chosen = found.filter(({ change }) => isChosen(change));
  const rows = marked(chosen, side);
  const onServer = { changes: [], drift: live ? rows.map(({ change }) => change) : [] };
  reportPlannedSecrets(onServer, runtime.onSecret, side.marks.secrets.isSecretName);
  const shown = { source, context: elements?.join(';'), target, rows };
  return { shown, warnings: withoutMissingEnv(project.diagnostics), remarks };
}

/**
 * What the files give applications in one context otherwise than in another, without a server, token or variables.
 * Throws {@link CommandError}, also for a pattern that matches nothing.
 * @param asked.patterns as for {@link show}
 */
export async function showDifferences(
  { patterns, context, against }: { patterns: readonly string[]; context: string; against: string },
  options: TargetOptions,
  runtime: Runtime,
): Promise<Told & { comparison: Comparison }> {
  const project = await openToShow(patterns, options, runtime);
  const { pair, ...asked } = askedForBoth([context, against], knownToFiles(project));
  const side = { ...filesSide(project, undefined), levels: asked.levels };
  const items = [...project.state.items.values()];
  refuseUnmatched(patterns, items, items, side.who);
  const { keep } = project.project.promote;
  const comparison = compare(side, pair, { isChosen: chosenBy(patterns), keep });
  return { comparison, warnings: withoutMissingEnv(project.diagnostics), remarks: asked.remarks };
}

function sideOf(
  project: OpenProject,
  { context, live }: { context: string | undefined; live: boolean },
  options: TargetOptions,
  runtime: Runtime,
): Promise<Side> {
  return live
    ? liveSide(project, context, options, runtime)
    : Promise.resolve(filesSide(project, context));
}

interface AskedColumns {
  patterns: readonly string[];
  /** The only column, or with `against` the first of two; absent: each element of a level is one. */
  context: string | undefined;
  against: string | undefined;
  /** Name of the level; absent: that of `stages`, the first that the project file orders, or the first. */
  by: string | undefined;
  live: boolean;
}

/**
 * What applications get in each element of a level, or in one or two contexts. Throws {@link CommandError}, also for a
 * pattern that matches nothing.
 * @param asked.patterns as for {@link show}
 */
export async function showSideBySide(
  { patterns, ...asked }: AskedColumns,
  options: TargetOptions,
  runtime: Runtime,
): Promise<Told & { shown: SideBySide }> {
  const project = await openToShow(patterns, options, runtime);
  const { side, columns } = await columnsIn(project, asked, options, runtime);
  const items = [...side.state.items.values()];
  const untold = side.untold.map((name) => ({ kind: 'file', name }) as const);
  refuseUnmatched(patterns, [...items, ...untold], [...project.state.items.values()], side.who);
  const { promote, repository } = project.project;
  const isChosen = chosenBy(patterns);
  const shown = sideBySide(side, columns, { isChosen, keep: promote.keep });
  return {
    shown: { ...shown, repository: shown.repository ?? options.repository ?? repository },
    warnings: withoutMissingEnv(project.diagnostics),
    remarks: side.remarks,
  };
}

async function columnsIn(
  project: OpenProject,
  { context, against, by, live }: Omit<AskedColumns, 'patterns'>,
  options: TargetOptions,
  runtime: Runtime,
): Promise<{ side: Side; columns: PageColumns }> {
  if (context !== undefined && against !== undefined) {
    const { pair, levels, remarks } = askedForBoth([context, against], knownToFiles(project));
    const side = { ...filesSide(project, undefined), levels, remarks };
    const columns = pair.map((pattern) => ({
      title: pattern.join(';'),
      elements: requestedIn(pattern),
    }));
    return { side, columns: { columns, left: 0 } };
  }
  const side = await sideOf(project, { context, live }, options, runtime);
  if (side.elements === undefined) return { side, columns: columnsBy(side, by, project.project) };
  const column = { title: side.elements.join(';'), elements: side.elements };
  return { side, columns: { columns: [column], left: 0 } };
}
