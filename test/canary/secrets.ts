// The secrets of the canary: one of each kind, and a project that has them all.
import { marker, noise } from './pieces.ts';

const lines = (name: string): string[] => [1, 2, 3].map((line) => noise(`${name} ${line}`, 48));
const pem = (name: string): string =>
  ['-----BEGIN PRIVATE KEY-----', ...lines(name), '-----END PRIVATE KEY-----', ''].join('\n');
const both = (name: string): Record<string, string> => ({
  [`${name}, before`]: marker(`${name} before`),
  [`${name}, after`]: marker(`${name} after`),
});

/** The formats that have secrets inside, next to what is shown. */
const FORMATS = [
  ...(['map', 'json', 'yaml', 'properties', 'ini', 'dotenv'] as const),
  ...(['header', 'address', 'kubernetes'] as const),
];

function structured(): Record<string, string> {
  const sides = FORMATS.flatMap((format) => [`${format}, before`, `${format}, after`]);
  const names = sides.map((side) => `inside of ${side}`);
  return Object.fromEntries(names.map((name) => [name, noise(name, 30)]));
}

/** Nothing but the environment, or somebody else, has these: they are in no document. */
export const OUTSIDE: Readonly<Record<string, string>> = {
  ...both('from env'),
  ...both('file from env'),
  'moved into env, after': marker('moved into env after'),
  'of a group': marker('of a group'),
  'password of a group': noise('password', 16),
  'wrong password': noise('wrong password', 16),
  token: noise('token'),
  'wrong token': noise('wrong token'),
  'token of git': `ghs_${noise('git', 36)}`,
  'login of origin': noise('origin'),
  'password of the proxy': noise('proxy'),
  'digest key': marker('digest key'),
  passphrase: marker('passphrase'),
  'multi-line, first': lines('env pem')[0] ?? '',
  'multi-line, last': lines('env pem')[2] ?? '',
  'of others': marker('of others'),
  'of others, by looks': `github_pat_${noise('others', 60)}`,
  'of others, unmanaged': marker('unmanaged'),
  'of others, redacted': marker('others redacted'),
  'of others, in a redacted file': marker('others redacted file'),
  'of others, redacted and unmanaged': marker('others redacted unmanaged'),
  'from env of another project': marker('another project'),
  'file from env of another project': marker('another project, file'),
  'of others, redacted by another project': marker('another project, redacted'),
  inactive: marker('inactive'),
  crash: marker('crash'),
};

/** Files in the working tree have these, of which Git stores only what a filter makes of them. */
export const SEALED: Readonly<Record<string, string>> = {
  ...both('sealed content'),
  ...both('sealed value'),
  ...both('sealed source'),
  ...both('sealed document'),
  'sealed, of others': marker('sealed of others'),
  'sealed content, of others': marker('sealed content of others'),
};

/** These stand in a document or beside one, where a reader of the repository sees them anyway. */
export const INSIDE: Readonly<Record<string, string>> = {
  ...both('by name'),
  ...both('redacted'),
  ...both('in a redacted file'),
  ...both('in a file of a group'),
  ...both('in a group without a cipher'),
  ...both('inside of JSON'),
  ...both('of a path'),
  ...structured(),
  'moved into env, before': marker('moved into env before'),
  'deleted, before': marker('deleted'),
  'of the base': marker('base'),
  'of a placeholder': noise('placeholder'),
  'PEM by looks': lines('pem')[1] ?? '',
  'PEM by looks, before': lines('pem before')[1] ?? '',
  'GitHub by looks': `ghp_${noise('github', 36)}`,
  'AWS by looks': `AKIA${noise('aws', 60).toUpperCase().slice(0, 16)}`,
  'Slack by looks': `xoxb-${noise('slack', 40)}`,
  'Stripe by looks': `sk_live_${noise('stripe', 30)}`,
  'Google by looks': `AIza${noise('google', 35)}`,
  'JWT by looks': `eyJ${noise('head', 30)}.eyJ${noise('body', 60)}.${noise('signature', 43)}`,
  'npm by looks': `npm_${noise('npm', 36)}`,
  'GitLab by looks': `glpat-${noise('gitlab', 20)}`,
  'address by looks': noise('address'),
  'connection by looks': noise('connection'),
  'in a file by looks': `ghp_${noise('in a file', 36)}`,
  'in a file by looks, before': `ghp_${noise('in a file before', 36)}`,
  'in a readme by looks': `ghp_${noise('readme', 36)}`,
};

export const SECRETS: Readonly<Record<string, string>> = { ...OUTSIDE, ...SEALED, ...INSIDE };

export function of(name: string): string {
  const secret = SECRETS[name];
  if (secret === undefined) throw new Error(`there is no secret ${name}`);
  return secret;
}

export type Side = 'before' | 'after';

export function environment(side: Side): Record<string, string> {
  return {
    ENV_VALUE: of(`from env, ${side}`),
    ENV_FILE: of(`file from env, ${side}`),
    MOVED: of('moved into env, after'),
    GROUP_VALUE: of('of a group'),
    GROUP_PASSWORD: of('password of a group'),
    ENV_PEM: pem('env pem'),
    MAIL_VALUE: of('from env of another project'),
    MAIL_FILE: of('file from env of another project'),
    CONFIGHUB_DIGEST_KEY: of('digest key'),
    CONFIGHUB_CLIENT_KEY_PASSPHRASE: of('passphrase'),
  };
}

const looks = (name: string): string => of(`${name} by looks`);
const json = (name: string): string => JSON.stringify(of(name));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What the commit declares; `before` is applied first. */
export function project(side: Side): Record<string, string> {
  const is = (name: string) => json(`${name}, ${side}`);
  const isAfter = side === 'after';
  return {
    '.gitattributes': 'sealed/* filter=seal\n',
    'confighub.yaml': `levels: [Environment, Application]
include: [config/*.yaml, sealed/*.yaml]
sources: [{ path: "sealed/*.env" }]
redact: ["*.license", "certs/**"]
allowNewContexts: [Staging]
limits: { deletes: 100%, updates: 100%, existing: 1000 }
passwords:
  Database: { env: GROUP_PASSWORD }
  Clear: { env: GROUP_PASSWORD }
`,
    'config/shop.yaml': `keys:
  shop.title: ${isAfter ? 'The Shop' : 'Corner Shop'}
  shop.help:
    readme: ${isAfter ? `Ask for ${of('in a readme by looks')}` : 'Ask'}
    value: x
  from.outside: { value: { env: ENV_VALUE } }
  moved.in: ${isAfter ? '{ value: { env: MOVED } }' : json('moved into env, before')}
  many.lines: { value: { env: ENV_PEM } }
  db.user: { securityGroup: Database, value: { env: GROUP_VALUE } }
  clear.user: { securityGroup: Clear, value: ${is('in a group without a cipher')} }
  shop.license: ${is('redacted')}
  db.password:
    values:
      "*": ${is('by name')}
      Production;*: ${is('by name')}
${withInside(side, isAfter ? 2 : 1)}  db.credentials: { vdt: JSON, value: { user: ada, pin: ${is('inside of JSON')} } }
  api-key.main: { value: { path: content/key.txt } }
  hidden.value: { value: { path: ../sealed/value.txt } }
${isAfter ? BESIDE_ANOTHER : ''}${isAfter ? looking() : `  gone.password: ${json('deleted, before')}\n`}  drifted.secret: plain
  drifted.plain: plain
files:
  certs/server.pem: { "*": { path: content/server.pem } }
  certs/template.txt: { "*": { content: "a = \${shop.title}" } }
  app/env.conf: { "*": { env: ENV_FILE } }
  inside/app.yaml: { "*": { path: content/inside.yaml } }
  app/plain.conf: { "*": { path: content/plain.conf } }
  db.ini: { "*": { content: ${is('in a file of a group')}, securityGroup: Database } }
  hidden.conf: { "*": { path: ../sealed/hidden.conf } }
`,
    'sealed/hidden.conf': `workers = ${of(`sealed content, ${side}`)}\n`,
    'sealed/value.txt': of(`sealed value, ${side}`),
    'sealed/app.env': `HIDDEN_SOURCE=${of(`sealed source, ${side}`)}\n`,
    'sealed/keys.yaml': `keys:\n  hidden.document: ${is('sealed document')}\n`,
    'config/content/inside.yaml': `${inside.yaml(side)}port: ${isAfter ? 2 : 1}\n---\n${inside.kubernetes(side)}`,
    'config/content/key.txt': of(`of a path, ${side}`),
    'config/content/server.pem': `first\n${of(`in a redacted file, ${side}`)}\nlast\n`,
    'config/content/pem.txt': pem(isAfter ? 'pem' : 'pem before'),
    'config/content/plain.conf': `a = 1\nb = "${of(`in a file by looks${isAfter ? '' : ', before'}`)}"\nc = ${side}\n`,
    ...ANOTHER,
  };
}

/** Another project for the same repository of the server. */
export const ANOTHER = {
  'confighub-mail.yaml': `levels: [Environment, Application]
include: [mail/*.yaml]
redact: ["*.stamp"]
limits: { deletes: 100%, updates: 100%, existing: 1000 }
`,
  'mail/mail.yaml': `keys:
  mailer.relay: { value: { env: MAIL_VALUE } }
  mailer.stamp: x
files:
  mailer.conf: { "*": { env: MAIL_FILE } }
`,
};

/** In contexts of its own, so that no item is declared twice. */
const BESIDE_ANOTHER = `  mailer.relay: { values: { Production;*: mx.prod } }
  mailer.stamp: { values: { Production;*: y } }
`;

/** What a commit declares that calls nothing secret any more, in the place of both projects: no text of it is one, what the server holds is. */
export function openProject(): Record<string, string> {
  return {
    'confighub.yaml': `levels: [Environment, Application]
allowNewContexts: [Staging]
limits: { deletes: 100%, updates: 100%, existing: 1000 }
`,
    'config/shop.yaml': `keys:
  shop.title: The Open Shop
  from.outside: open
  moved.in: { values: { Production;*: open } }
  many.lines: open
  db.user: open
  hidden.value: open
  HIDDEN_SOURCE: open
  hidden.document: open
  clear.user: open
  shop.license: open
  mailer.relay: open
  mailer.stamp: { opp: delete }
files:
  mailer.conf: { "*": { content: open } }
  certs/server.pem: { "*": { content: open } }
  app/env.conf: { "*": { content: open } }
  db.ini: { "*": { content: open } }
  hidden.conf: { "*": { content: open } }
`,
  };
}

/** A text of each format; the port is shown. */
const inside: Record<(typeof FORMATS)[number], (side: Side) => string> = {
  map: (side) => `{ password: ${of(`inside of map, ${side}`)} }`,
  json: (side) => JSON.stringify({ db: { user: 'ada', pass: of(`inside of json, ${side}`) } }),
  yaml: (side) => `db:\n  user: ada\n  secret: |\n    ${of(`inside of yaml, ${side}`)}\n`,
  properties: (side) => `db.user=ada\ndb.password=${of(`inside of properties, ${side}`)}\n`,
  ini: (side) => `[db]\nuser = ada\npw = ${of(`inside of ini, ${side}`)}\n`,
  dotenv: (side) => `export API_TOKEN="${of(`inside of dotenv, ${side}`)}"\n`,
  header: (side) => `proxy_set_header Authorization "Bearer ${of(`inside of header, ${side}`)}";\n`,
  kubernetes: (side) =>
    `kind: Secret\nmetadata: { name: db }\ndata:\n  ada: ${of(`inside of kubernetes, ${side}`)}\nstringData: { a: "${of(`inside of kubernetes, ${side}`)}" }\n`,
  address: (side) => `https://x.example.com/?api_key=${of(`inside of address, ${side}`)}&a=1`,
};

/** A key for each format, which no name and no form calls secret. */
function withInside(side: Side, port: number): string {
  const texts = FORMATS.filter((format) => format !== 'map').map(
    (format) =>
      `  inside.${format}: ${JSON.stringify(`${inside[format](side)}\nport=${port}\n`)}\n`,
  );
  return `  inside.map: { vdt: Map, value: ${inside.map(side).replace('}', `, port: ${port} }`)} }\n${texts.join('')}`;
}

/** A document with base64 of another value. */
export function encoded(): string {
  const secret = of('by name, after');
  return `keys:\n  encoded.login: ${base64(`ada:${secret}`)}
  encoded.lines: ${JSON.stringify(`a: 1\nb: ${base64(secret)}\n`)}
`;
}

/** Nothing but what they look like says that these are secret. */
function looking(): string {
  return `  looks.pem: { value: { path: content/pem.txt } }
  looks.github: ${looks('GitHub')}
  looks.aws: ${looks('AWS')}
  looks.slack: ${looks('Slack')}
  looks.stripe: ${looks('Stripe')}
  looks.google: ${looks('Google')}
  looks.jwt: ${looks('JWT')}
  looks.npm: ${looks('npm')}
  looks.gitlab: ${looks('GitLab')}
  looks.address: postgres://ada:${looks('address')}@db.internal:5432/shop
  looks.connection: Server=db;User Id=ada;Password=${looks('connection')};Encrypt=true
  looks.map: { vdt: Map, value: { DE: ${looks('GitHub')}, FR: x } }
`;
}

const changed = (key: string, value: string) => ({ key, values: [{ context: '*;*', value }] });
const inactive = { context: 'Production;*', value: of('inactive'), active: false };

/** What others push after the first apply. */
export const BY_OTHERS = [
  changed('drifted.secret', of('of others')),
  changed('drifted.plain', of('of others, by looks')),
  changed('shop.license', of('of others, redacted')),
  changed('mailer.stamp', of('of others, redacted by another project')),
  changed('others.license', of('of others, redacted and unmanaged')),
  changed('HIDDEN_SOURCE', of('sealed, of others')),
  { file: 'hidden.conf', context: '*;*', content: of('sealed content, of others') },
  { file: 'certs/server.pem', context: '*;*', content: of('of others, in a redacted file') },
  {
    key: 'others.password',
    values: [{ context: '*;*', value: of('of others, unmanaged') }, inactive],
  },
  changed('others.login', base64(`ada:${of('by name, before')}`)),
  changed('others.plain', `x ${of('of others, by looks')}`),
];

/** Those that whoever sees nothing but the server can tell from other values. */
export const TELLING = Object.fromEntries(
  Object.entries(SECRETS).filter(
    ([name]) => !/from env|into env|of the base|another project|sealed/.test(name),
  ),
);
