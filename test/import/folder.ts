// A project's folder held in memory: imported into, written to, read and planned by the real functions.
import type { ImportInput } from '../../src/import/import-input.ts';
import { planImport } from '../../src/import/plan-import.ts';
import { type Loaded, type LoadOptions, loadProject } from '../../src/documents/load-project.ts';
import { filesInMemory } from '../../src/documents/project-files.ts';
import type { Import, LeftOut } from '../../src/model/import-plan.ts';
import type { Plan } from '../../src/model/plan.ts';
import { secretNames } from '../../src/model/secrets.ts';
import { emptyState, rowsIn, type State, type Vdt } from '../../src/model/state.ts';
import type { TargetChoice } from '../../src/model/targets.ts';
import { complete, decrypted } from '../../src/plan/normalize.ts';
import type { SecurityGroup } from '../../src/server/settings.ts';
import { valueProblem } from '../../src/semantics/value-types.ts';
import { planOf } from '../helpers/repository.ts';
import { SHOP } from '../helpers/server.ts';

export const PROJECT_FILE = 'levels: [Environment, Application]\n';

/** One encrypts what it guards, the other does not. */
export const SECURITY_GROUPS = [
  { name: 'Sealed', password: 'sesame-sealed', cipher: 'AES/CBC/PKCS5Padding' },
  { name: 'Open', password: 'sesame-open', cipher: null },
] as const satisfies SecurityGroup[];

export function passwordOf(group: string): string | undefined {
  return SECURITY_GROUPS.find(({ name }) => name === group)?.password;
}

/** What a server holds after these documents were applied. */
export function holding(files: Record<string, string>, env: Record<string, string> = {}): State {
  const all = Object.entries({ 'confighub.yaml': PROJECT_FILE, ...files });
  const bytes = new Map(all.map(([path, text]) => [path, Buffer.from(text)]));
  const { state, diagnostics } = loadProject(filesInMemory(bytes), { env });
  const [fileError] = diagnostics.filter(
    ({ code }) => code !== 'no-documents' && code !== 'readers-differ',
  );
  if (fileError) throw new Error(fileError.message);
  const live = complete(state, emptyState(), { vdtEnabled: true });
  for (const { item, row } of rowsIn(live))
    if (item.kind === 'key')
      for (const mark of ['native', 'secret', 'place'] as const) delete row[mark];
  return live;
}

export interface Options {
  document?: string;
  choice?: TargetChoice;
  lastApplied?: State;
  /** Default: true, so that the files declare what the server has, and nothing else. */
  removeMissing?: boolean;
  env?: Record<string, string | undefined>;
}

export class MemoryFolder {
  files: Map<string, Buffer>;
  /** What documents take from it, with what the server has. */
  env: Record<string, string> = {};

  constructor(files: Record<string, string> = {}) {
    const all = Object.entries({ 'confighub.yaml': PROJECT_FILE, ...files });
    this.files = new Map(all.map(([path, text]) => [path, Buffer.from(text)]));
  }

  load(env: LoadOptions['env'] = this.env): Loaded {
    return loadProject(filesInMemory(this.files), { env });
  }

  /** What an import would do. */
  plan(
    live: State,
    { document, choice, lastApplied, removeMissing = true, env = this.env }: Options = {},
  ): Import {
    const { project, files } = loadProject(filesInMemory(this.files), {
      env,
      missingEnv: 'warning',
      choice,
    });
    const input: ImportInput = {
      target: {
        url: 'http://config.example.com',
        account: 'acme',
        name: 'shop',
        levels: [...SHOP.levels],
      },
      live,
      vdtEnabled: true,
      files,
      projectFile: 'confighub.yaml',
      isNew: false,
      exists: (path) => this.files.has(path),
      isSecretName: secretNames(project.redact),
      secretIn: [],
      removeMissing,
      env,
      ...(document && { document }),
      ...(choice && { choice }),
      ...(lastApplied && { lastApplied }),
    };
    const result = planImport(input);
    if ('import' in result) return result.import;
    throw new Error(
      result.fileErrors
        .map(({ place, message }) => `${place}: ${message}\n${place?.source.text}`)
        .join('\n'),
    );
  }

  /** Imports, writes, and sets the variables that are asked for. */
  import(live: State, options: Options = {}): Import {
    const made = this.plan(live, options);
    for (const { path, after } of made.writes) {
      if (after === undefined) this.files.delete(path);
      else this.files.set(path, Buffer.from(after));
    }
    this.#setVariables(live);
    return made;
  }

  /** New ones, and those of what the server has otherwise now. */
  #setVariables(shown: State): void {
    const { state, passwords } = loadProject(filesInMemory(this.files), {
      env: {},
      missingEnv: 'warning',
    });
    const live = decrypted(shown, { desired: emptyState(), passwordOf });
    for (const { variable: name, text, vdt = 'Text' } of variablesFor(state, live)) {
      if (name === undefined) continue;
      const known = text || (this.env[name] ?? '');
      if (known !== '')
        this.env[name] = valueProblem(vdt, known) === undefined ? known : fitting(vdt);
    }
    for (const [group, name] of passwords.variables)
      this.env[name] = passwordOf(group) ?? 'of no group';
  }

  /** The plan that follows, as `prune: all` sees it: nothing may be left undeclared. */
  replan(live: State, prune: 'managed' | 'all' = 'all'): Plan {
    const { state, project, passwords, diagnostics } = this.load();
    const [fileError] = diagnostics.filter(
      ({ severity, code }) => severity === 'error' && code !== 'no-documents',
    );
    if (fileError) throw new Error(`${fileError.place}: ${fileError.message}`);
    return planOf({ desired: state, live, prune, scope: project.scope, passwordOf: passwords.of });
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

/** Two versions of a text, or of files, in which `«one|two»` is `one` before and `two` after a change. */
export function versionsOf<Text extends string | Record<string, string>>(
  marked: Text,
): [before: Text, after: Text] {
  const version = (number: string) => {
    const of = (text: string) => text.replace(/«([^|»]*)\|([^»]*)»/g, number);
    const files = Object.entries(marked).map(([path, text]) => [path, of(text)]);
    return (typeof marked === 'string' ? of(marked) : Object.fromEntries(files)) as Text;
  };
  return [version('$1'), version('$2')];
}

/** What is left to people, as `place item: why. On the server: its text`. */
export function told(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(
    ({ at, item, reason, live }) =>
      `${at ? `${at} ` : ''}${item}: ${reason}${live ? `. On the server: ${live}` : ''}`,
  );
}

/** No variable holds null or an empty text. There the old one stays, unless the key has a type now that it does not fit. */
function fitting(vdt: Vdt): string {
  return ['0', 'true', '{}', '[]'].find((text) => valueProblem(vdt, text) === undefined) ?? 'x';
}

interface Variable {
  variable: string | undefined;
  text: string | null;
  vdt?: Vdt | undefined;
}

/** What the environment holds for items that documents take from it. */
function variablesFor(declared: State, live: State): Variable[] {
  return [...rowsIn(declared)].map(({ id, context, row: { variable } }) => {
    const there = live.items.get(id);
    return { variable, text: there?.rows.get(context)?.text ?? null, vdt: there?.vdt };
  });
}
