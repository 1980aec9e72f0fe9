// Errors that reach a person: one sentence of what is wrong, one of what to do, and the exit status.
import type { Diagnostic, Place } from './model/diagnostic.ts';
import type { Plan } from './model/plan.ts';

/** 0 done; 1 error, nothing was sent; 2 changes (`--detailed-exitcode`); 3 refused, nothing was sent; 4 sent, and partial, unverified or unknown. */
export const EXIT = { done: 0, error: 1, changes: 2, refused: 3, unknown: 4 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** Thrown for everything that stops a command and is no bug. Never holds a secret. */
export class CommandError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitStatus: ExitStatus;
  /** Every mistake, where the project's files are what is wrong. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The lines that declared what the server refused. */
  readonly places: readonly Place[];
  /** What is still missing after a push, to be masked by whoever shows it. */
  readonly differs?: Plan;

  constructor(options: {
    code: string;
    message: string;
    hint?: string | undefined;
    exitStatus?: ExitStatus;
    places?: readonly Place[];
    cause?: unknown;
  }) {
    super(bounded(options.message), options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CommandError';
    this.code = options.code;
    this.hint = options.hint === undefined ? undefined : bounded(options.hint);
    this.exitStatus = options.exitStatus ?? EXIT.error;
    this.places = options.places ?? [];
  }
}

/** More than any sentence here needs: only names that a server makes up are longer. */
const MAX_TEXT = 4000;

function bounded(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
