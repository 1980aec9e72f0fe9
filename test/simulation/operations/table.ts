// The operations that sequences are made of, and how often each is chosen, compared with the others.
import type { Random, World } from '../world.ts';
import {
  applyAll,
  applyAtOnce,
  applyBeside,
  applyDirty,
  applyInterrupted,
  applyKilled,
  applyMain,
  applyOld,
  applyTopic,
  applyWithoutSecrets,
} from './applies.ts';
import { branch, forcePush, merge, revert } from './branches.ts';
import {
  batch,
  edit,
  end,
  move,
  placeholders,
  pruneAll,
  rename,
  scope,
  secrets,
  split,
} from './edits.ts';
import { others, othersBesideStages, records } from './outsiders.ts';
import { pullRequest } from './pull-requests.ts';
import { stages } from './stages.ts';

/** Chooses by its random numbers from what is there, and tells what it did; nothing where there is nothing to do. */
export type Operation = (world: World, random: Random) => unknown;

export const OPERATIONS: { [name: string]: { weight: number; run: Operation } } = {
  edit: { weight: 16, run: edit },
  move: { weight: 8, run: move },
  rename: { weight: 5, run: rename },
  split: { weight: 3, run: split },
  end: { weight: 3, run: end },
  scope: { weight: 3, run: scope },
  batch: { weight: 2, run: batch },
  stages: { weight: 5, run: stages },
  branch: { weight: 3, run: branch },
  merge: { weight: 9, run: merge },
  revert: { weight: 3, run: revert },
  'force push': { weight: 3, run: forcePush },
  others: { weight: 8, run: others },
  records: { weight: 5, run: records },
  'apply main': { weight: 14, run: applyMain },
  'apply all': { weight: 12, run: applyAll },
  'apply old': { weight: 4, run: applyOld },
  'apply topic': { weight: 5, run: applyTopic },
  'apply interrupted': { weight: 7, run: applyInterrupted },
  'apply dirty': { weight: 3, run: applyDirty },
  'apply beside others': { weight: 6, run: applyBeside },
  'apply at once': { weight: 6, run: applyAtOnce },
  'pull request': { weight: 8, run: pullRequest },
};

/**
 * Rarer ones: in so many sequences of 1, one more step among the others. They are chosen by numbers of their own, so that
 * the others stay what they were.
 */
export const RARE_OPERATIONS: { [name: string]: { share: number; run: Operation } } = {
  'prune all': { share: 0.35, run: pruneAll },
  'apply all stages, killed': { share: 0.5, run: applyKilled },
  secrets: { share: 0.6, run: secrets },
  placeholders: { share: 0.6, run: placeholders },
  'apply without secrets': { share: 0.2, run: applyWithoutSecrets },
  'others beside stages': { share: 0.35, run: othersBesideStages },
};
