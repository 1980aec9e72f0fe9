// `data:` of a document: a hand-written push body, or a whole export.
import { describe, expect, it } from 'vitest';
import { linesOf, loadDocument, stateOf } from '../helpers/project.ts';
import { exported, push, SHOP, withServer } from '../helpers/server.ts';
import { loadMarked } from './marked.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

describe('`data:`', () => {
  it('declares what a push body declares', () => {
    const document = `enableKeyCreation: true
data:
  - { key: db.host, vdt: Text, readme: r, values: [{ context: "*;*", value: db.dev.internal }] }
  - key: db.host
    values:
      - { context: P;*, value: 007, active: true }
      - { context: Q;*, value: null }
      - { context: R;*, opp: delete }
  - { key: old, opp: delete }
  - { file: nginx/app.conf, context: "*;*", content: "worker_processes 8;\\n" }
  - { file: old.conf, context: P;*, opp: delete }
`;
    expect(linesOf(stateOf(document))).toEqual([
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
      const shared = { vdt: 'Map', readme: null, deprecated: false, push: true };
      const own = { vdt: 'Text', readme: 'r', deprecated: true, push: true };
      const values = [
        { context: '*;*', value: '{"x":1}' },
        { context: 'P;*', value: null },
      ];
      const data = [
        { key: 'a', ...shared, values },
        { key: 'b', ...own, values: [{ context: 'P;W', value: ' 1.10 ' }] },
        { file: 'd/f', context: '*;*', content: 'x\n' },
      ];
      await push(server, { enableKeyCreation: true, data });
      const document = JSON.stringify({ data: await exported(server) });
      expect(linesOf(stateOf({ 'config/export.json': document }))).toEqual([
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
    'data: «wrong-type»{ key: a }',
    'data: [«wrong-type»a]',
    'data: [«missing-field»{ vdt: Text }]',
    'data: [{ key: a, «unknown-field»value: 1 }]',
    'data: [{ key: a, vdt: «unknown-vdt»text }]',
    'data: [{ key: «key-name»a b }]',
    'data: [{ key: «wrong-type»null }]',
    'data: [{ key: a, values: «wrong-type»{ "*;*": 1 } }]',
    'data: [{ key: a, values: [«wrong-type»x] }]',
    'data: [{ key: a, values: [«missing-field»{ value: x }] }]',
    'data: [{ key: a, values: [{ «missing-field»context: , value: x }] }]',
    'data: [{ key: a, values: [{ context: «context-depth»P, value: x }] }]',
    'data: [{ key: a, values: [«missing-field»{ context: "*" }] }]',
    'data: [{ key: a, vdt: Map, values: [{ context: "*", value: «wrong-type»{ x: 1 } }] }]',
    'data: [{ key: a, values: [{ context: "*", «empty-value»value: }] }]',
    'data: [{ key: a, values: [{ context: "*", value: x, «deactivate»active: false }] }]',
    'data: [{ key: a, opp: «bad-option»deleet }]',
    'data: [{ key: a, securityGroup: «wrong-type»null, values: [] }]',
    'data: [{ key: a, «password-in-file»password: G, values: [] }]',
    'data: [{ file: a, context: "*", content: x, securityGroup: G, «password-in-file»password: hunter2 }]',
    'data: [{ file: a, context: "*", opp: delete, «value-object»securityGroup: G }]',
    'data: [«missing-field»{ file: a, content: x }]',
    'data: [«missing-field»{ file: a, context: "*" }]',
    'data: [{ file: a, context: "*", content: «wrong-type»null }]',
    'data: [{ file: «file-path»/a, context: "*", content: x }]',
    'data: [{ file: a, context: "*", content: x, «deactivate»active: false }]',
    'data: []\n«bad-option»enableKeyCreation: false\n',
  ])('%s is an error at its mark', (marked) => void loadMarked(marked));

  it('with a comment for the push is a doubt, because the comment is the commit message', () => {
    const { diagnostics } = loadDocument('changeComment: x\ndata: []\n');
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning bad-option',
    ]);
  });
});
