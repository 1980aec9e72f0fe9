// Approval of one plan: its digest fits that plan and no other, and protected names have to be given.
import { describe, expect, it } from 'vitest';
import { approvalText, parseApproval } from '../../src/model/approval.ts';
import { defaultLimits } from '../../src/model/project.ts';
import { emptyState } from '../../src/model/state.ts';
import type { Change, Plan } from '../../src/model/plan.ts';
import { planDigest, unmistakable } from '../../src/plan/digest.ts';
import { mask } from '../../src/render/mask.ts';
import { textPlan } from '../../src/render/text.ts';
import { fileChange, keyChange, valueChange } from '../helpers/plans.ts';
import { stateOf } from '../helpers/project.ts';
import {
  emptyRepository,
  type Given,
  inputOf,
  liveOf,
  planOf,
  send,
} from '../helpers/repository.ts';

const DIGEST = '3f9c2a7be1d04c58a6f07712c9e5d3b4';
const APPROVED = 'Approved with `--approve` (input `approve`): ';
const LIMITED = { limits: { ...defaultLimits(), maxDeletes: 0, maxUpdates: 0 } };

const keys = (entries: string) => stateOf(`keys: { ${entries} }`);

function live(values: Record<string, string>) {
  const desired = stateOf(JSON.stringify({ keys: values }));
  return liveOf(send(emptyRepository(), planOf({ desired, live: emptyState() })));
}

const THERE = { a: '1', b: '1', kept: '1' };

function limited(more: Partial<Given> = {}): Plan {
  const desired = keys('a: 2, b: { opp: delete }, kept: 1');
  return planOf({ desired, live: live(THERE), ...LIMITED, ...more });
}

function given(text: string | undefined) {
  const approval = parseApproval(text ?? '');
  if (approval === undefined) throw new Error(`no approval: ${text}`);
  return approval;
}

function said({ findings }: Plan): string[] {
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

describe('a plan that limits refuse', () => {
  it('prints what approves it; approved, it says so, and nothing refuses it', () => {
    const refused = limited();
    expect(refused.approval).toMatch(/^[0-9a-f]{32}$/);
    expect(refused.findings).toMatchObject([
      { severity: 'refusal', code: 'max-deletes', approvable: true },
      { severity: 'refusal', code: 'max-updates', approvable: true },
    ]);
    expect(textPlan(mask(refused), { color: false })).toContain(
      `apply it anyway with: confighub-sync apply --approve ${refused.approval}\n`,
    );
    const approved = limited({ approval: given(refused.approval) });
    expect(approved).toMatchObject({ approved: refused.approval, changes: refused.changes });
    expect(approved.approval).toBeUndefined();
    expect(said(approved)).toEqual(['warning max-deletes', 'warning max-updates']);
    expect(approved.findings[0]?.hint).toBe(`${APPROVED}\`${refused.approval}\`.`);
  });

  it('says nothing of approval where it needs none', () => {
    const plan = planOf({ desired: keys('a: 2'), live: live(THERE) });
    expect(plan).not.toHaveProperty('approval');
    expect(plan).not.toHaveProperty('approved');
  });

  it('is not approved offline, where no apply makes the same plan', () => {
    const plan = limited({ purpose: 'offline', approval: given(DIGEST) });
    expect(said(plan)).toEqual(['refusal max-deletes', 'refusal max-updates']);
    expect(plan.approval).toBeUndefined();
    for (const { hint } of plan.findings)
      expect(hint).toMatch(/with the digest that an apply prints/);
  });
});

describe('the digest of a text with a secret inside', () => {
  const text = (host: string, password: string) =>
    `host=${host}\npassword=${password}\n# was ${password}\n`;
  const plan = (host: string, password: string, more: Partial<Given> = {}) => {
    const desired = keys(`conf: ${JSON.stringify(text(host, password))}`);
    return planOf({ desired, live: live({ conf: text('old', 'hunter2') }), ...LIMITED, ...more })
      .approval;
  };

  it('covers everything around it', () => {
    expect(plan('evil', 'hunter2')).not.toBe(plan('good', 'hunter2'));
    expect(plan('good', 'hunter2')).toBe(plan('good', 'hunter2'));
  });

  it('could not be used to guess it; a digest key covers it too', () => {
    expect(plan('good', 'hunter3')).toBe(plan('good', 'hunter2'));
    const digestKey = 'k'.repeat(32);
    expect(plan('good', 'hunter3', { digestKey })).not.toBe(plan('good', 'hunter2', { digestKey }));
  });

  it('covers only the name where the secret of another version is outside its member', () => {
    const lastApplied = keys('conf: "password=sesame"');
    const other = (note: string) =>
      plan('', '', { lastApplied, desired: keys(`conf: ${JSON.stringify(`note=${note}\n`)}`) });
    expect(other('sesame')).toBe(other('my sesame'));
    expect(other('a')).not.toBe(other('b'));
  });
});

describe('the digest', () => {
  const target = inputOf({ desired: stateOf('keys: {}'), live: live({}) }).target;

  it.each<[string, Partial<Given>]>([
    ['another text', { desired: keys('a: 3, b: { opp: delete }, kept: 1') }],
    ['another item', { desired: keys('a: 2, b: { opp: delete }, kept: { opp: delete }') }],
    ['a context', { desired: keys('a: { values: { P;*: 2 } }, b: { opp: delete }, kept: 1') }],
    ['something fewer', { desired: keys('b: { opp: delete }, kept: 1') }],
    ['another text to be replaced', { live: live({ ...THERE, a: 'theirs' }) }],
    ['another repository', { target: { ...target, name: 'till' } }],
    ['another server', { target: { ...target, url: 'https://elsewhere.example.com' } }],
    ['another mode of pruning', { prune: 'none' }],
  ])('is of no other plan: %s', (_, other) => {
    const { approval } = limited();
    const plan = limited({ ...other, approval: given(approval) });
    expect(said(plan)).toContain('refusal approval-mismatch');
    expect(plan.approved).toBeUndefined();
    expect(plan.approval).toMatch(/^[0-9a-f]{32}$/);
    expect(plan.approval).not.toBe(approval);
  });

  const FILE = { path: 'f', before: 'x', after: 'x' };
  const KEY = { key: 'a', before: {}, values: 1 };
  const VALUE = { key: 'a', before: '1' };
  it.each([
    [
      'group of a file',
      ...['public', 'ops'].map((securityGroup) => fileChange({ ...FILE, securityGroup })),
    ],
    ['extent of a deletion', keyChange(KEY), keyChange({ ...KEY, whole: true })],
    ['number of surplus rows', ...[1, 2].map((surplus) => valueChange({ ...VALUE, surplus }))],
  ] as [string, Change, Change][])('is of no other %s', (_, one, other) => {
    const [digest, others] = [one, other].map((change) =>
      planDigest({ target, prune: 'managed', changes: [change] }, undefined),
    );
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(digest).not.toBe(others);
  });

  it('does not look at what the plan leaves alone, nor at where things are declared', () => {
    const moved = stateOf('keys:\n\n  kept: 1\n  b: { opp: delete }\n  a: 2\n');
    expect(limited({ desired: moved }).approval).toBe(limited().approval);
    expect(limited({ live: live({ ...THERE, more: '1' }) }).approval).toBe(limited().approval);
  });

  it('counts secrets by address and action, unless there is a key', () => {
    const isSecretName = () => true;
    const other = { desired: keys('a: 7, b: { opp: delete }, kept: 1') };
    expect(limited({ isSecretName, ...other }).approval).toBe(limited({ isSecretName }).approval);
    const keyed = { isSecretName, digestKey: 'k' };
    expect(limited({ ...keyed, ...other }).approval).not.toBe(limited(keyed).approval);
  });

  it.each([
    ['of digits', '7'.repeat(64)],
    ['with an exponent', `12e${'4'.repeat(61)}`],
    ['with a letter behind the part that is taken', `${'1e'.repeat(20)}${'a'.padStart(24, '2')}`],
    ['with a letter', `${'5'.repeat(31)}f${'0'.repeat(32)}`],
  ])('is never a number to a YAML reader: %s', (_, digest) => {
    expect(unmistakable(digest)).toMatch(/^(?=.*[abcdf])[0-9a-f]{32}$/);
  });
});

describe('what is protected', () => {
  const isProtected = (name: string) => name === 'b';
  const plan = (approval?: string) => {
    const approved = approval === undefined ? {} : { approval: given(approval) };
    return limited({ isProtected, limits: defaultLimits(), ...approved });
  };

  it('goes only where it is named behind the digest, whatever else is', () => {
    const refused = plan();
    expect(refused.approval).toMatch(/^[0-9a-f]{32} b$/);
    const digest = given(refused.approval).digest;
    expect(said(plan(digest))).toEqual(['refusal protected']);
    expect(plan(digest).approval).toBe(refused.approval);
    expect(said(plan(`${digest} kept *`))).toEqual(['refusal protected']);
    expect(said(plan(`${digest} B`))).toEqual(['warning protected']);
    expect(plan(`${digest} B kept`).approved).toBe(refused.approval);
  });

  it('is not covered by the approval of a limit', () => {
    const digest = given(limited().approval).digest;
    const half = limited({ isProtected, approval: given(digest) });
    expect(said(half)).toEqual(['refusal protected', 'warning max-deletes', 'warning max-updates']);
    expect(half).toMatchObject({ approval: `${digest} b`, approved: digest });
    const but = 'but the plan is still refused: the approval does not cover `protected` of b.';
    expect(half.findings[1]?.hint).toBe(`${APPROVED}\`${digest}\`, ${but}`);
    expect(textPlan(mask(half), { color: false }).replace(/\s+/g, ' ')).toContain(but);
    const desired = keys('a: 2, b: { opp: delete }, kept: 1, n: { value: x, securityGroup: G }');
    const bad = limited({ desired, approval: given(limited({ desired }).approval) });
    const hint = expect.stringMatching(
      /, but the plan is still refused: the approval does not cover `secret-in-clear`\.$/,
    );
    expect(bad.findings.slice(1)).toMatchObject([
      { code: 'max-deletes', hint },
      { code: 'max-updates', hint },
    ]);
  });
});

describe('an approval as it is written', () => {
  it.each(['legacy.host', 'a b', 'files/ä, "x" #1.conf', '-x', "it's: $HOME", '😀\t'])(
    'has a name like %j in one word, and reads it again',
    (name) => {
      const text = approvalText({ digest: DIGEST, names: [name, 'b'] });
      expect(text.split(' ')).toHaveLength(3);
      expect(text).not.toMatch(/['#:$,\t]/);
      expect(parseApproval(text)).toEqual({ digest: DIGEST, names: [name, 'b'] });
      expect(parseApproval(`'${text}'`)).toEqual(parseApproval(text));
    },
  );

  it.each([
    ...['', 'true', 'false', '3f9c2a', DIGEST.slice(1), `${DIGEST}0`, DIGEST.replace('3', 'g')],
    ...[`legacy.host ${DIGEST}`, `${DIGEST} "half`],
  ])('is not %j', (text) => expect(parseApproval(text)).toBeUndefined());
});
