// `data:` of a document: a hand-written push body, or a whole export.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, unmark } from '../helpers/project.ts';
import { exported, push, SHOP, withServer } from '../helpers/server.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

describe('`data:`', () => {
  it('declares what a push body declares', () => {
    const { state, diagnostics } = loadDocument(
      [
        'enableKeyCreation: true',
        'data:',
        '  - { key: db.host, vdt: Text, readme: r, values: [{ context: "*;*", value: db.dev.internal }] }',
        '  - key: db.host',
        '    values: [{ context: P;*, value: 007, active: true }, { context: Q;*, value: null }, { context: R;*, opp: delete }]',
        '  - { key: old, opp: delete }',
        '  - { file: nginx/app.conf, context: "*;*", content: "worker_processes 8;\\n" }',
        '  - { file: old.conf, context: P;*, opp: delete }',
      ].join('\n'),
    );
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([
      'db.host vdt Text',
      'db.host readme r',
      'db.host [*] "db.dev.internal"',
      'db.host [P;*] "007"',
      'db.host [Q;*] null',
      'db.host [R;*] must not exist',
      'old must not exist',
      'file nginx/app.conf [*] "worker_processes 8;\\n"',
      'file old.conf [P;*] must not exist',
    ]);
  });

  it('takes a whole export of a server as a document', async () => {
    await withServer(SHOP, async (server) => {
      const data = [
        {
          key: 'a',
          readme: null,
          deprecated: false,
          vdt: 'Map',
          push: true,
          values: [
            { context: '*;*', value: '{"x":1}' },
            { context: 'P;*', value: null },
          ],
        },
        {
          key: 'b',
          readme: 'r',
          deprecated: true,
          vdt: 'Text',
          push: true,
          values: [{ context: 'P;W', value: ' 1.10 ' }],
        },
        { file: 'd/f', context: '*;*', content: 'x\n' },
      ];
      await push(server, { enableKeyCreation: true, data });
      const { state, diagnostics } = load({
        'config/export.json': JSON.stringify({ data: await exported(server) }),
      });
      expect(fileErrors(diagnostics)).toEqual([]);
      expect(linesOf(state)).toEqual([
        'a vdt Map',
        'a deprecated false',
        'a push true',
        'a [*] "{\\"x\\":1}"',
        'a [P;*] null',
        'b vdt Text',
        'b readme r',
        'b deprecated true',
        'b push true',
        'b [P;W] " 1.10 "',
        'file d/f [*] "x\\n"',
      ]);
    });
  });

  it.each([
    ['that is not an array', 'data: «wrong-type»{ key: a }'],
    ['with a text in it', 'data: [«wrong-type»a]'],
    ['with an entry of neither kind', 'data: [«missing-field»{ vdt: Text }]'],
    ['with an unknown field', 'data: [{ key: a, «unknown-field»value: 1 }]'],
    ['with an unknown type', 'data: [{ key: a, vdt: «unknown-vdt»text }]'],
    ['with a key name that the server rejects', 'data: [{ key: «key-name»a b }]'],
    ['with a key that is null', 'data: [{ key: «wrong-type»null }]'],
    ['with values that are no list', 'data: [{ key: a, values: «wrong-type»{ "*;*": 1 } }]'],
    ['with a value that is a text', 'data: [{ key: a, values: [«wrong-type»x] }]'],
    ['with a value without a context', 'data: [{ key: a, values: [«missing-field»{ value: x }] }]'],
    [
      'with a value of an empty context',
      'data: [{ key: a, values: [{ «missing-field»context: , value: x }] }]',
    ],
    [
      'with a value of too few elements',
      'data: [{ key: a, values: [{ context: «context-depth»P, value: x }] }]',
    ],
    [
      'with a value entry that says nothing',
      'data: [{ key: a, values: [«missing-field»{ context: "*" }] }]',
    ],
    [
      'with a native value',
      'data: [{ key: a, vdt: Map, values: [{ context: "*", value: «wrong-type»{ x: 1 } }] }]',
    ],
    ['with an empty value', 'data: [{ key: a, values: [{ context: "*", «empty-value»value: }] }]'],
    [
      'with an inactive value',
      'data: [{ key: a, values: [{ context: "*", value: x, «deactivate»active: false }] }]',
    ],
    ['with another `opp`', 'data: [{ key: a, opp: «bad-option»deleet }]'],
    [
      'with a group that is null',
      'data: [{ key: a, securityGroup: «wrong-type»null, values: [] }]',
    ],
    ['with a password', 'data: [{ key: a, «password-in-file»password: G, values: [] }]'],
    [
      'with a file that has a password',
      'data: [{ file: a, context: "*", content: x, securityGroup: G, «password-in-file»password: hunter2 }]',
    ],
    [
      'with a group of a file that goes',
      'data: [{ file: a, context: "*", opp: delete, «value-object»securityGroup: G }]',
    ],
    ['with a file without a context', 'data: [«missing-field»{ file: a, content: x }]'],
    ['with a file without content', 'data: [«missing-field»{ file: a, context: "*" }]'],
    [
      'with a file whose content is null',
      'data: [{ file: a, context: "*", content: «wrong-type»null }]',
    ],
    [
      'with a file with a slash in front',
      'data: [{ file: «file-path»/a, context: "*", content: x }]',
    ],
    [
      'with an inactive file',
      'data: [{ file: a, context: "*", content: x, «deactivate»active: false }]',
    ],
    ['beside `enableKeyCreation: false`', 'data: []\n«bad-option»enableKeyCreation: false\n'],
  ])('%s is an error', (_, marked) => {
    const { text, expected } = unmark('config/doc.yaml', marked);
    expect(fileErrors(loadDocument(text).diagnostics)).toEqual(expected);
  });

  it('with a comment for the push is a doubt, because the comment is the commit message', () => {
    const { diagnostics } = loadDocument('changeComment: x\ndata: []\n');
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning bad-option',
    ]);
  });
});
