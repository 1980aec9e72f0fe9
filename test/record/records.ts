// What tests of records share: projects beside each other, what plans say, what others do, and apply runs that end early.
import { expect } from 'vitest';
import type { GivenOptions } from '../../src/options.ts';
import type { Runtime } from '../../src/runtime.ts';
import { apply, type ApplyResult } from '../helpers/apply.ts';
import { type Fault, page, type Request } from '../helpers/faulty-server.ts';
import { push } from '../helpers/server.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';

export const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
export const ONE = { config: 'one/confighub.yaml' };
export const TWO = { config: 'two/confighub.yaml' };

/** A document that declares these keys, each with its own name as its value. */
export function doc(...keys: string[]): string {
  return declaring(...keys)['config/shop.yaml'] ?? '';
}

/** A project with this document. */
export function shop(document: string, project = PROJECT): Record<string, string> {
  return { 'confighub.yaml': project, 'config/shop.yaml': document };
}

/** Two projects, each in a folder of its own, with these keys; `more` is in both project files. */
export function projects(one: string[], two: string[], more = ''): Record<string, string> {
  return {
    'one/confighub.yaml': `${PROJECT}${more}`,
    'one/config/shop.yaml': doc(...one),
    'two/confighub.yaml': `${PROJECT}${more}`,
    'two/config/shop.yaml': doc(...two),
  };
}

interface Planned {
  plan?: { findings: readonly { severity: string; code: string }[] } | undefined;
}

/** The codes of what a plan says. */
export function codes({ plan }: Planned): string[] | undefined {
  return plan?.findings.map(({ code }) => code);
}

/** The same, each after its severity. */
export function severities({ plan }: Planned): string[] | undefined {
  return plan?.findings.map(({ severity, code }) => `${severity} ${code}`);
}

/** The names of the project files that have a record at origin. */
export function recordedFiles(team: Team): string[] {
  return team.refNames().map((name) => decodeURIComponent(name.split('/').at(-2) ?? ''));
}

/** The commit that the only record of a repository names as applied. */
export function recordedCommit({ sandbox, origin }: Team, dir = origin): string {
  const ref = sandbox.git(dir, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
  const format = '--format=%(trailers:key=Source-Commit,valueonly,separator=)';
  return sandbox.git(dir, 'log', '-1', format, ref);
}

/** Commits on top of `main` what a script of Git commands does, and pushes it; the commit. */
export function change({ sandbox }: Team, { dir }: Member, script: string): string {
  const before = 'git fetch -q origin main; git reset -q --hard FETCH_HEAD';
  const after = 'git add -A; git commit -qm Change; git push -q origin HEAD:main';
  return sandbox.script(dir, `${before}; ${script}; ${after}; git rev-parse HEAD`);
}

/** What the commit of an apply says. */
export function recordMessage(
  source: string,
  { state = 'done', name = 'confighub.yaml', more = [] as readonly string[] } = {},
): string {
  const project = [`Project-File: ${name}`, `Source-Commit: ${source}`];
  const fields = [`State: ${state}`, 'Apply-Id: 1', ...project, ...more];
  return `Apply x: 0 created, 0 updated, 0 deleted\n\n${fields.join('\n')}`;
}

/** Somebody else writes these items to the server. */
export async function othersPush({ server }: Team, ...data: object[]): Promise<void> {
  const { status } = await push(server, { enableKeyCreation: true, data }, { token: 'default' });
  expect(status).toBe(200);
}

/** Somebody else sets a value on the server, of a key that may be new. */
export function othersSet(team: Team, key: string, value = 'theirs', context = '*;*') {
  return othersPush(team, { key, push: true, values: [{ context, value }] });
}

/** Makes origin reject what a condition of a hook says of `$1`, the ref; default: every record. */
export function reject(
  { origin, sandbox }: Team,
  { if: condition = 'case "$1" in refs/confighub-sync/*) true;; *) false;; esac', reason = 'no' },
): void {
  sandbox.hook(origin, 'update', `if ${condition}; then echo '${reason}' >&2; exit 1; fi`);
}

/** Commits these files, and applies them. */
export function applyFiles(
  member: Member,
  files: Record<string, string>,
  given: GivenOptions = {},
): Promise<ApplyResult> {
  member.commit(files);
  return member.apply(given);
}

/** The process ends before its push, once its record is begun. */
export function endsBeforePush(
  member: Member,
  { runtime = member.runtime(), ...given }: GivenOptions & { runtime?: Runtime } = {},
): Promise<void> {
  return new Promise((resolve) => {
    void apply(member.options(given), runtime, () => new Promise(() => resolve()));
  });
}

/** Runs with a server that loses the answers to pushes while `team.isFaulty`, and answers nothing after that while `team.isBlind`. */
export function withLostAnswers<T>(
  team: Team,
  use: () => Promise<T>,
  lost: Fault = { passed: '' },
): Promise<T> {
  const fault = ({ method }: Request): Fault => {
    if (method !== 'POST' || !team.isFaulty) return team.isBlind ? { bytes: page(500) } : 'pass';
    team.isBlind = true;
    return lost;
  };
  return team.withFault(fault, use);
}

/** Applies these files and never learns the outcome of its push: what it began stays open. */
export async function losesAnswer(
  team: Team,
  member: Member,
  files: Record<string, string>,
): Promise<void> {
  team.isFaulty = true;
  member.commit(files);
  await expect(member.apply()).rejects.toMatchObject({ code: 'push-unknown', exitCode: 4 });
  Object.assign(team, { isFaulty: false, isBlind: false });
}
