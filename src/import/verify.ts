// The project as it would be after an import, read by the same reader and compared with live before anything is written.
import { loadProject } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Change } from '../model/plan.ts';
import { contextOf, elementsOf } from '../model/context.ts';
import { keyId, type State } from '../model/state.ts';
import { fieldOf, itemOf, type Sites } from './sites.ts';

export interface Afterwards {
  /** Mistakes that were not there before: a document that was written wrongly. */
  mistakes: Diagnostic[];
  /** What the documents declare then. */
  desired: State;
}

export interface AfterwardsInput {
  /** Every file that the project is read from, by path. */
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  env: Readonly<Record<string, string | undefined>>;
  levels: readonly string[];
}

export function afterwards({ files, projectFile, env, levels }: AfterwardsInput): Afterwards {
  const loaded = loadProject(filesInMemory(files), { env, missingEnv: 'warning', projectFile, levels });
  // An empty project is what a repository without anything gives.
  const mistakes = loaded.diagnostics.filter(
    ({ severity, code }) => severity === 'error' && code !== 'no-documents',
  );
  return { mistakes, desired: loaded.state };
}

/** Why a change is still there: its document takes the item from elsewhere, or says it in a way that no edit reaches. */
export function reasonFor(change: Change, sites: Sites): string {
  const entries = change.kind === 'file' ? sites.files.get(change.path) : sites.keys.get(keyId(change.key));
  const site = change.kind === 'key' ? undefined : itemOf(entries, contextOf(elementsOf(change.context)));
  return fieldOf(site?.pair.value, 'env') === undefined &&
    fieldOf(fieldOf(site?.pair.value, 'value')?.value, 'env') === undefined
    ? 'its document says it in a way that import does not edit; change it by hand'
    : 'its document takes it from the environment';
}
