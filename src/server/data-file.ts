// [edge] The data file: the state of a server while it is not running, used by one process at a time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, systemProblem } from '../errors.ts';
import { attempt } from '../lib/attempt.ts';
import { grouped } from '../lib/collections.ts';
import { isPlainObject } from '../lib/json.ts';
import { codeOf, filesOfProcesses, isAlive, replaceFile } from '../lib/system.ts';
import type { Repository } from './state.ts';

const RESTORE =
  'The file was left unchanged. Restore a copy of it, or pass another file with --data.';

/** The file cannot be read or written, or is not a data file; such a file is never overwritten. */
export function dataFileError(
  file: string,
  reason: string,
  { hint = RESTORE, cause }: { hint?: string | undefined; cause?: unknown } = {},
): CommandError {
  return new CommandError({
    code: 'data-file',
    message: `Cannot use the data file ${file}: ${reason}.`,
    hint,
    cause,
  });
}

/** Empty without a file. With the right checksum a server of this version wrote it, so nothing in it needs a check. */
export function loadState(file: string): Repository[] {
  const text = existsSync(file) ? attemptOn(file, () => readFileSync(file, 'utf8')) : undefined;
  if (text === undefined) return [];
  const value = attempt((): unknown => JSON.parse(text));
  if (value === undefined) throw dataFileError(file, 'it is damaged: it is not valid JSON');
  if (
    !isPlainObject(value) ||
    typeof value.version !== 'number' ||
    !Array.isArray(value.repositories)
  )
    throw dataFileError(file, 'it is not a data file of this server');
  if (value.version !== STORED_VERSION)
    throw dataFileError(
      file,
      `its version is ${value.version}, but this server supports version ${STORED_VERSION}`,
    );
  if (value.sha256 !== checksum(value.repositories))
    throw dataFileError(file, 'it is damaged: its content does not match its checksum');
  return value.repositories.map(restored);
}

export function saveState(file: string, repositories: readonly Repository[]): void {
  attemptOn(file, () => replaceFile(file, toStored(repositories)));
}

/**
 * Locks a data file for one process, because each process writes all of it. Each creates its own lock file before it
 * looks for others, so of two that start together at most one continues. Removes the lock files of processes that have ended.
 * @returns releases the lock
 */
export function lockDataFile(file: string): () => void {
  refuseOtherKinds(file);
  const lockFile = `${file}.${process.pid}.lock`;
  attemptOn(file, () => {
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    writeFileSync(lockFile, '');
  });
  for (const { pid, path } of filesOfProcesses(file, 'lock')) {
    if (pid === process.pid) continue;
    if (!isAlive(pid)) rmSync(path, { force: true });
    else {
      rmSync(lockFile, { force: true });
      throw dataFileError(file, `it is in use by process ${pid}`, {
        hint: `Stop that process, or remove ${path} if it is not a server.`,
      });
    }
  }
  // Its folder may be gone.
  return () => {
    if (existsSync(lockFile)) rmSync(lockFile);
  };
}

/** Reading a pipe could block forever. */
function refuseOtherKinds(file: string): void {
  const status = attemptOn(file, () => statSync(file, { throwIfNoEntry: false }));
  if (status === undefined || status.isFile()) return;
  const reason = status.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  throw dataFileError(file, reason, { hint: 'Pass the path of a file.' });
}

function attemptOn<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const { what, hint } = codeOf(cause) === 'ENOENT' ? NO_FOLDER : (systemProblem(cause) ?? {});
    const reason = what ?? (cause instanceof Error ? cause.message : String(cause));
    throw dataFileError(file, reason, { hint, cause });
  }
}

const NO_FOLDER = {
  what: 'its folder does not exist',
  hint: 'Create the folder, or use another path.',
};

// The state as versioned JSON, and back.

const STORED_VERSION = 1;

export function toStored(repositories: readonly Repository[]): string {
  const data = repositories.map(stored);
  return `${JSON.stringify({ version: STORED_VERSION, sha256: checksum(data), repositories: data })}\n`;
}

/** Of the content, not of the bytes: the file may be formatted. */
function checksum(repositories: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(repositories)).digest('hex');
}

function stored(repository: Repository) {
  return {
    ...repository,
    elements: repository.elements.map((names) => [...names.values()]),
    keys: Array.from(repository.keys.values(), ({ flagged: _, ...key }) => {
      return { ...key, rows: [...key.rows.values()].flat() };
    }),
    files: [...repository.files.values()].flat(),
    formerPaths: [...repository.formerPaths],
    history: repository.history.map(({ replaced: _, ...revision }) => revision),
  };
}

function restored(repository: ReturnType<typeof stored>): Repository {
  return {
    ...repository,
    elements: repository.elements.map(
      (names) => new Map(names.map((name) => [name.toLowerCase(), name])),
    ),
    keys: new Map(
      repository.keys.map((key) => {
        const rows = grouped(key.rows, (row) => row.context.toLowerCase());
        return [key.name.toLowerCase(), { ...key, rows }];
      }),
    ),
    files: grouped(repository.files, (row) => row.path),
    formerPaths: new Set(repository.formerPaths),
  };
}
