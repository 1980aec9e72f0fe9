// Every rule about the server by its code: what a plan checks, what the files alone break, and what pushes avoid.
import { RULES } from '../../src/plan/guard.ts';

export interface RuleRow {
  code: string;
  severity: 'refusal' | 'warning' | 'avoided';
  /** Our own rule: the server would accept the change. */
  isPolicy: boolean;
}

/** Found while the files are read, and reported as errors. */
const IN_FILES = [
  ...[
    'key-name',
    'key-case',
    'unknown-vdt',
    'vdt-required',
    'value-object',
    'missing-field',
    'bad-text',
    'deactivate',
  ],
  ...['duplicate-value', 'context-depth', 'context-syntax', 'context-name', 'context-case'],
  ...['file-path', 'duplicate-file', 'cipher-text', 'password-in-file', 'outside-scope'],
];

/** Pushes are built so that these cannot happen, so users see no message of them. */
const AVOIDED = [
  ...[
    'duplicate-row',
    'key-creation-off',
    'key-without-values',
    'metadata-dropped',
    'locked-too-early',
  ],
  ...[
    'vdt-held-by-delete',
    'native-json',
    'double-touch',
    'delete-before-upsert',
    'file-before-key',
  ],
  ...['app-name', 'url-form-token'],
];

const POLICIES = [
  ...[
    'key-not-created',
    'password-in-file',
    'conflict',
    'drift',
    'unmanaged',
    'declared-twice',
    'other-project',
    'protected',
  ],
  ...[
    'outside-scope',
    'record-unreadable',
    'record-unconfirmed',
    'unfinished-only',
    'max-deletes',
    'max-updates',
  ],
  ...[
    'share-of-deletes',
    'share-of-updates',
    'all-deleted',
    'first-apply',
    'items-vanished',
    'approval-mismatch',
  ],
  ...[
    'big-push',
    'placeholder-taken',
    'context-unread',
    'live-incomplete',
    'older-commit',
    'secret-in-file',
  ],
];

const checked: readonly Omit<RuleRow, 'isPolicy'>[] = [
  ...RULES,
  ...IN_FILES.map((code) => ({ code, severity: 'refusal' }) as const),
  ...AVOIDED.map((code) => ({ code, severity: 'avoided' }) as const),
];

export const RULE_ROWS: readonly RuleRow[] = checked.map(({ code, severity }) => ({
  code,
  severity,
  isPolicy: POLICIES.includes(code),
}));
