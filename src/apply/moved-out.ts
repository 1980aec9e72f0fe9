// Warns of documents and sources that were moved to where the project does not look: a plan deletes their items.
import { basename, join, normalize, relative } from 'node:path/posix';
import { compareText, counted } from '../lib/text.ts';
import { type Finding, type Plan, withFindings } from '../model/plan.ts';
import { readContents } from '../record/git-objects.ts';
import { blobId } from '../record/working-tree-status.ts';
import type { OpenProject } from './project.ts';
import type { Runtime } from './runtime.ts';

interface MovedDocuments {
  project: OpenProject;
  /** Files of the project as they were applied, by path relative to its folder. */
  applied: readonly ReadonlyMap<string, Uint8Array>[];
  merge: Runtime['merge'];
}

interface Moved {
  /** As shown to users. */
  from: string;
  to: string;
  how: 'not matched' | 'elsewhere' | 'outside';
}

interface TrackedFile {
  /** Relative to the folder of the project. */
  path: string;
  id: string;
}

/** With a warning, if the plan deletes what such a document declared. */
export async function withMovedOut(
  plan: Plan,
  { project, applied, merge }: MovedDocuments,
): Promise<Plan> {
  const deletedFrom = new Set(
    plan.changes.flatMap(({ action, removedFrom }) =>
      action === 'delete' && removedFrom ? [removedFrom.file] : [],
    ),
  );
  if (deletedFrom.size === 0 || project.git === undefined) return plan;
  const gone = new Map(
    applied
      .flatMap((files) => [...files])
      .filter(([path]) => !project.files.has(path) && deletedFrom.has(project.display(path))),
  );
  if (gone.size === 0) return plan;
  const unread = trackedFiles(project, merge).filter(({ path }) => !project.files.has(path));
  const moved: Moved[] = [];
  for (const [path, bytes] of gone) {
    // Of a file that Git cannot read, nothing is known.
    const to = await newPlaceOf(path, bytes, unread, project.git).catch(() => undefined);
    if (to === undefined) continue;
    const how = to === path ? 'not matched' : to.startsWith('../') ? 'outside' : 'elsewhere';
    moved.push({ from: project.display(path), to: normalize(project.display(to)), how });
  }
  return withFindings(plan, ...warningOf(moved));
}

/** As the index has them, or as they are after the merge. */
function trackedFiles({ git, index }: OpenProject, merge: Runtime['merge']): TrackedFile[] {
  const { entries = [], deleted = new Set() } = merge?.changes ?? {};
  const merged = new Set(entries.map(({ path }) => path));
  const here = index
    .filter(({ mode }) => mode.startsWith('100'))
    .map(({ path, id }) => ({ path: relative(join('/', git?.folder ?? ''), join('/', path)), id }))
    .filter(({ path }) => !deleted.has(path) && !merged.has(path));
  return [...here, ...entries.map(({ path, id }) => ({ path, id }))];
}

/** Files of the same name whose contents are compared. */
const MAX_COMPARED = 20;

/** A file with the same content, or as Git sees a rename: one of the same name with at least half of its lines. */
async function newPlaceOf(
  path: string,
  bytes: Uint8Array,
  files: readonly TrackedFile[],
  git: NonNullable<OpenProject['git']>,
): Promise<string | undefined> {
  const same = files.filter(({ id }) => id === blobId(bytes, id)).map((file) => file.path);
  if (same.length > 0) return same.includes(path) ? path : same[0];
  const alike = files
    .filter((file) => basename(file.path) === basename(path))
    .slice(0, MAX_COMPARED);
  const entries = alike.map(({ id }) => ({ path: id, id }));
  const contents = await readContents(git, 'the index', entries);
  return alike.find(({ id }) => isSimilar(bytes, contents.get(id)))?.path;
}

function isSimilar(before: Uint8Array, after: Uint8Array | undefined): boolean {
  if (after === undefined) return false;
  const [old, now] = [before, after].map((bytes) =>
    Buffer.from(bytes)
      .toString()
      .split('\n')
      .map((line) => line.trim()),
  );
  const lines = (old ?? []).filter((line) => line !== '');
  const kept = new Set(now);
  return 2 * lines.filter((line) => kept.has(line)).length >= lines.length;
}

function warningOf(moved: readonly Moved[]): Finding[] {
  const [first, ...others] = [...moved].sort((a, b) => compareText(a.from, b.from));
  if (first === undefined) return [];
  const { from, to, how } = first;
  const what =
    how === 'not matched'
      ? `The project no longer reads ${from}`
      : `${from} was moved to ${to}, where the project does not look`;
  const more =
    others.length === 0
      ? ''
      : `, and the same is true of ${counted(others.length, 'more document')}`;
  const message = `${what}${more}, so this plan deletes ${others.length === 0 ? 'its' : 'their'} items.`;
  const hint = `To keep them, ${HOW_TO_KEEP[how]}. If they are no longer needed, ignore this warning.`;
  return [{ severity: 'warning', code: 'document-moved-out', message, hint }];
}

const HOW_TO_KEEP: Readonly<Record<Moved['how'], string>> = {
  'not matched': 'let `include` or the `path` of a source match the file',
  elsewhere: 'let `include` or the `path` of a source match the new place',
  outside:
    'move the file back: a project cannot read what is outside the folder of its project file',
};
