// JSON that stays JSON: members and elements replaced, left out, moved and renamed.
import { type Material, mutated } from './mutate.ts';
import type { Random } from './random.ts';

type Holder = Record<string | number, unknown>;

const VALUES: readonly string[] = [
  ...['null', '[]', '{}', '0', '-1', '1e308', '"x"', '""', 'true', '[null]', '[[]]'],
  ...['{"__proto__":{"polluted":1}}', '"\\ud800"', '{"constructor":1}'],
];
const NAMES = ['__proto__', 'constructor', 'toString', '', '0', 'key', 'data'];

/** Half of them changed as bytes, the others as what they say. */
export function mutatedJson(random: Random, material: Material): Buffer {
  if (random.oneIn(2)) return mutated(random, material);
  const text = random.pick(material.inputs).toString();
  try {
    const root = { root: JSON.parse(text) as unknown };
    for (let i = random.below(3) + 1; i > 0; i--) changeIn(holdersIn(root), random);
    return Buffer.from(JSON.stringify(root.root) ?? '');
  } catch {
    return mutated(random, material);
  }
}

function holdersIn(root: object): Holder[] {
  const holders: Holder[] = [];
  const open: unknown[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    holders.push(one as Holder);
    open.push(...Object.values(one));
  }
  return holders.filter((holder) => Object.keys(holder).length > 0);
}

function changeIn(holders: readonly Holder[], random: Random): void {
  if (holders.length === 0) return;
  const holder = random.pick(holders);
  const name = random.pick(Object.keys(holder));
  const kind = random.below(4);
  if (kind === 0) delete holder[name];
  else if (kind === 1) {
    const other = random.pick(holders);
    holder[name] = structuredClone(other[random.pick(Object.keys(other))]);
  } else if (kind === 2 && !Array.isArray(holder)) {
    Object.defineProperty(holder, random.pick(NAMES), {
      value: holder[name],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else holder[name] = JSON.parse(random.pick(VALUES));
}
