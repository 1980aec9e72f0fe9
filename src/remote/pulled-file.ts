// What a file that was pulled says of ours: it comes rendered, so ours is rendered as the server would (behaviour.md, section 11).
import { renderedIn, replacePlaceholders } from '../model/placeholders.ts';
import { keyId } from '../model/state.ts';
import type { Pull, PulledValue } from './pull.ts';

const COMPARISONS = ['same', 'different', 'unknown'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What the server writes where nothing answers. */
const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';

/** Compares a rendered file with a content of ours, by the values that answered in the same context. */
export function comparerOf({ values, files }: Pull): (path: string, content: string) => Comparison {
  const byKey = new Map(values.map((value) => [keyId(value.name), value]));
  const textFor = (name: string) => replacement(byKey.get(keyId(name)), files);
  return (path, content) => {
    const there = files?.get(path);
    if (there === undefined) return 'unknown';
    if (replacePlaceholders(content, textFor) === there) return 'same';
    const isSure =
      !content.includes('\\${') && renderedIn(content).every((name) => isSureOf(byKey.get(keyId(name))));
    return isSure ? 'different' : 'unknown';
  };
}

function replacement(value: PulledValue | undefined, files: Pull['files']): string {
  if (value === undefined) return NO_VALUE;
  const { vdt, text } = value;
  if (vdt === 'FileEmbed') return text == null ? '' : (files?.get(text) ?? NO_FILE);
  if (text == null) return vdt === 'FileRef' ? '' : 'null';
  return text.replaceAll('\\', '\\\\');
}

/** Maps and Lists are rendered by a text that a pull does not show, and an embedded file may be a guarded one. */
function isSureOf(value: PulledValue | undefined): boolean {
  return value === undefined || !['Map', 'List', 'FileEmbed'].includes(value.vdt);
}
