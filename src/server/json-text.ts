// Answers as JSON text, with numbers as they were written and in the server's two layouts.
import { JsonNumber, type JsonNode } from '../model/json-node.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | JsonNode
  | readonly Json[]
  | ReadonlyMap<string, Json>
  | { readonly [name: string]: Json };

/** As `JSON.stringify` with this indent, numbers of a parsed text unchanged. */
export function jsonText(value: Json, indent: number): string {
  return written(value, indent === 0 ? { colon: ':', step: '', line: '' } : layout(indent));
}

interface Layout {
  colon: string;
  step: string;
  /** Line break and indent of the element that is written; empty: all in one line. */
  line: string;
}

function layout(indent: number): Layout {
  return { colon: ': ', step: ' '.repeat(indent), line: '\n' };
}

function written(value: Json, at: Layout): string {
  if (value instanceof JsonNumber) return value.literal;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = { ...at, line: at.line + at.step };
  if (isList(value)) return enclosed('[]', { parts: value.map((one) => written(one, inner)), at, inner });
  const members: [string, Json][] = Symbol.iterator in value ? [...value] : Object.entries(value);
  const parts = members.map(([name, one]) => JSON.stringify(name) + at.colon + written(one, inner));
  return enclosed('{}', { parts, at, inner });
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function enclosed(
  brackets: '[]' | '{}',
  { parts, at, inner }: { parts: readonly string[]; at: Layout; inner: Layout },
): string {
  if (parts.length === 0) return brackets;
  return brackets[0] + inner.line + parts.join(`,${inner.line}`) + at.line + brackets[1];
}
