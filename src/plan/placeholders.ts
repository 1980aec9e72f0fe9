// Placeholders in files, as the server finds them when a file is saved (behaviour.md, section 11).

const PLACEHOLDER = /(?<!\\)\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;

/** The names of keys that a content names, each once, in order. */
export function placeholders(content: string): string[] {
  if (!content.includes('${')) return [];
  return [...new Set([...content.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}

const ESCAPED = /\\\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;

/** Names that stand behind a backslash: the server makes no key for them, but renders them like any other. */
export function escapedPlaceholders(content: string): string[] {
  if (!content.includes('\\${')) return [];
  return [...new Set([...content.matchAll(ESCAPED)].map(([, name]) => name ?? ''))];
}
