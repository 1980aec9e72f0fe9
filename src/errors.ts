// Errors shown to users: what is wrong, what to do, and the exit code.
import type { Diagnostic, Place } from './model/diagnostic.ts';
import type { Plan } from './model/plan.ts';

/** 0 done; 1 error, nothing sent; 2 changes (`--detailed-exitcode`); 3 refused, nothing sent; 4 sent, but partial, unverified or unknown. */
export const EXIT = { done: 0, error: 1, changes: 2, refused: 3, unknown: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Thrown for everything that stops a command and is not a bug. Never contains a secret. */
export class CommandError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;
  /** All errors in the files, if these are the problem. */
  readonly diagnostics: readonly Diagnostic[] | undefined;
  /** Where the items are declared that the server rejected. */
  readonly places: readonly Place[];
  /** Changes that are still missing after a push. Not masked yet. */
  readonly differs: Plan | undefined;

  constructor(options: {
    code: string;
    message: string;
    hint?: string | undefined;
    exitCode?: ExitCode;
    places?: readonly Place[];
    diagnostics?: readonly Diagnostic[] | undefined;
    differs?: Plan | undefined;
    cause?: unknown;
  }) {
    super(bounded(options.message), options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CommandError';
    this.code = options.code;
    this.hint = options.hint === undefined ? undefined : bounded(options.hint);
    this.exitCode = options.exitCode ?? EXIT.error;
    this.places = options.places ?? [];
    this.diagnostics = options.diagnostics;
    this.differs = options.differs;
  }

  reworded({
    message = this.message,
    hint = this.hint,
  }: Partial<Pick<CommandError, 'message' | 'hint'>>): CommandError {
    const { code, exitCode, places } = this;
    return new CommandError({ code, message, hint, exitCode, places, cause: this });
  }
}

/** The error for an option, input or flag that cannot be used at all, or not with this value. */
export function badOption(message: string, hint?: string): CommandError {
  return new CommandError({ code: 'bad-option', message, hint });
}

/** Characters. Only names from a malicious server are longer. */
const MAX_TEXT = 4000;

function bounded(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

const DISK_FULL = 'Free space on the disk, then run the command again.';
const PERMISSIONS = 'Check the owner and the permissions of the file and its folder.';
/** Errors of the operating system that no code of ours causes: what is wrong, and what to do. */
const SYSTEM_ERRORS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ['the disk is full', DISK_FULL],
  EDQUOT: ['the disk quota is used up', DISK_FULL],
  EFBIG: ['the file is too large for the file system', DISK_FULL],
  EACCES: ['permission denied', PERMISSIONS],
  EPERM: ['the operation is not permitted', PERMISSIONS],
  EROFS: ['the file system is read-only', 'Run the command in a folder that you can write to.'],
  EIO: ['the disk reported an error', 'Check the disk.'],
  EBUSY: ['another program uses it', 'Close that program, then run the command again.'],
  EISDIR: ['there is a folder with that name', 'Move the folder away.'],
  ENOTDIR: ['part of the path is a file, not a folder', 'Move that file away.'],
  EEXIST: ['it already exists', 'Move it away.'],
  ENOENT: ['it does not exist', 'Check the path.'],
  ENAMETOOLONG: ['the name is too long', 'Use a shorter path.'],
  EMFILE: ['too many files are open', 'Raise the limit of open files (`ulimit -n`).'],
  ENFILE: ['too many files are open', 'Close other programs.'],
};
/** System calls that read. */
const READS = ['read', 'scandir', 'stat', 'lstat'];

/** An error that is explained to users: one of ours, or of the file system. Everything else is a bug. */
export function knownError(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error;
  const problem = systemProblem(error);
  if (problem === undefined) return undefined;
  const { what, hint, syscall, path = 'a file' } = problem;
  const verb = syscall === 'open' ? 'open' : READS.includes(syscall) ? 'read' : 'write';
  return new CommandError({
    code: 'file-system',
    message: `Cannot ${verb} ${path}: ${what}.`,
    hint,
    cause: error,
  });
}

/** What an error of the file system means: `permission denied (EACCES)`; `undefined` for any other error. */
export function systemProblem(
  error: unknown,
): { what: string; hint: string; syscall: string; path: string | undefined } | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const [what, hint] = SYSTEM_ERRORS[String(error.code)] ?? [];
  if (what === undefined || hint === undefined) return undefined;
  return {
    what: `${what} (${error.code})`,
    hint,
    syscall: String(error.syscall),
    path: 'path' in error ? String(error.path) : undefined,
  };
}
