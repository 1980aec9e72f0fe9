// What is promised.

/** Whole process ÷ floor, and MiB at the peak, by number of keys. */
export const KEYS = {
  1000: { plan: 1.4, apply: 1.8, push: 1.6, memory: 80 },
  10000: { plan: 1.9, apply: 2.1, push: 2.0, memory: 150 },
  100000: { plan: 2.1, apply: 2.2, push: 2.3, memory: 540 },
};
/** What Node 20 and 24 reach where that is less. Quick mode looks for accidents, so it takes this for its measure. */
const REACHED = {
  1000: { plan: 6, apply: 9, push: 10, memory: 100 },
  10000: { plan: 9, apply: 16, push: 16, memory: 240 },
};
export const USUAL = Object.fromEntries(
  Object.entries(REACHED).map(([keys, reached]) => {
    const targets = Object.entries(KEYS[keys]);
    return [
      keys,
      Object.fromEntries(targets.map(([name, target]) => [name, Math.max(target, reached[name])])),
    ];
  }),
);
/** Of the time by the size. */
export const EXPONENT = 1.1;
/** Whole process ÷ an empty one. */
export const START = { version: 1.3, help: 1.3, plan: 2.5 };
/** Milliseconds over an empty process. */
export const FIRST_LINE = 120;
/** Milliseconds for 100,000 changes. */
export const RENDER = 300;
/** ÷ parsing the body, and ÷ writing the answer as JSON. */
export const SERVER = { push: 3, export: 2 };
/** Share of the time that reading the files takes and that a slow server does not hide. */
export const NOT_HIDDEN = 0.1;
/** Plan ÷ full export, where reads cost what they cost the real server. */
export const CHEAP_READS = 1 / 3;
