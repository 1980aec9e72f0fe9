// Readers of untrusted JSON, made of smaller ones: each says which member is wrong, and none quotes the file.
import { isPlainObject } from '../lib/strict-json.ts';
import { withCommas } from '../lib/text.ts';

/** The problem, and the member that has it. Never quotes the JSON. */
export class Mismatch extends Error {
  readonly where: string;

  constructor(where: string, problem: string) {
    super(problem);
    this.name = 'Mismatch';
    this.where = where;
  }
}

/** Throws a {@link Mismatch} for an unexpected value. */
export type ValueReader<Value> = (value: unknown, where: string) => Value;

/** Maximum length of a list, far beyond what a comment shows. */
const MAX_ITEMS = 100_000;

export function text(max: number): ValueReader<string> {
  return (value, where) => {
    if (typeof value !== 'string') throw new Mismatch(where, 'is not a string');
    if (value.length > max) throw new Mismatch(where, `is longer than ${withCommas(max)} characters`);
    return value;
  };
}

export function orNull<Value>(read: ValueReader<Value>): ValueReader<Value | null> {
  return (value, where) => (value === null ? null : read(value, where));
}

export function oneOf<const Choices extends readonly string[]>(choices: Choices): ValueReader<Choices[number]> {
  return (value, where) => {
    const choice: Choices[number] | undefined = choices.find((one) => one === value);
    if (choice === undefined) throw new Mismatch(where, `is not one of ${choices.join(', ')}`);
    return choice;
  };
}

export const yesOrNo: ValueReader<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw new Mismatch(where, 'is not a boolean');
  return value;
};

/** For a member that is either true or absent. */
export const yes: ValueReader<true> = (value, where) => {
  if (value !== true) throw new Mismatch(where, 'is not true');
  return true;
};

export function numberFrom(least: number): ValueReader<number> {
  return (value, where) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    throw new Mismatch(where, `is not an integer of at least ${least}`);
  };
}

export function listOf<Item>(read: ValueReader<Item>): ValueReader<Item[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new Mismatch(where, 'is not an array');
    if (value.length > MAX_ITEMS) throw new Mismatch(where, `has more than ${withCommas(MAX_ITEMS)} elements`);
    return value.map((item, i) => read(item, `${where}[${i}]`));
  };
}

type Shape = Readonly<Record<string, ValueReader<unknown>>>;
type Made<Must extends Shape, May extends Shape> = {
  [Name in keyof Must]: ReturnType<Must[Name]>;
} & { [Name in keyof May]?: ReturnType<May[Name]> };

/**
 * A new object with the required members, and the optional ones that are there. Other members are ignored, because
 * later versions may add some, and so is `__proto__`.
 */
export function objectOf<Must extends Shape, May extends Shape = Record<never, never>>(
  required: Must,
  optional?: May,
): ValueReader<Made<Must, May>> {
  const must = Object.entries(required);
  const may = Object.entries(optional ?? {});
  return (value, where) => {
    if (!isPlainObject(value)) throw new Mismatch(where, 'is not an object');
    const at = (name: string) => (where === '' ? name : `${where}.${name}`);
    const missing = must.find(([name]) => !Object.hasOwn(value, name));
    if (missing !== undefined) throw new Mismatch(at(missing[0]), 'is missing');
    const present = [...must, ...may.filter(([name]) => Object.hasOwn(value, name))];
    const members = present.map(([name, read]) => [name, read(value[name], at(name))]);
    return Object.fromEntries(members) as Made<Must, May>;
  };
}
