// One apply, as people and jobs make it, whole or interrupted; it is judged, and what a refusal asks for is done.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply as applyTargets } from '../../src/commands/apply.ts';
import { unlock } from '../../src/commands/unlock.ts';
import type { TargetRow } from '../../src/core/target-rows.ts';
import { CommandError, EXIT } from '../../src/errors.ts';
import { type Change, isCounted } from '../../src/model/plan.ts';
import { chosenTargets, withStages } from '../../src/project/chosen-targets.ts';
import { run } from '../helpers/run.ts';
import type { Member } from '../helpers/team.ts';
import { type Items, type Project, projectsIn, type Stage, stageOf, variableOf } from './items.ts';
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
import { movedRef, note, noteBegun, recordOf, secretsOf, situationOf } from './oracle/situation.ts';
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

/** Whether it is the built program that applies, because it is to be killed. */
function isInProcess({ interruption }: Apply): boolean {
  return interruption?.how.startsWith('the process') === true;
}

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
    const { refs = world.refs() } = ended;
    for (const [item, text] of ended.theirs) theirs.set(item, text);
    judged.push(await endOfTurn(world, known, turn, { ...ended, refs }));
    const isOver = !isDone(ended) || judged.length === stages.length;
    if (!isOver) turn = { ...(await begun(world, known, stages, judged.length)), refs };
  };
  const names = stages.map((stage) => stage?.name);
  const has = new Set(apply.isWithoutSecrets ? [] : variables);
  const running = { apply, clone, names, variables: has, onEnd, applyBeside };
  await (isInProcess(apply) ? inProcess : inHere)(world, running);
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
  const typesBefore = await world.types();
  const [situation, ...next] = stages.slice(index).map((stage, i) => {
    const earlier = stages.slice(index, index + i).flatMap((one) => one ?? []);
    return situationOf(world, { ...known, record, before, typesBefore, stage, earlier });
  });
  if (situation === undefined) throw new Error('There is no such stage.');
  const refs = world.refs();
  return { stage: stages[index], former, record, before, refs, situation, next };
}

async function endOfTurn(
  world: World,
  { apply, project }: Known,
  turn: Turn,
  { theirs, beside, isBeside, refs: refsAfter = [], ...end }: Ended,
): Promise<Judged> {
  const { stage, former, before, situation, next } = turn;
  const after = await world.live();
  const name = stage === undefined ? '' : `${stage.name}: `;
  world.tell(`→ ${name}${[end.outcome, ...end.codes].join(' ')};`);
  judge(situation, { end, after, types: await world.types(), theirs, isBeside });
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
  note(world, { ...turn, apply, project, refsAfter, end, after, isTheirs });
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
    findings: readonly {
      severity: string;
      code: string;
      message: string;
      hint?: string | undefined;
    }[];
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
  /** Of its stages, in order. */
  names: readonly (string | undefined)[];
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
  /** What was at origin when it ended; absent: what is there now. */
  refs?: readonly Ref[];
}

const NOBODY: Changes = new Map();

async function inHere(
  world: World,
  { apply, clone, variables, onEnd, applyBeside }: Running,
): Promise<void> {
  const { given, interruption, meanwhile, path, commit, stage } = apply;
  let writing = Promise.resolve(NOBODY);
  let requests = 0;
  world.onRequest = () => {
    if (meanwhile === undefined || requests++ !== meanwhile.request) return 'pass';
    writing = 'stage' in meanwhile ? applyBeside(meanwhile.stage) : meanwhile.write();
    return { held: writing.then(() => undefined) };
  };
  const written = async () => ({
    theirs: await writing,
    isBeside: meanwhile !== undefined && 'stage' in meanwhile && requests > meanwhile.request,
  });
  let pushes = 0;
  world.onPush = () => {
    if (interruption === undefined || pushes++ < interruption.push) return 'pass';
    // What was cut once stays so: a push is not tried again by good luck.
    return interruption.how === 'the connection is cut after the push' &&
      pushes === interruption.push + 1
      ? { passed: '' }
      : 'cut';
  };
  let isAttempted = false;
  try {
    const options = clone.options({ ...given, config: path, url: '', repository: '', stage });
    const { env } = world.team.sandbox;
    const ofJob = Object.entries(env).filter(
      ([name]) => !/^S\d+$/.test(name) || variables.has(name),
    );
    const runtime = clone.runtime({ env: Object.fromEntries(ofJob) });
    const targets = withStages(chosenTargets(options, runtime), runtime, { isApply: true });
    const rows = await applyTargets(targets, runtime, {
      report: async (event) => {
        if (event.about !== 'apply' || !event.row.isAttempted) return;
        isAttempted = true;
        await onEnd({ ...endOfRow(event.row), ...(await written()) });
      },
    });
    for (const { plan } of rows) if (plan) judgeMasks(plan, secretsOf(world, commit));
    if (!isAttempted)
      await onEnd({ ...refusedTogether(rows.map(refusedRow)), ...(await written()) });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // They go on writing where it has ended already.
    await onEnd({ ...endOfError(error), ...(await written()) });
  } finally {
    world.onPush = undefined;
    world.onRequest = undefined;
  }
}

function endOfError({ code, exitCode }: CommandError): End {
  return { outcome: exitCode === EXIT.unknown ? 'unknown' : 'refused', codes: [code] };
}

function endOfRow({ outcome, plan, error }: TargetRow): End {
  if (error !== undefined) return endOfError(error);
  if (plan === undefined) throw new Error('There is no plan.');
  return endOf({ outcome: outcome === 'not-attempted' ? 'refused' : outcome, plan });
}

interface RefusedRow {
  name: string;
  end: End;
  approval: string | undefined;
}

/** Of stages of which one is refused, so that nothing is sent of any. */
function refusedTogether(rows: readonly RefusedRow[]): Omit<Ended, 'theirs'> {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('There is no plan.');
  if (others.length === 0) return first.end;
  const approvals = rows.flatMap(({ name, approval }) =>
    approval === undefined ? [] : `${name}: ${approval}`,
  );
  const isApprovable = rows.every(({ end, approval }) => end.codes.length === 0 || approval);
  return {
    outcome: 'refused',
    codes: rows.flatMap(({ end }) => end.codes),
    lines: [...new Set(rows.flatMap(({ end }) => end.lines ?? []))],
    approval: isApprovable ? approvals.join('; ') : undefined,
    beside: others.map(({ end }) => end.codes),
  };
}

function refusedRow(row: TargetRow): RefusedRow {
  return { name: row.name ?? '', end: endOfRow(row), approval: row.plan?.approval };
}

function endOf({ outcome, plan }: Ending): End {
  const refusals = plan.findings.filter(({ severity }) => severity === 'refusal');
  const codes = refusals.map(({ code }) => code);
  const lines = refusals.flatMap(({ hint = '' }) =>
    [...hint.matchAll(/`confighub-sync ([^`]*)`/g)].map(([, line = '']) => line),
  );
  const told = { codes, changes: changesOf(plan), between: betweenIn(plan) };
  if (outcome === 'refused' || outcome === 'nothing')
    return { ...told, outcome, lines, approval: plan.approval };
  // It sent nothing either.
  if (outcome === 'taken-over') return { ...told, outcome: 'nothing' };
  return { ...told, outcome: 'applied' };
}

/** What a plan says of contexts that get a value which is neither that before nor that of the commit. */
function betweenIn({ findings }: Ending['plan']): string[] {
  const some = findings.filter(({ code }) => ['stage-between', 'stage-third-value'].includes(code));
  return some.flatMap(({ message }) => {
    const [, contexts = '', key = ''] =
      /, (.*) gets? another value (?:from|once) (\S+) /.exec(message) ?? [];
    return [...contexts.matchAll(/`([^`]+)`/g)].map(([, context]) => `${key} ${context}`);
  });
}

/** The built program, killed at a push, or after it. One that has nothing to push ends by itself. */
async function inProcess(world: World, running: Running): Promise<void> {
  const { apply, clone, names, onEnd } = running;
  const run = clone.start('apply', '--json', '--config', apply.path, ...flagsOf(apply));
  let [ended, pushes, pushesBefore, requestsAfter] = [0, 0, 0, 0];
  let refs: readonly Ref[] = world.refs();
  const endStage = async (outcome: End['outcome'], now: readonly Ref[]) => {
    [ended, refs, pushesBefore] = [ended + 1, now, pushes];
    await onEnd({ outcome, codes: [], theirs: NOBODY, refs: now });
  };
  /** What its record says of the stages that have ended. */
  const follow = async (pushesSoFar: number) => {
    const now = world.refs();
    const moved = movedRef(refs, now);
    if (moved === undefined) return;
    // Where a later stage has begun, the earlier ones had nothing to record.
    for (let left = names.indexOf(moved.stage) - ended; left > 0; left--)
      await endStage('nothing', refs);
    if (moved.until === '') await endStage(pushesSoFar > pushesBefore ? 'applied' : 'nothing', now);
  };
  let followed = Promise.resolve();
  world.onRequest = (isPush) => {
    const { push = 0, how = '', later = 0 } = apply.interruption ?? {};
    if (names.length > 1) {
      const pushesSoFar = pushes;
      followed = followed.then(() => follow(pushesSoFar));
    }
    if (pushes > push) requestsAfter++;
    if (isPush) pushes++;
    const isIt = later === 0 ? isPush && pushes === push + 1 : requestsAfter === later;
    if (!isIt) return names.length > 1 ? { held: followed } : 'pass';
    const kill = () => followed.then(() => run.stop('SIGKILL'));
    return how.endsWith('after the push')
      ? { passed: '', after: kill }
      : { bytes: '', first: kill };
  };
  const { status, stdout } = await run.ended;
  world.onRequest = undefined;
  await followed;
  if (names.length > 1) await follow(pushes);
  if (ended === names.length) return;
  if (status === null) await onEnd({ outcome: 'unknown', codes: ['killed'], theirs: NOBODY });
  else if (status === EXIT.done)
    for (const sent = pushes > pushesBefore; ended < names.length; )
      await endStage(sent && names.length === 1 ? 'applied' : 'nothing', world.refs());
  // It does not say which of them was sent.
  else if (status === EXIT.unknown || ended > 0)
    await onEnd({ outcome: 'unknown', codes: [], theirs: NOBODY });
  else await onEnd({ ...refusedIn(stdout), theirs: NOBODY });
}

function flagsOf({ given, stage }: Apply): string[] {
  return [
    ...(stage === undefined ? [] : ['--stage', stage]),
    ...(given.allowOlder ? ['--allow-older'] : []),
    ...(given.onDrift === undefined ? [] : ['--on-drift', given.onDrift]),
    ...(given.reads === undefined ? [] : ['--reads', given.reads]),
    ...(given.approve === undefined ? [] : ['--approve', given.approve]),
    ...(given.lastApplied === undefined ? [] : ['--last-applied', given.lastApplied]),
  ];
}

/** What is printed as JSON of what was refused. */
function refusedIn(stdout: string): Omit<Ended, 'theirs'> {
  const { stages, ...printed } = JSON.parse(stdout || '{}');
  const rows: readonly (Partial<Ending['plan']> & { name?: string; error?: { code: string } })[] =
    stages ?? [printed];
  return refusedTogether(
    rows.map(({ name = '', error, findings = [], approval }) => ({
      name,
      approval,
      end:
        error === undefined
          ? endOf({ outcome: 'refused', plan: { findings, approval } })
          : { outcome: 'refused', codes: [error.code] },
    })),
  );
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
  const { status, stderr } = await run(
    [...line.split(' '), ...(flag === 'forget' ? ['--yes'] : [])],
    {
      cwd: member.dir,
      env: world.team.sandbox.env,
    },
  );
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
