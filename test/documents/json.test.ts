// `.json` files are JSON, in documents, sources and project files: comments and trailing commas are read over, nothing else.
import { describe, expect, it } from 'vitest';
import { linesOf, load, fileErrors } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const PROJECT = { 'confighub.yaml': 'levels: [Environment, Application]\nsources: [a.json]\n' };

describe('a JSON file', () => {
  it.each([
    ['{ "Port": 8080 // behind the proxy\n}', ['Port [*] "8080"']],
    ['{ "Port": 8080, // behind the proxy\n"a": 1.50,\n}', ['a [*] "1.50"', 'Port [*] "8080"']],
    [
      '// note "A"\n{ /* b */ "a": true /* x */, "b": [ /* c */ "x", 1e3, ], } // end',
      ['a [*] "true"', 'b vdt List', 'b [*] "[\\"x\\",1e3]" native'],
    ],
    ['{ "a": "8080 // text", "b": "/* t */" }', ['a [*] "8080 // text"', 'b [*] "/* t */"']],
    [
      '{ "a": "l\\nm\\t\\u00e9\\\\", "b": null, "c": "null", "d": -0.5E+2 }',
      ['a [*] "l\\nm\\té\\\\"', 'b [*] null', 'c [*] "null"', 'd [*] "-0.5E+2"'],
    ],
    ['\ufeff{ "a": { "b": { "c": "x" } } }', ['a.b.c [*] "x"']],
    ['{\r\n\t"a":\t1\r\n}\r\n', ['a [*] "1"']],
  ])('%j means what .NET reads', (text, lines) => {
    const { state, diagnostics } = load({ ...PROJECT, 'a.json': text });
    expect(diagnostics).toEqual([]);
    expect(linesOf(state)).toEqual(lines);
  });

  it.each(['{ "#": 1 }', '{ "a": { "<<": 1 } }'])('%j has names that YAML would lose', (text) => {
    const { diagnostics } = load({ ...PROJECT, 'a.json': text });
    expect(diagnostics.map(({ code }) => code)).toEqual(['key-name']);
  });

  it.each([
    ['{ "a": «tru }', 'a text or a name is not in double quotes'],
    ["{ «'a': 1 }", 'a text or a name is not in double quotes'],
    ['{ «a: 1 }', 'a text or a name is not in double quotes'],
    ['«a: 1\n', 'a text or a name is not in double quotes'],
    ['{ "a": «"x\ny" }', 'a text is not closed in its line'],
    ['{ "a": «"x }', 'a text is not closed in its line'],
    ['{ "a" «1 }', 'a colon is missing after a name'],
    ['{ "a": 1 «"b": 2 }', 'a comma is missing'],
    ['{ "a": [1 «2] }', 'a comma is missing'],
    ['{ "a": 0«07 }', 'a number has a form that JSON does not allow'],
    ['{ "a": «.5 }', 'a number has a form that JSON does not allow'],
    ['{ "a": «1. }', 'a number has a form that JSON does not allow'],
    ['{ "a": «- }', 'a number has a form that JSON does not allow'],
    ['{ "a": «}', 'a value is missing'],
    ['{ "a": 1,«, }', 'a text or a name is not in double quotes'],
    ['[«,]', 'a value is missing'],
    ['{ "a": 1«', 'a bracket is not closed'],
    ['{ "a": [1«', 'a bracket is not closed'],
    ['{ "a": «', 'a bracket is not closed'],
    ['{ "a": 1 }«}', 'something follows its value'],
    ['{ "a": 1 }\n«{ "a": 2 }', 'something follows its value'],
    ['{ "a": 1 } «/* x', 'a comment is not closed'],
    ['{ "a": «"C:\\users" }', 'a backslash does not begin a valid JSON escape'],
    ['{ "a": «"\\x" }', 'a backslash does not begin a valid JSON escape'],
    ['{ "a": «"x\ty" }', 'a text contains a control character'],
    ['«', 'it is empty'],
    ['\ufeff // nothing\n«', 'it is empty'],
  ])('%j is an error that says JSON', (marked, problem) => {
    const [before = '', after = ''] = marked.split('«');
    for (const path of ['a.json', 'config/a.json']) {
      const { diagnostics } = load({ ...PROJECT, [path]: before + after });
      const [found, ...others] = diagnostics.filter(({ place }) => place?.file === path);
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        code: 'json-syntax',
        message: `This is not valid JSON: ${problem}.`,
        hint: expect.stringMatching(/\.$/),
        place: { offset: before.length },
      });
    }
  });

  it('that nests without end is an error', () => {
    const { diagnostics } = load({ ...PROJECT, 'a.json': '['.repeat(1_000_000) });
    expect(fileErrors(diagnostics)).toContain('a.json:1:101 json-syntax');
  });

  it('is one as a project file too', () => {
    const text = '{ "version": 1, // c\n"repository": "acme/shop", "levels": ["Environment"], }';
    const files = { 'project.json': text, 'config/a.json': '{ "keys": { "a": 1, /* c */ } }' };
    expect(load(files, { projectFile: 'project.json' }).diagnostics).toEqual([]);
    const yaml = load(
      { ...files, 'project.json': 'version: 1\n' },
      { projectFile: 'project.json' },
    );
    expect(fileErrors(yaml.diagnostics)).toContain('project.json:1:1 json-syntax');
  });
});
