// Values of JSON that anybody may have written: each kind is a function that takes what it expects, and nothing else.
import { withCommas } from '../../model/counted.ts';
import { isPlainObject } from '../../model/strict-json.ts';

/** What is wrong with the JSON, and with which member; never holds a text of it. */
export class Mismatch extends Error {
  readonly where: string;

  constructor(where: string, problem: string) {
    super(problem);
    this.name = 'Mismatch';
    this.where = where;
  }
}

/** Throws a {@link Mismatch} for anything else than it expects. */
export type Read<Value> = (value: unknown, where: string) => Value;

/** More elements than that have no list of a plan: far more than a comment shows. */
const MAX_ITEMS = 100_000;

export function text(max: number): Read<string> {
  return (value, where) => {
    if (typeof value !== 'string') throw new Mismatch(where, 'is no text');
    if (value.length > max) throw new Mismatch(where, `is longer than ${withCommas(max)} characters`);
    return value;
  };
}

export function orNull<Value>(read: Read<Value>): Read<Value | null> {
  return (value, where) => (value === null ? null : read(value, where));
}

export function oneOf<const Choices extends readonly string[]>(choices: Choices): Read<Choices[number]> {
  return (value, where) => {
    const choice: Choices[number] | undefined = choices.find((one) => one === value);
    if (choice === undefined) throw new Mismatch(where, `is none of ${choices.join(', ')}`);
    return choice;
  };
}

export const yesOrNo: Read<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw new Mismatch(where, 'is neither true nor false');
  return value;
};

/** Of a member that is there only when it holds. */
export const yes: Read<true> = (value, where) => {
  if (value !== true) throw new Mismatch(where, 'is not true');
  return true;
};

/** A whole number. */
export function numberFrom(least: number): Read<number> {
  return (value, where) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    throw new Mismatch(where, `is no whole number from ${least}`);
  };
}

export function listOf<Item>(read: Read<Item>): Read<Item[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new Mismatch(where, 'is no list');
    if (value.length > MAX_ITEMS)
      throw new Mismatch(where, `has more than ${withCommas(MAX_ITEMS)} elements`);
    return value.map((item, i) => read(item, `${where}[${i}]`));
  };
}

type Shape = Readonly<Record<string, Read<unknown>>>;
type Made<Must extends Shape, May extends Shape> = {
  [Name in keyof Must]: ReturnType<Must[Name]>;
} & { [Name in keyof May]?: ReturnType<May[Name]> };

/**
 * An object made anew of the members that are named here. Others are passed over, because a later version may add some
 * to the same shape; so what is called `__proto__` arrives nowhere.
 */
export function objectOf<Must extends Shape, May extends Shape>(shape: {
  must: Must;
  may: May;
}): Read<Made<Must, May>> {
  const must = Object.entries(shape.must);
  const may = Object.entries(shape.may);
  return (value, where) => {
    if (!isPlainObject(value)) throw new Mismatch(where, 'is no object');
    const at = (name: string) => (where === '' ? name : `${where}.${name}`);
    const missing = must.find(([name]) => !Object.hasOwn(value, name));
    if (missing !== undefined) throw new Mismatch(at(missing[0]), 'is missing');
    const present = [...must, ...may.filter(([name]) => Object.hasOwn(value, name))];
    const members = present.map(([name, read]) => [name, read(value[name], at(name))]);
    return Object.fromEntries(members) as Made<Must, May>;
  };
}
