// Documents made of what YAML and JSON allow, in the shape of ours or nearly: anchors, merges, tags, odd names.
import type { Random } from './random.ts';

const NAMES = [
  ...['a', 'A', 'b.c', 'db.password', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...['ключ', '', ' ', '<<', 'null', '~'],
];
const FIELDS = [
  ...['keys', 'files', 'data', 'context', 'values', 'value', 'vdt', 'opp', 'path', 'env'],
  ...['content', 'readme', 'push', 'securityGroup', 'deprecated'],
];
const CONTEXTS = '"*;*" "*" P;* p;* P;A P ; "P;*;*" "" "__proto__;constructor"'.split(' ');
const SCALARS = [
  ...['1', '007', '-0', '1e999', '0x1F', '9'.repeat(60), '.nan', 'true', 'null', '~', '""', 'yes'],
  ...['2024-01-01', '"\\u0000"', '"\\ud800"', '"a\\nb"', '"\u2028"', "'it''s'", '|-\n   block\n'],
  ...['delete', 'Map', 'List', 'JSON', 'Integer', 'FileRef', '!x y', '!!int 3', '! z', '*', '${a}'],
];
const BREAKS = ['\n', '\n', '\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'];
const TYPES = ['', 'vdt: Map, ', 'vdt: JSON, ', 'vdt: List, ', 'vdt: Integer, ', '<<: *x0, '];

export function document(random: Random): Buffer {
  const writer = new Writer(random);
  const parts = Array.from({ length: random.oneIn(6) ? 3 : 1 }, () => writer.document());
  const text = parts.join('\n---\n');
  const broken = random.oneIn(4) ? text.replaceAll('\n', random.pick(BREAKS)) : text;
  return Buffer.from(`${random.oneIn(12) ? '\ufeff' : ''}${broken}`);
}

class Writer {
  readonly #random: Random;
  #anchors: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  document(): string {
    this.#anchors = [];
    const random = this.#random;
    if (random.oneIn(10)) return this.node(4);
    const keys = Array.from(
      { length: random.below(5) },
      () => `  ${this.name()}: ${this.value()}\n`,
    );
    const context = random.oneIn(4) ? `context: ${random.pick(CONTEXTS)}\n` : '';
    const files = random.oneIn(2)
      ? `files:\n  ${this.name()}: { ${random.pick(CONTEXTS)}: { content: ${this.scalar()} } }\n`
      : '';
    return `${context}keys:\n${keys.join('')}${files}`;
  }

  value(): string {
    const random = this.#random;
    if (random.oneIn(3)) return this.scalar();
    const vdt = random.pick(TYPES);
    const value = random.oneIn(2)
      ? `value: ${this.node(3)}`
      : `values: { ${random.pick(CONTEXTS)}: ${this.node(2)} }`;
    return this.anchored(`{ ${vdt}${value} }`);
  }

  node(depth: number): string {
    const random = this.#random;
    const kind = random.below(depth > 0 ? 6 : 2);
    const several = <T>(make: () => T) => Array.from({ length: random.below(4) }, make);
    if (kind === 5) return this.anchored(`[${several(() => this.node(depth - 1)).join(', ')}]`);
    if (kind >= 3)
      return this.anchored(
        `{ ${several(() => `${this.name()}: ${this.node(depth - 1)}`).join(', ')} }`,
      );
    if (kind === 2 && random.oneIn(8))
      return '['.repeat(random.below(150)).concat(']'.repeat(random.below(150)));
    return this.scalar();
  }

  name(): string {
    const random = this.#random;
    const name = random.pick(random.oneIn(2) ? NAMES : FIELDS);
    return random.oneIn(2) || name.trim() === '' ? JSON.stringify(name) : name;
  }

  scalar(): string {
    const random = this.#random;
    if (random.oneIn(8) && this.#anchors.length > 0) return `*${random.pick(this.#anchors)}`;
    const scalar = random.pick(SCALARS);
    return scalar.startsWith('|') && !random.oneIn(10) ? 'text' : this.anchored(scalar);
  }

  anchored(text: string): string {
    if (!this.#random.oneIn(8) || /^[*|]/.test(text)) return text;
    const name = `x${this.#anchors.length}`;
    this.#anchors.push(name);
    return `&${name} ${text}`;
  }
}
