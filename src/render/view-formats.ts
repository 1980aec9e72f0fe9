// What an application receives as YAML, Java properties or dotenv: names and values, for the tools that read these.
import { dump } from 'js-yaml';
import { grouped } from '../lib/collections.ts';
import { compareText, counted } from '../lib/text.ts';
import type { ViewedFile, ViewedValue } from '../model/application-view.ts';
import { addressOf } from '../model/plan.ts';
import type { MaskedView } from './mask-view.ts';
import { printable } from './printable.ts';

export interface Written {
  text: string;
  /** Sentences about items that became comments. */
  warnings: string[];
}

/** `undefined`: the format cannot say it. */
type Entry = (name: string, item: ViewedValue | ViewedFile) => string | undefined;

/** A flat mapping of texts. Maps and Lists are mappings and lists. */
export function yamlView(view: MaskedView): Written {
  return written(view, (name, { change }) => {
    const text = change.after ?? null;
    const isJson = change.kind === 'value' && (change.vdt === 'Map' || change.vdt === 'List') && text !== null;
    // JSON is YAML, and keeps numbers as they are written.
    if (isJson) return `${dump(Object.fromEntries([[name, null]]), OPTIONS).replace(/ null\n$/, '')} ${text}\n`;
    const entry = dump(Object.fromEntries([[name, text]]), OPTIONS);
    // Behind a text that ends with empty lines, the library ends the document.
    return entry.endsWith('\n...\n') ? entry.slice(0, -4) : entry;
  });
}

const OPTIONS = { lineWidth: -1 };

/** ISO 8859-1, as `Properties.load` reads it: other characters are escaped. There is no null. */
export function propertiesView(view: MaskedView): Written {
  return written(view, (name, { change: { after } }) => {
    if (after == null) return undefined;
    const value = after.replace(/[\\\t\n\f\r]|[^ -~]/g, escapedProperty).replace(/^ /, '\\ ');
    return `${name}=${value}\n`;
  });
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

function escapedProperty(unit: string): string {
  return ESCAPES[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Names as environment variables have them: `db.host` is `DB_HOST`. Quoted so that a shell, Docker Compose, Node and the
 * usual libraries read the same; what they read differently is not said. Throws {@link SameNames}.
 */
export function dotenvView(view: MaskedView): Written {
  refuseSameNames(view.values.map(({ change }) => change.key));
  return written(view, (name, { change: { after } }) => {
    const value = after == null ? undefined : dotenvValue(after);
    return value === undefined ? undefined : `${variableOf(name)}=${value}\n`;
  });
}

/** `db.pool-size` → `DB_POOL_SIZE`. */
function variableOf(key: string): string {
  return key
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_');
}

/** In double quotes, programs replace different things; in single quotes, some replace a backslash before another. */
function dotenvValue(text: string): string | undefined {
  if (/^[\w./:@%+,=-]*$/.test(text)) return text;
  if (text.includes('\r')) return undefined;
  if (!/'|\\\\|\\$/.test(text)) return `'${text}'`;
  return /["\\$`]/.test(text) ? undefined : `"${text}"`;
}

/** Two keys have the same name as variables; `names` has the keys of each. */
export class SameNames extends Error {
  readonly names: readonly (readonly string[])[];
  constructor(names: readonly (readonly string[])[]) {
    super('Two keys have the same name as variables.');
    this.names = names;
  }
}

function refuseSameNames(keys: readonly string[]): void {
  const twice = [...grouped(keys, variableOf).values()].filter((same) => same.length > 1);
  if (twice.length > 0) throw new SameNames(twice.sort((a, b) => compareText(a.join(), b.join())));
}

function written({ values, files, kind }: MaskedView, entry: Entry): Written {
  const count = { secret: 0, unsayable: 0 };
  const lines = [...values, ...files].map((item) => {
    const { change, isMasked } = item;
    const name = addressOf(change);
    if (isMasked) {
      count.secret++;
      return comment(name, 'secret, not shown');
    }
    const line = entry(name, item);
    if (line !== undefined) return line;
    count.unsayable++;
    return comment(name, change.after == null ? 'null' : 'not possible in this format: use --format json');
  });
  const what = kind === 'files' ? 'file' : 'value';
  const are = (one: number) => (one === 1 ? 'is only a comment' : 'are only comments');
  return {
    text: lines.join(''),
    warnings: [
      ...(count.secret === 0
        ? []
        : [`${counted(count.secret, `secret ${what}`)} ${are(count.secret)}: secrets are never shown.`]),
      ...(count.unsayable === 0
        ? []
        : [
            `${counted(count.unsayable, what)} ${are(count.unsayable)}, because the format cannot say ${count.unsayable === 1 ? 'it' : 'them'}.`,
          ]),
    ],
  };
}

function comment(name: string, why: string): string {
  return `# ${printable(name)}: ${why}\n`;
}
