// `limits` of the project file: shares in percent, and numbers.
import { LIMIT_NAMES, LIMITS, type LimitName, type Limits, parseLimit } from '../model/limits.ts';
import type { Fields } from './fields.ts';
import { cut } from './hints.ts';
import type { Entry } from './tree.ts';

/** What is said and right; mistakes are reported. */
export function readLimits(fields: Fields, entry: Entry): Partial<Limits> {
  const tree = fields.mapping(entry.value, '`limits`');
  const found = tree === undefined ? {} : fields.known(tree, LIMIT_NAMES, '`limits`');
  const limits: Partial<Limits> = {};
  for (const name of LIMIT_NAMES) {
    const limit = found[name] && readLimit(fields, { name, entry: found[name] });
    if (limit !== undefined) limits[name] = limit;
  }
  return limits;
}

function readLimit(fields: Fields, { name, entry }: { name: LimitName; entry: Entry }): number | undefined {
  const text = fields.text(entry);
  const limit = text === undefined ? undefined : parseLimit(name, text);
  if (text === undefined || limit !== undefined) return limit;
  const { isShare } = LIMITS[name];
  return fields.error({
    code: 'wrong-type',
    at: entry.value,
    message: `\`${name}\` is ${isShare ? 'a share from 0% to 100%' : 'a whole number of items'}, not \`${cut(text)}\`.`,
    ...(isShare && { hint: `Write it like \`${name}: 30%\`.` }),
  });
}
