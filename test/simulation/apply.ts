// One apply, as people and jobs make it, whole or interrupted; it is judged, and what a refusal asks for is done.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unlock } from '../../src/commands/unlock.ts';
import { CommandError, EXIT } from '../../src/errors.ts';
import { type Change, isCounted } from '../../src/model/plan.ts';
import type { Fault as FaultOfServer } from '../helpers/faulty-server.ts';
import { run } from '../helpers/run.ts';
import type { Member } from '../helpers/team.ts';
import { type Project, projectsIn } from './items.ts';
import {
  type Changes,
  type End,
  Fault,
  type Given,
  isClaimed,
  judge,
  judgeMasks,
  type Situation,
} from './oracle/oracle.ts';
import { continuedBy } from './oracle/renames.ts';
import { note, recordOf, secretsOf, situationOf } from './oracle/situation.ts';
import type { CloneKind, Random, World } from './world.ts';

export interface Apply {
  /** Path of the project file. */
  path: string;
  commit: string;
  clone: CloneKind;
  given: Given;
  interruption?: Interruption;
  meanwhile?: Meanwhile;
  /** A document of the project with this text in place of the one that is committed. */
  dirty?: { document: string; text: string };
}

/** What befalls the push of this number, from 0, and everything after it. */
interface Interruption {
  push: number;
  how: (typeof INTERRUPTIONS)[number];
}
export const INTERRUPTIONS = [
  'the connection is cut before the push',
  'the connection is cut after the push',
  'the process is killed before the push',
  'the process is killed after the push',
] as const;

/** What others write just before the server gets the request of this number, from 0. */
interface Meanwhile {
  request: number;
  write: () => Promise<Changes>;
}

/** Whether it is the built program that applies, because it is to be killed. */
function isInProcess({ interruption }: Apply): boolean {
  return interruption?.how.startsWith('the process') === true;
}

/** Applies once, judges what became of it, and notes it. */
async function applyOnce(world: World, apply: Apply): Promise<{ end: End; situation: Situation }> {
  const clone = world.checkout(apply.clone, apply.commit);
  const projects = world.projects(apply.commit);
  const committed = projects.get(apply.path);
  if (committed === undefined) throw new Error(`${apply.path} is not in ${apply.commit}`);
  if (apply.dirty !== undefined) world.noteChange(apply.clone);
  const project = withDirt(world, { apply, clone, committed });
  const { former } = continuedBy(world, apply.path, apply.commit);
  if (former !== undefined) world.ledger.noteMove(former, apply.path);
  const record = recordOf(world, apply.path);
  const before = await world.live();
  const refs = world.refs();
  const situation = situationOf(world, { apply, project, committed, projects, record, before });
  const { theirs, ...end } = await (isInProcess(apply) ? inProcess : inHere)(world, {
    apply,
    clone,
  });
  const after = await world.live();
  world.tell(`→ ${[end.outcome, ...end.codes].join(' ')};`);
  judge(situation, { end, after, theirs });
  world.ledger.noteChanges(apply.path, before, after);
  const isTheirs = (item: string) => theirs.has(item) && theirs.get(item) === after.get(item);
  for (const item of theirs.keys()) if (isTheirs(item)) world.ledger.writers.set(item, 'others');
  // A forged record made them look changed by others, and they were kept: from now on a true record says the same.
  if (end.outcome === 'applied' || end.outcome === 'nothing')
    for (const [item, text] of project.declared)
      if (isClaimed(item, situation) && after.get(item) !== text)
        world.ledger.writers.set(item, 'others');
  note(world, {
    apply,
    project,
    record,
    refs,
    end,
    situation,
    after,
    isTheirs,
    isRenamed: former !== undefined,
  });
  // Only an apply that begins or is recorded moves the record.
  if (former !== undefined && refOf(world, former) !== undefined)
    world.ledger.noteMove(apply.path, former);
  else if (former !== undefined) noteRef(world, apply.path);
  return { end, situation };
}

function refOf(world: World, path: string): string | undefined {
  return world.refs().find(({ name }) => decodeURIComponent(name.split('/').at(-2) ?? '') === path)
    ?.name;
}

function noteRef(world: World, path: string): void {
  const ref = refOf(world, path);
  if (ref !== undefined) world.ledger.refs.set(path, ref);
}

/** The project with what is not committed. */
function withDirt(
  world: World,
  {
    apply: { commit, dirty },
    clone,
    committed,
  }: { apply: Apply; clone: Member; committed: Project },
): Project {
  if (dirty === undefined) return committed;
  const path = `${committed.folder}${dirty.document}`;
  writeFileSync(join(clone.dir, path), dirty.text);
  return (
    projectsIn(new Map(world.tree(commit)).set(path, dirty.text)).get(committed.path) ?? committed
  );
}

interface Ending {
  outcome: string;
  plan: {
    findings: readonly { severity: string; code: string; hint?: string | undefined }[];
    approval?: string | undefined;
    changes?: readonly Change[];
  };
}

/** A line for each change of a plan that is counted. */
export function changesOf({ changes = [] }: { changes?: readonly Change[] }): string[] {
  return changes.filter(isCounted).map(({ action, name, context, kind, ...change }) => {
    const after = kind === 'key' ? '' : ` ${change.after === undefined ? '' : change.after}`;
    return `${action} ${name} ${context ?? ''}${after}`;
  });
}

interface Running {
  apply: Apply;
  clone: Member;
}

/** With what others wrote meanwhile. */
interface Ended extends End {
  theirs: Changes;
}

const NOBODY: Changes = new Map();

async function inHere(world: World, { apply, clone }: Running): Promise<Ended> {
  const { given, interruption, meanwhile, path } = apply;
  let writing = Promise.resolve(NOBODY);
  let requests = 0;
  world.onRequest = () => {
    if (meanwhile === undefined || requests++ !== meanwhile.request) return 'pass';
    writing = meanwhile.write();
    return { held: writing.then(() => undefined) };
  };
  let pushes = 0;
  world.onPush = () => {
    if (interruption === undefined || pushes++ < interruption.push) return 'pass';
    // What was cut once stays so: a push is not tried again by good luck.
    return interruption.how === 'the connection is cut after the push' &&
      pushes === interruption.push + 1
      ? { passed: '' }
      : 'cut';
  };
  try {
    const applied = await clone.apply({ ...given, config: path, url: '', repository: '' });
    judgeMasks(applied.plan, secretsOf(world, apply.commit));
    return { ...endOf(applied), theirs: await writing };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const outcome = error.exitCode === EXIT.unknown ? 'unknown' : 'refused';
    // They go on writing where it has ended already.
    return { outcome, codes: [error.code], theirs: await writing };
  } finally {
    world.onPush = undefined;
    world.onRequest = undefined;
  }
}

function endOf({ outcome, plan }: Ending): End {
  const refusals = plan.findings.filter(({ severity }) => severity === 'refusal');
  const codes = refusals.map(({ code }) => code);
  const lines = refusals.flatMap(({ hint = '' }) =>
    [...hint.matchAll(/`confighub-sync ([^`]*)`/g)].map(([, line = '']) => line),
  );
  const changes = changesOf(plan);
  if (outcome === 'refused' || outcome === 'nothing')
    return { outcome, codes, lines, approval: plan.approval, changes };
  // It sent nothing either.
  if (outcome === 'taken-over') return { outcome: 'nothing', codes, changes };
  return { outcome: 'applied', codes, changes };
}

/** The built program, killed at its push. One that has nothing to push ends by itself. */
async function inProcess(world: World, running: Running): Promise<Ended> {
  return { ...(await killed(world, running)), theirs: NOBODY };
}

async function killed(world: World, { apply, clone }: Running): Promise<End> {
  const { given, interruption, path } = apply;
  const flags = [
    ...(given.allowOlder ? ['--allow-older'] : []),
    ...(given.onDrift === undefined ? [] : ['--on-drift', given.onDrift]),
    ...(given.reads === undefined ? [] : ['--reads', given.reads]),
    ...(given.approve === undefined ? [] : ['--approve', given.approve]),
    ...(given.lastApplied === undefined ? [] : ['--last-applied', given.lastApplied]),
  ];
  const run = clone.start('apply', '--json', '--config', path, ...flags);
  let pushes = 0;
  world.onPush = (): FaultOfServer => {
    if (interruption === undefined || pushes++ < interruption.push) return 'pass';
    const after = () => run.stop('SIGKILL');
    if (interruption.how === 'the process is killed after the push') return { passed: '', after };
    return { bytes: '', first: after };
  };
  const { status, stdout } = await run.ended;
  world.onPush = undefined;
  if (status === null) return { outcome: 'unknown', codes: ['killed'] };
  if (status === EXIT.done) return { outcome: pushes > 0 ? 'applied' : 'nothing', codes: [] };
  if (status === EXIT.unknown) return { outcome: 'unknown', codes: [] };
  // What an error prints is no plan.
  return endOf({ outcome: 'refused', plan: { findings: [], ...JSON.parse(stdout || '{}') } });
}

const MOST_WAYS = 6;

/** Applies, and where it is refused takes the documented way on, in so many cases of 1. How it ended. */
export async function applyWithWaysOn(
  world: World,
  { apply, random, share }: { apply: Apply; random: Random; share: number },
): Promise<End> {
  let { given } = apply;
  for (let ways = 0; ; ways++) {
    // Others write once.
    const meanwhile = ways === 0 && apply.meanwhile ? { meanwhile: apply.meanwhile } : {};
    const { meanwhile: _, ...alone } = apply;
    const { end, situation } = await applyOnce(world, { ...alone, ...meanwhile, given });
    if (end.outcome !== 'refused' || ways === MOST_WAYS || !random.chance(share)) return end;
    const way = await wayOn(world, { apply: { ...apply, given }, end, situation, random });
    if (way === undefined) return end;
    world.tell(way.words);
    given = way.given;
  }
}

interface Refused {
  apply: Apply;
  end: End;
  situation: Situation;
  random: Random;
}

/** `undefined`: the files are to be changed. */
async function wayOn(
  world: World,
  { apply, end, situation, random }: Refused,
): Promise<{ words: string; given: Given } | undefined> {
  const { given, path } = apply;
  const { approve: _, ...unapproved } = given;
  if (end.codes.includes('record-orphaned'))
    return { words: await takeOver(world, apply, end), given };
  if (end.codes.includes('apply-running'))
    return { words: await endRunning(world, apply, random), given };
  if (end.codes.includes('read-lost'))
    return { words: '--reads documented', given: { ...unapproved, reads: 'documented' } };
  if (
    ['conflict', 'last-value'].some((code) => end.codes.includes(code)) &&
    given.onDrift === undefined
  )
    return { words: '--on-drift overwrite', given: { ...unapproved, onDrift: 'overwrite' } };
  const last = world.ledger.applied.get(path);
  if (
    situation.record === 'unreadable' &&
    given.lastApplied === undefined &&
    last !== undefined &&
    random.chance(0.5)
  )
    return { words: '--last-applied', given: { ...unapproved, lastApplied: last } };
  const mayApprove = situation.isOffMain && end.approval !== undefined && random.chance(0.5);
  if (end.codes.includes('older-commit') && !mayApprove)
    return { words: '--allow-older', given: { ...unapproved, allowOlder: true } };
  return end.approval === undefined
    ? undefined
    : { words: '--approve', given: { ...given, approve: end.approval } };
}

/** The record of a project file that is gone is that of its new name, or nobody's: what is printed is run, word for word. */
async function takeOver(
  world: World,
  { path, commit, clone }: Apply,
  { lines = [] }: End,
): Promise<string> {
  const { ledger } = world;
  const member = world.checkout(clone, commit);
  const told = lines.map((line) => {
    const [, flag = '', first = '', to = ''] =
      /^history --(\w+) (?:--config )?:\/(\S+)(?: --config :\/(\S+))?/.exec(line) ?? [];
    return { line, flag, orphan: first, to };
  });
  const wanted = told.find(
    ({ flag, orphan, to }) => flag === 'move' && ledger.renamed.get(to)?.has(orphan),
  );
  const { line, flag, orphan, to } = wanted ?? told.find((one) => one.flag === 'forget') ?? {};
  if (line === undefined || orphan === undefined)
    throw new Fault(`${path}: no line says how to go on.`);
  const isReadable = ledger.records.get(orphan) !== 'unreadable';
  if (isReadable && ledger.unfinished.has(orphan))
    await unlock(member.options({ config: orphan }), member.runtime());
  ledger.running.delete(orphan);
  const { status, stderr } = await run(line.split(' '), {
    cwd: member.dir,
    env: world.team.sandbox.env,
  });
  if (status !== EXIT.done) throw new Fault(`\`${line}\` fails: ${stderr}`);
  if (flag === 'move' && to !== undefined) {
    ledger.noteMove(orphan, to);
    noteRef(world, to);
  } else ledger.forget(orphan);
  return line;
}

async function endRunning(
  world: World,
  { path, commit, clone }: Apply,
  random: Random,
): Promise<string> {
  if (random.chance(0.5)) {
    world.waited += 24 * 60;
    // Whatever runs, of any project.
    world.ledger.running.clear();
    return 'waits a day';
  }
  // It may have begun under the former name.
  world.ledger.running.delete(continuedBy(world, path, commit).former ?? path);
  const member = world.checkout(clone, commit);
  await unlock(member.options({ config: path, url: '', repository: '' }), member.runtime());
  return 'unlock';
}
