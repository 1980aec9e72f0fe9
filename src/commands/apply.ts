// apply: plan, check, push, verify, record.
import { writeApplied } from '../baseline/applied.ts';
import { isAncestor } from '../baseline/ancestry.ts';
import { GitError } from '../baseline/git.ts';
import type { Head } from '../baseline/work-tree.ts';
import { CommandError, EXIT } from '../errors.ts';
import { type Change, countChanges, type Finding, hasRefusals, type Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { createPusher } from '../remote/client.ts';
import { pushBody } from '../remote/push-body.ts';
import type { Reason } from '../remote/reason.ts';
import { applicationName } from './application-name.ts';
import type { PlanResult } from './plan.ts';
import { type Prepared, planAgain, prepare } from './prepare.ts';
import type { Surroundings } from './project.ts';

/** `verified`: read again, and nothing differs. `unverified`: what the repository holds cannot be read. */
export type Outcome = 'nothing' | 'refused' | 'verified' | 'unverified';

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
}

/** What was sent did not have the effect that it should have; `differs` is masked by whoever shows it. */
export class VerifyError extends CommandError {
  override readonly differs: Plan;

  constructor(differs: Plan) {
    const { length } = differs.changes;
    super({
      code: 'verify-failed',
      message: `The server took the push, but ${length} ${length === 1 ? 'change is' : 'changes are'} still missing after it.`,
      hint: 'Somebody may have changed the repository at the same moment: plan again.',
      exitStatus: EXIT.unknown,
    });
    this.differs = differs;
  }
}

export async function apply(
  options: Options,
  surroundings: Surroundings,
  onPlan: (result: PlanResult) => void = () => undefined,
): Promise<ApplyResult> {
  return prepare(options, surroundings, async (prepared) => {
    const head = await prepared.project.git?.head();
    const plan = await withAge(prepared, { head, options });
    const result = { plan, warnings: prepared.warnings, remarks: prepared.remarks };
    onPlan(result);
    if (hasRefusals(plan)) return { ...result, outcome: 'refused' };
    if (plan.changes.length === 0) {
      return {
        ...result,
        remarks: [...result.remarks, ...(await record(prepared, { head, surroundings }))],
        outcome: 'nothing',
      };
    }
    surroundings.onStep(`Pushing ${plan.changes.length} changes`);
    const outcome = await pushAndVerify(prepared, { plan, head, options });
    return {
      ...result,
      remarks: [...result.remarks, ...(await record(prepared, { head, surroundings }))],
      outcome,
    };
  });
}

/** A re-run of last week's job must not undo this week's: the commit last applied must be an ancestor of this one. */
async function withAge(
  { plan, project, baseline }: Prepared,
  { head, options }: { head: Head | undefined; options: Options },
): Promise<Plan> {
  const { source } = baseline;
  if (plan.changes.length === 0 || options.allowOlder) return plan;
  if (project.git === undefined || source === undefined || head === undefined) return plan;
  const ancestry = await isAncestor(project.git, source, head.commit);
  if (ancestry.answer === 'yes') return plan;
  const why = 'reason' in ancestry ? `may be newer (${ancestry.reason})` : 'is not among its ancestors';
  const refusal: Finding = {
    severity: 'refusal',
    code: 'older-commit',
    message: `This commit is ${short(head.commit)}; the commit last applied, ${short(source)}, ${why}.`,
    hint: 'Apply the newest commit, or apply once with --allow-older (input `allow-older: true`) if going back is meant.',
  };
  return { ...plan, findings: [...plan.findings, refusal] };
}

async function pushAndVerify(
  prepared: Prepared,
  { plan, head, options }: { plan: Plan; head: Head | undefined; options: Options },
): Promise<'verified' | 'unverified'> {
  const { connection, target, input } = prepared;
  const pusher = createPusher(connection, {
    repository: target.repository,
    applicationName: applicationName(options.applicationName),
  });
  const result = await pusher.push(pushBody(plan, changeComment(options, head)));
  if (result.outcome === 'refused') throw refusedByServer(result.reason, plan);
  if (result.outcome === 'unknown') return settle(prepared, { plan, error: result.error });
  if (input.liveSource !== 'export') return 'unverified';
  const after = await readAfter(prepared);
  if (after.changes.some((change) => !change.rewritten)) throw new VerifyError(after);
  return 'verified';
}

async function readAfter(prepared: Prepared): Promise<Plan> {
  try {
    const after = await planAgain(prepared);
    if (after !== undefined) return after;
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    throw unverified(cause.message, cause);
  }
  throw unverified('The repository can no longer be read.');
}

function unverified(message: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'unverified',
    message: `The server took the push, but it could not be verified: ${message}`,
    hint: 'Plan again: it should say `No changes.`',
    exitStatus: EXIT.unknown,
    cause,
  });
}

/** The answer got lost: reading tells whether the push was taken. It is never sent a second time blindly. */
async function settle(
  prepared: Prepared,
  { plan, error }: { plan: Plan; error: CommandError },
): Promise<'verified'> {
  const after =
    prepared.input.liveSource === 'export' ? await planAgain(prepared).catch(() => undefined) : undefined;
  if (after?.changes.every((change) => change.rewritten)) return 'verified';
  const untouched = after !== undefined && sameChanges(after, plan);
  throw new CommandError({
    code: untouched ? 'push-lost' : 'push-unknown',
    message: untouched
      ? `The push did not arrive: ${error.message}`
      : `Nobody can say whether the push was taken: ${error.message}`,
    hint: untouched
      ? 'Nothing was changed. Try again.'
      : 'Plan again once the server answers; it shows what is left to do.',
    exitStatus: untouched ? EXIT.error : EXIT.unknown,
    cause: error,
  });
}

function sameChanges(a: Plan, b: Plan): boolean {
  const text = (plan: Plan) => JSON.stringify(plan.changes.map(({ place: _, ...change }) => change));
  return text(a) === text(b);
}

function refusedByServer(reason: Reason, plan: Plan): CommandError {
  const item = plan.changes.find((change) => isNamed(change, reason));
  const name = reason.key ?? reason.file;
  const about =
    name === undefined && reason.context === undefined
      ? ''
      : ` (${[name, reason.context].filter(Boolean).join(' in ')})`;
  const where = item?.place === undefined ? '' : ` Declared at ${item.place}.`;
  return new CommandError({
    code: 'push-refused',
    message: `The server refused the push, nothing was changed: ${reason.message}${about}${where}`,
    hint: reason.hint,
  });
}

function isNamed(change: Change, { key, file, context }: Reason): boolean {
  if (key !== undefined && change.kind !== 'file') return change.key.toLowerCase() === key.toLowerCase();
  return file !== undefined && change.kind === 'file' && change.path === file && change.context === context;
}

function changeComment(options: Options, head: Head | undefined): string {
  const message = options.changeComment ?? head?.message ?? '';
  // The server cannot store NUL, and a blank comment tells nobody anything.
  return message.replaceAll('\0', '').trim() === '' ? 'confighub-sync apply' : message.replaceAll('\0', '');
}

/** Records what was applied, so that the next plan knows what is ours. Sentences say where that did not work. */
async function record(
  { project, baseline, plan }: Prepared,
  { head, surroundings }: { head: Head | undefined; surroundings: Surroundings },
): Promise<string[]> {
  const { git } = project;
  const { ref, applied } = baseline;
  if (git === undefined || ref === undefined || applied === undefined) return [];
  const files = new Map([...project.files].map(([path, bytes]) => [path, Buffer.from(bytes)]));
  if (plan.changes.length === 0 && applied.found && sameFiles(applied.files, files)) return [];
  const { create, update, delete: deleted } = countChanges(plan.changes);
  try {
    const written = await writeApplied(git, {
      ref,
      previous: { where: applied.where, commit: applied.commit },
      files,
      source: head?.commit,
      run: surroundings.run,
      actor: surroundings.actor,
      summary: `Apply ${head === undefined ? 'files' : short(head.commit)}: ${create} added, ${update} changed, ${deleted} destroyed`,
      now: surroundings.now(),
    });
    if (written.conflict)
      return ['Another apply was recorded at the same moment; theirs was kept. Plan again.'];
    return written.warning === undefined ? [] : [written.warning];
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return [`What was applied could not be recorded: ${error.message}`];
  }
}

function sameFiles(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Buffer>): boolean {
  if (a.size !== b.size) return false;
  return [...b].every(([path, bytes]) => {
    const there = a.get(path);
    return there !== undefined && bytes.equals(there);
  });
}

function short(commit: string): string {
  return commit.slice(0, 10);
}
