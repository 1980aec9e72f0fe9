// Warns of documents and sources that were moved to where the project does not look: a plan deletes their items.
import { normalize } from 'node:path/posix';
import { compareText, counted } from '../lib/text.ts';
import { type Finding, type Plan, withFindings } from '../model/plan.ts';
import type { ProjectContents } from './applied.ts';
import type { Versions } from './world.ts';

interface MovedDocuments {
  files: ProjectContents;
  /** Files of the project as they were applied, by path relative to its folder. */
  applied: readonly ReadonlyMap<string, Uint8Array>[];
}

interface Moved {
  /** As shown to users. */
  from: string;
  to: string;
  how: 'not matched' | 'elsewhere' | 'outside';
}

/** With a warning, if the plan deletes what such a document declared. */
export async function withMovedOut(
  world: Versions,
  plan: Plan,
  { files: project, applied }: MovedDocuments,
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
  const moved = [...(await world.movedTo(gone))].map(([path, to]): Moved => {
    const how = to === path ? 'not matched' : to.startsWith('../') ? 'outside' : 'elsewhere';
    return { from: project.display(path), to: normalize(project.display(to)), how };
  });
  return withFindings(plan, ...warningOf(moved));
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
