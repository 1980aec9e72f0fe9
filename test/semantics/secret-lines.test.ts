// The secrets inside of texts are found in each format, and the lines that must not be shown; harmless neighbours stay.
import { describe, expect, test } from 'vitest';
import { DOUBTFUL_LAST_WORDS, SECRET_LAST_WORDS, SECRET_WORDS } from '../../src/model/secrets.ts';
import { byForm, FORMS } from '../../src/semantics/secret-forms.ts';
import { secretLines, secretsInVersions, secretTexts } from '../../src/semantics/secret-lines.ts';
import { inLines } from '../../src/semantics/secret-members.ts';

const LONG = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

/** `«…»` marks what is secret. */
const FOUND: readonly [format: string, marked: string][] = [
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
  [
    'YAML, names and values',
    'env:\n  - name: DB_PASSWORD\n    value: «hunter2»\n  - name: HOST\n    value: x\n',
  ],
  ['properties', 'db.url=jdbc:x\ndb.password=«hunter2»\ndb.user: ada\n'],
  ['properties, continued', 'db.password=«hunter2 \\\n   more»\ndb.user=ada\n'],
  ['ini', '[db]\nuser = ada\npw = «hunter2»\n; password = «old»\n'],
  ['dotenv', 'export DB_PASSWORD="«hun ter2»"\nAPI_KEY=«abc»\nHOST=x\n'],
  ['XML', '<db><password>«hunter2»</password><user>ada</user></db>'],
  ['XML, a namespace', '<a:password type="x">«hunter2»</a:password><user>ada</user>'],
  ['XML, lines and CDATA', '<password>\n  «hunter2»\n</password><token><![CDATA[«a<b»]]></token>'],
  ['XML, everything below', '<credentials>«<user>ada</user>»</credentials><user>bob</user>'],
  ['XML, a name that begins like another one', '<token>«<token_x>a</token_x>b»</token>'],
  ['XML, the same name inside', '<token>«<token>a</token><token x="b"/>c»</token><d>e</d>'],
  ['XML, name and value', '<add key="DbPassword" value="«hunter2»"/><add key="Host" value="x"/>'],
  ['XML, a value and a name', "<property value='«a>b»' name='password' />"],
  ['XML, a named element', '<entry key="password">«hunter2»</entry><entry key="host">x</entry>'],
  ['plist', '<key>password</key>\n<string>«hunter2»</string><key>host</key><string>x</string>'],
  [
    'YAML, values and names',
    'env:\n  - value: «hunter2»\n    name: DB_PASSWORD\n  - value: x\n    name: HOST\n',
  ],
  ['YAML, a Secret of Kubernetes', 'kind: Secret\nstringData:\n  ada: «hunter2»\n'],
  ['YAML, a Secret', 'kind: Secret\ntype: Opaque\ndata:\n  ada: «aHVudGVyMg==»\n  n: «MTI=»\n'],
  [
    'YAML, data before the kind',
    'data: {ada: «aHVudGVyMg==»}\nstringData: {b: «x»}\nkind: Secret\nmetadata: {name: a}\n',
  ],
  [
    'JSON, data of a Secret',
    '{"kind":"Secret","data":{"ada":"«aHVudGVyMg==»","b":"«MTI=»"},"metadata":{"name":"a"}}',
  ],
  [
    'YAML, a list of Kubernetes',
    'kind: List\nitems:\n- kind: ConfigMap\n  data: {a: x}\n- data: {a: «eA==»}\n  kind: Secret\n- kind: ConfigMap\n  data: {b: x}\n',
  ],
  ['YAML, Secrets', 'kind: SecretList\nitems:\n- metadata: {name: «a»}\n  data: {a: «eA==»}\n'],
  [
    'YAML, several documents',
    'kind: ConfigMap\ndata: {a: x}\n---\nkind: "Secret"\ndata:\n  a: |\n    «eA==\n    eQ==»\n---\nkind: ConfigMap\ndata: {b: x}\n',
  ],
  [
    'YAML, what was last applied',
    'kind: Secret\nmetadata:\n  annotations:\n    last: |\n      «{"kind":"Secret","data":{"a":"eA=="}}»\n    other: x\n',
  ],
  [
    'YAML in YAML',
    'kind: ConfigMap\ndata:\n  a.yaml: |\n    «kind: Secret\n    stringData:\n      b: x»\n  c: x\n',
  ],
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
];

const PLAIN = [
  'author=me\npass.count=5\npassword.length=8\ntoken.ttl=3600\nmax_tokens: 4096\n',
  'auth: basic\nsmtp.auth=true\npassword.required: true\nbypass: yes\ncompass: north\n',
  'password: ${db.password}\nsecret = {{ .Values.secret }}\ntoken: <token>\npwd: $PWD\n',
  '{"password":null,"secret":"","tokenUrl":"https://x/y"}',
  'kind: ConfigMap\ndata:\n  host: eA==\n',
  'kind: SecretStore\ndata:\n  host: eA==\n---\nkind: secret\ndata: {a: x}\n',
  'subjects:\n- kind: Secret\n  name: a\ndata: {a: x}\n',
  'note: a kind: Secret has data',
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
  'kind: Secret\ndata: &d\n  a: eA==\nb: {kind: Secret, data: *d}\n',
  'kind: Secret\ndata:\n  {{- range .x }}\n  a: eA==\n  {{- end }}\n',
  '{"kind": "Secret",\n"data": {"a": "eA=="},}}',
];

const SECRET_NAMES = [...SECRET_WORDS, ...SECRET_LAST_WORDS, ...DOUBTFUL_LAST_WORDS];

/** The texts that the lines hold which must not be shown. */
function hidden(text: string, lines = secretLines(text)): string[] | 'all' {
  return lines === 'all' ? 'all' : lines.map(({ start, end }) => text.slice(start, end));
}

describe('the secrets in a text', () => {
  test.for(FOUND)('%s', ([, marked]) => {
    const text = marked.replace(/[«»]/g, '');
    const secrets = [...marked.matchAll(/«([^»]*)»/g)].map(([, secret]) => secret);
    expect(secretTexts(text)).toEqual(secrets);
    const open = (hidden(text) as string[]).reduce((rest, lines) => rest.replace(lines, ''), text);
    const unmarked = marked.replace(/.*«[^»]*»(?:.*«[^»]*»)*.*/g, '');
    expect(open).toBe(unmarked);
  });

  test.for(FORMS)('the example of a form: $format', ({ example, pattern }) => {
    const text = example.replace(/[«»]/g, '');
    const marked = [...example.matchAll(/«(.*?)»/g)].map(([, secret]) => secret);
    expect(byForm(text).map(({ start, end }) => text.slice(start, end))).toEqual(marked);
    expect([...text.matchAll(pattern)].map(({ groups }) => groups?.value)).toEqual(
      expect.arrayContaining(marked),
    );
  });

  test.for(PLAIN)('are none in %j', (text) => expect(hidden(text)).toEqual([]));
  test.for(WHOLE)('cannot be told apart in %j', (text) => expect(hidden(text)).toBe('all'));

  test('are found under each name, whatever surrounds its words', () => {
    const joined = SECRET_NAMES.flatMap((name) => {
      const words = name.split(' ');
      const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
      return [...['', '-', '_', '.'].map((sign) => words.join(sign)), capitals.join('')];
    });
    const names = joined
      .flatMap((name) => [name, name.toUpperCase()])
      .flatMap((name) => ['', 'db_'].map((before) => before + name))
      .flatMap((name) => ['', '2', '_1', '_', '-', '[0]', 'V1'].map((after) => name + after));
    const lines = [...new Set(names)].flatMap((name) => [`${name}=hunter22`, `--${name} hunter22`]);
    const found = lines.filter((line) => [...inLines(line, false), ...byForm(line)].length > 0);
    expect(found.length).toBeGreaterThan(lines.length / 2);
    expect(found.filter((line) => secretTexts(line).length === 0)).toEqual([]);
  });

  test('are found in linear time', () => {
    const long = [
      ...['password="', '"password":', 'password=\\\n', 'password:\n ', 'password   '],
      ...['authorization ', 'Bearer ', 'a.', 'aB3/', '--a', '--token ', '("token",', 'login x '],
      ...['<password>', '<password value="', '<password><![CDATA[', 'a: 1\n'],
      ...['<password><password></password>', '<password></password_file>'],
    ];
    const begun = performance.now();
    for (const text of long) secretLines(text.repeat(200_000 / text.length));
    const tags = Array.from({ length: 30_000 }, (_, index) => `<token${index}>`);
    expect(hidden(`See ${tags.join(' ')}`)).toBe('all');
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('the lines of two versions', () => {
  const LONG_SECRET = 'hunter2-of-production';

  function hiddenIn(before: string, after: string, known: readonly string[] = []): unknown {
    const secrets = secretsInVersions(before, after, known);
    if (secrets === undefined || secrets === 'all') return secrets;
    return [hidden(before, [...secrets.before]), hidden(after, [...secrets.after])];
  }

  test('are hidden where a secret of the other version is, or one of another version', () => {
    expect(hiddenIn('password: hunter2\n', 'a: 1\nnote: hunter2\n')).toEqual([
      ['password: hunter2'],
      ['note: hunter2'],
    ]);
    expect(hiddenIn('', 'a: 1\nnote: hunter2\n', ['hunter2'])).toEqual([[], ['note: hunter2']]);
    expect(hiddenIn('', 'a: 1\n', ['hunter2'])).toEqual([[], []]);
    const xml = '<credentials><user>ada</user><x>hunter2</x></credentials>\n';
    expect(hiddenIn(xml, 'ada\nnote: hunter2\n')).toEqual([[xml.trim()], ['note: hunter2']]);
    expect(hiddenIn('', 'a: 1\n')).toBe(undefined);
  });

  test('are hidden as a whole where one secret begins like another one', () => {
    const known = ['hunter', LONG_SECRET, 'production-and-more'];
    const line = 'x hunter2-of-production y';
    expect(hiddenIn('', `a\n${line}\nb`, known)).toEqual([[], [line]]);
  });

  test('are those of one secret together', () => {
    const text = 'a: 1\npassword: |\n  one\n  two\ntoken: x\nb: 2\n';
    const lines = ['  one\n  two', 'token: x'];
    expect(hiddenIn(text, text)).toEqual([lines, lines]);
  });

  test('are not searched for short texts, which occur by chance', () => {
    const short = 'pin: 1234\nport: 1234\npw: abc\nabc\n';
    expect(hiddenIn('', short)).toEqual([[], ['pin: 1234', 'pw: abc']]);
  });

  test('are hidden for any number of known secrets', () => {
    const known = Array.from({ length: 2000 }, (_, i) => `secret-number-${i}.`);
    const line = 'x secret-number-1900. b';
    expect(hiddenIn('', `a\n${line}\nc`, known)).toEqual([[], [line]]);
    const list = `a\n${known.join('\n')}\nb`;
    expect(hiddenIn('', list, known)).toEqual([[''], [list]]);
  });

  test('cannot be told where a secret has no end in one of them', () => {
    for (const text of WHOLE) expect(hiddenIn('a: 1\n', text)).toBe('all');
  });
});
