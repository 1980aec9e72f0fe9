// The project of the benches in the words of its peers: every value of every key, in every context.
import { PROJECTS } from '../projects.js';
import { parse } from 'yaml';

const CONTEXTS = { '*;*': 'all', 'Staging;*': 'staging', 'Production;*': 'production' };

/** `[key, context, value]` of a project of so many keys. Its files are left out: neither peer has such. */
export function valuesOf(keys) {
  const documents = Object.entries(PROJECTS.keys(keys)).filter(([path]) =>
    /team-\d+\.yaml$/.test(path),
  );
  return documents.flatMap(([, text]) =>
    Object.entries(parse(text, { schema: 'failsafe' }).keys).flatMap(([key, { values }]) =>
      Object.entries(values).map(([context, value]) => [key, CONTEXTS[context], asText(value)]),
    ),
  );
}

function asText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** TXT records, which have everything in quotes, and take 255 characters. */
export function octodnsZone(keys) {
  const records = valuesOf(keys).map(([key, context, value]) => {
    const text = value.replaceAll('"', "'").replaceAll(';', '\\;');
    return `${context}.${key}:\n  type: TXT\n  ttl: 300\n  value: ${JSON.stringify(text)}\n`;
  });
  return `---\n${records.join('')}`;
}

/** Its own format, KVSet. */
export function kvSet(keys) {
  const items = valuesOf(keys).map(([key, label, value]) => ({
    key,
    label,
    value,
    content_type: null,
    tags: {},
  }));
  return JSON.stringify({ items });
}
