// [edge] Runs one command of the CLI: reads `--env-file`, finds the project file, and turns errors into text or JSON.
import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { oneTarget } from '../../project/chosen-targets.ts';
import { isTracked } from '../../project/git-files.ts';
import type { TargetOptions } from '../../project/open-project.ts';
import { settled } from '../../world/settled.ts';
import { readFormat } from '../../documents/source-formats.ts';
import { type Diagnostic, Place, Source } from '../../model/diagnostic.ts';
import { RESERVED_PREFIXES } from '../../model/document-fields.ts';
import { badOption, CommandError, EXIT, type ExitCode, knownError } from '../../errors.ts';
import { attempt } from '../../lib/attempt.ts';
import { shellQuoted, someOf } from '../../lib/text.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { type GivenOptions, resolveOptions } from '../../options.ts';
import { textDiagnostics, textError } from '../../render/problems.ts';
import { jsonError } from '../../render/json.ts';
import { printable } from '../../render/printable.ts';
import { textDiffers } from '../../render/text.ts';
import type { Host } from '../host.ts';
import { type CommonFlags, type Flags, printWarnings, Terminal } from './terminal.ts';

type AnyFlags = CommonFlags & {
  json?: boolean;
  envFile?: string;
  config?: string | undefined;
  forget?: boolean;
  move?: string;
};

/** Runs one of these commands: sets the exit code, prints every error, and never throws. */
export function runnerOf<Commands extends { [Name in keyof Commands]: AnyFlags }>(
  handlers: {
    [Name in keyof Commands]: (terminal: Terminal, flags: Commands[Name]) => Promise<ExitCode>;
  },
) {
  return async <Name extends keyof Commands & string>(
    host: Host,
    name: Name,
    flags: Commands[Name],
  ): Promise<void> => {
    const terminal = new Terminal(host, flags);
    const isVerbose =
      flags.verbose || host.env.CONFIGHUB_DEBUG === '1' || host.env.RUNNER_DEBUG === '1';
    const stopDebug = isVerbose ? terminal.debug() : undefined;
    try {
      const work = async () => {
        if (flags.envFile !== undefined) await useEnvFile(terminal, flags.envFile);
        return handlers[name](terminal, withProjectFile(terminal, name, flags));
      };
      terminal.end(await settled(host, work()));
    } catch (error) {
      showError(terminal, flags, error);
      terminal.end(knownError(error)?.exitCode ?? EXIT.error);
    } finally {
      terminal.clearStep();
      stopDebug?.();
    }
  };
}

/** Options of the only target, for a command that takes one. Throws {@link CommandError} if several are chosen. */
export function targetOfFlags(terminal: Terminal, flags: GivenOptions): TargetOptions {
  return oneTarget(resolveOptions(flags, terminal.env), terminal.runtime);
}

function showError(terminal: Terminal, flags: Pick<Flags, 'json'>, error: unknown): void {
  const commandError = knownError(error);
  if (flags.json && commandError) {
    terminal.out(jsonError(commandError));
    return;
  }
  terminal.error(textDiagnostics(commandError?.diagnostics ?? [], terminal));
  if (commandError?.differs) terminal.error(textDiffers(commandError.differs, terminal));
  terminal.error(textError(error, terminal));
}

/** Not `serve`, whose `--config` is another file; `init` writes to the working directory. */
const WITHOUT_PROJECT: readonly string[] = ['init', 'serve', 'completion'];

/** The flags with the project file that was found in a folder above. It is named, because the user may not expect it. */
function withProjectFile<Given extends AnyFlags>(
  terminal: Terminal,
  name: string,
  given: Given,
): Given {
  const cwd = terminal.host.cwd();
  const flags = given.move === undefined ? given : { ...given, move: fromHere(given.move, cwd) };
  const named = givenConfig(flags.config, terminal.host);
  if (named !== undefined) {
    if (WITHOUT_PROJECT.includes(name)) return flags;
    const config = fromHere(named, cwd);
    const path = resolve(cwd, config);
    const names = existsSync(path) ? attempt(() => readdirSync(dirname(path))) : undefined;
    return { ...flags, config: spelledAs(config, names ?? []) };
  }
  const above = projectAbove(cwd);
  if (above === undefined) return flags;
  if (name === 'init')
    throw new CommandError({
      code: 'in-project',
      message: `This folder is in the project ${above}; nothing was written.`,
      hint: 'Add documents to that project. To start another project here, pass `--config confighub.yaml`.',
    });
  if (WITHOUT_PROJECT.includes(name)) return flags;
  // The project whose record is to be removed may have been in this folder.
  if (flags.forget)
    throw badOption(
      `It is not clear which record to remove: there is no project file in this folder, and ${above} is above it.`,
      `Name it: \`--config ${shellQuoted(above)}\`, or \`--config ${PROJECT_FILE}\` if it was in this folder.`,
    );
  if (!terminal.isQuiet) terminal.error(`Using the project file ${printable(above)}.\n`);
  return { ...flags, config: above };
}

/** A path that begins with `:/`, as Git writes it, is one from the top of the working tree. */
function fromHere(path: string, cwd: string): string {
  const top = searchedFrom(cwd).at(-1) ?? cwd;
  return path.startsWith(':/')
    ? relative(cwd, join(top, path.slice(2)))
        .split(sep)
        .join('/')
    : path;
}

/** The project file that a flag or the environment names. */
export function givenConfig(
  flag: string | undefined,
  { env }: Pick<Host, 'env'>,
): string | undefined {
  return [flag, env.CONFIGHUB_CONFIG].find((path = '') => path.trim() !== '');
}

/**
 * The path with the name as it is in its folder. Windows and macOS find a file in any case, but the apply record
 * belongs to the name that Git has.
 * @param names those in the folder of the file
 */
export function spelledAs(path: string, names: readonly string[]): string {
  const name = basename(path);
  if (names.includes(name) || !path.endsWith(name)) return path;
  const spelled = names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return spelled === undefined ? path : `${path.slice(0, -name.length)}${spelled}`;
}

/** The nearest project file in a folder above, relative to this folder; `undefined` if this folder has one itself. */
export function projectAbove(folder: string): string | undefined {
  const top = searchedFrom(folder).find((candidate) => existsSync(join(candidate, PROJECT_FILE)));
  if (top === undefined || top === folder) return undefined;
  return relative(folder, join(top, PROJECT_FILE)).split(sep).join('/');
}

/** The folder and those above it, up to the top of the working tree. Outside Git, those above may belong to other people. */
function searchedFrom(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [folder];
    folders.push(dirname(at));
  }
  return folders;
}

/** For Git, Node.js and CI systems, which a file must not steer. `CONFIGHUB_TOKEN` and its like may be set there. */
const RESERVED = ['GIT', ...RESERVED_PREFIXES.filter((prefix) => prefix !== 'CONFIGHUB')];
const FORBIDDEN = new RegExp(`^(?:CI$|(?:${RESERVED.join('|')})_)`, 'i');

/**
 * Adds the variables of the file to those of the command: one that is set and not empty wins, with a warning if it differs.
 * Throws {@link CommandError} if the file has errors or is tracked by Git, and an error of the file system if it cannot
 * be read.
 */
async function useEnvFile(terminal: Terminal, file: string): Promise<void> {
  const { env, cwd } = { env: terminal.host.env, cwd: terminal.host.cwd() };
  const path = realpathSync(resolve(cwd, file));
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw badOption(`${file} is not valid UTF-8.`, 'Save it as UTF-8.');
  const { variables, warnings } = variablesIn(new Source(file, bytes.toString()));
  if (await isTracked(path, { env, cwd }))
    throw badOption(
      `Git tracks \`${file}\`: everyone with access to this repository can read it once it is pushed.`,
      `Run \`git rm --cached ${file}\`, add it to .gitignore, and change the secrets that were committed.`,
    );
  const set = Object.entries(env).filter(([name, text]) => text !== '' || !variables.has(name));
  const differing = set.filter(
    ([name, text]) => variables.get(name) && variables.get(name) !== text,
  );
  terminal.use(Object.fromEntries([...variables, ...set]));
  if (differing.length > 0)
    warnings.push(ignoredText(file, differing.map(([name]) => name).sort()));
  printWarnings(terminal, warnings);
}

function ignoredText(file: string, names: readonly string[]): string {
  const shown = someOf(names, { most: 10, noun: 'variable' });
  return names.length === 1
    ? `${shown} is set in the environment, and ${file} has a different value. The environment takes precedence. To use the value in ${file}, unset the variable.`
    : `${shown} are set in the environment, and ${file} has different values. The environment takes precedence. To use the values in ${file}, unset the variables.`;
}

/** Read as npm dotenv does. What others read differently is a warning, or an error where text would be lost. */
function variablesIn(source: Source): { variables: Map<string, string>; warnings: string[] } {
  const [problems, warnings]: [string[], string[]] = [[], []];
  const report = ({
    severity,
    place,
    message,
  }: Pick<Diagnostic, 'severity' | 'place' | 'message'>) => {
    (severity === 'error' ? problems : warnings).push(`${place ?? source.file}: ${message}`);
  };
  const entries = readFormat(source, { format: 'dotenv' }, report);
  for (const { key } of entries) {
    if (FORBIDDEN.test(key.text)) {
      const message = `\`${key.text}\` cannot be set here: it belongs to Git, Node.js or a CI system. Remove the line.`;
      report({ severity: 'error', place: new Place(source, key.offset), message });
    }
  }
  if (problems.length > 0) {
    const hint =
      'Write `NAME=value` for each variable. Quote values that span several lines or contain `#`.';
    throw badOption(problems.join('\n'), hint);
  }
  const variables = new Map(
    entries.map(({ key, value }) => [key.text, value.kind === 'scalar' ? value.text : '']),
  );
  return { variables, warnings };
}
