// Secrets in clear text that are new in the files: in values, contents and sources, and which stay quiet.
import { expect, test } from 'vitest';
import { newSecretsIn } from '../../src/documents/new-secrets.ts';
import { type Contents, load } from '../helpers/project.ts';

/** What is said of the first files after the second ones: the place, and the first sentence. */
function told(after: Contents, before?: Contents, env = {}): string[] {
  const loaded = { ...load(after, { env }), display: (path: string) => path };
  const earlier = before === undefined ? [] : [load(before, { env }).state];
  return newSecretsIn(loaded, earlier, 2).map(
    ({ finding: { place, message } }) => `${place} ${message}`,
  );
}

const keys = (text: string) => ({ 'config/a.yaml': `keys:\n  other: x\n${text}` });
const project = (line: string) => ({ 'confighub.yaml': `levels: [A, B]\n${line}\n` });
const CLEAR = keys('  db.password: hunter2-in-git\n');
const CONF = (lines: string) => ({
  'config/a.yaml': 'files: { app.conf: { "*": { path: app.conf } } }\n',
  'config/app.conf': `host=a\n${lines}port=1\n`,
});
const SOURCE = (lines: string) => ({
  'confighub.yaml': 'levels: [Environment, Application]\nsources: ["conf/*.properties"]\n',
  'conf/app.properties': `host=a\n${lines}`,
});

const SAYS = 'looks like a secret, and it is in Git in clear text.';
const CONTAINS = 'contains what looks like a secret, and it is in Git in clear text.';

const PASSWORD = `config/a.yaml:3:3 The value of db.password in \`*;*\` ${SAYS}`;
const TOKEN_URL = `config/a.yaml:3:3 The value of token.url in \`*;*\` ${SAYS}`;
const FROM_ENV = keys('  db.password: { value: { env: PASSWORD } }\n');

test.for<[what: string, after: Contents, before: Contents | undefined, ...told: string[]]>([
  ['a new value', CLEAR, keys(''), PASSWORD],
  ['a value, with nothing to compare', CLEAR, undefined, PASSWORD],
  ['a changed value', CLEAR, keys('  db.password: hunter1-in-git\n'), PASSWORD],
  ['a value that came from the environment', CLEAR, FROM_ENV, PASSWORD],
  [
    'a value with a harmless name that came from the environment',
    keys('  a: plain\n'),
    keys('  a: { value: { env: PASSWORD } }\n'),
    `config/a.yaml:3:3 The value of a in \`*;*\` ${SAYS}`,
  ],
  [
    'a line of a content',
    CONF('a.password=old-one\nb.password=new-one\n'),
    CONF('a.password=old-one\n'),
    `config/app.conf:3:1 The content of app.conf in \`*;*\` ${CONTAINS}`,
  ],
  [
    'two lines of a content',
    CONF('a.password=one\nb.password=two\n'),
    CONF(''),
    'config/app.conf:2:1 The content of app.conf in `*;*` contains what looks like a secret (lines 2, 3), and it is in Git in clear text.',
  ],
  [
    'a line of a source',
    SOURCE('db.password=new-one\n'),
    SOURCE(''),
    `conf/app.properties:2:1 The value of db.password in \`*;*\` ${SAYS}`,
  ],
  ['what is old', CLEAR, CLEAR],
  ['old lines', CONF('a.password=old-one\nmore=1\n'), CONF('a.password=old-one\n')],
  [
    'what moved to another context or key',
    keys(
      '  db.password: { values: { "P;*": hunter2-in-git } }\n  other.password: hunter2-in-git\n',
    ),
    CLEAR,
  ],
  [
    'names that speak about a secret',
    keys('  password.length: "12"\n  token.url: https://id.example.com\n  max.tokens: "4096"\n'),
    keys(''),
  ],
  [
    'such a name with a secret in its value',
    keys('  token.url: https://ada:s3cret@id.example.com\n'),
    keys(''),
    TOKEN_URL,
  ],
  [
    'such a name in `redact`',
    { ...keys('  token.url: https://id.example.com\n'), ...project('redact: [token.*]') },
    keys(''),
    TOKEN_URL,
  ],
  ['the environment', FROM_ENV, keys('')],
  [
    'placeholders',
    keys('  db.password: ${DB_PASSWORD}\n  a.token: "<token>"\n  b.token: ""\n'),
    keys(''),
  ],
  ['what is allowed', { ...CLEAR, ...project('allowSecrets: [db.*]') }, keys('')],
  ['deletions', keys('  db.password: { opp: delete }\n'), CLEAR],
])('%s', ([, after, before, ...expected]) => {
  expect(told(after, before, { PASSWORD: 'hunter2-in-git' })).toEqual(expected);
});
