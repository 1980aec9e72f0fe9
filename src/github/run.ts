// What the commands of one step share, for one target and for several.
import type { Runtime } from '../commands/runtime.ts';
import type { Options } from '../options.ts';
import type { Proposal } from './event.ts';
import type { EventContext } from './event-context.ts';
import type { Inputs } from './inputs.ts';
import type { Publisher } from './publish.ts';
import type { Reporter } from './reporter.ts';

export interface Run {
  inputs: Inputs;
  context: EventContext;
  /** The working directory relative to the workspace. */
  folder: string;
  options: Options;
  runtime: Runtime;
  publisher: Publisher;
  reporter: Reporter;
  /** The pull request whose files are checked out. */
  proposal: Proposal | undefined;
  /** The branch whose pushes are applied, if the pull request goes there. */
  mergeInto: string | undefined;
}
