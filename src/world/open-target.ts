// Opens a target: its settings that are trusted, its project, its server and its record. They are read side by side.
import { basename } from 'node:path';
import type { Git, Versions, World } from '../core/world.ts';
import { settingsIn } from '../documents/project-file.ts';
import { ahead } from '../lib/parallel.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { readRecord } from '../record/record.ts';
import type { ApplyRecord } from '../record/recorded-apply.ts';
import type { Connection } from '../remote/client.ts';
import { leavesOutUncommitted } from '../project/committed-files.ts';
import { type Connected, connectTarget } from './connect.ts';
import { contentElsewhere } from '../project/content-elsewhere.ts';
import { movedTo } from '../project/moved-documents.ts';
import { openAround } from '../project/git-files.ts';
import {
  type OpenProject,
  openProject,
  ProjectError,
  projectFileOf,
  settingsOf,
  type TargetOptions,
} from '../project/open-project.ts';
import { pathInGit, placeFor } from '../project/record-places.ts';
import type { Runtime } from '../runtime.ts';
import { refuseUntrustedUrl, refuseWithoutGit, trustedSettings } from '../project/trust.ts';
import { withoutServer, worldOf } from './target-world.ts';

/** Open until it is closed. */
export interface OpenedTarget {
  world: World;
  /** With the settings of the trusted branch. */
  options: TargetOptions;
  /** Sentences about the settings. */
  remarks: string[];
  runtime: Runtime;
  target: ResolvedTarget;
  connection: Connection;
  /** Rejects if the files have errors. */
  project: Promise<OpenProject>;
  close: () => void;
}

/**
 * Never writes; only reads are sent to the server. The caller closes what it gets. `missingEnv` is the severity of a
 * variable that is not set. For an apply, the files are compared with the commit.
 */
export async function openTarget(
  given: TargetOptions,
  runtime: Runtime,
  {
    missingEnv = 'error',
    isApply = false,
  }: { missingEnv?: 'error' | 'warning'; isApply?: boolean } = {},
): Promise<OpenedTarget> {
  refuseWithoutGit(given, runtime);
  const git = openAround(given.config, runtime);
  await refuseUntrustedUrl(given, runtime, git);
  const { remarks, ...trusted } = await trustedSettings(given, runtime, git);
  const options = { ...given, ...trusted };
  const connecting = ahead(connectProject(options, runtime));
  const opening = ahead(
    openProject(options, {
      runtime,
      // A stage needs the variables of its own rows alone.
      missingEnv: options.chosenStage === undefined ? missingEnv : 'warning',
      opening: git,
      asCommitted: true,
      onlyCommitted: !isApply && leavesOutUncommitted(options, runtime.env),
      outcome: 'nothing was sent',
    }),
  );
  // The errors of the project are told before those of the connection.
  const connected = await connecting.catch(async (error) => {
    await opening;
    throw error;
  });
  const { connection, target } = connected;
  // Git and the first requests run while the project is read.
  const recording = ahead(readRecordOf(options, runtime, target, git));
  const world = worldOf({ options, runtime, connected, opening, recording, isApply });
  const close = () => connection.http.close();
  return { world, options, remarks, runtime, target, connection, project: opening, close };
}

/** A fork does not see the values of variables, so only their names are compared. */
const NO_VALUES = {};

/** Opens a project to be compared with its base, without a server or a record. Throws if the files have errors. */
export async function openOffline(
  options: TargetOptions,
  runtime: Runtime,
): Promise<Git & Versions> {
  refuseWithoutGit(options, runtime);
  const project = await openProject(options, {
    runtime,
    missingEnv: 'warning',
    values: NO_VALUES,
    opening: openAround(options.config, runtime),
    asCommitted: true,
    onlyCommitted: leavesOutUncommitted(options, runtime.env),
  });
  const { merge: _, ...offline } = runtime;
  const opening = Promise.resolve(project);
  return {
    ...withoutServer({ options, runtime: { ...offline, env: NO_VALUES }, opening }),
    past: async () => undefined,
    contentElsewhere: async () => contentElsewhere(project, runtime.merge),
    movedTo: async (gone) => movedTo(project, gone, runtime.merge),
  };
}

/** Throws if there is no project file, or the target or the connection settings are invalid. */
async function connectProject(options: TargetOptions, runtime: Runtime): Promise<Connected> {
  const file = projectFileOf(options, runtime);
  // Reading the project says so, with everything else that is wrong.
  if (!file.isReadable) throw new ProjectError([...file.diagnostics]);
  return connectTarget(settingsIn(file, { name: options.target }).project, options, runtime);
}

/** `undefined` outside Git, and where the project has none. */
async function readRecordOf(
  options: TargetOptions,
  runtime: Runtime,
  target: ResolvedTarget,
  opening: Promise<GitRepository | undefined>,
): Promise<ApplyRecord | undefined> {
  const git = await opening;
  if (git === undefined) return undefined;
  // Needed later: Git reads it meanwhile.
  void ahead(git.head());
  if (!(options.record ?? settingsOf(options, runtime).record)) return undefined;
  return readRecord(placeFor(git, target, pathInGit(git, basename(options.config))));
}
