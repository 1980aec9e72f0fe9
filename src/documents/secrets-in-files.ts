// Values and files in documents that look secret: everybody who can read the repository can read them.
import type { Range } from '../lib/text.ts';
import { fullContext } from '../model/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { nameMatcher, secretMember } from '../model/secrets.ts';
import { rowsIn, textName } from '../model/state.ts';
import { secretLines } from '../semantics/secret-lines.ts';
import type { Loaded } from './load-project.ts';

/** One warning for each item that `allowSecrets` does not name. */
export function secretsInFiles({ state, project, depth }: Pick<Loaded, 'state' | 'project' | 'depth'>): Diagnostic[] {
  const isAllowed = nameMatcher(project.allowSecrets);
  const levels = depth?.levels ?? project.levels?.length ?? 1;
  return [...rowsIn(state)].flatMap(({ item, row }): Diagnostic[] => {
    const { text, place } = row;
    const isHere = !row.absent && !row.unknown && row.variable === undefined;
    if (!isHere || text === null || text.trim() === '' || isAllowed(item.name)) return [];
    const what = `${textName(item)} in \`${fullContext(row.context, levels)}\``;
    const suspicion = suspicionOf(text, item.secret === true || row.secret === true);
    if (suspicion === undefined) return [];
    const { code, problem, hint } = suspicion;
    const allow = `list \`${item.name}\` in \`allowSecrets\` of the project file.`;
    return [{ severity: 'warning', code, message: `${what} ${problem}.`, hint: `${hint} ${allow}`, place }];
  });
}

const VARIABLE = /^\$(?:\{([A-Z][A-Z0-9_]{0,60})\}|([A-Z][A-Z0-9_]{0,60}))$/;

/**
 * `hint` ends before what to do if there is no problem.
 * @param isSecret by its name, its form or its security group
 */
function suspicionOf(text: string, isSecret: boolean) {
  const [, braced, bare] = VARIABLE.exec(text.trim()) ?? [];
  const variable = braced ?? bare;
  if (variable !== undefined) {
    if (!isSecret && secretMember(variable) !== 'certain') return undefined;
    return {
      code: 'env-text' as const,
      problem: `is text that names the variable ${variable}, but variables in text are not expanded`,
      hint: `Write \`{ env: ${variable} }\` in a document. If the application expands it,`,
    };
  }
  const lines = isSecret ? 'all' : secretLines(text);
  if (lines.length === 0) return undefined;
  const verb = lines === 'all' ? 'looks like a secret' : `contains what looks like a secret${linesIn(text, lines)}`;
  return {
    code: 'secret-in-file' as const,
    problem: `${verb}, and it is in Git`,
    hint: 'Take it from the environment, with `{ env: … }` in a document. If it is not a secret,',
  };
}

/** ` (lines 2, 5, 9, …)`; nothing for a text of one line. */
function linesIn(text: string, lines: readonly Range[]): string {
  if (!text.trimEnd().includes('\n')) return '';
  const numbers = lines.slice(0, 3).map(({ start }) => text.slice(0, start).split('\n').length);
  return ` (${lines.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}${lines.length > 3 ? ', …' : ''})`;
}
