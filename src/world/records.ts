// [edge] The record of a project, written by a clone and its origin.
import { randomUUID } from 'node:crypto';
import type { Records } from '../core/world.ts';
import { readCommit, writeCommit, writeCommits } from '../record/git-objects.ts';
import { earlierApplies, fetchEarlier, readRecord } from '../record/record.ts';
import type { RecordPlace } from '../record/recorded-apply.ts';
import { moveRef } from '../record/refs.ts';

/** @param place absent: outside Git, where nothing is recorded, and nobody asks */
export function recordStore(place: RecordPlace | undefined): Records {
  const inGit = () => {
    if (place === undefined) throw new Error('Outside Git, nothing is recorded.');
    return place;
  };
  return {
    currentRecord: async () => readRecord(inGit()),
    wasApplied: async (id, record) => {
      try {
        for await (const apply of earlierApplies(inGit().repository, record))
          if (apply.id === id) return true;
      } catch (error) {
        // A commit of the record may be anything.
        if (!(error instanceof Error)) throw error;
      }
      return false;
    },
    fetchEarlier: async (commit, from) => fetchEarlier(inGit().repository, commit, from),
    writeCommits: async (commits) => writeCommits(inGit().repository, commits),
    reword: async (commit, by) => {
      const { repository } = inGit();
      const { parents, tree } = await readCommit(repository.objects, commit);
      return writeCommit(repository, { ...by, parent: parents[0], tree });
    },
    moveRef: async (move) => moveRef(inGit().repository, move),
    newId: randomUUID,
  };
}
