// Applies of every kind: of main, of old commits, of branches, interrupted ones, and of what is not committed.
import { planTarget } from '../../../src/commands/plan.ts';
import { isCounted } from '../../../src/model/plan.ts';
import { withStages } from '../../../src/project/chosen-targets.ts';
import { type Apply, applyWithWaysOn, INTERRUPTIONS } from '../apply.ts';
import { documentOf, itemsOf, type Project, type Settings, variableOf } from '../items.ts';
import { type End, Fault } from '../oracle/oracle.ts';
import { CLONES, type CloneKind, type Random, type World } from '../world.ts';
import { branch } from './branches.ts';
import { commit, write } from './edits.ts';
import { takeAnnounced, writeBeside } from './outsiders.ts';

const CLONE_KINDS = Object.keys(CLONES) as CloneKind[];

const SHARE = 0.8;

interface Wanted extends Partial<Apply> {
  /** What the commit is called. */
  at: string;
  /** How often people take the documented way on. */
  share?: number;
  /** One command applies all stages. */
  isTogether?: boolean;
}

/** Of a project of this commit, by chance unless it is named, from a clone of any kind. */
export async function applyAt(
  world: World,
  random: Random,
  { at, share = SHARE, isTogether, ...more }: Wanted,
): Promise<End | undefined> {
  const path = more.path ?? random.pick(world.projects(at).keys());
  if (path === undefined) return undefined;
  const clone = random.pick(CLONE_KINDS) ?? 'plain';
  const project = world.projects(at).get(path);
  world.tell(`${path} is applied at ${at} (${clone} clone)`);
  const apply = { given: {}, commit: world.commit(at), path, clone, ...more };
  const isKilled = more.interruption?.how.startsWith('the process') === true;
  const isChosen = project === undefined || more.stage !== undefined || isTogether;
  const commands = isChosen ? [{}] : commandsFor(project, random, isKilled);
  let end: End | undefined;
  for (const stage of commands) {
    end = await applyWithWaysOn(world, { apply: { ...apply, ...stage }, random, share });
    if (end.outcome === 'refused' || end.outcome === 'unknown') break;
  }
  return end;
}

/** The commands with which people apply a project: all at once, or stage by stage, or one stage alone. */
function commandsFor(
  { settings: { stages = [], isSeparate } }: Project,
  random: Random,
  isKilled: boolean,
): { stage?: string }[] {
  if (stages.length === 0) return [{}];
  const all = stages.map(({ name }) => ({ stage: name }));
  const chance = random.chance(0.4);
  // Who forgets that is refused.
  const isTogether = isSeparate ? random.chance(0.05) : chance;
  if (isTogether && !isKilled) return [{}];
  const only = random.pick(all);
  return only !== undefined && (isKilled || random.chance(0.45)) ? [only] : all;
}

export async function applyMain(world: World, random: Random): Promise<void> {
  await applyAt(world, random, { at: 'main' });
}

/** As a job does on a push to main. */
export async function applyAll(world: World, random: Random): Promise<void> {
  const paths = [...world.projects('main').keys()];
  if (random.chance(0.5)) paths.reverse();
  for (const path of paths) await applyAt(world, random, { at: 'main', path });
}

export async function applyOld(world: World, random: Random): Promise<void> {
  const back = 1 + random.below(3);
  const count = Number(world.git('rev-list', '--first-parent', '--count', 'main'));
  if (back < count) await applyAt(world, random, { at: `main~${back}` });
}

export async function applyTopic(world: World, random: Random): Promise<void> {
  await applyAt(world, random, { at: random.pick(world.topics()) ?? branch(world, random) });
}

export async function applyInterrupted(world: World, random: Random): Promise<void> {
  const how = random.pick(INTERRUPTIONS) ?? INTERRUPTIONS[0];
  const push = random.below(2);
  world.tell(`${how.replace('push', `${['first', 'second'][push]} push`)}:`);
  await applyAt(world, random, { at: 'main', interruption: { how, push } });
  // Where nothing is read, nobody could see what others make of ours.
  if (world.reads !== 'documented') await giveUpAnnounced(world, random);
}

/** By a job that has no secret. */
export async function applyWithoutSecrets(world: World, random: Random): Promise<void> {
  const withSecrets = [...world.projects('main').values()].filter(({ declared }) =>
    [...declared.values()].some((text) => variableOf(text) !== undefined),
  );
  const path = random.pick(withSecrets)?.path;
  if (path === undefined) return;
  world.tell('Without secrets,');
  await applyAt(world, random, { at: 'main', path, isWithoutSecrets: true, share: 0 });
}

/** A process that applies all stages is killed, between two of them or within one. */
export async function applyKilled(world: World, random: Random): Promise<void> {
  const staged = [...world.projects('main').values()].filter(
    ({ settings: { stages = [], isSeparate } }) => stages.length > 0 && !isSeparate,
  );
  const path = random.pick(staged)?.path;
  if (path === undefined) return;
  const push = random.below(2);
  const isAfter = random.chance(0.5);
  const later = random.chance(0.5) ? 1 + random.below(8) : 0;
  const how = `the process is killed ${isAfter ? 'after' : 'before'} the push` as const;
  world.tell(`${how}, number ${push + 1}${later > 0 ? `, at request ${later} after it` : ''}:`);
  const interruption = { how, push, later };
  await applyAt(world, random, { at: 'main', path, interruption, isTogether: true });
}

/** What others have written since an interrupted apply began it is no longer declared. */
async function giveUpAnnounced(world: World, random: Random): Promise<void> {
  const taken = await takeAnnounced(world, random);
  if (taken === undefined) return;
  const { item, project, document } = taken;
  const path = `${project.folder}${document}`;
  const items = itemsOf(project.documents.get(document) ?? '');
  items.delete(item);
  world.git('checkout', '--quiet', 'main');
  write(world, path, documentOf(items));
  commit(world, 'main', `${path} removes \`${item}\``);
}

/** Others write between any two requests. */
export async function applyBeside(world: World, random: Random): Promise<void> {
  const request = random.below(16);
  const write = () => writeBeside(world, random);
  await applyAt(world, random, { at: 'main', meanwhile: { request, write } });
}

/** Two jobs apply two stages of a project at the same moment. */
export async function applyAtOnce(world: World, random: Random): Promise<void> {
  const { records } = world.ledger;
  const project = random.pick(
    [...world.projects('main').values()].filter(
      ({ path, settings: { stages = [] } }) =>
        stages.length > 1 && typeof records.get(path) === 'object',
    ),
  );
  const names = (project?.settings.stages ?? []).map(({ name }) => name);
  const stage = random.pick(names);
  const other = random.pick(names.filter((name) => name !== stage));
  if (project === undefined || other === undefined) return;
  const meanwhile = { request: random.below(20), stage: other };
  await applyAt(world, random, { at: 'main', path: project.path, stage, meanwhile });
}

export async function applyDirty(world: World, random: Random): Promise<void> {
  const project = random.pick(world.projects('main').values());
  const dirty = project && withChange(project, random, `d${world.step}`);
  if (project === undefined || dirty === undefined) return;
  world.tell(`With a change of ${dirty.document} that is not committed,`);
  await applyAt(world, random, { at: 'main', path: project.path, dirty });
}

function withChange(project: Project, random: Random, text: string): Apply['dirty'] {
  const document = random.pick(project.documents.keys());
  if (document === undefined) return undefined;
  const items = itemsOf(project.documents.get(document) ?? '');
  for (const item of [...items.keys()]) {
    if (random.chance(0.3)) items.delete(item);
    else if (random.chance(0.4)) items.set(item, text);
  }
  const changed = documentOf(items);
  return changed === project.documents.get(document) ? undefined : { document, text: changed };
}

/** What only a person mends: the files, or a key that a push has made anew and locked, because others deleted it just before. */
const FOR_EDITORS = ['key-locked', 'file-new-key', 'key-used', 'stage-later-value'];

/** Applies every project of main until nothing is in the way; then a plan says that nothing is left. */
export async function settle(world: World, random: Random): Promise<void> {
  const commit = world.commit('main');
  const projects = world.projects(commit);
  for (const { path, settings } of projects.values()) {
    world.tell(`In the end ${path} is applied at main`);
    const apply: Apply = { path, commit, clone: 'plain', given: {} };
    const settled = () => applyInTurn(world, apply, settings, random);
    let { outcome, codes } = await settled();
    // Where nothing is read, counts may not show a push: what a lost record had applied is there already. Its error says
    // to apply again, and that is enough, once for each stage.
    const pushes = world.reads === 'documented' ? Math.max(1, settings.stages?.length ?? 0) : 0;
    for (let again = 0; outcome === 'unknown' && again < pushes; again++)
      ({ outcome, codes } = await settled());
    if (outcome === 'unknown') throw new Fault(`${path}: it is unknown again what an apply did.`);
    if (outcome === 'refused') {
      const isEditable = codes.some((code) => FOR_EDITORS.includes(code));
      if (!isEditable && !isToBeEdited([...projects.values()], path))
        throw new Fault(`${path}: there is no way on.`);
      continue;
    }
    const member = world.checkout('plain', commit);
    const options = member.options({ config: path, url: '', repository: '' });
    for (const target of withStages([options], member.runtime())) {
      const { plan } = await planTarget(target, member.runtime());
      // No apply touches an override.
      const drift = plan.drift.filter(({ cause }) => cause !== 'override');
      const left = plan.changes.filter(isCounted).length + (settings.keepsDrift ? 0 : drift.length);
      if (left > 0) throw new Fault(`${path}: after the apply a plan has ${left} changes.`);
    }
  }
}

/** One command for each stage, up to the first that is not done; or one for all of a project. */
async function applyInTurn(
  world: World,
  apply: Apply,
  { stages = [] }: Settings,
  random: Random,
): Promise<End> {
  const [first, ...others] = stages.map(({ name }) => ({ ...apply, stage: name }));
  let end = await applyWithWaysOn(world, { apply: first ?? apply, random, share: 1 });
  for (const next of others) {
    if (end.outcome === 'refused' || end.outcome === 'unknown') break;
    end = await applyWithWaysOn(world, { apply: next, random, share: 1 });
  }
  return end;
}

/** Whether nobody can apply a project as it is: it is invalid, or another one declares the same item. */
function isToBeEdited(projects: readonly Project[], path: string): boolean {
  const own = projects.find((one) => one.path === path);
  const beside = projects.filter((one) => one !== own);
  if (own === undefined || own.fileError !== undefined) return true;
  const isTwice = (item: string) => beside.some(({ declared }) => declared.has(item));
  return [...own.declared.keys()].some(isTwice);
}
