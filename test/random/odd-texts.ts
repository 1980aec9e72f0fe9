// Texts that a format could take for something else than a text.
import fc from 'fast-check';
import { CODE_POINT } from './code-points.ts';

/** Without NUL, which the server does not store. */
export const ODD_TEXTS: readonly string[] = [
  ...['', ' ', 'plain', 'null', 'Null', '~', 'yes', 'true', '007', '1e3', '0x1F', '1.10'],
  ...['2024-01-01', '<<', '=', '- x', '-', '--', '---', '...', '--- x', '? x', '?', ':', 'a: b'],
  ...['a:', ':a', '::', '# x', 'a # b', 'a#b', '#', '*', '*;*', '&a', '!x', '!', '|', '>', '%x'],
  ...['@x', '`x', '"', "'", '"a"', "'a'", 'it\'s "so"', 'back\\slash', '{', '}', '[a]'],
  ...['{ a: 1 }', ',', 'a, b', 'a,b', '[', ']', ' lead', 'trail ', '\ttab', 'tab\t', 'a\tb'],
  ...['\n', '\n\n', 'a\n', 'a\nb', 'a\n\n', '\na', 'a\r\nb\r\n', '\r', 'a\rb', ' a\n  b\n'],
  ...['a\n  \n', 'a\n b\n\n\n', '\u00a0x', 'x\u00a0', 'é', 'ÿ', '🦊 fox', '👨‍👩‍👧', '\u0085'],
  ...['a\u2028b', '\u2029', '\ufeffbom', 'b\ufeff', '\u007f', '\u009f', '\u001b[31m', '\u0001'],
  ...['\ufffe', '\u200bz', '\u202ertl', '{"a":1}', '{"path":"x"}', '{"value":1,"b":[]}'],
  ...['[1,"2",null,true,"true","null","1e3",1e3,-0.0]', '{"<<":{"a":1},"":"","*":"&"}'],
  ...['{"a":"x\\ny","b":{"c":["d\\u0000"]}}', '{"a":1,"a":2}'],
  ...['{ "z": 12345678901234567890, "a": 1.50 }', '"x"', '[]', '{}', '[[],[[]],{}]'],
  ...[`{"long":"${'word '.repeat(40)}"}`],
  ...[`[${Array.from({ length: 60 }, (_, i) => `"item ${i}"`).join(',')}]`, 'x'.repeat(119)],
  ...['x'.repeat(500), `${'long line '.repeat(30)}`],
  ...['keys:\n  a: { value: { path: ../shop.yaml } }\n', 'data: x\nfiles: y\n', 'false', '42'],
  ...['-7', '0.5', '1979-05-27', '12:30:00', '# no', 'a;b', "it's", '"q"', "'q'", '`q`', '\\'],
  ...['\\n', 'a\\', '$x', '=a', 'a=b', '\t', 'a\nb\n', 'a\r\nb', '𝄞', '\ufeffb', '\u2028'],
  ...['${a}', '[x]', '\'"`', "'''", '"""', 'a"""b\nc', 'it\'s\n"so"', '[1,"2"]', 'x'.repeat(200)],
  ...['word '.repeat(40), 'x', 'y', ' x', '{ a }', '[1]', '!t', '${a.b}', 'ü', 'a\\n', '`'],
];

/** These, texts of any characters but NUL, and texts of what formats mind. */
export const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: CODE_POINT, maxLength: 12 }).filter((text) => !text.includes('\0')),
  fc.string({ unit: fc.constantFrom(...' \n\t#:;=-\'"{}[],&*!|>%@`?\\~aé'), maxLength: 10 }),
);
