// Tells an outage of origin, which ends by itself, from a problem that somebody must fix, by the messages of Git, curl and ssh.
import { isWorkflow } from '../lib/workflow.ts';

/** Whatever else Git says, trying again does not help. */
const LASTING =
  /(?:returned error:|HTTP) 4(?!08|29)\d\d|could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|Permission denied|Host key verification failed|certificate|remote error:|not our ref/i;

const PASSING =
  /(?:returned error:|HTTP) (?:5\d\d|408|429)|Internal Server Error|Connection (?:was )?(?:timed out|refused|reset|closed)|Connection to \S+ closed|(?:Operation|Resolving) timed out|timed out after|did not answer within|too slow|(?:Failed|Couldn't|Could not) connect to|Network is unreachable|No route to host|Empty reply from server|(?:Recv|Send) failure|Broken pipe|hung up|unexpected disconnect|early EOF|unexpected eof|transfer closed|curl (?:18|28|52|55|56|92) |not closed cleanly|non-properly terminated|SSL_ERROR_SYSCALL|Temporary failure in name resolution/i;

/** Passing on a runner, whose names are right and whose name server may be out; a name that a person typed may be wrong. */
const NO_HOST = /Could not resolve|Name or service not known|nodename nor servname/i;

/** What a hook of origin says may be anything. */
const OF_HOOKS = /^remote: (?!Internal Server Error)/;

/** The first of these lines that tells of an outage. */
export function outageLine(lines: readonly string[]): string | undefined {
  const ofGit = lines.filter((line) => !OF_HOOKS.test(line));
  if (lastingLine(ofGit) !== undefined) return undefined;
  return ofGit.find((line) => PASSING.test(line) || NO_HOST.test(line));
}

/** The first of these lines that tells of something else. */
export function lastingLine(lines: readonly string[]): string | undefined {
  return lines.find((line) => LASTING.test(line));
}

/** @param reason why origin did not answer, as `reasonOf` gives it */
export function isOutage(
  reason: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const isUnknownHost = NO_HOST.test(reason) && !PASSING.test(reason);
  return outageLine([reason]) !== undefined && (!isUnknownHost || isWorkflow(env));
}
