// One apply, as people and jobs make it, whole or interrupted; it is judged, and what a refusal asks for is done.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply as applyTargets } from '../../src/commands/apply.ts';
import { unlock } from '../../src/commands/unlock.ts';
import type { TargetRow } from '../../src/core/target-rows.ts';
import { CommandError, EXIT } from '../../src/errors.ts';
import { isCounted, type Plan } from '../../src/model/plan.ts';
import { chosenTargets, withStages } from '../../src/project/chosen-targets.ts';
import type { Fault as RequestFault } from '../helpers/faulty-server.ts';
import { run as runCommand } from '../helpers/run.ts';
import type { Member } from '../helpers/team.ts';
import { type Items, type Project, projectsIn, type Stage, stageOf, variableOf } from './items.ts';
import {
  type Changes,
  type End,
  Fault,
  type Given,
  isClaimed,
  judge,
  type Situation,
} from './oracle/oracle.ts';
import { continuedBy } from './oracle/renames.ts';
import { note, noteBegun, recordOf, situationOf } from './oracle/situation.ts';
import type { CloneKind, Random, Ref, World } from './world.ts';

export interface Apply {
  /** Path of the project file. */
  path: string;
  commit: string;
  clone: CloneKind;
  /** Absent: all stages, if the project has any. */
  stage?: string | undefined;
  given: Given;
  /** Its job has no secret; otherwise that of a stage has those of the stage's own rows, and no others. */
  isWithoutSecrets?: boolean;
  interruption?: Interruption;
  meanwhile?: Meanwhile;
  /** A document of the project with this text in place of the one that is committed. */
  dirty?: { document: string; text: string };
}

/** What befalls the push of this number, from 0, and everything after it. */
interface Interruption {
  push: number;
  how: (typeof INTERRUPTIONS)[number];
  /** It befalls the request of this number after that push instead, from 1: a read, or another push. */
  later?: number;
}
export const INTERRUPTIONS = [
  'the connection is cut before the push',
  'the connection is cut after the push',
  'the process is killed before the push',
  'the process is killed after the push',
] as const;

/** What others write just before the server gets the request of this number, from 0. */
type Meanwhile = { request: number } & (
  | { write: () => Promise<Changes> }
  /** Another stage is applied instead. */
  | { stage: string }
);

/** The stages that one command applies, in order; of a project without stages, all of it. */
function stagesIn({ stage: name }: Apply, project: Project): (Stage | undefined)[] {
  const { stages = [] } = project.settings;
  if (stages.length === 0) return [undefined];
  return name === undefined ? [...stages] : stages.filter((stage) => stage.name === name);
}

/** The variables that the rows of a command's stages need. */
function variablesOf(
  { declared, settings: { stages = [] } }: Project,
  applied: readonly (Stage | undefined)[],
): ReadonlySet<string> {
  const isApplied = (item: string) => applied.includes(stages[stageOf(item, stages)]);
  return new Set(
    [...declared].flatMap(([item, text]) => (isApplied(item) ? (variableOf(text) ?? []) : [])),
  );
}

interface Known {
  apply: Apply;
  clone: Member;
  project: Project;
  committed: Project;
  projects: ReadonlyMap<string, Project>;
  /** The variables that it needs, and that its job does not have. */
  lacks: readonly string[];
}

interface Judged {
  end: End;
  situation: Situation;
}

/** Applies once, judges what became of each stage, and notes it. The first that was not done, or else the last one. */
async function applyOnce(world: World, apply: Apply): Promise<Judged> {
  const clone = world.checkout(apply.clone, apply.commit);
  const projects = world.projects(apply.commit);
  const committed = projects.get(apply.path);
  if (committed === undefined) throw new Error(`${apply.path} is not in ${apply.commit}`);
  if (apply.dirty !== undefined) world.noteChange(apply.clone);
  const project = withDirt(world, { apply, clone, committed });
  const stages = stagesIn(apply, project);
  const variables = variablesOf(project, stages);
  const lacks = apply.isWithoutSecrets ? [...variables] : [];
  const known = { apply, clone, project, committed, projects, lacks };
  const judged: Judged[] = [];
  let turn = await begun(world, known, stages, 0);
  const [{ before }, theirs] = [turn, new Map<string, string | undefined>()];
  /** Somebody else applies another stage while this one is under way. What that changed. */
  const applyBeside = async (other: string): Promise<Changes> => {
    const before = await world.live();
    const forget = noteBegun(world, known, turn);
    world.tell('(meanwhile');
    const { meanwhile: _, ...alone } = apply;
    const beside = apply.clone === 'shallow' ? 'plain' : 'shallow';
    const { end } = await applyOnce(world, { ...alone, clone: beside, stage: other, given: {} });
    world.tell(')');
    if (!isDone(end)) forget();
    turn = { ...turn, record: recordOf(world, apply.path), refs: world.refs() };
    return changesBetween(before, await world.live());
  };
  const onEnd = async (ended: Ended) => {
    for (const [item, text] of ended.theirs) theirs.set(item, text);
    judged.push(await endOfTurn(world, known, turn, ended));
    const isOver = !isDone(ended) || judged.length === stages.length;
    if (!isOver) turn = await begun(world, known, stages, judged.length);
  };
  const has = new Set(apply.isWithoutSecrets ? [] : variables);
  await run(world, { apply, clone, variables: has, onEnd, applyBeside });
  const [first, ...others] = judged;
  const last = judged.find(({ end }) => !isDone(end)) ?? others.at(-1) ?? first;
  if (first === undefined || last === undefined) throw new Error('Nothing became of it.');
  if (
    stages.length > 1 &&
    judged.length === stages.length &&
    judged.every(({ end }) => isDone(end))
  )
    judge(
      // Where all had arrived of an unfinished apply, one of the stages has closed it.
      { ...first.situation, before, stage: undefined, isRunning: last.situation.isRunning },
      { end: last.end, after: await world.live(), theirs },
    );
  return last;
}

function changesBetween(before: Items, after: Items): Changes {
  const items = [...new Set([...before.keys(), ...after.keys()])];
  const changed = items.filter((item) => before.get(item) !== after.get(item));
  return new Map(changed.map((item) => [item, after.get(item)]));
}

function isDone({ outcome }: End): boolean {
  return outcome === 'applied' || outcome === 'nothing';
}

/** One stage of an apply, or all of one: what was there before it. */
interface Turn {
  stage: Stage | undefined;
  /** What the project file was called when it was applied last. */
  former: string | undefined;
  record: ReturnType<typeof recordOf>;
  before: Items;
  refs: readonly Ref[];
  situation: Situation;
  /** Of those that follow it, as long as it has not begun. */
  next: readonly Situation[];
}

async function begun(
  world: World,
  known: Known,
  stages: readonly (Stage | undefined)[],
  index: number,
): Promise<Turn> {
  const { path, commit } = known.apply;
  const { former } = continuedBy(world, path, commit);
  if (former !== undefined) world.ledger.noteMove(former, path);
  const record = recordOf(world, path);
  const before = await world.live();
  const keysBefore = await world.team.keys();
  const [situation, ...next] = stages.slice(index).map((stage, i) => {
    const earlier = stages.slice(index, index + i).flatMap((one) => one ?? []);
    return situationOf(world, { ...known, record, before, keysBefore, stage, earlier });
  });
  if (situation === undefined) throw new Error('There is no such stage.');
  const refs = world.refs();
  return { stage: stages[index], former, record, before, refs, situation, next };
}

async function endOfTurn(
  world: World,
  { apply, project }: Known,
  turn: Turn,
  { theirs, beside, isBeside, ...end }: Ended,
): Promise<Judged> {
  const { stage, former, before, situation, next } = turn;
  const after = await world.live();
  const name = stage === undefined ? '' : `${stage.name}: `;
  world.tell(`→ ${name}${[end.outcome, ...end.codes].join(' ')};`);
  judge(situation, { end, after, theirs, isBeside });
  for (const [i, codes] of (beside ?? []).entries()) {
    const later = next[i];
    if (later !== undefined) judge(later, { end: { outcome: 'refused', codes }, after, theirs });
  }
  world.ledger.noteChanges(apply.path, before, after);
  const isTheirs = (item: string) => theirs.has(item) && theirs.get(item) === after.get(item);
  for (const item of isBeside ? [] : theirs.keys())
    if (isTheirs(item)) world.ledger.writers.set(item, 'others');
  // A forged record made them look changed by others, and they were kept: from now on a true record says the same.
  if (isDone(end))
    for (const [item, text] of project.declared)
      if (isClaimed(item, situation) && after.get(item) !== text)
        world.ledger.writers.set(item, 'others');
  note(world, { ...turn, apply, project, refsAfter: world.refs(), end, after, isTheirs });
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

/** A line for each change of a plan that is counted. */
export function changesOf({ changes }: Plan): string[] {
  return changes.filter(isCounted).map(({ action, name, context, kind, ...change }) => {
    const after = kind === 'key' ? '' : ` ${change.after === undefined ? '' : change.after}`;
    return `${action} ${name} ${context ?? ''}${after}`;
  });
}

interface Running {
  apply: Apply;
  clone: Member;
  /** That its job has. */
  variables: ReadonlySet<string>;
  /** Is told of each stage that it ends, once the server is as the stage left it. */
  onEnd: (ended: Ended) => Promise<void>;
  applyBeside: (stage: string) => Promise<Changes>;
}

interface Ended extends End {
  /** What others wrote meanwhile. */
  theirs: Changes;
  /** Another stage was applied meanwhile. */
  isBeside?: boolean;
  /** Where nothing was attempted: the codes of the stages that follow. */
  beside?: readonly (readonly string[])[];
}

const NOBODY: Changes = new Map();

/** What becomes of each request of an apply that is interrupted. @param kill is called once its process is gone */
function interrupted(
  { push, how, later = 0 }: Interruption,
  kill: () => void,
): (isPush: boolean) => RequestFault {
  const isCut = how.startsWith('the connection');
  const isAfter = how.endsWith('after the push');
  let [pushes, requestsAfter, isDead] = [0, 0, false];
  return (isPush) => {
    if (isDead) return 'hang';
    if (pushes > push) requestsAfter++;
    if (isPush) pushes++;
    const isThatPush = isPush && pushes === push + 1;
    // What was cut once stays so: a push is not tried again by good luck.
    if (isCut && (!isPush || pushes <= push)) return 'pass';
    if (isCut) return isAfter && isThatPush ? { passed: '' } : 'cut';
    isDead = later === 0 ? isThatPush : requestsAfter === later;
    if (!isDead) return 'pass';
    if (isAfter) return { passed: '', after: () => new Promise(kill) };
    kill();
    return 'hang';
  };
}

/**
 * In this process. One that is killed waits for an answer that never comes: nothing is written beside a request that may be
 * the last (test/order), so nothing follows either.
 */
async function run(
  world: World,
  { apply, clone, variables, onEnd, applyBeside }: Running,
): Promise<void> {
  const { given, interruption, meanwhile, path, stage } = apply;
  let writing = Promise.resolve(NOBODY);
  let requests = 0;
  const beside = (): RequestFault => {
    if (meanwhile === undefined || requests++ !== meanwhile.request) return 'pass';
    writing = 'stage' in meanwhile ? applyBeside(meanwhile.stage) : meanwhile.write();
    return { held: writing.then(() => undefined) };
  };
  const written = async () => ({
    theirs: await writing,
    isBeside: meanwhile !== undefined && 'stage' in meanwhile && requests > meanwhile.request,
  });
  let isAttempted = false;
  const killed = new Promise<undefined>((resolve) => {
    const fault = interruption && interrupted(interruption, () => resolve(undefined));
    world.onRequest = (isPush) => fault?.(isPush) ?? (isPush ? 'pass' : beside());
  });
  try {
    // Who is killed gives up waiting only after the last step.
    const asked = { ...given, config: path, url: '', repository: '', stage, timeout: '1800' };
    const options = clone.options(asked);
    const { env } = world.team.sandbox;
    const ofJob = Object.entries(env).filter(
      ([name]) => !/^S\d+$/.test(name) || variables.has(name),
    );
    const runtime = clone.runtime({ env: Object.fromEntries(ofJob) });
    const targets = withStages(chosenTargets(options, runtime), runtime, { isApply: true });
    const ended = applyTargets(targets, runtime, {
      report: async (event) => {
        if (event.about !== 'apply' || !event.row.isAttempted) return;
        isAttempted = true;
        await onEnd({ ...endOfRow(event.row), ...(await written()) });
      },
    });
    const rows = await Promise.race([ended, killed]);
    if (rows === undefined)
      return await onEnd({ outcome: 'unknown', codes: ['killed'], theirs: NOBODY });
    if (!isAttempted) await onEnd({ ...refusedTogether(rows), ...(await written()) });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // They go on writing where it has ended already.
    await onEnd({ ...endOfError(error), ...(await written()) });
  } finally {
    world.onRequest = undefined;
  }
}

function endOfError({ code, exitCode }: CommandError): End {
  return { outcome: exitCode === EXIT.unknown ? 'unknown' : 'refused', codes: [code] };
}

function endOfRow({ outcome, plan, error }: TargetRow): End {
  if (error !== undefined) return endOfError(error);
  if (plan === undefined) throw new Error('There is no plan.');
  return endOf(outcome, plan);
}

/** Of stages of which one is refused, so that nothing is sent of any. */
function refusedTogether(rows: readonly TargetRow[]): Omit<Ended, 'theirs'> {
  const ends = rows.map(endOfRow);
  const [first, ...others] = ends;
  if (first === undefined) throw new Error('There is no plan.');
  if (others.length === 0) return first;
  const approvals = rows.flatMap(({ name, plan }) =>
    plan?.approval === undefined ? [] : `${name}: ${plan.approval}`,
  );
  const isApprovable = rows.every((row, i) => ends[i]?.codes.length === 0 || row.plan?.approval);
  return {
    outcome: 'refused',
    codes: ends.flatMap(({ codes }) => codes),
    lines: [...new Set(ends.flatMap(({ lines = [] }) => lines))],
    approval: isApprovable ? approvals.join('; ') : undefined,
    beside: others.map(({ codes }) => codes),
  };
}

function endOf(outcome: TargetRow['outcome'], plan: Plan): End {
  const refusals = plan.findings.filter(({ severity }) => severity === 'refusal');
  const codes = refusals.map(({ code }) => code);
  const lines = refusals.flatMap(({ hint = '' }) =>
    [...hint.matchAll(/`confighub-sync ([^`]*)`/g)].map(([, line = '']) => line),
  );
  const told = { codes, changes: changesOf(plan), between: betweenIn(plan) };
  // What was not attempted is refused, and what was taken over sent nothing either.
  const isRefused = outcome === 'refused' || outcome === 'not-attempted';
  if (isRefused || outcome === 'nothing')
    return { ...told, outcome: isRefused ? 'refused' : outcome, lines, approval: plan.approval };
  return { ...told, outcome: outcome === 'taken-over' ? 'nothing' : 'applied' };
}

/** What a plan says of contexts that get a value which is neither that before nor that of the commit. */
function betweenIn({ findings }: Plan): string[] {
  const some = findings.filter(({ code }) => ['stage-between', 'stage-third-value'].includes(code));
  return some.flatMap(({ message }) => {
    const [, contexts = '', key = ''] =
      /, (.*) gets? another value (?:from|once) (\S+) /.exec(message) ?? [];
    return [...contexts.matchAll(/`([^`]+)`/g)].map(([, context]) => `${key} ${context}`);
  });
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
    situation.stage === undefined &&
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

/**
 * The record of a project file that is gone is that of its new name, or nobody's: what is printed is run, word for word,
 * and confirmed where it asks.
 */
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
  const args = line.split(' ');
  const start = { cwd: member.dir, env: world.team.sandbox.env };
  const printed = await runCommand(args, start);
  const isAsked = printed.stderr.includes('error not-confirmed');
  const { status, stderr } = isAsked ? await runCommand([...args, '--yes'], start) : printed;
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
