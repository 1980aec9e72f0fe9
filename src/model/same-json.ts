// Comparing JSON texts as parsed: order of members and blanks do not matter, digits of numbers do.
import { compareText } from './diagnostic.ts';
import { compactJson, type JsonNode } from './json-node.ts';
import { parseLenientJson } from './lenient-json.ts';

/** Whether two JSON texts mean the same to the server. Numbers are compared as written, so that big ones stay exact. */
export function sameJson(a: string, b: string): boolean {
  if (a === b) return true;
  const left = canonical(a);
  return left !== undefined && left === canonical(b);
}

function canonical(text: string): string | undefined {
  const parsed = parseLenientJson(text);
  return 'value' in parsed ? compactJson(sortMembers(parsed.value)) : undefined;
}

function sortMembers(node: JsonNode): JsonNode {
  if (Array.isArray(node)) return node.map(sortMembers);
  if (!(node instanceof Map)) return node;
  const sorted = [...node].sort(([a], [b]) => compareText(a, b));
  return new Map(sorted.map(([name, member]) => [name, sortMembers(member)]));
}
