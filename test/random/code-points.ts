// Characters for random texts.
import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

/**
 * For `fc.string`, any code point: the same characters in the same order as its unit `binary`, which keeps a table of
 * all of them in memory.
 */
export const CODE_POINT = fc.nat(0x10ffff - SURROGATES.count).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code))
      throw new Error('not one character');
    return code < SURROGATES.from ? code : code - SURROGATES.count;
  },
);
