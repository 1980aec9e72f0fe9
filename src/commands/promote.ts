// promote: takes values and files of one environment to another, as edits of the files. Only reads; the entry writes after approval.
import { isThere } from '../project/git-files.ts';
import { filesOfOthers } from '../project/other-projects.ts';
import { openProject, type TargetOptions, withoutMissingEnv } from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import { folderOf } from '../documents/project-files.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Promotion } from '../model/promotion.ts';
import { secretNames } from '../model/secrets.ts';
import { askedToPromote } from '../promote/asked.ts';
import { planPromotion } from '../promote/plan-promotion.ts';
import { isFiltered } from '../record/conversions.ts';
import { chosenBy, refuseBadPatterns, refuseUnmatched } from '../show/asked.ts';
import { filesSide, knownToFiles } from '../show/sides.ts';

interface PromoteRequest {
  /** An element, or a context in full. */
  from: string;
  to: string;
  /** Names, or globs of keys and paths; `!` in front excludes; none: everything. */
  patterns: readonly string[];
  exact: boolean;
  tidy: boolean;
}

/** What a promotion would write, and the absolute path of the folder of the project; needs no server, token or variables. */
export async function planningPromotion(
  { from, to, patterns, exact, tidy }: PromoteRequest,
  options: TargetOptions,
  runtime: Runtime,
) {
  refuseBadPatterns(patterns);
  const project = await openProject(options, {
    runtime,
    missingEnv: 'warning',
    outcome: 'nothing was promoted',
  });
  const { root, files: tree, name: projectFile } = folderOf(options.config, runtime.cwd);
  const { pair, levels, remarks } = askedToPromote([from, to], knownToFiles(project));
  const side = { ...filesSide(project, undefined), levels };
  const items = [...project.state.items.values()];
  refuseUnmatched(patterns, items, items, side.who);
  const { promote, redact, allowNewContexts } = project.project;
  const promotion = planPromotion({
    side,
    request: {
      pair,
      names: [from.trim(), to.trim()],
      isChosen: chosenBy(patterns),
      keep: promote.keep,
      exact,
      tidy,
    },
    files: project.files,
    display: project.display,
    isFiltered: (path) => isFiltered(project.conversions, path),
    projectFile,
    choice: { name: options.target },
    env: runtime.env,
    target: { url: '', account: '', name: '', levels: [...levels] },
    vdtEnabled: true,
    isNew: false,
    usedElsewhere: await filesOfOthers(project),
    exists: (path) => isThere(tree, path),
    isSecretName: secretNames(redact),
    secretIn: [],
  });
  const created = newElementNotes(promotion, pair[1], {
    known: knownToFiles(project),
    allowNewContexts,
  });
  const warnings: Diagnostic[] = withoutMissingEnv(project.diagnostics);
  return {
    promotion: { ...promotion, notes: [...promotion.notes, ...created] },
    project,
    root,
    warnings,
    remarks,
  };
}

/** An element that no file has yet is created on the server, which needs a line in the project file. */
function newElementNotes(
  { changes }: Promotion,
  to: readonly string[],
  {
    known: { elements, levels },
    allowNewContexts,
  }: { known: ReturnType<typeof knownToFiles>; allowNewContexts: readonly string[] },
): string[] {
  if (changes.length === 0) return [];
  return to.flatMap((element, level) => {
    const isNew = !element.startsWith('*') && elements[level]?.has(element.toLowerCase()) === false;
    if (!isNew) return [];
    const of = levels?.[level] === undefined ? '' : ` of ${levels[level]}`;
    const isAllowed = allowNewContexts.some(
      (allowed) => allowed.toLowerCase() === element.toLowerCase(),
    );
    const line = `\`allowNewContexts: [${[...allowNewContexts, element].join(', ')}]\``;
    const allow = isAllowed ? '' : ` The plan needs this line in the project file: ${line}.`;
    return [
      `No file has the element \`${element}\`${of} yet, so an apply creates it permanently.${allow}`,
    ];
  });
}
