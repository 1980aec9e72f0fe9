// Values and files in documents that look secret: everybody who can read the repository can read them.
import type { Range } from '../lib/text.ts';
import { fullContext } from '../model/context.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { nameMatcher, secretMember } from '../model/secrets.ts';
import { rowsIn, textName } from '../model/state.ts';
import { secretLines } from '../semantics/secret-lines.ts';
import type { Loaded } from './load-project.ts';

/** One warning for each item that `allowSecrets` does not name. */
export function secretsInFiles({ state, project, depth }: Pick<Loaded, 'state' | 'project' | 'depth'>): Diagnostic[] {
  const isAllowed = nameMatcher(project.allowSecrets);
  const levels = depth?.levels ?? project.levels?.length ?? 1;
  return [...rowsIn(state)].flatMap(({ item, row }) => {
    if (isAllowed(item.name)) return [];
    const isHere = !row.absent && !row.unknown && row.variable === undefined;
    return warningOf({
      name: item.name,
      what: `${textName(item)} in \`${fullContext(row.context, levels)}\``,
      text: isHere ? row.text : undefined,
      isSecret: item.secret === true || row.secret === true,
      place: row.place,
    });
  });
}

interface Suspect {
  name: string;
  what: string;
  /** `undefined`: it is not in a file. */
  text: string | null | undefined;
  /** By its name, its form or its security group. */
  isSecret: boolean;
  place: Place | undefined;
}

function warningOf({ name, what, text, isSecret, place }: Suspect): Diagnostic[] {
  if (text == null || text.trim() === '') return [];
  const variable = /^\$(?:\{([A-Z][A-Z0-9_]{0,60})\}|([A-Z][A-Z0-9_]{0,60}))$/.exec(text.trim());
  if (variable !== null) {
    const named = variable[1] ?? variable[2] ?? '';
    return isSecret || secretMember(named) === 'certain' ? [notExpanded({ name, what, named, place })] : [];
  }
  const lines = isSecret ? 'all' : secretLines(text);
  if (lines.length === 0) return [];
  const verb = lines === 'all' ? 'looks like a secret' : `contains what looks like a secret${linesIn(text, lines)}`;
  return [
    {
      severity: 'warning',
      code: 'secret-in-file',
      message: `${what} ${verb}, and it is in Git.`,
      hint: `Take it from the environment, with \`{ env: … }\` in a document. If it is not a secret, list \`${name}\` in \`allowSecrets\` of the project file.`,
      place,
    },
  ];
}

/** ` (lines 2, 5, 9, …)`; nothing for a text of one line. */
function linesIn(text: string, lines: readonly Range[]): string {
  if (!text.trimEnd().includes('\n')) return '';
  const numbers = lines.slice(0, 3).map(({ start }) => text.slice(0, start).split('\n').length);
  return ` (${lines.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}${lines.length > 3 ? ', …' : ''})`;
}

function notExpanded(found: { name: string; what: string; named: string; place: Place | undefined }): Diagnostic {
  const { name, what, named, place } = found;
  return {
    severity: 'warning',
    code: 'env-text',
    message: `${what} is text that names the variable ${named}, but variables in text are not expanded.`,
    hint: `Write \`{ env: ${named} }\` in a document. If the application expands it, list \`${name}\` in \`allowSecrets\` of the project file.`,
    place,
  };
}
