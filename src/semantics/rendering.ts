// What an application receives: the rows that win in one context, and texts with their placeholders replaced.
import { jsonText, parseLenientJson } from '../lib/json.ts';
import { fullContext } from '../model/context.ts';
import { isFilePath, type Item, type Row, type State, stands, type Vdt } from '../model/state.ts';
import { replacePlaceholders } from './placeholders.ts';
import { heaviest } from './resolution.ts';

/** A value that a placeholder stands for. */
interface Standing {
  vdt: Vdt | undefined;
  text: string | null;
  /** The text of a FileRef or FileEmbed that is no path, because it was written under another type. */
  isNoPath?: boolean;
}

export interface Sources {
  /** The value of the key that applies; `undefined`: none does. */
  standingFor: (name: string) => Standing | undefined;
  /** The rendered content of a file; `undefined`: no file of this path applies. */
  embedded: (path: string) => string | undefined;
}

/** What the server renders for a missing value or file. */
const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';

/** A content as an application receives it (behaviour.md, section 11). */
export function rendered(content: string, { standingFor, embedded }: Sources): string {
  return replacePlaceholders(content, (name) => {
    const value = standingFor(name);
    if (value === undefined) return NO_VALUE;
    const { vdt, text, isNoPath = false } = value;
    if (vdt === 'FileEmbed' && !isNoPath) return text === null ? '' : (embedded(text) ?? NO_FILE);
    if (text === null) return isFilePath(vdt) ? '' : 'null';
    return text.replaceAll('\\', '\\\\');
  });
}

/** A value as an application receives it: a Map or a List as JSON, everything else as stored. */
export function receivedText(vdt: Vdt | undefined, text: string | null): string | null {
  if (text === null || (vdt !== 'Map' && vdt !== 'List')) return text;
  const parsed = parseLenientJson(text);
  return parsed === undefined ? text : jsonText(parsed);
}

interface Resolving {
  /** Weight of a full context that matches the request, otherwise `undefined` (`weigher`). */
  weigh: (context: string) => number | undefined;
  /** Number of levels. */
  depth: number;
}

/**
 * The rows of a state that win in one context, by item. What must not exist (`opp: delete`) wins nothing. In a tie, the
 * first row of the state wins.
 */
export function winnersOf({ items }: State, { weigh, depth }: Resolving): Map<string, { item: Item; row: Row }> {
  const found = [...items].flatMap(([id, item]): [string, { item: Item; row: Row }][] => {
    const rows = stands(item) ? [...item.rows.values()].filter(stands) : [];
    const full = rows.map((row, serial) => ({ row, serial, context: fullContext(row.context, depth) }));
    const row = heaviest(full, weigh)?.row;
    return row === undefined ? [] : [[id, { item, row }]];
  });
  return new Map(found);
}
