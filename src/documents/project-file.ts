// `confighub.yaml` → Project, with the settings of the chosen target. Unsupported settings are refused, never ignored.
import { cut, type Diagnostic, type Report, type Source } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { Passwords } from '../model/secrets.ts';
import {
  chosenTarget,
  type DeclaredTarget,
  isSamePlace,
  repositoryText,
  TARGET_NAME,
  type TargetChoice,
  tokenVariable,
} from '../model/targets.ts';
import { readPasswords, UNKNOWN, type Variables } from './content.ts';
import { type Entry, Fields } from './fields.ts';
import { readText } from './find-documents.ts';
import { parseTrees } from './parse-trees.ts';
import {
  defaultProject,
  PROJECT_FIELDS,
  type ProjectEntries,
  readFields,
  STAGE_SETTINGS,
  TARGET_FIELDS,
} from './project-fields.ts';
import type { ProjectFiles } from './project-files.ts';

/** A project file that was read: what it says is taken from it for any target, without reading it again. */
export interface ProjectFile {
  /** Empty if it cannot be read. */
  source: Source;
  isReadable: boolean;
  entries: ProjectEntries;
  /** Its bytes by name; empty if there are none. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Errors in the text. Those in the fields are found when it is asked for a project. */
  diagnostics: readonly Diagnostic[];
}

/** Never throws: a file that is missing or cannot be read says nothing. */
export function readProjectFile(files: ProjectFiles, name: string): ProjectFile {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const bytes = new Map<string, Uint8Array>();
  const { text: source, problem } = readText(files, { path: name }, bytes);
  if (problem)
    report(problem.code === 'file-missing' ? { ...problem, ...NO_PROJECT_FILE } : problem);
  const entries = readEntries(new Fields(source, report));
  return { source, isReadable: problem === undefined, entries, files: bytes, diagnostics };
}

const NO_PROJECT_FILE = {
  code: 'no-project-file',
  hint: 'Run the command in the project folder, name the file with --config, or create one with `confighub-sync init`.',
} as const;

export interface Settings {
  project: Project;
  /** Of the security groups that the project file lists. */
  passwords: Passwords;
  diagnostics: Diagnostic[];
}

/**
 * What a project file says, without its documents. Errors in all of its fields are reported; invalid ones keep their
 * default. In a file with `targets`, the settings are those of the chosen one; without such a target, they are the common
 * ones, and `project.target` is absent.
 * @param variables for the passwords of the chosen target; default: they need not be set
 */
export function settingsIn(
  file: ProjectFile,
  choice: TargetChoice = {},
  variables: Variables = UNKNOWN,
): Settings {
  const { source, entries } = file;
  const diagnostics = [...file.diagnostics];
  const fields = new Fields(source, (diagnostic) => diagnostics.push(diagnostic));
  const common = readFields(fields, entries, defaultProject());
  const passwords = new Passwords();
  if (entries.passwords) readPasswords(fields, entries.passwords, variables, passwords);
  if (entries.targets === undefined) return { project: common, passwords, diagnostics };
  const listed = readTargets(fields, entries, common);
  const targets = listed.map(({ target }) => target);
  const chosen = chosenTarget(targets, choice);
  for (const { target, entries } of listed) {
    if (entries.passwords === undefined) continue;
    // The variables of other targets need not be set.
    if (target === chosen) readPasswords(fields, entries.passwords, variables, passwords);
    else readPasswords(fields, entries.passwords, UNKNOWN, new Passwords());
  }
  const project = listed.find(({ target }) => target === chosen)?.project ?? common;
  return {
    project: { ...project, targets, target: chosen },
    passwords,
    diagnostics,
  };
}

function readEntries(fields: Fields): ProjectEntries {
  const [tree, second] = parseTrees(fields.source, fields.report);
  if (second !== undefined) {
    fields.error({
      code: 'wrong-type',
      at: second,
      message: 'The project file must be a single YAML document.',
    });
  }
  const mapping = tree && fields.mapping(tree, 'The project file');
  return mapping === undefined ? {} : fields.known(mapping, PROJECT_FIELDS, 'The project file');
}

interface ListedTarget {
  entry: Entry;
  target: DeclaredTarget;
  entries: ProjectEntries;
  /** With the settings of the target. */
  project: Project;
}

/** The valid targets; errors in all of them are reported. */
function readTargets(fields: Fields, entries: ProjectEntries, common: Project): ListedTarget[] {
  const { targets, repository } = entries;
  const mapping = targets && fields.mapping(targets.value, '`targets`');
  if (targets === undefined || mapping === undefined) return [];
  for (const setting of STAGE_SETTINGS) refuseStages(fields, entries[setting]);
  if (repository !== undefined) {
    const message = '`repository` and `targets` cannot be used together.';
    const hint = 'Move `repository` into the target that it belongs to.';
    fields.error({
      code: 'bad-option',
      at: repository.key,
      message,
      hint,
      related: fields.place(targets.key),
    });
  }
  if (mapping.entries.length === 0) {
    const hint = 'Add a target, such as `shop: { repository: acme/shop }`, or remove `targets`.';
    fields.error({ code: 'empty-value', at: targets.key, message: '`targets` is empty.', hint });
  }
  const listed: ListedTarget[] = [];
  for (const entry of mapping.entries) {
    const read = readTarget(fields, entry, common);
    if (read !== undefined && !isDuplicate(fields, read, listed)) listed.push(read);
  }
  return listed;
}

function readTarget(fields: Fields, entry: Entry, common: Project): ListedTarget | undefined {
  const name = entry.key.text;
  if (!TARGET_NAME.test(name)) {
    const message = `\`${cut(name)}\` cannot be the name of a target.`;
    const hint =
      'Use at most 64 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.';
    fields.error({ code: 'bad-option', at: entry.key, message, hint });
  }
  const mapping = fields.mapping(entry.value, `The target \`${cut(name)}\``);
  if (mapping === undefined) return undefined;
  const isOfStages = ({ key }: Entry) => STAGE_SETTINGS.some((setting) => setting === key.text);
  for (const ofStages of mapping.entries.filter(isOfStages)) refuseStages(fields, ofStages);
  const others = mapping.entries.filter((inside) => !isOfStages(inside));
  const entries: ProjectEntries = fields.known(
    { ...mapping, entries: others },
    TARGET_FIELDS,
    'A target',
  );
  const project = readFields(fields, entries, common);
  if (entries.repository === undefined) {
    const message = `The target \`${cut(name)}\` has no \`repository\`.`;
    fields.error({
      code: 'missing-field',
      at: entry.key,
      message,
      hint: 'Add `repository: account/name`.',
    });
  }
  const { url, repository } = project;
  if (repository === undefined) return undefined;
  const hasOwnServer = entries.url !== undefined && url !== common.url;
  return {
    target: { name, repository, url, hasOwnServer },
    entry,
    entries,
    project,
  };
}

function refuseStages(fields: Fields, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const message = `\`${entry.key.text}\` is not supported in a project file with \`targets\`.`;
  const hint = 'Give the target a project file of its own, and write it there.';
  fields.error({ code: 'bad-option', at: entry.key, message, hint });
}

/** Reports a target that shares its repository, or the variable of its token, with an earlier one. */
function isDuplicate(
  fields: Fields,
  { target, entry }: ListedTarget,
  earlier: readonly ListedTarget[],
): boolean {
  const refuse = (first: ListedTarget, what: string, hint: string) => {
    const message = `The targets \`${first.target.name}\` and \`${target.name}\` ${what}.`;
    fields.error({
      code: 'duplicate-target',
      at: entry.key,
      message,
      hint,
      related: fields.place(first.entry.key),
    });
  };
  const variable = tokenVariable(target.name);
  const sameToken = earlier.find((other) => tokenVariable(other.target.name) === variable);
  if (sameToken)
    refuse(sameToken, `use the same variable for their token, ${variable}`, 'Rename one of them.');
  const samePlace = earlier.find((other) => isSamePlace(other.target, target));
  const what = `are the same repository, ${cut(repositoryText(target.repository))}, on the same server`;
  if (samePlace) refuse(samePlace, what, 'Make them one target, or correct `repository` or `url`.');
  return sameToken !== undefined || samePlace !== undefined;
}
