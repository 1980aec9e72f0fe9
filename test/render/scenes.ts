// Scenes: a plan of every kind, with what the run that shows it knows.
import type { Affected, AffectedRegion, Change, Plan } from '../../src/model/plan.ts';
import type { PlanPageOptions } from './comments.ts';
import type { Status } from '../../src/render/markdown/targets.ts';
import type { MaskedPlan } from '../../src/render/mask.ts';
import {
  fileChange,
  keyChange,
  placeAt,
  refusal,
  shownPlan,
  valueChange,
  warning,
} from '../helpers/plans.ts';
import { placeAt as pointed } from '../../src/model/diagnostic.ts';
import { deletions, files, LINES, many, updates } from './parts.ts';

export interface Kind {
  plan: MaskedPlan;
  options: PlanPageOptions;
}

const HEAD = '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b';
const HUB = 'https://github.com/acme/shop-config';
const BASE = 'b'.repeat(40);
const AT = { commit: { sha: HEAD, url: `${HUB}/commit/${HEAD}` }, run: `${HUB}/actions/runs/42` };
const ONTO = { commits: `${HUB}/commit/`, onto: 'main', planned: new Date('2026-11-27T01:20:30Z') };
const DIGEST = '3f9c2a7be1d04c58a6f07712c9e5d3b4';
const LINKED: Omit<PlanPageOptions, 'status'> = {
  linkOf: ({ file, line }, commit = HEAD) => `${HUB}/blob/${commit}/${file}#L${line}`,
  runs: `${HUB}/actions/runs/`,
  docs: 'https://github.com/tools/sync/blob/v1/docs',
  fullPlan: { text: 'the full plan', url: `${HUB}/actions/runs/42` },
};
/** As the comment of a run, with links. */
function as(kind: Status['kind'], more: Partial<Status> = {}): PlanPageOptions {
  return { ...LINKED, status: { kind, ...AT, ...more } };
}
const planned = as('planned');
const refused = as('refused');

function shown(parts: Partial<Plan>, options = planned): Kind {
  return { plan: shownPlan(parts), options };
}

function affecting(...regions: AffectedRegion[]): Affected {
  return { isExact: true, regions };
}

/** Nothing is left in a context. */
function lastOf(...elements: string[]): Affected {
  return affecting({
    contexts: { elements, except: [] },
    before: { context: elements.join(';') },
  });
}

const OVERRIDE = { context: 'Dev;*', cause: 'override', overrides: { context: '*;*' } } as const;
const override = (key: string) => valueChange({ key, ...OVERRIDE, after: '9' });
const drifted = valueChange({ key: 'z', before: '1', after: '2', cause: 'drift' });
const THREE_LINES = { before: 'a\nb\nc\n', after: 'a\nB\nc\n' };

const pending = (changes: readonly Change[]): Change[] =>
  changes.map((change) => ({ ...change, pending: true as const }));
const isNew = ({ action }: Change) => action === 'create';

const PROTECTED = refusal({
  code: 'protected',
  message:
    'The value of legacy.url in `Prod;*` would be deleted, but the setting `protect` covers it.',
  approvable: true,
  removedFrom: placeAt(34),
});
const BY_REVIEW = { approval: `${DIGEST} legacy.url`, approvalWay: 'review' } as const;
const LOCKS = warning({
  code: 'locks',
  message:
    '`push: false` locks pool.size: afterwards, only a token that may push locked keys can change it.',
  place: placeAt(8),
});
const UNPROTECTED = {
  setting: 'protect',
  before: 'legacy.*',
  effect: 'looser',
  removedFrom: placeAt(9, 'confighub.yaml'),
} as const;

export const KINDS: Record<string, Kind> = {
  empty: shown({}, as('unchanged')),
  'taken-over': shown({
    changes: updates.map((change, i) =>
      i === 1 ? { ...change, cause: 'unmanaged' as const } : change,
    ),
    alreadyThere: 2,
  }),
  'first-apply': shown({
    notes: ['Nothing was applied from here before: nothing is deleted.'],
    unmanaged: 3,
    changes: [
      keyChange({
        key: 'pool.size',
        action: 'create',
        after: { vdt: 'Integer', push: false },
        values: 2,
      }),
      valueChange({ key: 'pool.size', after: '20', place: placeAt(3) }),
      valueChange({ key: 'pool.size', context: 'Prod;*', after: '80', place: placeAt(4) }),
      keyChange({ key: 'shop.title', action: 'create', after: {}, values: 1 }),
      valueChange({ key: 'shop.title', after: 'Corner Shop', place: placeAt(6) }),
      fileChange({ path: 'motd.txt', after: 'Welcome\n', place: placeAt(20) }),
    ],
  }),
  updates: shown({
    changes: [...updates, fileChange({ path: 'shop.title', after: 'a file of that name' })],
  }),
  deletions: shown(
    { changes: [...updates.slice(0, 1), ...deletions] },
    { ...as('planned', { mergeInto: 'main' }), folder: 'projects/shop', removedAt: BASE },
  ),
  files: shown({
    changes: [
      valueChange({ key: 'banner', before: 'a\nb\nc\n', after: 'a\nB\nc\n', place: placeAt(2) }),
      ...files,
      fileChange({
        path: 'z.txt',
        before: LINES.join('\n'),
        after: LINES.join('!\n'),
        place: placeAt(50),
        contentPath: 'files/z.txt',
      }),
      valueChange({
        key: 'limits',
        vdt: 'Map',
        before: '{"DE":10}',
        after: '{"DE":12,"FR":1}',
        place: placeAt(60),
      }),
    ],
  }),
  secrets: shown({
    changes: [
      valueChange({
        key: 'db.password',
        before: 'old-hunter',
        after: 'new-hunter',
        secret: true,
      }),
      valueChange({ key: 'mail.token', after: 'new-hunter', secret: true }),
      valueChange({ key: 'old.token', before: 'old-hunter', secret: true }),
      fileChange({
        path: 'key.pem',
        before: 'old-hunter\n',
        after: 'new-hunter\n',
        secret: true,
      }),
    ],
  }),
  refused: shown(
    {
      changes: deletions,
      ...BY_REVIEW,
      findings: [
        PROTECTED,
        ...[4, 8, 15, 16, 23].map((line) =>
          refusal({
            code: 'new-context',
            message: `This would permanently create the element \`Prd${line}\` of Environment.`,
            hint: 'Did you mean `Prod`? If not, add it to `allowNewContexts`.',
            place: placeAt(line),
          }),
        ),
      ],
    },
    refused,
  ),
  // Commits that are older than the last applied one are refused only by an apply.
  'refused-older': shown(
    {
      changes: deletions,
      ...BY_REVIEW,
      findings: [
        PROTECTED,
        refusal({
          code: 'older-commit',
          message: 'The last applied commit may be newer than this commit.',
          liftedBy: 'allow-older',
        }),
      ],
    },
    refused,
  ),
  approvable: shown(
    {
      changes: deletions,
      ...BY_REVIEW,
      findings: [PROTECTED],
    },
    refused,
  ),
  warnings: shown({
    changes: updates,
    findings: [
      ...[1, 2, 3, 4].map((line) =>
        warning({
          code: 'duplicates',
          message: `The server holds 2 active rows of this value: row${line} in \`*;*\`.`,
          hint: `Delete the surplus row ${line}.`,
          place: placeAt(line),
        }),
      ),
      LOCKS,
      warning({
        code: 'apply-running',
        message: `Another apply may still be running: apply of commit 0123456789 by ada, ${HUB}/actions/runs/41.`,
        hint: 'Its address is not https://evil.example/acme/shop-config/actions/runs/41.',
      }),
      warning({
        code: 'large',
        message: 'config/a.bin: larger than 7.5 KB, mail @ops or see www.x.com #1.',
      }),
    ],
  }),
  rewritten: shown({
    changes: [
      ...updates.slice(0, 1),
      valueChange({ key: 'mail.password', after: 'x', secret: true, rewritten: true }),
      valueChange({ key: 'sms.password', after: 'x', secret: true, rewritten: true }),
    ],
  }),
  drift: shown({
    converged: 1,
    changes: updates.slice(0, 1),
    drift: updates.slice(3).map((change) => ({ ...change, cause: 'drift' as const })),
  }),
  pending: shown(
    {
      changes: [...updates, ...pending([...deletions.slice(0, 1), ...files.slice(0, 2)])],
      base: { commit: '0'.repeat(40), pending: 3, dropped: 1 },
    },
    as('planned', ONTO),
  ),
  safety: shown({
    changes: updates.slice(0, 1),
    safety: [
      {
        setting: 'maxDeletes',
        before: '100',
        after: '5000',
        effect: 'looser',
        place: placeAt(7, 'confighub.yaml'),
      },
      UNPROTECTED,
      {
        setting: 'url',
        after: 'http://evil.example|@octocat',
        place: placeAt(1, 'confighub.yaml'),
      },
    ],
  }),
  offline: shown({ live: 'none', changes: updates.slice(0, 1) }, as('offline')),
  'another-server': shown(
    {
      live: 'base',
      target: { url: 'https://other.example:8443/hub', account: 'acme', name: 'shop', levels: [] },
      base: { commit: BASE },
      safety: [
        {
          setting: 'url',
          before: 'https://config.example.com',
          after: 'https://other.example:8443/hub',
          effect: 'looser',
          place: placeAt(1, 'confighub.yaml'),
        },
        UNPROTECTED,
      ],
    },
    as('offline'),
  ),
  'pending-drift': shown({
    onDrift: 'overwrite',
    changes: [
      ...updates.slice(0, 1),
      ...pending([{ ...updates[3], cause: 'drift' } as Change, ...files.slice(0, 1)]),
    ],
    base: { commit: BASE, pending: 2, dropped: 0 },
  }),
  applied: shown({ changes: [...updates, ...deletions] }, as('verified')),
  failed: shown(
    { changes: updates.slice(0, 1) },
    as('failed', {
      reason:
        'The server rejected the push: Context element `Prd` does not exist (config/shop.yaml:3:5).',
      hint: 'Did you mean `Prod`?',
    }),
  ),
  overrides: shown({ drift: [...[...'abcdefg'].map(override), drifted] }, as('unchanged')),
  'overrides-done': shown(
    {
      isDone: true,
      onDrift: 'overwrite',
      drift: [override('a')],
      changes: [
        drifted,
        { ...drifted, name: 'both', cause: 'conflict' },
        valueChange({ key: 'b', before: '1' }),
      ],
    },
    as('verified'),
  ),
  'overrides-pruned': shown({
    prune: 'all',
    changes: [valueChange({ key: 'a', ...OVERRIDE, before: '9' })],
  }),
  'other-deletions': shown({
    changes: [
      valueChange({ key: 'a', before: '1' }),
      valueChange({ key: 'b', before: '1', cause: 'drift' }),
      valueChange({ key: 'c', before: '1', pending: true }),
    ],
  }),
  affected: shown({
    elements: ['Prod', 'Test'],
    changes: [
      valueChange({
        key: 'pool.size',
        context: 'Prod;*',
        after: '80',
        place: placeAt(3),
        affects: affecting({
          contexts: { elements: ['Prod', '*'], except: [['Prod', 'Billing']] },
          before: { context: '*;*', text: '20' },
          after: { context: 'Prod;*' },
        }),
      }),
      valueChange({
        key: 'shop.title',
        context: 'Prod;Shop',
        before: 'Sale',
        removedFrom: placeAt(9),
        cause: 'drift',
        affects: lastOf('Prod', 'Shop'),
      }),
      valueChange({
        key: 'url',
        before: `https://a.example/${'x'.repeat(80)}?v=1`,
        after: `https://a.example/${'x'.repeat(80)}?v=2`,
      }),
    ],
  }),
  renamed: shown({
    changes: [
      keyChange({ key: 'gone', action: 'delete', values: 2 }),
      valueChange({ key: 'gone', before: '1', affects: lastOf('*', '*') }),
      valueChange({ key: 'gone', context: 'Prod;*', before: '2', affects: lastOf('Prod', '*') }),
      keyChange({ key: 'shop.new', action: 'create', after: {}, values: 2 }),
      valueChange({ key: 'shop.new', after: 'a', place: placeAt(3) }),
      valueChange({ key: 'shop.new', context: 'Prod;*', after: 'b', place: placeAt(3) }),
      keyChange({ key: 'shop.old', action: 'delete', values: 2 }),
      valueChange({ key: 'shop.old', before: 'a' }),
      valueChange({ key: 'shop.old', context: 'Prod;*', before: 'b' }),
    ],
  }),
  keys: shown({
    changes: [
      keyChange({ key: 'a', action: 'create', after: { vdt: 'Integer', push: false }, values: 1 }),
      valueChange({ key: 'a', after: '1' }),
      keyChange({ key: 'b', before: { vdt: 'Text' }, after: { vdt: 'Integer' } }),
      keyChange({ key: 'c', action: 'delete', values: 0 }),
      fileChange({ path: 'c', after: 'x\n' }),
    ],
  }),
  // A file of `sources` is its own content, and that of a document has another place.
  contents: shown(
    {
      changes: [
        fileChange({
          path: 'app.conf',
          ...THREE_LINES,
          place: pointed('nginx/app.conf', 1),
          contentPath: 'nginx/app.conf',
        }),
        fileChange({
          path: 'motd.txt',
          ...THREE_LINES,
          place: placeAt(3),
          contentPath: 'config/content/motd.txt',
        }),
      ],
    },
    { ...planned, folder: 'shop' },
  ),
  lookalikes: shown({
    changes: [
      keyChange({ key: 'k', before: { readme: 'a b' }, after: { readme: 'a\u2009b' } }),
      valueChange({ key: 'v', before: 'a b', after: 'a\u00a0b' }),
      fileChange({ path: 'f', before: 'x y\n', after: 'x\u3000y\n' }),
    ],
  }),
  levels: shown({
    target: {
      url: 'https://config.example.com',
      account: 'acme',
      name: 'shop',
      levels: ['@octocat <b>x</b> `y`\n\u202e#1', 'Application'],
    },
    elements: ['Prod', '<i>@ops</i>|'],
    changes: [...'abcdefghij', '<i>@ops</i>|'].map((name) =>
      valueChange({ key: name, context: `${name.length === 1 ? 'Prod' : name};*`, after: 'v' }),
    ),
  }),
  big: shown({ changes: many }),
  everything: shown(
    {
      approval: DIGEST,
      approvalWay: 'dispatch',
      notes: ['The token of this run cannot read values that are secured.'],
      changes: [
        ...updates,
        ...deletions,
        ...pending(files.filter(isNew)),
        ...files.filter((one) => !isNew(one)),
      ],
      safety: [
        { setting: 'maxDeletes', before: '100', after: '3', place: placeAt(7, 'confighub.yaml') },
      ],
      drift: updates.slice(3),
      findings: [
        refusal({
          code: 'too-many-deletes',
          message: 'The plan deletes 4 items, more than the limit of 3 (maxDeletes).',
          approvable: true,
        }),
        LOCKS,
      ],
    },
    refused,
  ),
};

const IN_ALL =
  'affected contents drift empty everything keys levels lookalikes other-deletions overrides overrides-done overrides-pruned renamed rewritten secrets';

/** The kinds that every output has a golden file of; of the others, the comment has. */
export const SCENES = IN_ALL.split(' ').map((name) => {
  const scene = KINDS[name];
  if (scene === undefined) throw new Error(`There is no such scene: ${name}`);
  return [name, scene] as const;
});
