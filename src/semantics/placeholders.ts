// Placeholders `${key}` in files: the keys that a file uses, and what applications get (behaviour.md, section 11).
import { firstOfEach } from '../lib/collections.ts';
import { isFilePath, type Vdt } from '../model/state.ts';

const SPACES = '[ \\t\\n\\x0b\\f\\r]*';
const NAME = '[[\\]()*\\-._+a-zA-Z0-9]+';
/** Placeholders that count when a file is saved: not those after a backslash. */
const USED = new RegExp(`(?<!\\\\)\\$\\{${SPACES}(${NAME})${SPACES}\\}`, 'g');
/** Placeholders after a backslash: ignored when the file is saved, but not when it is read. */
const ESCAPED = new RegExp(`\\\\\\$\\{${SPACES}(${NAME})${SPACES}\\}`, 'g');
/** Placeholders replaced when a file is read, even after a backslash; names begin and end with a word character. */
const RENDERED = new RegExp(`\\$\\{${SPACES}\\b(${NAME})\\b${SPACES}\\}`, 'g');

/** Names of the keys that a content uses, in the spelling of their first use. */
export function keysNamedIn(content: string): string[] {
  if (!content.includes('${')) return [];
  const names = new Map<string, string>();
  for (const [, name = ''] of content.matchAll(USED)) {
    const id = name.toLowerCase();
    if (!names.has(id)) names.set(id, name);
  }
  return [...names.values()];
}

/** Placeholders that count when a file is saved, each spelling once, with its offset. */
export function spelledPlaceholders(
  content: string,
): { name: string; written: string; offset: number }[] {
  const all = Array.from(content.matchAll(USED), ({ 0: written, 1: name = '', index: offset }) => {
    return { name, written, offset };
  });
  return firstOfEach(all, ({ written }) => written);
}

/** What a file gets instead of a key. */
export function placeholderOf(name: string): string {
  return `\${${name}}`;
}

/** Names after a backslash: the server creates no keys for them, but replaces them like others. */
export function escapedPlaceholders(content: string): string[] {
  if (!content.includes('\\${')) return [];
  return [...new Set(Array.from(content.matchAll(ESCAPED), ([, name = '']) => name))];
}

/** Names of the keys replaced when the file is read, as written. */
export function renderedIn(content: string): string[] {
  return Array.from(content.matchAll(RENDERED), ([, name = '']) => name);
}

/** Replaces placeholders, then removes remaining backslashes before `${`. */
export function replacePlaceholders(content: string, textOf: (name: string) => string): string {
  if (!content.includes('${')) return content;
  return content.replace(RENDERED, (_, name: string) => textOf(name)).replaceAll('\\${', '${');
}

interface PlaceholderSources {
  /**
   * The value of the key that applies; `undefined`: none does. `isNoPath`: the text of a FileRef or FileEmbed that is no
   * path, because it was written under another type.
   */
  standingFor: (
    name: string,
  ) => { vdt: Vdt | undefined; text: string | null; isNoPath?: boolean } | undefined;
  /** The rendered content of a file; `undefined`: no file of this path applies. */
  embedded: (path: string) => string | undefined;
}

/** What the server renders for a missing value or file. */
const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';

/** A content as an application gets it. */
export function rendered(content: string, { standingFor, embedded }: PlaceholderSources): string {
  return replacePlaceholders(content, (name) => {
    const value = standingFor(name);
    if (value === undefined) return NO_VALUE;
    const { vdt, text, isNoPath = false } = value;
    if (vdt === 'FileEmbed' && !isNoPath) return text === null ? '' : (embedded(text) ?? NO_FILE);
    if (text === null) return isFilePath(vdt) ? '' : 'null';
    return text.replaceAll('\\', '\\\\');
  });
}
