// What people write: items, documents and project files that come, change, move and go, on main or on a branch.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { basename } from 'node:path/posix';
import {
  ALL_ITEMS,
  documentOf,
  itemsOf,
  keyOf,
  type Project,
  projectFileOf,
  RARE_FILES,
  type Settings,
  variableOf,
} from '../items.ts';
import type { Random, World } from '../world.ts';

interface Place {
  branch: string;
  projects: ReadonlyMap<string, Project>;
  project: Project;
  /** Path of one of its documents, from its folder. */
  document: string;
}

/** Checks out main, or sometimes a branch, and chooses a project that has a document. */
export function somewhere(world: World, random: Random, branch?: string): Place | undefined {
  const topic = random.chance(0.3) ? random.pick(world.topics()) : undefined;
  const where = branch ?? topic ?? 'main';
  world.git('checkout', '--quiet', where);
  const projects = world.projects(where);
  const project = random.pick(projects.values());
  const document = random.pick(project?.documents.keys() ?? []);
  if (project === undefined || document === undefined) return undefined;
  return { branch: where, projects, project, document };
}

export function write(world: World, path: string, text: string): void {
  const file = join(world.desk.dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function moveFile(world: World, from: string, to: string): void {
  mkdirSync(dirname(join(world.desk.dir, to)), { recursive: true });
  world.git('mv', from, to);
}

export function commit(world: World, branch: string, message: string): void {
  world.git('add', '--all');
  world.git('commit', '--quiet', '--allow-empty', '--message', message);
  publish(world, branch);
  world.tell(`${branch}: ${message}.`);
}

export function publish(world: World, branch: string): void {
  world.git('push', '--quiet', '--force', 'origin', branch);
}

export function edit(world: World, random: Random): void {
  editOn(world, random);
}

/** One to three items of a document come, change or go. */
export function editOn(world: World, random: Random, branch?: string): void {
  const place = somewhere(world, random, branch);
  if (place === undefined) return;
  const { project, projects, document } = place;
  const items = itemsOf(project.documents.get(document) ?? '');
  const taken = takenIn(projects);
  // Who does not look declares what somebody else declares already.
  const isCareless = random.chance(0.04);
  const free = ALL_ITEMS.filter(
    (item) => !project.settings.hidden.includes(keyOf(item)) && (isCareless || !taken.has(item)),
  );
  const told = new Map<string, string>();
  for (let count = 1 + random.below(3); count > 0; count--) {
    const item = random.pick(random.chance(0.4) ? free : items.keys());
    if (item === undefined || told.has(item)) continue;
    const isGone = items.has(item) && random.chance(0.5);
    told.set(item, `${isGone ? 'removes' : items.has(item) ? 'changes' : 'adds'} \`${item}\``);
    if (isGone) items.delete(item);
    else items.set(item, `v${world.step}`);
  }
  if (told.size === 0) return;
  const path = `${project.folder}${document}`;
  write(world, path, documentOf(items));
  commit(world, place.branch, `${path} ${[...told.values()].join(', ')}`);
}

/** An item, or a whole document, goes to a document of its own, mostly of another project. */
export function move(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined) return;
  const { project, projects, document, branch } = place;
  const others = [...projects.values()].filter(({ path }) => path !== project.path);
  const to = (random.chance(0.8) ? random.pick(others) : undefined) ?? project;
  const from = `${project.folder}${document}`;
  const target = `${to.folder}${to.settings.documents}/moved${world.step}.yaml`;
  const items = itemsOf(project.documents.get(document) ?? '');
  const item = random.pick(items.keys());
  if (item === undefined || random.chance(0.5)) {
    moveFile(world, from, target);
    commit(world, branch, `${from} becomes ${target}`);
    return;
  }
  const text = random.chance(0.7) ? (items.get(item) ?? '') : `v${world.step}`;
  items.delete(item);
  write(world, from, documentOf(items));
  write(world, target, documentOf(new Map([[item, text]])));
  commit(world, branch, `\`${item}\` (${text}) moves from ${from} to ${target}`);
}

/** The project file gets another name, or its folder does; sometimes a document changes too, or goes to a new project. */
export function rename(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined) return;
  const { project, projects, branch, document } = place;
  const { path, folder } = project;
  const isAlone = [...projects.values()].filter((one) => one.folder === folder).length === 1;
  const isFolder = folder !== '' && isAlone && random.chance(0.5);
  const to = isFolder
    ? `folder${world.step}/${basename(path)}`
    : `${folder}confighub.renamed${world.step}.yaml`;
  if (isFolder) world.git('mv', dirname(path), dirname(to));
  else world.git('mv', path, to);
  world.ledger.noteRename(path, to);
  const now = isFolder ? `folder${world.step}/` : folder;
  const from = `${now}${document}`;
  const items = itemsOf(project.documents.get(document) ?? '');
  const item = random.pick(items.keys());
  if (random.chance(0.3) && item !== undefined) {
    items.delete(item);
    write(world, from, documentOf(items));
    commit(world, branch, `${path} is renamed to ${to}, and ${from} removes \`${item}\``);
  } else if (random.chance(0.3) && projects.size < 3) {
    const part = takeOver(world, { folder: now, name: 'part', from });
    const words = `and a new project ${part} takes over ${from}`;
    commit(world, branch, `${path} is renamed to ${to}, ${words}`);
  } else commit(world, branch, `${path} is renamed to ${to}`);
}

/** A new project takes over a document of another one. */
export function split(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined || place.projects.size > 2) return;
  const { folder } = place.project;
  const from = `${folder}${place.document}`;
  const path = takeOver(world, { folder, name: 'new', from });
  commit(world, place.branch, `a new project ${path} takes over ${from}`);
}

/** A new project has a document of another one. Its project file. */
function takeOver(
  world: World,
  { folder, name, from }: { folder: string; name: string; from: string },
): string {
  const documents = `${name}${world.step}`;
  const path = `${folder}confighub.${documents}.yaml`;
  const settings = { documents, hidden: [], keepsDrift: false };
  write(world, path, projectFileOf(settings, world.team.url));
  moveFile(world, from, `${folder}${documents}/${basename(from)}`);
  return path;
}

/** A project ends: its documents go, or another one takes them over. */
export function end(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined || place.projects.size < 2) return;
  const { project, projects, branch } = place;
  const heir = random.pick([...projects.values()].filter(({ path }) => path !== project.path));
  const isInherited = heir !== undefined && random.chance(0.5);
  for (const document of project.documents.keys()) {
    const from = `${project.folder}${document}`;
    const to = `${heir?.folder}${heir?.settings.documents}/of${world.step}-${basename(document)}`;
    if (isInherited) moveFile(world, from, to);
    else world.git('rm', '--quiet', from);
  }
  world.git('rm', '--quiet', project.path);
  // A project without a record takes the record of one that ended, where it has most of its documents.
  if (isInherited) world.ledger.noteRename(project.path, heir.path);
  const what = isInherited ? `${heir.path} takes over its documents` : 'its documents go';
  commit(world, branch, `the project ${project.path} ends, ${what}`);
}

/** A key leaves the scope, with what is declared of it, or comes back. */
export function scope(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined) return;
  const { settings, documents, folder, declared } = place.project;
  const key = keyOf(random.pick(declared.keys()) ?? 'file');
  if (settings.hidden.length > 0) changeSettings(world, place, 'has no scope', { hidden: [] });
  else if (key !== 'file') {
    const isForgotten = random.chance(0.2);
    for (const [path, text] of documents) {
      const left = new Map(
        [...itemsOf(text)].filter(([item]) => isForgotten || keyOf(item) !== key),
      );
      write(world, `${folder}${path}`, documentOf(left));
    }
    const message = `leaves ${key} out of its scope${isForgotten ? ', and still declares it' : ''}`;
    changeSettings(world, place, message, { hidden: [key] });
  }
}

/** Many pushes, or one. */
export function batch(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined) return;
  const batch = place.project.settings.batch === undefined ? 2 : undefined;
  const message = batch === undefined ? 'pushes all at once' : `pushes ${batch} values at a time`;
  changeSettings(world, place, message, { batch });
}

/** Items of a document come from a variable, or no longer. */
export function secrets(world: World, random: Random): void {
  rewrite(world, random, 'has secrets', (items) => {
    for (let count = 1 + random.below(3); count > 0; count--) {
      const item = random.pick(items.keys());
      if (item === undefined) return;
      const isSecret = variableOf(items.get(item)) !== undefined;
      items.set(item, isSecret && random.chance(0.5) ? `v${world.step}` : world.newVariable());
    }
  });
}

/** A file of some contexts comes, changes or goes, with placeholders for keys; sometimes such a key changes, too. */
export function placeholders(world: World, random: Random): void {
  rewrite(world, random, 'has placeholders', (items, { projects, project }) => {
    const file = freeOf(RARE_FILES, projects, items, random);
    const own = [...project.declared.keys()].filter((item) => !item.startsWith('file '));
    const key = keyOf(random.pick(own) ?? 'a');
    if (file !== undefined) items.set(file, `v${world.step}\${${key}}`);
    const [gone, row] = [random.pick(items.keys()), freeOf(ALL_ITEMS, projects, items, random)];
    if (gone !== undefined && gone !== file && random.chance(0.5)) items.delete(gone);
    if (row !== undefined && random.chance(0.5)) items.set(row, `v${world.step}`);
  });
}

/** One of these that no project declares, or this document does. */
function freeOf(
  all: readonly string[],
  projects: Place['projects'],
  items: ReadonlyMap<string, string>,
  random: Random,
): string | undefined {
  const taken = takenIn(projects);
  return random.pick(all.filter((item) => items.has(item) || !taken.has(item)));
}

function takenIn(projects: Place['projects']): ReadonlySet<string> {
  return new Set([...projects.values()].flatMap(({ declared }) => [...declared.keys()]));
}

function rewrite(
  world: World,
  random: Random,
  what: string,
  change: (items: Map<string, string>, place: Place) => void,
): void {
  const place = somewhere(world, random, 'main');
  if (place === undefined) return;
  const { project, document } = place;
  const before = project.documents.get(document) ?? '';
  const items = itemsOf(before);
  change(items, place);
  for (const item of [...items.keys()])
    if (project.settings.hidden.includes(keyOf(item))) items.delete(item);
  if (documentOf(items) === before) return;
  const path = `${project.folder}${document}`;
  write(world, path, documentOf(items));
  const rows = [...items].map(([item, text]) => `${item}: ${text}`);
  commit(world, place.branch, `${path} ${what}: ${rows.join(', ')}`);
}

/** What nobody declares goes, or stays again. */
export function pruneAll(world: World, random: Random): void {
  const place = somewhere(world, random, 'main');
  if (place === undefined) return;
  const prunesAll = !place.project.settings.prunesAll;
  const message = prunesAll ? 'prunes all' : 'prunes what it manages';
  changeSettings(world, place, message, { prunesAll });
}

export function changeSettings(
  world: World,
  { project, branch }: Place,
  message: string,
  changes: Partial<Settings>,
): void {
  write(world, project.path, projectFileOf({ ...project.settings, ...changes }, world.team.url));
  commit(world, branch, `${project.path} ${message}`);
}
