// A project's folder held in memory: imported into, written to, read and planned by the real functions.
import { type ImportInput, planImport } from '../../src/import/plan-import.ts';
import { loadProject, type Loaded, type LoadOptions } from '../../src/desired/load.ts';
import { filesInMemory } from '../../src/desired/project-files.ts';
import type { Import, Split } from '../../src/model/import.ts';
import type { Plan } from '../../src/model/plan.ts';
import { secretNames } from '../../src/model/secrets.ts';
import type { State } from '../../src/model/state.ts';
import { planOf } from '../helpers/repository.ts';
import { SHOP } from '../helpers/server.ts';

export const PROJECT_FILE = 'levels: [Environment, Application]\n';

export interface Options {
  split?: Split;
  baseline?: State;
  env?: Record<string, string | undefined>;
}

export class MemoryFolder {
  files: Map<string, Buffer>;
  /** Variables that imports asked for, with what the server has. */
  env: Record<string, string> = {};

  constructor(files: Record<string, string> = {}) {
    const all = Object.entries({ 'confighub.yaml': PROJECT_FILE, ...files });
    this.files = new Map(all.map(([path, text]) => [path, Buffer.from(text)]));
  }

  load(env: LoadOptions['env'] = this.env): Loaded {
    return loadProject(filesInMemory(this.files), { env });
  }

  /** What an import would do. */
  plan(live: State, { split = 'none', baseline, env = this.env }: Options = {}): Import {
    const { state, project, files } = loadProject(filesInMemory(this.files), { env, missingEnv: 'warning' });
    const input: ImportInput = {
      target: { url: 'http://config.example.com', account: 'acme', name: 'shop', levels: [...SHOP.levels] },
      live,
      vdtEnabled: true,
      desired: state,
      files,
      projectFile: 'confighub.yaml',
      isNew: false,
      include: project.include,
      scope: project.scope,
      isThere: (path) => this.files.has(path),
      isSecretName: secretNames(project.redact),
      env,
      split,
      ...(baseline && { baseline }),
    };
    const result = planImport(input);
    if ('import' in result) return result.import;
    throw new Error(
      result.mistakes.map(({ place, message }) => `${place}: ${message}\n${place?.source.text}`).join('\n'),
    );
  }

  /** Imports, writes, and sets the variables that are asked for. */
  import(live: State, options: Options = {}): Import {
    const made = this.plan(live, options);
    for (const { path, after } of made.writes) {
      if (after === undefined) this.files.delete(path);
      else this.files.set(path, Buffer.from(after));
    }
    for (const { name, item } of made.variables) this.env[name] = textOf(live, item);
    return made;
  }

  /** The plan that follows, as `prune: all` sees it: nothing may be left undeclared. */
  planAgain(live: State, prune: 'managed' | 'all' = 'all'): Plan {
    const { state, project, diagnostics } = this.load();
    const [mistake] = diagnostics.filter(
      ({ severity, code }) => severity === 'error' && code !== 'no-documents',
    );
    if (mistake) throw new Error(`${mistake.place}: ${mistake.message}`);
    return planOf({ desired: state, live, prune, scope: project.scope });
  }

  text(path: string): string {
    return this.files.get(path)?.toString() ?? '';
  }

  /** Every file but the project file, as one text. */
  texts(): string {
    return [...this.files]
      .filter(([path]) => path !== 'confighub.yaml')
      .map(([path, bytes]) => `--- ${path}\n${bytes}`)
      .join('');
  }
}

/** What live has of an item as imports name it. */
function textOf(live: State, item: string): string {
  for (const key of live.keys.values()) {
    for (const value of key.values.values())
      if (item === `${key.name} [${value.context === '*' ? '*;*' : value.context}]`) return value.text ?? '';
  }
  for (const file of live.files.values())
    if (item === `${file.path} [${file.context === '*' ? '*;*' : file.context}]`) return file.content;
  throw new Error(`live has no ${item}`);
}
