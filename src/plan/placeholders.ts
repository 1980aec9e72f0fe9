// Placeholders in files, as the server finds them when a file is saved (behaviour.md, section 11).

const PLACEHOLDER = /(?<!\\)\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;

/** The names of keys that a content names, each once, in order. */
export function placeholders(content: string): string[] {
  if (!content.includes('${')) return [];
  return [...new Set([...content.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}
