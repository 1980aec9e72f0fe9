// `files:` of a document, and content from `path` and `env`.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, stateOf, unmark } from '../helpers/project.ts';
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
    ['an absolute path', '«file-path»/etc/app.conf: { "*;*": { content: x } }'],
    ['two slashes in front', '«file-path»//app.conf: { "*;*": { content: x } }'],
    ['a slash at the end', '«file-path»nginx/: { "*;*": { content: x } }'],
    ['only spaces behind its last slash', '«file-path»"nginx/ ": { "*;*": { content: x } }'],
    ['a path of a space', '«file-path»" ": { "*;*": { content: x } }'],
    ['a line break in its path', '«file-path»"a\\nb/c": { "*;*": { content: x } }'],
    ['a path of 256 characters', `«file-path»${'f'.repeat(256)}: { "*;*": { content: x } }`],
    ['no context', '«wrong-type»a:'],
    ['an empty mapping', 'a: «wrong-type»{}'],
    ['a text for its contexts', 'a: «wrong-type»text'],
    ['a text for its content', 'a: { "*;*": «wrong-type»text }'],
    ['no content', 'a: { «value-object»"*;*": {} }'],
    ['two contents', 'a: { "*;*": { content: x, «value-object»path: y } }'],
    ['an unknown field', 'a: { "*;*": { content: x, «unknown-field»contents: y } }'],
    ['the field `value`', 'a: { «value-object»"*;*": { «unknown-field»value: x } }'],
    ['null as its content', 'a: { "*;*": { content: «wrong-type»null } }'],
    ['nothing as its content', 'a: { "*;*": { «empty-value»content: } }'],
    ['a list as its content', 'a: { "*;*": { content: «wrong-type»[x] } }'],
    ['another `opp`', 'a: { "*;*": { opp: «bad-option»remove } }'],
  ])('with %s is an error', (_, marked) => {
    const { text, expected } = unmark('config/doc.yaml', `files:\n  ${marked}\n`);
    expect(fileErrors(loadDocument(text).diagnostics).sort()).toEqual(expected.sort());
  });

  it('twice in one context is an error that names both places', () => {
    const { diagnostics } = load({
      'config/a.yaml': 'files: { f: { "*;*": { content: x } } }',
      'config/b.yaml': 'context: "*;*"\nfiles: { f: { content: x } }',
    });
    expect(fileErrors(diagnostics)).toEqual(['config/b.yaml:2:10 duplicate-file']);
    expect(String(diagnostics[0]?.related)).toBe('config/a.yaml:1:15');
  });

  it('whose path differs in case is another file', () => {
    expect(
      linesOf(stateOf('files: { F: { "*": { content: x } }, f: { "*": { content: y } } }')),
    ).toHaveLength(2);
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
    ['out of the root', '«outside-root»../../secret.txt'],
    ['out of the root and back', '«outside-root»../../project/secret.txt'],
    ['to an absolute path', '«outside-root»/etc/passwd'],
    ['to a drive', '«outside-root»C:/secret.txt'],
    ['to the root itself', '«outside-root»..'],
    ['to a file that is not there', '«file-missing»missing.txt'],
    ['to nothing', '«wrong-type»""'],
    ['to null', '«wrong-type»null'],
  ])('%s is an error', (_, marked) => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      `keys:\n  a:\n    value: { path: ${marked} }\n`,
    );
    expect(fileErrors(loadDocument(text).diagnostics)).toEqual(expected);
  });

  it('to a content that is no text names the line', () => {
    const { diagnostics } = load({
      'config/a.yaml':
        'keys:\n  a: { value: { path: latin1.txt } }\n  b: { value: { path: nul.txt } }\n',
      'config/latin1.txt': Buffer.from('one\ntwo\nf\u00fcnf\n', 'latin1'),
      'config/nul.txt': 'a\0b',
    });
    expect(fileErrors(diagnostics)).toEqual([
      'config/a.yaml:2:23 not-utf8',
      'config/a.yaml:3:23 bad-text',
    ]);
    expect(diagnostics[0]?.message).toBe('config/latin1.txt is not valid UTF-8 (line 3).');
  });

  it.each([
    [
      'an image',
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00],
      /^The server stores text only\. Leave/,
    ],
    ['a text in UTF-16', [0xff, 0xfe, 0x61, 0x00], /Convert the file to UTF-8\.$/],
  ])('to %s says what to do', (_, bytes, hint) => {
    const { diagnostics } = load({
      'config/a.yaml': 'keys: { a: { value: { path: logo.png } } }\n',
      'config/logo.png': Buffer.from(bytes),
    });
    expect(fileErrors(diagnostics)).toEqual(['config/a.yaml:1:29 not-utf8']);
    expect(diagnostics[0]?.hint).toMatch(hint);
  });
});

describe('a file that a `path` names', () => {
  it('is content, not a document, even where `include` matches it', () => {
    const { state, diagnostics } = load({
      'config/a.yaml':
        'files: { app.yaml: { "*;*": { path: app.yaml } } }\nkeys: { k: { value: { path: k.json } } }',
      'config/app.yaml': 'this: [is, "no document"\n',
      'config/k.json': '{"x": "\t"}',
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([
      'k [*] "{\\"x\\": \\"\\t\\"}"',
      'file app.yaml [*] "this: [is, \\"no document\\"\\n"',
    ]);
  });

  it('and that names files itself is an error', () => {
    const { diagnostics } = load({
      'config/a.yaml': 'files:\n  f: { "*;*": { path: b.yaml } }\n',
      'config/b.yaml': 'files:\n  g: { "*;*": { path: c.txt } }\n',
      'config/c.txt': 'x',
    });
    expect(fileErrors(diagnostics)).toEqual(['config/a.yaml:2:23 document-is-content']);
    expect(diagnostics[0]?.message).toContain('config/b.yaml');
  });
});

describe('`env`', () => {
  const names = [
    'CONFIGHUB_TOKEN',
    'GITHUB_TOKEN',
    'ACTIONS_RUNTIME_TOKEN',
    'RUNNER_TEMP',
    'INPUT_TOKEN',
    'NODE_OPTIONS',
    'github_token',
  ];
  it.each(names)('cannot name %s', (name) => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      `keys: { a: { value: { env: «env-forbidden»${name} } } }`,
    );
    const { diagnostics } = loadDocument(text, { env: { [name]: 'hidden' } });
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(JSON.stringify(diagnostics)).not.toContain('hidden');
  });

  it.each([
    ['my var', '`my var` cannot be the name of an environment variable.'],
    ['$A', '`$A` cannot be the name of an environment variable.'],
    ['1A', '`1A` cannot be the name of an environment variable.'],
    [`${'a'.repeat(61)}-`, 'This cannot be the name of an environment variable.'],
  ])('cannot name %s, which no shell can set', (name, message) => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      `keys: { a: { value: { env: «bad-option»${name} } } }`,
    );
    const { diagnostics } = loadDocument(text, { missingEnv: 'warning' });
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics[0]?.message).toBe(message);
  });

  it('is the value of the variable, masked, spaces and line breaks kept', () => {
    const { state } = loadDocument('keys: { a: { value: { env: A } } }', { env: { A: ' x\ny ' } });
    expect(linesOf(state)).toEqual(['a [*] " x\\ny " secret']);
  });

  it.each([
    ['not set', {}],
    ['empty', { B: '' }],
    ['a member of every object', {}],
  ])('that is %s is an error, and a warning where nothing is sent', (what, env) => {
    const name = what.startsWith('a member') ? 'toString' : 'B';
    const { text, expected } = unmark(
      'config/doc.yaml',
      `keys: { a: { value: { env: «env-missing»${name} } } }`,
    );
    const { diagnostics } = loadDocument(text, { env });
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics[0]?.severity).toBe('error');
    const validated = loadDocument(text, { env, missingEnv: 'warning' });
    expect(validated.diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
    expect(linesOf(validated.state)).toEqual(['a [*] null unknown secret']);
  });

  it('of another time cannot be known', () => {
    const { state, diagnostics } = loadDocument(
      'keys: { a: { value: { env: A } } }\nfiles: { f: { "*": { env: A } } }',
      {
        env: 'unknown',
      },
    );
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['a [*] null unknown secret', 'file f [*] "" unknown secret']);
  });
});
