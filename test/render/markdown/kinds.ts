// A plan of every kind that a comment can be about.
import type { Change } from '../../../src/model/plan.ts';
import type { PlanPageOptions } from '../comments.ts';
import type { MaskedPlan } from '../../../src/render/mask.ts';
import {
  fileChange,
  keyChange,
  placeAt,
  refusal,
  shownPlan,
  valueChange,
  warning,
} from '../../helpers/plans.ts';
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
const planned: PlanPageOptions = { ...LINKED, status: { kind: 'planned', ...AT } };
const refused: PlanPageOptions = { ...LINKED, status: { kind: 'refused', ...AT } };

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
  empty: { plan: shownPlan(), options: { ...LINKED, status: { kind: 'unchanged', ...AT } } },
  'taken-over': {
    plan: shownPlan({
      changes: updates.map((change, i) =>
        i === 1 ? { ...change, cause: 'unmanaged' as const } : change,
      ),
      alreadyThere: 2,
    }),
    options: planned,
  },
  'first-apply': {
    plan: shownPlan({
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
    options: planned,
  },
  updates: {
    plan: shownPlan({
      changes: [...updates, fileChange({ path: 'shop.title', after: 'a file of that name' })],
    }),
    options: planned,
  },
  deletions: {
    plan: shownPlan({ changes: [...updates.slice(0, 1), ...deletions] }),
    options: {
      ...planned,
      folder: 'projects/shop',
      removedAt: BASE,
      status: { kind: 'planned', ...AT, mergeInto: 'main' },
    },
  },
  files: {
    plan: shownPlan({
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
    options: planned,
  },
  secrets: {
    plan: shownPlan({
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
    options: planned,
  },
  refused: {
    plan: shownPlan({
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
    }),
    options: refused,
  },
  // Commits that are older than the last applied one are refused only by an apply.
  'refused-older': {
    plan: shownPlan({
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
    }),
    options: refused,
  },
  approvable: {
    plan: shownPlan({
      changes: deletions,
      ...BY_REVIEW,
      findings: [PROTECTED],
    }),
    options: refused,
  },
  warnings: {
    plan: shownPlan({
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
    options: planned,
  },
  rewritten: {
    plan: shownPlan({
      changes: [
        ...updates.slice(0, 1),
        valueChange({ key: 'mail.password', after: 'x', secret: true, rewritten: true }),
        valueChange({ key: 'sms.password', after: 'x', secret: true, rewritten: true }),
      ],
    }),
    options: planned,
  },
  drift: {
    plan: shownPlan({
      converged: 1,
      changes: updates.slice(0, 1),
      drift: updates.slice(3).map((change) => ({ ...change, cause: 'drift' as const })),
    }),
    options: planned,
  },
  pending: {
    plan: shownPlan({
      changes: [...updates, ...pending([...deletions.slice(0, 1), ...files.slice(0, 2)])],
      base: { commit: '0'.repeat(40), pending: 3, dropped: 1 },
    }),
    options: { ...LINKED, status: { kind: 'planned', ...AT, ...ONTO } },
  },
  safety: {
    plan: shownPlan({
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
    options: planned,
  },
  offline: {
    plan: shownPlan({ live: 'none', changes: updates.slice(0, 1) }),
    options: { ...LINKED, status: { kind: 'offline', ...AT } },
  },
  'another-server': {
    plan: shownPlan({
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
    }),
    options: { ...LINKED, status: { kind: 'offline', ...AT } },
  },
  'pending-drift': {
    plan: shownPlan({
      onDrift: 'overwrite',
      changes: [
        ...updates.slice(0, 1),
        ...pending([{ ...updates[3], cause: 'drift' } as Change, ...files.slice(0, 1)]),
      ],
      base: { commit: BASE, pending: 2, dropped: 0 },
    }),
    options: planned,
  },
  applied: {
    plan: shownPlan({ changes: [...updates, ...deletions] }),
    options: { ...LINKED, status: { kind: 'verified', ...AT } },
  },
  failed: {
    plan: shownPlan({ changes: updates.slice(0, 1) }),
    options: {
      ...LINKED,
      status: {
        kind: 'failed',
        ...AT,
        reason:
          'The server rejected the push: Context element `Prd` does not exist (config/shop.yaml:3:5).',
        hint: 'Did you mean `Prod`?',
      },
    },
  },
  big: { plan: shownPlan({ changes: many }), options: planned },
  everything: {
    plan: shownPlan({
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
    }),
    options: refused,
  },
};
