// What others do past the program: to the server, and to the records at origin.
import { push } from '../../helpers/server.ts';
import {
  ALL_ITEMS,
  documentOf,
  type Items,
  itemsOf,
  keyOf,
  keysIn,
  type Project,
  type Tree,
} from '../items.ts';
import { appliedAtOnce, declaredIn } from '../oracle/ledger.ts';
import type { Changes } from '../oracle/oracle.ts';
import type { Random, World } from '../world.ts';
import { write } from './edits.ts';

/** What no project ever declares. */
const THEIRS = ['theirs.1 *;*', 'theirs.2 Production;*'];

/** In contexts that some projects have in no stage. */
const BESIDE_STAGES = ['theirs.3 Staging;*', 'a Staging;*', 'e Staging;*', 'f Staging;Web'];

/** They write where some projects have no stage. */
export async function othersBesideStages(world: World, random: Random): Promise<void> {
  // Where nothing is read, nobody could see what overrides ours.
  const items = world.reads === 'documented' ? BESIDE_STAGES.slice(0, 1) : BESIDE_STAGES;
  const changes = new Map([[random.pick(items) ?? '', `o${world.step}`]]);
  await writeAll(world, changes, await world.live());
}

export async function others(world: World, random: Random): Promise<void> {
  const live = await world.live();
  const isWiped = world.reads !== 'documented' && random.chance(0.2);
  const changes = choose(world, { random, live, isWiped });
  if (changes.size > 0)
    await writeAll(world, changes, live, isWiped ? 'delete everything' : undefined);
}

async function writeAll(
  world: World,
  changes: Changes,
  live: Items,
  words = wordsOf(changes),
): Promise<void> {
  await pushAll(world, changes);
  world.ledger.noteChanges('others', live, await world.live());
  world.tell(`Others ${words} on the server.`);
}

/** They write what an interrupted apply began and did not push. The item that they took, with its project. */
export async function takeAnnounced(
  world: World,
  random: Random,
): Promise<{ item: string; project: Project; document: string } | undefined> {
  const live = await world.live();
  const left = [...world.projects('main').values()].flatMap((project) => {
    const begun = (world.ledger.unfinished.get(project.path) ?? []).filter(
      ({ isForged }) => !isForged,
    );
    return [...project.documents].flatMap(([document, text]) =>
      [...itemsOf(text).keys()]
        .filter((item) => !live.has(item) && begun.some(({ items }) => items.has(item)))
        .map((item) => ({ item, project, document })),
    );
  });
  const taken = random.pick(left);
  if (taken === undefined) return undefined;
  await writeAll(world, new Map([[taken.item, `o${world.step}`]]), live);
  return taken;
}

/** They write while an apply is running; who reads the ledger is told by the apply. */
export async function writeBeside(world: World, random: Random): Promise<Changes> {
  const changes = choose(world, { random, live: await world.live(), isWiped: false });
  if (changes.size > 0) await pushAll(world, changes);
  world.tell(`(others ${wordsOf(changes)} meanwhile)`);
  return changes;
}

interface Choosing {
  random: Random;
  live: Items;
  isWiped: boolean;
}

function choose(world: World, { random, live, isWiped }: Choosing): Changes {
  // Where nothing is read, nobody could see what they make of ours: they keep to their own.
  const isBlind = world.reads === 'documented';
  const [there, all] = isBlind
    ? [THEIRS.filter((item) => live.has(item)), THEIRS]
    : [[...live.keys()], [...THEIRS, ...ALL_ITEMS]];
  const changes = new Map<string, string | undefined>(
    isWiped ? there.map((item) => [item, undefined]) : [],
  );
  for (let count = isWiped ? 0 : 1 + random.below(2); count > 0; count--) {
    const item = random.pick(random.chance(0.6) ? there : all);
    const isGone = item !== undefined && live.has(item) && random.chance(0.4);
    if (item !== undefined) changes.set(item, isGone ? undefined : `o${world.step}`);
  }
  return changes;
}

async function pushAll(world: World, changes: Changes): Promise<void> {
  const data = Array.from(changes, ([item, text]) => elementOf(item, text));
  const sent = { enableKeyCreation: true, data };
  const { status, etag } = await push(world.team.server, sent, { token: 'default' });
  // A key with a placeholder in a file cannot go.
  const isNamed = [...(await world.live()).values()].some((text) => keysIn(text).length > 0);
  if (status !== 200 && isNamed) world.tell('(refused)');
  else if (status !== 200) throw new Error(`The push of others was refused: ${etag}`);
}

function wordsOf(changes: Changes): string {
  const told = Array.from(
    changes,
    ([item, text]) => `${text ? `write ${text} to` : 'delete'} \`${item}\``,
  );
  return told.join(' and ');
}

function elementOf(item: string, text: string | undefined): object {
  const [name, at = '', context = '*;*'] = item.split(' ');
  const isGone = text === undefined;
  if (name === 'file')
    return { file: at, context, ...(isGone ? { opp: 'delete' } : { content: text }) };
  if (isGone) return { key: name, values: [{ context: at, opp: 'delete' }] };
  return { key: name, push: true, vdt: 'Text', values: [{ context: at, value: text }] };
}

const BROKEN = ['a blob', 'a commit without documents'] as const;
const FORGED = [
  'documents that its commit has not',
  'the documents of a commit that was never merged',
  'that of an apply that nobody began',
] as const;

interface Target {
  path: string;
  ref: string;
}

/** Whoever may push refs may do this. */
export function records(world: World, random: Random): void {
  const path = random.pick(world.ledger.records.keys());
  const ref = path && world.ledger.refs.get(path);
  if (path === undefined || ref === undefined) return;
  // Where nothing is read, the record is all that is known of what the server holds.
  const forgeries = world.reads === 'documented' ? BROKEN : [...BROKEN, ...FORGED];
  const how = random.chance(0.2) ? 'nothing' : (random.pick(forgeries) ?? 'nothing');
  if (how === 'nothing') {
    world.git('push', '--quiet', 'origin', `:${ref}`);
    world.ledger.forget(path);
  } else if (how === 'a blob' || how === 'a commit without documents')
    breakRecord(world, { path, ref }, how);
  else if (!gitHost(world, { path, ref, how, random })) return;
  world.tell(`Somebody makes the record of ${path} ${how}.`);
}

function breakRecord(world: World, { path, ref }: Target, how: (typeof BROKEN)[number]): void {
  const tree = world.gitWith('', 'mktree');
  const blob = world.gitWith('nothing\n', 'hash-object', '-w', '--stdin');
  const object = how === 'a blob' ? blob : world.git('commit-tree', tree, '-m', 'nothing');
  world.git('push', '--quiet', '--force', 'origin', `${object}:${ref}`);
  world.ledger.forget(path);
  world.ledger.records.set(path, 'unreadable');
}

/** Declares what others own, so that it looks as if it were this project's to delete. `false`: the project is gone. */
function gitHost(
  world: World,
  { path, ref, how, random }: Target & { how: (typeof FORGED)[number]; random: Random },
): boolean {
  const project = world.projects('main').get(path);
  if (project === undefined) return false;
  const free = ALL_ITEMS.filter((item) => !project.declared.has(item));
  const claimed = [...THEIRS, random.pick(free) ?? ''].filter((item) => item !== '');
  const text = documentOf(new Map(claimed.map((item) => [item, 'forged'])));
  const document = `${project.settings.documents}/forged${world.step}.yaml`;
  const documents = new Map(project.documents).set(document, text);
  // Documents with an item that is out of the project's scope cannot be read.
  const isReadable = [...declaredIn(documents).keys()].every(
    (item) => !project.settings.hidden.includes(keyOf(item)),
  );
  world.git('checkout', '--quiet', '--detach', 'main');
  if (how === 'the documents of a commit that was never merged') {
    write(world, `${project.folder}${document}`, text);
    world.git('add', '--all');
    world.git('commit', '--quiet', '--message', 'Never merged');
    world.git('push', '--quiet', 'origin', `HEAD:refs/heads/never-merged-${world.step}`);
  }
  const commit = world.commit();
  if (how === 'that of an apply that nobody began') {
    // On what cannot be read it would be as little readable.
    if (world.ledger.records.get(path) === 'unreadable' || !isReadable) return false;
    world.git('fetch', '--quiet', 'origin', ref);
    const forged = { project, documents, commit, state: 'begun', parent: 'FETCH_HEAD' } as const;
    world.git('push', '--quiet', '--force', 'origin', `${recordCommit(world, forged)}:${ref}`);
    const others = world.ledger.unfinished.get(path) ?? [];
    const items = declaredIn(documents);
    const begun = {
      path,
      commit,
      documents,
      items,
      pushed: new Set<string>(),
      isForged: true as const,
    };
    world.ledger.unfinished.set(path, [...others, begun]);
    world.ledger.running.delete(path);
    return true;
  }
  const record = recordCommit(world, { project, documents, commit, state: 'done' });
  world.git('push', '--quiet', '--force', 'origin', `${record}:${ref}`);
  world.ledger.forget(path);
  const applied = appliedAtOnce({ path, commit, documents });
  world.ledger.records.set(path, isReadable ? applied : 'unreadable');
  return true;
}

interface RecordCommit {
  project: Project;
  documents: Tree;
  /** The commit that it names. */
  commit: string;
  state: 'begun' | 'done';
  parent?: string;
}

/** A commit as a record is one: the project file and its documents, from its folder, and what was applied. */
function recordCommit(
  world: World,
  { project, documents, commit, state, parent }: RecordCommit,
): string {
  const name = project.path.slice(project.folder.length);
  const files = new Map(documents).set(name, world.tree('main').get(project.path) ?? '');
  world.git('read-tree', '--empty');
  for (const [path, text] of files) {
    const blob = world.gitWith(text, 'hash-object', '-w', '--stdin');
    world.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
  }
  const tree = world.git('write-tree');
  world.git('read-tree', 'HEAD');
  const summary = `Apply ${commit.slice(0, 10)}: 1 created, 0 updated, 0 deleted`;
  const fields = [
    `State: ${state}`,
    `Apply-Id: forged-${world.step}`,
    `Project-File: ${project.path}`,
    `Source-Commit: ${commit}`,
    'Since: 2020-01-01T00:00:00.000Z',
    ...(state === 'begun' ? ['Until: 2020-01-01T00:01:00.000Z'] : []),
  ];
  const parents = parent === undefined ? [] : ['-p', parent];
  return world.git('commit-tree', tree, ...parents, '-m', summary, '-m', fields.join('\n'));
}
