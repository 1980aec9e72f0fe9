// Checks what documents declare: values that fit their types, no encrypted texts, nothing outside the scope, no secrets in Git.
import { nearest, type Range } from '../lib/text.ts';
import { covers, EVERYWHERE, fullContext } from '../model/context.ts';
import { cut, type Diagnostic, type Place, type Report } from '../model/diagnostic.ts';
import { type Project, type Scope, WHOLE_REPOSITORY } from '../model/project.ts';
import { nameMatcher, type Passwords, secretMember } from '../model/secrets.ts';
import {
  elementsIn,
  groupOf,
  isNative,
  type Item,
  keysIn,
  type Row,
  rowsIn,
  isPresent,
  type State,
  textName,
} from '../model/state.ts';
import { opened } from '../semantics/ciphers.ts';
import { secretLines } from '../semantics/secret-lines.ts';
import { valueProblem } from '../semantics/value-types.ts';
import type { Depth } from './state-builder.ts';

/**
 * The value of a row against the declared type of its key, and cipher texts, such as one copied from an export: they
 * would be encrypted a second time. Types known only to the server are checked when the plan is made.
 */
export function checkRow(
  item: Item,
  row: Row,
  { depth, passwords, report }: { depth: number; passwords: Passwords; report: Report },
): void {
  const { vdt } = item;
  const { text, place } = row;
  const error = (problem: Pick<Diagnostic, 'code' | 'message' | 'hint'>) =>
    report({ severity: 'error', ...problem, place });
  const expected =
    vdt === undefined || row.absent || row.unknown ? undefined : valueProblem(vdt, text);
  if (row.native && !isNative(vdt)) {
    const why =
      vdt === undefined
        ? 'but the key has no declared type'
        : `which its type ${vdt} does not allow`;
    const message = `A value of the key ${item.name} is a mapping or a list, ${why}.`;
    const hint =
      'Declare `vdt: Map`, `vdt: List` or `vdt: JSON` together with the value, as in `{ vdt: List, value: [ … ] }`.';
    error({ code: 'vdt-required', message, hint });
  } else if (expected !== undefined) {
    const where = fullContext(row.context, depth);
    const message = `The value of ${item.name} in \`${where}\` does not fit its type ${vdt}.`;
    error({ code: 'value-type', message, hint: `Expected: ${expected}.` });
  }
  const group = groupOf(item, row);
  const password = group === undefined ? undefined : passwords.of(group);
  if (text === null || password === undefined || opened(text, password) === undefined) return;
  const message = `${textName(item)} is already encrypted and would be encrypted again.`;
  const hint = 'Declare the clear text, preferably from the environment: `{ env: … }`.';
  error({ code: 'cipher-text', message, hint });
}

/** Reports declared items outside the scope: they would never be pushed. */
export function checkScope({ items }: State, scope: Scope, report: Report): void {
  if (scope === WHOLE_REPOSITORY) return;
  const refuse = (what: string, place: Place | undefined) => {
    const message = `${what} is outside the scope of this project.`;
    const hint =
      'Widen `scope` or narrow `ignore` in confighub.yaml, or declare it in the project that owns it.';
    report({ severity: 'error', code: 'outside-scope', message, hint, place });
  };
  for (const item of items.values()) {
    const { kind, name, rows } = item;
    const what = kind === 'key' ? `The value of ${name}` : `The file ${name}`;
    if (kind === 'key' && !scope.item(item)) refuse(`The key ${name}`, item.place);
    else
      for (const { context, place } of rows.values())
        if (!scope.row(item, context)) refuse(`${what} in \`${context}\``, place);
  }
}

/**
 * Reports keys that an application gets a value of in one context, and none in the same context of an element that
 * `every` names: the commonest incident with a new environment.
 */
export function checkEvery(
  state: State,
  { project, depth, report }: { project: Project; depth: number; report: Report },
): void {
  const { every, levels } = project;
  if (every.length === 0) return;
  const isExempt = nameMatcher(
    every.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  );
  const elements = elementsIn(state, depth);
  for (const element of every.filter((glob) => !glob.startsWith('!'))) {
    const [level, other] = elements.flatMap((names, at) =>
      names.has(element.toLowerCase()) ? at : [],
    );
    if (level === undefined || other !== undefined) {
      const isUnknown = level === undefined;
      const near = nearest(
        element,
        elements.flatMap((names) => [...names.values()]),
      );
      report({
        severity: isUnknown ? 'warning' : 'error',
        code: 'value-missing',
        message: `\`every\` lists \`${cut(element)}\`, which ${isUnknown ? 'no value or file uses, so nothing is checked for it' : 'is an element of two levels'}.`,
        hint: isUnknown && near !== undefined ? `Did you mean \`${near}\`?` : undefined,
        place: project.places.every,
      });
      continue;
    }
    for (const key of keysIn(state)) {
      const gap =
        key.absent || isExempt(key.name) ? undefined : gapIn(key, { element, level, depth });
      if (gap === undefined) continue;
      const at = levels?.[level] === undefined ? '' : ` (${levels[level]})`;
      report({
        severity: 'error',
        code: 'value-missing',
        message: `${key.name} has a value in \`${gap.context}\`, but none in \`${gap.missing}\`. \`every\` requires one for ${element}${at}.`,
        hint: `Add one (\`null\` and "" count as values), or exempt the key: \`"!${key.name}"\` in \`every\`.`,
        place: gap.place ?? key.place,
      });
    }
  }
}

/** A row of a key, and the same context of this element, in which no row answers. */
function gapIn(
  { rows }: Item,
  { element, level, depth }: { element: string; level: number; depth: number },
): { context: string; missing: string; place: Place | undefined } | undefined {
  const given = [...rows.values()].filter(isPresent);
  if (given.some(({ context }) => context === EVERYWHERE)) return undefined;
  for (const { context, place } of given) {
    const missing = context.split(';').with(level, element).join(';');
    if (!given.some((row) => covers(fullContext(row.context, depth), missing)))
      return { context, missing, place };
  }
  return undefined;
}

/** One warning for each item that `allowSecrets` does not name. */
export function secretsInFiles(loaded: {
  state: State;
  project: Project;
  depth?: Depth;
}): Diagnostic[] {
  const { state, project, depth } = loaded;
  const isAllowed = nameMatcher(project.allowSecrets);
  const isRedacted = nameMatcher(project.redact);
  const levels = depth?.levels ?? project.levels?.length ?? 1;
  return [...rowsIn(state)].flatMap(({ item, row }): Diagnostic[] => {
    const { text, place } = row;
    if (
      !(isTextInGit(row) || row.filtered) ||
      text === null ||
      text.trim() === '' ||
      isAllowed(item.name)
    )
      return [];
    const what = `${textName(item)} in \`${fullContext(row.context, levels)}\``;
    const suspicion = suspicionOf(text, isCalledSecret(item, row, isRedacted));
    if (suspicion === undefined) return [];
    const { code, problem, hint } = suspicion;
    if (row.filtered && code === 'secret-in-file') return [];
    const allow = `list \`${item.name}\` in \`allowSecrets\` in the project file.`;
    return [
      {
        severity: 'warning',
        code,
        message: `${what} ${problem}.`,
        hint: `${hint} ${allow}`,
        place,
      },
    ];
  });
}

/** Whether Git has the text of a row as it is. */
export function isTextInGit({ absent, unknown, variable, placeholder, filtered }: Row): boolean {
  return !absent && !unknown && variable === undefined && !placeholder && !filtered;
}

/** Whether a text is secret as a whole, and not only has a name that speaks about secrets: `password.length`. */
export function isCalledSecret(
  item: Item,
  row: Row | undefined,
  isRedacted: (name: string) => boolean,
): boolean {
  if (row?.secret === true || item.securityGroup !== undefined) return true;
  return item.secret === true && (secretMember(item.name) !== undefined || isRedacted(item.name));
}

const VARIABLE = /^\$(?:\{([A-Z][A-Z0-9_]{0,60})\}|([A-Z][A-Z0-9_]{0,60}))$/;

/** `hint` ends before what to do if there is no problem. @param isSecret by its name, its form or its security group */
function suspicionOf(text: string, isSecret: boolean) {
  const [, braced, bare] = VARIABLE.exec(text.trim()) ?? [];
  const variable = braced ?? bare;
  if (variable !== undefined) {
    if (!isSecret && secretMember(variable) !== 'certain') return undefined;
    return {
      code: 'env-text' as const,
      problem: `is sent as written: the variable ${variable} in it is not expanded`,
      hint: `Write \`{ env: ${variable} }\` in a document. If the application expands it,`,
    };
  }
  const lines = isSecret ? 'all' : secretLines(text);
  if (lines.length === 0) return undefined;
  const verb =
    lines === 'all'
      ? 'looks like a secret'
      : `contains what looks like a secret${linesIn(text, lines)}`;
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
