// Placeholders `${key}` in files: which keys a file uses, and putting values in their place (behaviour.md, section 11).

const BLANKS = '[ \\t\\n\\x0b\\f\\r]*';
const NAME = '[[\\]()*\\-._+a-zA-Z0-9]+';
/** What counts when a file is saved: a backslash in front protects. */
const USED = new RegExp(`(?<!\\\\)\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** What a backslash protects when the file is saved, and not when it is read. */
const ESCAPED = new RegExp(`\\\\\\$\\{${BLANKS}(${NAME})${BLANKS}\\}`, 'g');
/** What is replaced when a file is read: a backslash does not protect, and names begin and end with a word character. */
const RENDERED = new RegExp(`\\$\\{${BLANKS}\\b(${NAME})\\b${BLANKS}\\}`, 'g');

/** Names of the keys that a file with this content uses, in the spelling of their first use. */
export function placeholdersIn(content: string): string[] {
  if (!content.includes('${')) return [];
  const names = new Map<string, string>();
  for (const [, name = ''] of content.matchAll(USED)) {
    const id = name.toLowerCase();
    if (!names.has(id)) names.set(id, name);
  }
  return [...names.values()];
}

/** Names that stand behind a backslash: the server makes no key for them, but renders them like any other. */
export function escapedPlaceholders(content: string): string[] {
  if (!content.includes('\\${')) return [];
  return [...new Set(Array.from(content.matchAll(ESCAPED), ([, name = '']) => name))];
}

/** Names of the keys that reading such a file asks for, as they stand there. */
export function renderedIn(content: string): string[] {
  return Array.from(content.matchAll(RENDERED), ([, name = '']) => name);
}

/** What is left of a backslash before `${` when all is replaced goes. */
export function replacePlaceholders(content: string, textOf: (name: string) => string): string {
  if (!content.includes('${')) return content;
  return content.replace(RENDERED, (_, name: string) => textOf(name)).replaceAll('\\${', '${');
}
