// [edge] Looks for the project file in the working directory and, within a Git work tree, in the folders above it.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError } from '../../errors.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { printable } from '../../render/printable.ts';
import type { Host } from '../host.ts';
import type { Terminal } from './terminal.ts';

/** Not `serve`, whose `--config` is another file; `init` writes to the working directory. */
const WITHOUT_PROJECT: readonly string[] = ['init', 'serve', 'completion'];

/** The flags with the project file that was found in a folder above. It is named, because the user may not expect it. */
export function withProjectFile<Flags extends { config?: string | undefined; forget?: boolean }>(
  terminal: Terminal,
  name: string,
  flags: Flags,
): Flags {
  const given = givenConfig(flags.config, terminal.host);
  if (given !== undefined) {
    if (WITHOUT_PROJECT.includes(name)) return flags;
    return { ...flags, config: spelledAs(given, namesBeside(resolve(terminal.host.cwd(), given))) };
  }
  const found = projectAbove(terminal.host.cwd());
  if (found === undefined) return flags;
  if (name === 'init') throw inProject(found);
  // The project whose record is to be removed no longer exists.
  if (WITHOUT_PROJECT.includes(name) || flags.forget) return flags;
  if (!terminal.isQuiet) terminal.error(`Using the project file ${printable(found)}.\n`);
  return { ...flags, config: found };
}

/** The project file that a flag or the environment names. */
export function givenConfig(flag: string | undefined, { env }: Pick<Host, 'env'>): string | undefined {
  return [flag, env.CONFIGHUB_CONFIG].find((path = '') => path.trim() !== '');
}

/**
 * The path with the name as it is in its folder. Windows and macOS find a file in any case, but the record of applies
 * belongs to the name that Git has.
 * @param names those in the folder of the file
 */
export function spelledAs(path: string, names: readonly string[]): string {
  const name = basename(path);
  if (names.includes(name) || !path.endsWith(name)) return path;
  const spelled = names.find((one) => one.toLowerCase() === name.toLowerCase());
  return spelled === undefined ? path : `${path.slice(0, -name.length)}${spelled}`;
}

/** The names in the folder of a file that exists. */
function namesBeside(path: string): string[] {
  try {
    return existsSync(path) ? readdirSync(dirname(path)) : [];
  } catch {
    return [];
  }
}

/** The nearest project file in a folder above, relative to this folder; `undefined` if this folder has one itself. */
export function projectAbove(folder: string): string | undefined {
  const found = searchedFrom(folder).find((one) => existsSync(join(one, PROJECT_FILE)));
  if (found === undefined || found === folder) return undefined;
  return relative(folder, join(found, PROJECT_FILE)).split(sep).join('/');
}

/** The folder and those above it, up to the top of the work tree. Outside Git, those above may belong to other people. */
function searchedFrom(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [folder];
    folders.push(dirname(at));
  }
  return folders;
}

function inProject(file: string): CommandError {
  return new CommandError({
    code: 'in-project',
    message: `This folder is in the project ${file}; nothing was written.`,
    hint: 'Add documents to that project. To start another project here, pass `--config confighub.yaml`.',
  });
}
