// What is masked because it is base64 of what is masked elsewhere in the plan, and what only looks like it.
import { expect, test } from 'vitest';
import { emptyState } from '../../src/model/state.ts';
import { encodedMarks } from '../../src/plan/encoded-secrets.ts';
import { planOf } from '../helpers/repository.ts';
import { mask } from '../../src/render/mask.ts';
import { valueChange } from '../helpers/plans.ts';
import { stateOf } from '../helpers/project.ts';

const SECRET = 'hunter2-of-prodüction';
const LONG = `${'first line of a key, '.repeat(5)}\n${SECRET}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const wrapped = (text: string, end: string) => base64(text).replace(/.{76}/g, `$&${end}`);

/** The other text after masking. */
function shown(after: string, secret = SECRET) {
  const changes = [
    valueChange({ key: 'password', after: secret, secret: true }),
    valueChange({ key: 'k', after }),
  ];
  const empty = { desired: emptyState(), live: emptyState() };
  const marks = encodedMarks(changes, { ...empty, secrets: { isSecretName: () => false } });
  const [, other] = mask({ ...planOf(empty), changes: changes.map(marks) }).changes;
  return other?.kind === 'value' ? other.after : undefined;
}

test.for([
  ['alone', base64(SECRET)],
  ['without padding, for URLs', Buffer.from(`${SECRET}?>`).toString('base64url')],
  ['with a login in front', base64(`ada:${SECRET}`)],
  ['with more around it', base64(`x\nPASSWORD=${SECRET}\ny`)],
  ['behind a word', `key_${base64(SECRET)}`],
] as const)('base64 of a secret is masked: %s', ([, text]) => {
  expect(shown(text)).toBe('(secret)');
  expect(shown(`a: 1\nb: ${text}\nc: 2`)).toBe('a: 1\n(secret line)\nc: 2');
});

test.for(['\n', '\r\n', '\n    ', '\\n'])('base64 in several lines is masked: %j', (end) => {
  const lines = wrapped(LONG, end);
  expect(lines.split(end).length).toBeGreaterThan(1);
  expect(shown(`a: 1\nb: |\n    ${lines}\nc: 2`, LONG)).toBe('a: 1\nb: |\n(secret line)\nc: 2');
});

test.for(['0', '0'.repeat(76).concat('\n'), `${'0'.repeat(76)}${' '.repeat(9e6)}`])(
  'a text of nine million characters is searched: %#',
  (piece) => {
    const text = piece.repeat(Math.ceil(9e6 / piece.length));
    expect(shown(text)).toBe(text);
  },
);

test.for([
  ['another text', base64('hunter3-of-prodüction')],
  ['the text itself, which is no form of it', SECRET],
  ['a part', base64(SECRET.slice(0, -1))],
] as const)('is shown: %s', ([, text]) => {
  expect(shown(text)).toBe(text);
});

test('base64 of a secret in a text is masked where the server has that text, all of it masked', () => {
  const text = `user: ada\npassword: ${SECRET}\n`;
  const live = stateOf(JSON.stringify({ keys: { notes: text } }));
  const secrets = {
    isSecretName: () => false,
    secretIn: [stateOf(JSON.stringify({ keys: { notes: text } }))],
    masksLive: true as const,
  };
  const mark = encodedMarks([valueChange({ key: 'k', after: base64(SECRET) })], {
    desired: emptyState(),
    live,
    secrets,
  });
  expect(mark(valueChange({ key: 'k', after: base64(SECRET) }))).toMatchObject({
    secrets: { after: [{ start: 0, end: 32 }] },
  });
});

test('base64 of a short text is shown', () => {
  expect(shown(base64('hunter2'), 'hunter2')).toBe(base64('hunter2'));
});

test('a plan masks it on both sides, in what others hold, and in what applications get', () => {
  const old = 'old-and-still-valid';
  const desired = stateOf(
    `keys: { db.password: ${SECRET}, k: { values: { "*": x, P;*: "at ${base64(SECRET)}" } } }`,
  );
  const live = stateOf(`keys: { db.password: ${old}, k: { values: { "*": "${base64(old)}" } } }`);
  const text = JSON.stringify(mask(planOf({ desired, live })));
  for (const secret of [SECRET, old]) expect(text).not.toContain(base64(secret).slice(0, 12));
});

test.for([
  ['the files', { declared: `db.password: ${SECRET}` }],
  ['the server alone, by its group', { live: `db: { value: ${SECRET}, securityGroup: Db }` }],
  ['a line of a text', { declared: String.raw`"conf": "a: 1\npassword: ${SECRET}"` }],
  ['another version of the project', { other: `db.password: ${SECRET}` }],
] as const)('a plan masks base64 of a secret that does not change: in %s', ([, at]) => {
  const { declared = '', live = '', other = '' } = at as Record<string, string>;
  const state = (...entries: string[]) => stateOf(`${['keys:', ...entries].join('\n  ')}\n  x: y`);
  const plan = planOf({
    desired: state(declared, `k: "at ${base64(SECRET)}"`),
    live: state(declared, live),
    lastApplied: state(declared),
    secretIn: [state(other)],
    isSecretName: (name) => name === 'db.password',
  });
  expect(plan.changes.map(({ name }) => name)).toContain('k');
  expect(JSON.stringify(mask(plan))).not.toContain(base64(SECRET).slice(0, 12));
});
