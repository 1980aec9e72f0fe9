// Passwords of security groups in the project file: which are named there, and those that an import adds.
import { isAlias, isMap, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { loadProject } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import { contextIn } from '../model/context.ts';
import { compareText } from '../model/diagnostic.ts';
import type { Passwords } from '../model/passwords.ts';
import type { Change } from '../model/plan.ts';
import { fileId, keyId, type State } from '../model/state.ts';
import { fieldOf } from './sites.ts';
import { Splices } from './splices.ts';
import type { Variables } from './variables.ts';
import { type Entry, mapping, text } from './written.ts';
import { blockEntries } from './yaml.ts';

interface ProjectFileInput {
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** What the project file says of them, with those that are set here. */
export function passwordsIn({ files, projectFile, env }: ProjectFileInput): Passwords {
  const own = [...files].filter(([path]) => path === projectFile);
  return loadProject(filesInMemory(new Map(own)), { env, missingEnv: 'warning', projectFile }).passwords;
}

/** The groups of everything in a state, by name. */
export function groupsIn({ keys, files }: State): string[] {
  return distinct([...keys.values(), ...files.values()]);
}

/** The groups of what changes name. */
export function groupsOf(changes: readonly Change[], { keys, files }: State): string[] {
  const named = changes.flatMap((change) => {
    if (change.kind !== 'file') return keys.get(keyId(change.key)) ?? [];
    return files.get(fileId(change.path, contextIn(change.context))) ?? [];
  });
  return distinct(named);
}

function distinct(items: readonly { securityGroup?: string }[]): string[] {
  return [...new Set(items.flatMap(({ securityGroup }) => securityGroup ?? []))].sort(compareText);
}

/** The project file with a variable for each group that has none; `undefined` where nothing is to be added. */
export function withPasswords(
  document: { path: string; text: string },
  { groups, passwords, variables }: { groups: readonly string[]; passwords: Passwords; variables: Variables },
): string | undefined {
  const missing = groups.filter((group) => !passwords.variables.has(group));
  if (missing.length === 0) return undefined;
  const root = parseDocument(document.text, { schema: 'failsafe', logLevel: 'silent' }).contents;
  // An edit would change what else the alias stands for.
  if (isAlias(fieldOf(root, 'passwords')?.value)) return undefined;
  const entries = missing.map((group) => ({
    name: group,
    value: mapping({ env: text(variables.forPassword(group)) }),
  }));
  return isMap(root) ? added(root, { document, entries }) : withLines(document, entries);
}

function added(
  root: YAMLMap,
  { document, entries }: { document: { path: string; text: string }; entries: Entry[] },
): string {
  const splices = new Splices(document);
  const pair = fieldOf(root, 'passwords');
  const all = { kind: 'mapping', entries, block: true } as const;
  if (pair === undefined)
    splices.add(root, { entry: { name: 'passwords', value: all }, after: root.items.at(-1) as Pair });
  else if (isMap(pair.value) && pair.value.items.length > 0)
    for (const entry of entries) splices.add(pair.value, { entry, after: pair.value.items.at(-1) as Pair });
  else splices.setValue(pair, all);
  return splices.apply();
}

/** Nothing is in the file yet but comments. */
function withLines({ text: old }: { text: string }, entries: Entry[]): string {
  const end = old === '' || old.endsWith('\n') ? '' : '\n';
  return `${old}${end}${blockEntries([{ name: 'passwords', value: { kind: 'mapping', entries, block: true } }], 0)}`;
}
