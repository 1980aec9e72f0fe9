// What a plan says about a changed Map, List or JSON value.
import { describe, expect, it } from 'vitest';
import type { Vdt } from '../../src/model/state.ts';
import { memberChanges, memberText } from '../../src/render/differences.ts';
import { valueChange } from '../helpers/plans.ts';

function parts(before: string, after: string, vdt: Vdt = 'JSON'): string[] | undefined {
  return memberChanges(valueChange({ key: 'a', vdt, before, after }));
}

describe('members', () => {
  it.each<[string, string, string[]]>([
    ['{"DE":10,"FR":12,"UK":5}', '{"DE":10,"FR":14,"IT":3}', ['FR: 12 → 14', '- UK: 5', '+ IT: 3']],
    ['{"a":{"b":{"c":1}},"d":1}', '{"a":{"b":{"c":2}},"d":1}', ['a.b.c: 1 → 2']],
    ['["eu","us"]', '["eu","asia","us"]', ['+ "asia"']],
    ['["eu","us"]', '["eu"]', ['- "us"']],
    ['[{"port":80},{"port":81}]', '[{"port":80},{"port":82}]', ['[1].port: 81 → 82']],
    ['{"hosts":["a"]}', '{"hosts":["a","b"]}', ['+ hosts: "b"']],
    ['{"a":1}', '{"a":"1"}', ['a: 1 → "1"']],
    ['{"a":1}', '{"a":null}', ['a: 1 → null']],
    ['{"a.b":1,"":2}', '{"a.b":2,"":3}', ['"a.b": 1 → 2', '"": 2 → 3']],
    // As written: as numbers, both are the same.
    [
      '{"id":12345678901234567890}',
      '{"id":12345678901234567891}',
      ['id: 12345678901234567890 → 12345678901234567891'],
    ],
    ['{"a":"x\u202ey"}', '{"a":"x"}', ['a: "x\\u{202e}y" → "x"']],
  ])('%s → %s', (before, after, expected) => {
    expect(parts(before, after)).toEqual(expected);
  });

  it.each([
    ['the same members in another order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['other white space', '{"a":1}', '{ "a": 1 }'],
    ['no members', '1', '2'],
    ['a list instead of a map', '{"a":1}', '[1]'],
    ['no JSON', '{"a":1}', '{"a":'],
  ])('are not named for %s', (_, before, after) => {
    expect(parts(before, after)).toBeUndefined();
  });

  it('are not named for a text, and for a secret', () => {
    expect(parts('{"a":1}', '{"a":2}', 'Text')).toBeUndefined();
    const change = {
      ...valueChange({ key: 'a', vdt: 'JSON', before: '{"a":1}', after: '{"a":2}' }),
      secret: true,
    };
    expect(memberChanges(change as typeof change & { secret: true })).toBeUndefined();
  });

  it('that find no room are counted', () => {
    const changed = parts('{"a":1,"b":2,"c":3}', '{"a":4,"b":5,"c":6}') ?? [];
    expect(memberText(changed, 40)).toBe('a: 1 → 4, b: 2 → 5, c: 3 → 6');
    expect(memberText(changed, 22)).toBe('a: 1 → 4, and 2 more');
    expect(memberText(changed, 10)).toBe('3 members changed');
  });

  // Measuring each shorter list took hours.
  it('of a large value are counted', () => {
    const text = (sign: string) =>
      JSON.stringify(Array.from({ length: 10_000 }, (_, i) => `${sign}${i}`));
    const changed = parts(text('a'), text('b'), 'List') ?? [];
    expect(memberText(changed, 40)).toBe('[0]: "a0" → "b0", and 9,999 more');
  });
});
