// Secrets inside of texts are masked in place, in each format; harmless neighbours stay.
import { describe, expect, test } from 'vitest';
import { maskedVersions } from '../../src/render/mask.ts';

const LONG = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

/** `«…»` marks what must be masked. */
const MASKED: readonly [format: string, marked: string][] = [
  ['JSON', '{"user":"ada","password":"«hun\\"ter2»","port":1}'],
  ['JSON with a number', '{"token":«12345678901»,"pin":"«1234»"}'],
  ['nested JSON', '{"credentials":{"user":"«ada»","all":["«aaa»","«bbb»"]},"port":1}'],
  ['lenient JSON', "{ user: 'ada', pass: '«s3»', }"],
  ['JSON that does not parse', '{"password": "«hunter2»", oops'],
  ['JSON, an escaped name', '{"pass\\u0077ord":"«hunter2»","\\u0070in":"«1234»","port":1}'],
  ['JSON, an escaped name that does not parse', '{"\\u0070ass\\u0077ord":"«hunter2»", oops'],
  ['YAML, an escaped name', 'user: ada\n"pass\\x77ord": «hunter2»\n'],
  ['properties, an escaped name', 'user=ada\ndb.p\\u0061ssword=«hunter2»\n'],
  ['a tab between', 'user\tada\npassword\t«hunter2»\n  db.token\t\t«a b»\nport\t1\n'],
  ['JSON in JSON', '{"a":"{\\"password\\":\\"«hunter2»\\"}"}'],
  ['YAML', 'user: ada\npassword: «hunter2»\nport: 1\n'],
  ['YAML, a comment', 'user: ada\n# password: «hunter2»\n'],
  ['YAML, a block', 'user: ada\npassword: |\n  «one\n  two»\nport: 1\n'],
  ['YAML, a quoted text of two lines', 'password: "«one\n  two»"\nport: 1\n'],
  ['YAML, a list', 'tokens: [«a1», «b2»]\nport: 1\n'],
  ['YAML, a flow mapping', 'db: {password: «hunter2», user: ada}'],
  ['YAML, names and values', 'env:\n  - name: DB_PASSWORD\n    value: «hunter2»\n  - name: HOST\n    value: x\n'],
  ['properties', 'db.url=jdbc:x\ndb.password=«hunter2»\ndb.user: ada\n'],
  ['properties, continued', 'db.password=«hunter2 \\\n   more»\ndb.user=ada\n'],
  ['ini', '[db]\nuser = ada\npw = «hunter2»\n; password = «old»\n'],
  ['dotenv', 'export DB_PASSWORD="«hun ter2»"\nAPI_KEY=«abc»\nHOST=x\n'],
  ['XML', '<db><password>«hunter2»</password><user>ada</user></db>'],
  ['XML, attributes and a namespace', '<a:password type="x">«hunter2»</a:password><user>ada</user>'],
  ['XML, lines and CDATA', '<password>\n  «hunter2»\n</password><token><![CDATA[«a<b»]]></token>'],
  ['XML, everything below', '<credentials>«<user>ada</user>»</credentials><user>bob</user>'],
  ['XML, a name and a value', '<add key="DbPassword" value="«hunter2»"/><add key="Host" value="x"/>'],
  ['XML, a value and a name', "<property value='«a>b»' name='password' />"],
  ['XML, a named element', '<entry key="password">«hunter2»</entry><entry key="host">x</entry>'],
  ['a property list', '<key>password</key>\n<string>«hunter2»</string><key>host</key><string>x</string>'],
  ['YAML, values and names', 'env:\n  - value: «hunter2»\n    name: DB_PASSWORD\n  - value: x\n    name: HOST\n'],
  ['YAML, a Secret of Kubernetes', 'kind: Secret\nstringData:\n  ada: «hunter2»\n'],
  ['YAML, arguments', 'args: [--password, «hunter2», --user, ada]\n'],
  ['properties, aligned', 'db.password          = «hunter2»\ndb.user              = ada\n'],
  ['properties, a slash', 'db.password=«/hunter2»\ndb.token:«/abc»\n'],
  ['an assignment', "$config['password'] = '«hunter2»';\npassword := «hunter2»\n"],
  ['a call', "define('DB_PASSWORD', '«hunter2»');\nset('host', 'x');\n"],
  [
    'options of a program',
    'java -Ddb.password=«hunter2» -Dpass=«abc» -jar x --db-password=«s1» --token «s2» --user ada',
  ],
  ['a .netrc', 'machine x login ada password «hunter2»\n'],
  ['a header', 'proxy_set_header Authorization "Bearer «abcdef123456»";\nlisten 80;\n'],
  ['a header with a colon', 'curl -H "Authorization: Basic «YWRhOnM=»" https://x'],
  ['Bearer alone', 'Bearer «abcdefghij1234567890»'],
  ['an address', 'https://x/?api_key=«abcdef»&y=1'],
  ['a key of AWS', `the key ${'«'}${LONG}${'»'} of x`],
  ['a doubtful name', 'smtp.auth=true\nlogin.auth=«ada:s3cret1»\nsalt=«ab12cd34ef56»\n'],
  ['a copy elsewhere', '{"password":"«hunter2hunter»","note":"was «hunter2hunter» before"}'],
];

const PLAIN = [
  'author=me\npass.count=5\npassword.length=8\ntoken.ttl=3600\nmax_tokens: 4096\n',
  'auth: basic\nsmtp.auth=true\npassword.required: true\nbypass: yes\ncompass: north\n',
  'password: ${db.password}\nsecret = {{ .Values.secret }}\ntoken: <token>\npwd: $PWD\n',
  '{"password":null,"secret":"","tokenUrl":"https://x/y"}',
  'Enter your password: \n',
  'Name\tIs a password\tneeded\nada\tno password\tyes\n',
  'see token\tand port\n',
  '<password>',
  'use --password-file x, or <password> in angle brackets',
  'if (password == null) login user password',
  'Forgot your password? Click: here',
  'Authorization required',
  'keyboard=us\nkey=abc\nprimary_key=id\n',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4',
  'config/Production/Billing1/Values2/Deep3a',
];

/** Secrets are in there, but where they end cannot be told. */
const WHOLE = [
  'password = <<EOF\nhunter2\nEOF\n',
  'PASSWORD=\'abc\'"hunter2"\n',
  '<a>\n<password>hunter2\n</a>',
  'password: |\n  {{ if }}\n: [',
  'creds: &c hunter2\npassword: *c\n',
  'password = """\nhunter2\n"""\n',
];

describe('the secret parts of a text', () => {
  test.for(MASKED)('%s', ([, marked]) => {
    const text = marked.replace(/[«»]/g, '');
    expect(maskedVersions({ after: text })).toMatchObject({ after: marked.replace(/«[^»]*»/g, '(secret)') });
  });

  test.for(PLAIN)('are none in %j', (text) => expect(maskedVersions({ after: text })).toBe(undefined));
  test.for(WHOLE)('cannot be told apart in %j', (text) => expect(maskedVersions({ after: text })).toBe('all'));

  test('are found in linear time', () => {
    const long = [
      'password="',
      '"password":',
      'password=\\\n',
      'password:\n ',
      'authorization ',
      'Bearer ',
      'a.',
      'aB3/',
      '<password>',
      '<password value="',
      '<password><![CDATA[',
      '--a',
      '--token ',
      '("token",',
      'login x ',
      'password   ',
    ];
    const begun = performance.now();
    for (const text of long) maskedVersions({ after: text.repeat(50_000) });
    const tags = Array.from({ length: 100_000 }, (_, index) => `<token${index}>`);
    expect(maskedVersions({ after: `See ${tags.join(' ')}` })).toBe('all');
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('a changed secret', () => {
  test.for([
    ['a: 1\npassword: x1\n', 'a: 2\npassword: x1\n', 'a: 2\npassword: (secret)\n'],
    ['a: 1\npassword: x1\n', 'a: 1\npassword: x2\n', 'a: 1\npassword: (secret, changed)\n'],
    // In the order of their lines, if there are as many.
    ['[a]\npw=x1\n[b]\npw=x2\n', '[a]\npw=x2\n[b]\npw=x1\n', '[a]\npw=(secret, changed)\n[b]\npw=(secret, changed)\n'],
    ['[a]\npw=x1\n[b]\npw=x2\n', '[b]\npw=x2\n', '[b]\npw=(secret)\n'],
    ['[a]\npw=x1\n', '[a]\npw=x1\n[b]\npw=x3\n', '[a]\npw=(secret)\n[b]\npw=(secret, changed)\n'],
    ['a: 1\n', 'a: 1\npassword: x1\n', 'a: 1\npassword: (secret)\n'],
  ] as const)('%j → %j', ([before, after, shown]) => {
    expect(maskedVersions({ before, after })).toMatchObject({ after: shown });
  });

  test('that moves to another member stays masked, as one that another version declares', () => {
    const [before, after] = ['password: hunter2\n', 'note: hunter2\n'];
    expect(maskedVersions({ before, after })).toEqual({ before: 'password: (secret)\n', after: 'note: (secret)\n' });
    expect(maskedVersions({ after, known: ['hunter2'] })).toMatchObject({ after: 'note: (secret)\n' });
  });
});

test('a secret that begins like another one is masked to its end', () => {
  const known = ['hunter', 'hunter2-of-production', 'production-and-more'];
  expect(maskedVersions({ after: 'x hunter2-of-production y', known })).toMatchObject({ after: 'x (secret) y' });
  expect(maskedVersions({ after: 'hunter2-of-production-and-more', known })).toMatchObject({ after: '(secret)' });
});

test('any number of secrets is looked for', () => {
  const known = Array.from({ length: 2000 }, (_, i) => `secret-number-${i}.`);
  expect(maskedVersions({ after: 'a secret-number-1900. b', known })).toMatchObject({ after: 'a (secret) b' });
  expect(maskedVersions({ after: known.join(' '), known })).toBe('all');
});
