// One input made of others: bytes changed, cut, doubled, moved, spliced, and words put in that mean something.
import type { Random } from './random.ts';

/** What trips readers up in any language. */
const WORDS = [
  ...['\0', '\ufeff', '\r', '\r\n', '\u2028', '\u0085', '\ud800', '💥'],
  ...['__proto__', 'constructor', 'toString'],
];
const NUMBERS = ['-0', '1e999', '9'.repeat(40), '0x1F', '-1', '007', '.', 'NaN', '1'.repeat(400)];
const MARKS = '{ } [ ] " \' \\ , : ; * & < > % .. / \\u0000'.split(' ');

export interface Material {
  inputs: readonly Buffer[];
  words: readonly string[];
}

type Change = (input: Buffer, random: Random, material: Material) => Buffer;

const CHANGES: readonly Change[] = [
  (input, random) => replaced(input, cut(input, random, 1), Buffer.from([random.below(256)])),
  (input, random) => replaced(input, cut(input, random, 8), Buffer.alloc(0)),
  (input, random) => replaced(input, cut(input, random, input.length), Buffer.alloc(0)),
  (input, random) => input.subarray(0, random.below(input.length + 1)),
  (input, random, material) => replaced(input, cut(input, random, 0), word(random, material)),
  (input, random, material) => replaced(input, cut(input, random, 6), word(random, material)),
  (input, random) => {
    const [from, to] = cut(input, random, 40);
    return replaced(input, cut(input, random, 0), repeated(input.subarray(from, to), random));
  },
  (input, random, material) =>
    replaced(input, cut(input, random, 0), repeated(word(random, material), random)),
  (input, random, { inputs }) => {
    const other = random.pick(inputs);
    const [from, to] = cut(other, random, 200);
    return replaced(input, cut(input, random, 20), other.subarray(from, to));
  },
];

/** Longer inputs find nothing more, and take longer. */
const MAX_LENGTH = 20_000;

export function mutated(random: Random, material: Material): Buffer {
  let input = random.pick(material.inputs);
  for (let i = random.below(5) + 1; i > 0; i--)
    input = random.pick(CHANGES)(input, random, material);
  return input.subarray(0, MAX_LENGTH);
}

function word(random: Random, { words }: Material): Buffer {
  return Buffer.from(
    random.pick([random.pick(words), random.pick(WORDS), random.pick(NUMBERS), random.pick(MARKS)]),
  );
}

function repeated(bytes: Buffer, random: Random): Buffer {
  const times = random.oneIn(4) ? random.below(300) : random.below(4) + 1;
  return Buffer.concat(Array<Buffer>(times).fill(bytes));
}

type Range = [from: number, to: number];

function cut(input: Buffer, random: Random, most: number): Range {
  const from = random.below(input.length + 1);
  return [from, Math.min(input.length, from + (most === 0 ? 0 : random.below(most) + 1))];
}

function replaced(input: Buffer, [from, to]: Range, middle: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, from), middle, input.subarray(to)]);
}
