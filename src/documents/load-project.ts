// Reads a whole project: project file, documents and content files → Project and desired State, with all mistakes.
import { fullContext } from '../model/context.ts';
import { compareDiagnostics, type Diagnostic, type Place, type Report } from '../model/diagnostic.ts';
import { type Project, PROJECT_FILE } from '../model/project.ts';
import { type Scope, WHOLE_REPOSITORY } from '../model/scope.ts';
import { type Passwords, secretNames } from '../model/secrets.ts';
import { emptyState, groupOf, isNative, type Item, type Row, rowsIn, type State, textName } from '../model/state.ts';
import { isAt, type TargetChoice } from '../model/targets.ts';
import { opened } from '../semantics/ciphers.ts';
import { valueProblem } from '../semantics/value-types.ts';
import { ContentReader, type Environment, UNKNOWN, type Variables } from './content.ts';
import { findDocuments, reportEmptiness } from './find-documents.ts';
import type { Depth } from './parse-context.ts';
import { type ProjectFile, projectIn, readProjectFile } from './project-file.ts';
import type { ProjectFiles } from './project-files.ts';
import { readAll } from './read-documents.ts';

export interface Loaded {
  project: Project;
  state: State;
  /** Passwords of the security groups that the project file lists. */
  passwords: Passwords;
  /** Number of levels in the declared contexts; absent if all of them are `*`. */
  depth?: Depth;
  /** Sorted by place. Nothing may be sent while one of them is an error. */
  diagnostics: Diagnostic[];
  /** How many documents were read. */
  documents: number;
  /** Every file that was read, by path relative to the root; the baseline stores these. */
  files: Map<string, Uint8Array>;
}

export interface LoadOptions {
  env: Environment;
  /** Severity of an unset variable; `warning` if nothing will be pushed. Default: `error`. */
  missingEnv?: 'error' | 'warning';
  /** Name of the project file inside the root. Default: `confighub.yaml`. */
  projectFile?: string;
  /** The project file, if it was read already. */
  file?: ProjectFile | undefined;
  /** The target, if the project file has several. */
  choice?: TargetChoice | undefined;
  /** Overrides the levels of the project file, for example with those of the server. */
  levels?: readonly string[];
}

/** Reads a whole project. Never throws for what a user wrote. */
export function loadProject(files: ProjectFiles, options: LoadOptions): Loaded {
  const reading = readProjectFiles(files, options);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** Like {@link loadProject}, but yields before each document so the caller can do other work. */
export function* readProjectFiles(files: ProjectFiles, options: LoadOptions): Generator<void, Loaded> {
  const { env, missingEnv = 'error', choice, projectFile = PROJECT_FILE } = options;
  const { file = readProjectFile(files, projectFile) } = options;
  const loaded = settingsIn(file, choice, { env, missingEnv });
  const { diagnostics } = loaded;
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const { targets, target } = loaded.project;
  const isChosen = targets === undefined ? isSingle(loaded.project, choice) : target !== undefined;
  const isValid = diagnostics.every(({ severity }) => severity !== 'error');
  if (!isChosen && isValid) report(noTarget(files.display(projectFile), { targets, choice }));
  if (isChosen && file.isReadable) yield* readDocuments(files, loaded, { ...options, report });
  return { ...loaded, diagnostics: withoutFollowUps(diagnostics).sort(compareDiagnostics) };
}

/**
 * What the project file says, as far as it can be read, without its documents.
 * @param variables for passwords; default: they need not be set
 */
export function settingsIn(file: ProjectFile, choice?: TargetChoice, variables: Variables = UNKNOWN): Loaded {
  const diagnostics = [...file.diagnostics];
  const report: Report = (one) => diagnostics.push(one);
  const read = projectIn(file, { report, variables, choice });
  return { ...read, state: emptyState(), documents: 0, diagnostics, files: new Map(file.files) };
}

/** Drops further mistakes at the place of an unresolved alias: they follow from it. */
function withoutFollowUps(diagnostics: Diagnostic[]): Diagnostic[] {
  const idOf = ({ place }: Diagnostic) => place && `${place.file}\0${place.offset}`;
  const aliases = new Set(diagnostics.filter(({ code }) => code === 'yaml-alias').map(idOf));
  return diagnostics.filter((one) => one.code === 'yaml-alias' || !aliases.has(idOf(one)));
}

/** A project file without `targets` may be that of another target than the one named now. */
function isSingle(project: Project, { name, at }: TargetChoice = {}): boolean {
  return name === undefined || at === undefined || isAt(project, at);
}

function noTarget(
  file: string,
  { targets = [], choice }: { targets: Project['targets']; choice: TargetChoice | undefined },
): Diagnostic {
  const names = targets.map(({ name }) => name).join(', ');
  const what = choice?.name === undefined ? 'No target is chosen' : `There is no target \`${choice.name}\``;
  return {
    severity: 'error',
    code: 'no-target',
    message: `${what}; the project file has ${names === '' ? 'none' : names}.`,
    hint: 'Choose one with --target.',
    file,
  };
}

function* readDocuments(
  files: ProjectFiles,
  loaded: Loaded,
  options: LoadOptions & { report: Report },
): Generator<void, void> {
  const { project } = loaded;
  const { env, missingEnv = 'error', report, projectFile = PROJECT_FILE } = options;
  const finding = { project, projectFile, report, bytes: loaded.files };
  const { found, listing } = findDocuments(files, finding);
  const levels = options.levels ?? project.levels;
  const read = yield* readAll(found, {
    levels,
    elements: project.elements,
    isSecretName: secretNames(project.redact),
    newReader: () => new ContentReader({ files, env, missingEnv }),
  });
  const { depth } = read.builder.contexts;
  const levelCount = depth?.levels ?? project.levels?.length ?? 1;
  // Before sorting: in the order of reading this takes a third of the time.
  for (const { item, row } of rowsIn(read.builder.state)) {
    checkValue(item, row, { depth: levelCount, report });
    checkCipherText(item, row, { passwords: loaded.passwords, report });
  }
  const state = read.builder.finish();
  for (const diagnostic of read.diagnostics) report(diagnostic);
  reportEmptiness(files, finding, { ...read, listing });
  checkScope(state, { scope: project.scope, report });
  loaded.state = state;
  loaded.documents = read.documents;
  if (depth !== undefined) loaded.depth = depth;
  for (const [path, content] of read.reader.contents) loaded.files.set(path, content);
}

/** Checks a value against its declared type. Types known only to the server are checked when the plan is made. */
function checkValue(key: Item, value: Row, { depth, report }: { depth: number; report: Report }): void {
  if (key.vdt === undefined && !value.native) return;
  const { place } = value;
  if (value.native && !isNative(key.vdt)) {
    const message =
      key.vdt === undefined
        ? `A value of key ${key.name} is a mapping or a list, but the key has no declared type.`
        : `A value of key ${key.name} is a mapping or a list, which its type ${key.vdt} does not allow.`;
    report({
      severity: 'error',
      code: 'vdt-required',
      message,
      hint: 'Declare `vdt: Map`, `vdt: List` or `vdt: JSON` beside the value, as in `{ vdt: List, value: [ … ] }`.',
      place,
    });
    return;
  }
  if (key.vdt === undefined || value.absent || value.unknown) return;
  const expected = valueProblem(key.vdt, value.text);
  if (expected === undefined) return;
  report({
    severity: 'error',
    code: 'value-type',
    message: `The value of ${key.name} in \`${fullContext(value.context, depth)}\` does not fit its type ${key.vdt}.`,
    hint: `Expected: ${expected}.`,
    place,
  });
}

/** Reports a cipher text, such as one copied from an export: it would be encrypted a second time. */
function checkCipherText(item: Item, row: Row, { passwords, report }: { passwords: Passwords; report: Report }): void {
  const { text, place } = row;
  const group = groupOf(item, row);
  const password = group === undefined ? undefined : passwords.of(group);
  if (text === null || password === undefined || opened(text, password) === undefined) return;
  report({
    severity: 'error',
    code: 'cipher-text',
    message: `${textName(item)} is already encrypted and would be encrypted again.`,
    hint: 'Declare the clear text, preferably from the environment: `{ env: … }`.',
    place,
  });
}

/** Reports declared items outside the scope: they would never be pushed. */
function checkScope(state: State, { scope, report }: { scope: Scope; report: Report }): void {
  if (scope === WHOLE_REPOSITORY) return;
  for (const item of state.items.values()) {
    const { kind, name, rows } = item;
    if (kind === 'key' && !scope.item(item)) {
      report(outside(`The key ${name}`, item.place));
      continue;
    }
    const what = kind === 'key' ? `The value of ${name}` : `The file ${name}`;
    for (const { context, place } of rows.values())
      if (!scope.row(item, context)) report(outside(`${what} in \`${context}\``, place));
  }
}

function outside(what: string, place: Place | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'outside-scope',
    message: `${what} is outside the scope of this project.`,
    hint: 'Widen `scope` or narrow `ignore` in confighub.yaml, or declare it in the project that owns it.',
    place,
  };
}
