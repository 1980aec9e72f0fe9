// `files:` of a document, and content from `path` and `env`.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, stateOf } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

describe('a file', () => {
  it('has a content for each of its contexts', () => {
    const { state, diagnostics } = load(
      {
        'config/web/doc.yaml': [
          'files:',
          '  nginx/app.conf:',
          '    "*;*": { path: ../content/app.conf }',
          '    Production;*:',
          '      content: |',
          '        worker_processes 8;',
          '  empty: { "*;*": { content: "" } }',
          '  .env: { P;*: { env: DOT_ENV } }',
          '  __proto__: { "*;*": { content: p } }',
          '  "a b/c\\\\d/é": { "*;*": { content: "\\ttext\\r\\n" } }',
        ].join('\n'),
        'config/content/app.conf': 'worker_processes 1;\n',
      },
      { env: { DOT_ENV: 'A=1' } },
    );
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([
      'file .env [P;*] "A=1" secret',
      'file __proto__ [*] "p"',
      'file a b/c\\d/é [*] "\\ttext\\r\\n"',
      'file empty [*] ""',
      'file nginx/app.conf [*] "worker_processes 1;\\n"',
      'file nginx/app.conf [Production;*] "worker_processes 8;\\n"',
    ]);
  });

  it('whose path says secret is masked, and so is one that `redact` names', () => {
    const { state } = load({
      'confighub.yaml': 'levels: [E, A]\nredact: ["*.license", "keys/**"]\n',
      'config/a.yaml':
        'files: { tls/private-key.pem: { "*": { content: a } }, x.LICENSE: { "*": { content: b } }, keys/a/b: { "*": { content: c } }, plain: { "*": { content: d } } }',
    });
    expect(linesOf(state)).toEqual([
      'file keys/a/b [*] "c" secret',
      'file plain [*] "d"',
      'file tls/private-key.pem [*] "a" secret',
      'file x.LICENSE [*] "b" secret',
    ]);
  });

  it.each([
    '«file-path»/etc/app.conf: { "*;*": { content: x } }',
    '«file-path»//app.conf: { "*;*": { content: x } }',
    '«file-path»nginx/: { "*;*": { content: x } }',
    '«file-path»"nginx/ ": { "*;*": { content: x } }',
    '«file-path»" ": { "*;*": { content: x } }',
    '«file-path»"a\\nb/c": { "*;*": { content: x } }',
    `«file-path»${'f'.repeat(256)}: { "*;*": { content: x } }`,
    '«wrong-type»a:',
    'a: «wrong-type»{}',
    'a: «wrong-type»text',
    'a: { "*;*": «wrong-type»text }',
    'a: { «value-object»"*;*": {} }',
    'a: { "*;*": { content: x, «value-object»path: y } }',
    'a: { "*;*": { content: x, «unknown-field»contents: y } }',
    'a: { «value-object»"*;*": { «unknown-field»value: x } }',
    'a: { "*;*": { content: «wrong-type»null } }',
    'a: { "*;*": { «empty-value»content: } }',
    'a: { "*;*": { content: «wrong-type»[x] } }',
    'a: { "*;*": { opp: «bad-option»remove } }',
  ])('`%s` is an error at its mark', (marked) => void loadMarked(`files:\n  ${marked}\n`));

  it('twice in one context is an error that names both places', () => {
    loadMarked({
      'config/a.yaml': 'files: { f: { «first»"*;*": { content: x } } }',
      'config/b.yaml': 'context: "*;*"\nfiles: { «duplicate-file»f: { content: x } }',
    });
  });

  it('whose path differs in case is another file', () => {
    const document = 'files: { F: { "*": { content: x } }, f: { "*": { content: y } } }';
    expect(linesOf(stateOf(document))).toHaveLength(2);
  });
});

describe('`path`', () => {
  it('is relative to its document, and the same content may be named twice', () => {
    const { state, diagnostics, files } = load({
      'config/a/doc.yaml': 'keys: { banner: { vdt: Code, value: { path: banner.html } } }',
      'config/b/doc.yaml': 'keys: { copy: { values: { P;*: { path: ./../a//banner.html } } } }',
      'config/a/banner.html': '\ufeff<b>\r\n',
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([
      'banner vdt Code',
      'banner [*] "\ufeff<b>\\r\\n"',
      'copy [P;*] "\ufeff<b>\\r\\n"',
    ]);
    expect([...files.keys()].sort()).toEqual([
      'config/a/banner.html',
      'config/a/doc.yaml',
      'config/b/doc.yaml',
      'confighub.yaml',
    ]);
  });

  it.each([
    '«outside-root»../../secret.txt',
    '«outside-root»../../project/secret.txt',
    '«outside-root»/etc/passwd',
    '«outside-root»C:/secret.txt',
    '«outside-root»..',
    '«file-missing»missing.txt',
    '«wrong-type»""',
    '«wrong-type»null',
  ])('%s is an error', (path) => void loadMarked(`keys:\n  a:\n    value: { path: ${path} }\n`));

  it('to a content that is no text names the line', () => {
    const { diagnostics } = loadMarked({
      'config/a.yaml': `keys:
  a: { value: { path: «not-utf8»latin1.txt } }
  b: { value: { path: «bad-text»nul.txt } }
`,
      'config/latin1.txt': Buffer.from('one\ntwo\nf\u00fcnf\n', 'latin1'),
      'config/nul.txt': 'a\0b',
    });
    expect(diagnostics[0]?.message).toBe('config/latin1.txt is not valid UTF-8 (line 3).');
  });

  const UTF_16 = [0xff, 0xfe, 0x61, 0x00];
  const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00];

  it.each([
    ['an image', PNG, /^The server stores text only\. Leave/],
    ['a text in UTF-16', UTF_16, /Convert the file to UTF-8\.$/],
  ])('to %s says what to do', (_, bytes, hint) => {
    const { diagnostics } = loadMarked({
      'config/a.yaml': 'keys: { a: { value: { path: «not-utf8»logo.png } } }\n',
      'config/logo.png': Buffer.from(bytes),
    });
    expect(diagnostics[0]?.hint).toMatch(hint);
  });
});

describe('a file that a `path` names', () => {
  it('is content, not a document, even where `include` matches it', () => {
    const state = stateOf({
      'config/a.yaml':
        'files: { app.yaml: { "*;*": { path: app.yaml } } }\nkeys: { k: { value: { path: k.json } } }',
      'config/app.yaml': 'this: [is, "no document"\n',
      'config/k.json': '{"x": "\t"}',
    });
    expect(linesOf(state)).toEqual([
      'k [*] "{\\"x\\": \\"\\t\\"}"',
      'file app.yaml [*] "this: [is, \\"no document\\"\\n"',
    ]);
  });

  it('and that names files itself is an error', () => {
    const { diagnostics } = loadMarked({
      'config/a.yaml': 'files:\n  f: { "*;*": { path: «document-is-content»b.yaml } }\n',
      'config/b.yaml': 'files:\n  g: { "*;*": { path: c.txt } }\n',
      'config/c.txt': 'x',
    });
    expect(diagnostics[0]?.message).toContain('config/b.yaml');
  });
});

describe('`env`', () => {
  it.each([
    ...['CONFIGHUB_TOKEN', 'GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'RUNNER_TEMP', 'INPUT_TOKEN'],
    ...['NODE_OPTIONS', 'github_token'],
  ])('cannot name %s', (name) => {
    const document = `keys: { a: { value: { env: «env-forbidden»${name} } } }`;
    const { diagnostics } = loadMarked(document, { env: { [name]: 'hidden' } });
    expect(JSON.stringify(diagnostics)).not.toContain('hidden');
  });

  it.each([
    ['my var', '`my var` cannot be the name of an environment variable.'],
    ['$A', '`$A` cannot be the name of an environment variable.'],
    ['1A', '`1A` cannot be the name of an environment variable.'],
    [`${'a'.repeat(61)}-`, 'This cannot be the name of an environment variable.'],
  ])('cannot name %s, which no shell can set', (name, message) => {
    const document = `keys: { a: { value: { env: «bad-option»${name} } } }`;
    const { diagnostics } = loadMarked(document, { missingEnv: 'warning' });
    expect(diagnostics[0]?.message).toBe(message);
  });

  it('is the value of the variable, masked, spaces and line breaks kept', () => {
    const { state } = loadDocument('keys: { a: { value: { env: A } } }', { env: { A: ' x\ny ' } });
    expect(linesOf(state)).toEqual(['a [*] " x\\ny " secret']);
  });

  it.each([
    ['not set', 'B', {}],
    ['empty', 'B', { B: '' }],
    ['a member of every object', 'toString', {}],
  ])('that is %s is an error, and a warning where nothing is sent', (_, name, env) => {
    const document = `keys: { a: { value: { env: «env-missing»${name} } } }`;
    expect(loadMarked(document, { env }).diagnostics[0]?.severity).toBe('error');
    const { diagnostics, state } = loadMarked(document, { env, missingEnv: 'warning' });
    expect(diagnostics[0]?.severity).toBe('warning');
    expect(linesOf(state)).toEqual(['a [*] null unknown secret']);
  });

  it('of another time cannot be known', () => {
    const document = 'keys: { a: { value: { env: A } } }\nfiles: { f: { "*": { env: A } } }';
    expect(linesOf(stateOf(document, { env: 'unknown' }))).toEqual([
      'a [*] null unknown secret',
      'file f [*] "" unknown secret',
    ]);
  });
});
