// The project as it would be after an import, read by the same reader and compared with live before anything is written.
import { type Loaded, loadProject } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Change } from '../model/plan.ts';
import { contextIn } from '../model/context.ts';
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
  /** Variables that the import named, with what the server has. */
  named: Readonly<Record<string, string>>;
  levels: readonly string[];
}

export function afterwards({ files, projectFile, env, named, levels }: AfterwardsInput): Afterwards {
  const load = (by: AfterwardsInput['env']) =>
    loadProject(filesInMemory(files), { env: by, missingEnv: 'warning', projectFile, levels });
  const loaded = load({ ...env, ...named });
  const isWrong = mistakesIn(loaded).length > 0;
  // A variable may hold what does not fit any more: that is for its owner to set, not written wrongly.
  return { mistakes: isWrong ? mistakesIn(load(named)) : [], desired: loaded.state };
}

/** An empty project is what a repository without anything gives. */
function mistakesIn({ diagnostics }: Loaded): Diagnostic[] {
  return diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-documents');
}

/** Why a change is still there: its document takes the item from elsewhere, or says it in a way that no edit reaches. */
export function reasonFor(change: Change, sites: Sites): string {
  return isFromEnv(change, sites)
    ? 'its document takes it from the environment'
    : 'its document says it in a way that import does not edit; change it by hand';
}

export function isFromEnv(change: Change, sites: Sites): boolean {
  const entries = change.kind === 'file' ? sites.files.get(change.path) : sites.keys.get(keyId(change.key));
  const site = change.kind === 'key' ? undefined : itemOf(entries, contextIn(change.context));
  const value = site?.pair.value;
  return fieldOf(value, 'env') !== undefined || fieldOf(fieldOf(value, 'value')?.value, 'env') !== undefined;
}
