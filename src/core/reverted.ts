// Finds that a commit which was never applied was reverted since: running its job again must not bring it back.
import { shortCommit } from '../model/apply-entry.ts';
import { folderOfFile } from '../lib/paths.ts';
import { someOf } from '../lib/text.ts';
import { lastOfStage, type RecordedApply } from '../record/recorded-apply.ts';
import type { ShownPlan } from './plan-facts.ts';
import type { RecordFinding } from './record-sentences.ts';
import type { World } from './world.ts';

/**
 * What the newest commit of the trusted branch says of an apply of this one, if this one is in its history: a file that
 * would be applied anew is there as it was last applied. While another apply is not finished, nobody can tell.
 */
export async function revertedFinding(
  world: World,
  { commit: head, differences, stage, lastApplied: { recorded } }: ShownPlan,
): Promise<RecordFinding | undefined> {
  const { place, record } = recorded;
  const last = record && lastOfStage(record, stage);
  if (head === undefined || place === undefined || last === undefined) return undefined;
  const isOfStage = ({ stage: other }: RecordedApply) =>
    stage === undefined || other === undefined || other.name === stage.name;
  // Under a former name, the ids are those of other paths.
  if (record?.former !== undefined || record?.begun.some(isOfStage)) return undefined;
  const changed = changedPaths(last.ids, differences?.ids ?? last.ids);
  const newest = changed.length === 0 ? undefined : await world.newest();
  if (newest === undefined || newest.commit === head) return undefined;
  const ids = await world.idsIn(newest.commit, folderOfFile(place.projectFile));
  // Without any of its files, the project has moved.
  if (ids === undefined || ![...last.ids.keys()].some((path) => ids.has(path))) return undefined;
  const reverted = changed.filter((path) => ids.get(path) === last.ids.get(path));
  const isOlder = async () => (await world.isAncestor(head, newest.commit)).answer === 'yes';
  if (reverted.length === 0 || !(await isOlder())) return undefined;
  return {
    code: 'older-commit',
    message: `This commit, ${shortCommit(head)}, seems to be reverted: the newest commit on \`${newest.branch}\`, ${shortCommit(newest.commit)}, has ${someOf(reverted, { most: 3, noun: 'file' })} as last applied.`,
    hint: 'Apply the newest commit. To apply this one anyway, apply once with --allow-older (input `allow-older: true`).',
    liftedBy: 'allow-older',
  };
}

function changedPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}
