// Errors shown to users: what is wrong, what to do, and the exit status.
import type { Diagnostic, Place } from './model/diagnostic.ts';
import type { Plan } from './model/plan.ts';

/** 0 done; 1 error, nothing sent; 2 changes (`--detailed-exitcode`); 3 refused, nothing sent; 4 sent, but partial, unverified or unknown. */
export const EXIT = { done: 0, error: 1, changes: 2, refused: 3, unknown: 4 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** Thrown for everything that stops a command and is not a bug. Never contains a secret. */
export class CommandError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitStatus: ExitStatus;
  /** All errors in the files, if these are the problem. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Where the items are declared that the server refused. */
  readonly places: readonly Place[];
  /** Changes that are still missing after a push. Not masked yet. */
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

/** Characters. Only names from a malicious server are longer. */
const MAX_TEXT = 4000;

function bounded(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
