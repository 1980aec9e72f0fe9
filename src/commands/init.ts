// init: a short project file and a first document, or the sources that a folder already has.
import { openAround } from '../project/git-files.ts';
import type { GitRuntime } from '../runtime.ts';
import { documentMatcher } from '../documents/globs.ts';
import { decodeUtf8, folderOf } from '../documents/project-files.ts';
import { badOption, CommandError } from '../errors.ts';
import { type NewProject, projectText } from '../import/new-project.ts';
import { withLines } from '../import/sites.ts';
import type { FileWrite } from '../model/import-plan.ts';
import { ENV_FILE } from '../model/project.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { type GitRepository, inFolder } from '../record/git-repository.ts';

const FIRST_DOCUMENT = `# Values of keys, for every context or for some of them: docs/format.md of confighub-sync.
keys:
  shop.title: Corner Shop
  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
  db.pool.size: { vdt: Integer, value: 10 }
`;

/**
 * What keeps `.env` out of Git, the project file, and a first document unless there are sources. Throws
 * {@link CommandError} for another folder.
 */
export async function init(
  config: string,
  project: NewProject,
  runtime: GitRuntime,
): Promise<FileWrite[]> {
  if (config.includes('/') || config.includes('\\')) {
    const message = 'init writes only to the working directory.';
    const hint = 'Change to that folder and run init there.';
    throw badOption(message, hint);
  }
  const projectFile = { path: config, after: projectText(project) };
  const files =
    project.sources === undefined
      ? [projectFile, { path: 'config/first.yaml', after: FIRST_DOCUMENT }]
      : [projectFile];
  const isDocument = documentMatcher({ include: [], sources: project.sources ?? [] });
  return isDocument(ENV_FILE) ? files : [...(await ignoringEnv(config, runtime)), ...files];
}

/** Keeps `.env` out of Git: a line in `.gitignore`, unless Git tracks or ignores the file. Outside of Git, too: the folder may become a repository. */
export async function ignoringEnv(config: string, runtime: GitRuntime): Promise<FileWrite[]> {
  // Whoever cannot use the repository learns it from the commands that need it.
  const git = await openAround(config, runtime).catch(ignoreGitError);
  const ignoreFile = folderOf(GIT_IGNORE, runtime.cwd).files.read(GIT_IGNORE);
  const bytes = 'bytes' in ignoreFile ? ignoreFile.bytes : undefined;
  const needsNoLine =
    git === undefined
      ? /^\/?\.env\s*$/m.test(Buffer.from(bytes ?? []).toString())
      : await isTrackedOrIgnored(git);
  if (needsNoLine) return [];
  const line = `/${ENV_FILE}`;
  const before = bytes && textToExtend(GIT_IGNORE, bytes, `add the line \`${line}\` yourself`);
  return [{ path: GIT_IGNORE, before, after: withLines(before ?? '', [line]) }];
}

/**
 * The text of a file that gets more lines. Throws {@link CommandError} if it is not UTF-8: the rest would be damaged.
 * @param otherwise what else a person can do
 */
export function textToExtend(path: string, bytes: Uint8Array, otherwise: string): string {
  const decoded = decodeUtf8(bytes);
  if ('text' in decoded) return decoded.text;
  throw new CommandError({
    code: 'not-utf8',
    message: `Line ${decoded.noText.line} of ${path} is not UTF-8, so no lines can be added; nothing was written.`,
    hint: `Save the file as UTF-8, or ${otherwise}.`,
  });
}

async function isTrackedOrIgnored(git: GitRepository): Promise<boolean> {
  const [indexEntries, ignored] = await Promise.all([
    git.index(),
    git.ignored([ENV_FILE], 'everyone'),
  ]);
  return (
    ignored.has(ENV_FILE) ||
    inFolder(indexEntries, git.folder).some(({ path }) => path === ENV_FILE)
  );
}

export const GIT_IGNORE = '.gitignore';
