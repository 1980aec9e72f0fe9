// The operations that sequences are made of, and how often each is chosen, compared with the others.
import type { Random, World } from '../world.ts';
import * as applies from './applies.ts';
import * as branches from './branches.ts';
import * as edits from './edits.ts';
import * as outsiders from './outsiders.ts';
import { pullRequest } from './pull-requests.ts';
import { stages } from './stages.ts';

/** Chooses by its random numbers from what is there, and tells what it did; nothing where there is nothing to do. */
export type Operation = (world: World, random: Random) => unknown;

export const OPERATIONS: { [name: string]: { weight: number; run: Operation } } = {
  edit: { weight: 16, run: edits.edit },
  move: { weight: 8, run: edits.move },
  rename: { weight: 5, run: edits.rename },
  split: { weight: 3, run: edits.split },
  end: { weight: 3, run: edits.end },
  scope: { weight: 3, run: edits.scope },
  batch: { weight: 2, run: edits.batch },
  stages: { weight: 5, run: stages },
  branch: { weight: 3, run: branches.branch },
  merge: { weight: 9, run: branches.merge },
  revert: { weight: 3, run: branches.revert },
  'force push': { weight: 3, run: branches.forcePush },
  others: { weight: 8, run: outsiders.others },
  records: { weight: 5, run: outsiders.records },
  'apply main': { weight: 14, run: applies.applyMain },
  'apply all': { weight: 12, run: applies.applyAll },
  'apply old': { weight: 4, run: applies.applyOld },
  'apply topic': { weight: 5, run: applies.applyTopic },
  'apply interrupted': { weight: 7, run: applies.applyInterrupted },
  'apply dirty': { weight: 3, run: applies.applyDirty },
  'apply beside others': { weight: 6, run: applies.applyBeside },
  'apply at once': { weight: 6, run: applies.applyAtOnce },
  'pull request': { weight: 8, run: pullRequest },
};

/**
 * Rarer ones: in so many sequences of 1, one more step among the others. They are chosen by numbers of their own, so that
 * the others stay what they were.
 */
export const RARE_OPERATIONS: { [name: string]: { share: number; run: Operation } } = {
  'prune all': { share: 0.35, run: edits.pruneAll },
  'apply all stages, killed': { share: 0.5, run: applies.applyKilled },
  secrets: { share: 0.6, run: edits.secrets },
  placeholders: { share: 0.6, run: edits.placeholders },
  'apply without secrets': { share: 0.2, run: applies.applyWithoutSecrets },
  'others beside stages': { share: 0.35, run: outsiders.othersBesideStages },
};
