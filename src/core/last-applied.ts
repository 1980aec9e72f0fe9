// What counts as last applied: what the record says, or the commit that `--last-applied` names.
import { folderOfFile } from '../lib/paths.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Options } from '../options.ts';
import {
  type ProjectContents,
  firstError,
  formerSecretsIn,
  type LastApplied,
  type ProjectRecord,
  type RecordAsRead,
} from './applied.ts';
import { begunIn, doneIn } from './applied-parts.ts';
import type { World } from './world.ts';

const NONE = { begun: [], versions: [], parts: [], recorded: {}, warnings: [] };
const NO_GIT =
  'this folder is not in a Git repository, so there is no record of earlier apply runs';
const NOT_KEPT = '`record: false` in the project file turns the apply record off';
const NO_RECORD = 'this project has no record of an earlier apply';
const UNREADABLE = 'the apply record cannot be read';

export const NOTHING_APPLIED: LastApplied = { ...NONE, reason: '' };

/**
 * With `--last-applied`, the named commit counts instead of the last apply. Throws {@link CommandError} if there is no such
 * commit; if its documents cannot be read, that is a warning.
 */
export async function lastAppliedOf(
  world: Pick<World, 'record' | 'version' | 'idsIn'>,
  files: ProjectContents,
  options: Pick<Options, 'lastApplied' | 'record'>,
): Promise<LastApplied> {
  const isKept = options.record ?? files.project.record;
  const recorded = statesIn(files.git && isKept ? await world.record() : undefined, files);
  const { lastApplied: revision } = options;
  if (revision === undefined) return recorded;
  const chosenVersion = await world.version(revision, 'last applied commit');
  const { commit, unknown, loaded, unreadable } = chosenVersion;
  if (unknown !== undefined) throw unknown;
  const of = shortCommit(commit ?? revision);
  const versions = [...recorded.versions, ...(loaded ? [loaded] : [])];
  if (loaded !== undefined && unreadable === undefined) {
    const note = `Commit ${of} is used as the last applied one, instead of the one in the record.`;
    const { place } = recorded.recorded;
    const listed =
      commit !== undefined && place !== undefined && files.project.stages.length > 0
        ? await world.idsIn(commit, folderOfFile(place.projectFile))
        : undefined;
    const ids = new Map([...(listed ?? [])].filter(([path]) => loaded.files.has(path)));
    const documents = commit && ids.size === loaded.files.size ? { commit, ids } : undefined;
    const chosen = { state: loaded.state, note, documents };
    return { ...recorded, versions, chosen, reason: '' };
  }
  const warnings = [
    ...recorded.warnings,
    `The documents of the last applied commit cannot be used: ${unreadable}.`,
  ];
  return {
    ...recorded,
    versions,
    done: undefined,
    reason: `the documents of ${of} cannot be read`,
    warnings,
  };
}

function statesIn(asRead: RecordAsRead | undefined, { git }: ProjectContents): LastApplied {
  if (asRead === undefined) return { ...NONE, reason: git ? NOT_KEPT : NO_GIT };
  const { read, failure, ...recorded } = asRead;
  const { record } = recorded;
  const without = (unusable: NonNullable<ProjectRecord['unusable']>): LastApplied => ({
    ...NONE,
    recorded: { ...recorded, unusable },
    reason: UNREADABLE,
  });
  if (record === undefined || failure !== undefined)
    return { ...without({}), warnings: failure === undefined ? [] : [failure] };
  if (record.problem !== undefined) return without({ problem: record.problem });
  const { isForgetful, ...former } = formerSecretsIn(read.map(({ apply }) => apply));
  const versions = [...read.map(({ loaded }) => loaded), ...former.versions];
  const fileError = read.flatMap(({ loaded }) => firstError(loaded) ?? [])[0];
  if (fileError !== undefined) {
    const problem = `The files in the apply record are invalid (${fileError}).`;
    return { ...without({ problem }), versions };
  }
  const parts = read.map(({ apply, loaded: { state } }) => ({ apply, state }));
  const begun = begunIn(parts);
  const done = doneIn(parts);
  const reason = done === undefined ? NO_RECORD : '';
  return {
    versions,
    parts,
    begun,
    done,
    reason,
    recorded: { ...recorded, isForgetful },
    warnings: [],
  };
}
