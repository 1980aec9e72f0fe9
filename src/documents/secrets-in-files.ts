// Values and files in documents that look secret: everybody who can read the repository can read them.
import type { Range } from '../lib/text.ts';
import { fullContext } from '../model/context.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { nameMatcher, secretMember } from '../model/secrets.ts';
import type { FileEntry, Key, Value } from '../model/state.ts';
import { secretLines } from '../semantics/secret-lines.ts';
import type { Loaded } from './load-project.ts';

/** One warning for each item that `allowSecrets` does not name. */
export function secretsInFiles({ state, project, depth }: Pick<Loaded, 'state' | 'project' | 'depth'>): Diagnostic[] {
  const isAllowed = nameMatcher(project.allowSecrets);
  const levels = depth?.levels ?? project.levels?.length ?? 1;
  const where = (context: Value['context']) => `\`${fullContext(context, levels)}\``;
  const keys = [...state.keys.values()].filter(({ name }) => !isAllowed(name));
  const files = [...state.files.values()].filter(({ path }) => !isAllowed(path));
  return [
    ...keys.flatMap((key) =>
      [...key.values.values()].flatMap((value) =>
        warningOf({
          name: key.name,
          what: `The value of ${key.name} in ${where(value.context)}`,
          ...ofValue(key, value),
        }),
      ),
    ),
    ...files.flatMap((file) =>
      warningOf({ name: file.path, what: `The content of ${file.path} in ${where(file.context)}`, ...ofFile(file) }),
    ),
  ];
}

interface Suspect {
  /** `undefined`: it is not in a file. */
  text: string | null | undefined;
  /** By its name, its form or its security group. */
  isSecret: boolean;
  place: Place | undefined;
}

function ofValue(key: Key, value: Value): Suspect {
  const isHere = !value.absent && !value.unknown && value.variable === undefined;
  const isSecret = key.secret === true || value.secret === true;
  return { text: isHere ? value.text : undefined, isSecret, place: value.place };
}

function ofFile(file: FileEntry): Suspect {
  const isHere = !file.absent && !file.unknown && file.variable === undefined;
  return { text: isHere ? file.content : undefined, isSecret: file.secret === true, place: file.place };
}

function warningOf({ name, what, text, isSecret, place }: Suspect & { name: string; what: string }): Diagnostic[] {
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
