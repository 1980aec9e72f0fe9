// The rows of docs/rules.md: every rule by its code, also those that are avoided, or found in files or by an apply.
import { readFileSync } from 'node:fs';
import { ROOT } from './process.ts';

export interface RuleRow {
  code: string;
  severity: 'refusal' | 'warning' | 'avoided';
  /** Our own rule: the server would accept the change. */
  isPolicy: boolean;
  isApprovable: boolean;
}

const SEVERITIES = { refused: 'refusal', warning: 'warning', avoided: 'avoided' } as const;
const ROW =
  /^\| <a id="([a-z0-9-]+)"><\/a>.* \| (refused|warning|avoided)( \(policy\))?(, can be approved)? \|.* \|$/gm;

export const RULE_ROWS: readonly RuleRow[] = [...readFileSync(`${ROOT}docs/rules.md`, 'utf8').matchAll(ROW)].map(
  ([, code = '', severity = '', policy, approved]) => ({
    code,
    severity: SEVERITIES[severity as keyof typeof SEVERITIES],
    isPolicy: policy !== undefined,
    isApprovable: approved !== undefined,
  }),
);
