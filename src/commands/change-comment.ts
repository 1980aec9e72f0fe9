// The comment that a push carries: the template that was given, filled with what is known here, as the server can store it.
import { currentBranch } from '../baseline/branch.ts';
import type { GitRepository, Head } from '../baseline/work-tree.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Facts, fillTemplate, placeholdersIn } from '../model/comment-template.ts';
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { actorOf } from './actor.ts';
import type { Surroundings } from './project.ts';

const DEFAULT_TEMPLATE = '{message}';
/** A blank comment tells nobody anything. */
const DEFAULT_COMMENT = 'confighub-sync apply';
/** The longest that a real server was seen to store (behaviour.md, section 16). */
const MAX_LENGTH = 100_000;

interface Applied {
  git: GitRepository | undefined;
  /** The commit that is checked out. */
  head: Head | undefined;
  /** Absent where nothing can be approved. */
  plan?: Pick<Plan, 'forced'>;
  surroundings: Pick<Surroundings, 'actor' | 'run' | 'facts'>;
}

/** With what was approved in a line of its own, whatever the template says. */
export async function changeComment(options: Options, applied: Applied): Promise<string> {
  const template = options.changeComment ?? DEFAULT_TEMPLATE;
  const text = fillTemplate(template, await factsOf(applied, new Set(placeholdersIn(template))));
  const comment = storable(withoutForced(storable(text)));
  const { forced } = applied.plan ?? {};
  return forced === undefined ? comment : `${comment}\n\nForced: ${forced}`;
}

const LINE_BREAK = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/;
/** What is not seen, or not told from nothing: it does not make another word. */
const UNSEEN = /[\p{C}\p{Z}\p{M}]/gu;

/** The line that an approval leaves comes from this program alone: whoever writes one like it gets it quoted. */
function withoutForced(text: string): string {
  const isLikeIt = (line: string) =>
    line.normalize('NFKC').replace(UNSEEN, '').toLowerCase().startsWith('forced:');
  return text
    .split(LINE_BREAK)
    .map((line) => (isLikeIt(line) ? `> ${line.trimStart()}` : line))
    .join('');
}

/** Only for what is used is anybody asked. */
async function factsOf({ git, head, surroundings }: Applied, used: Set<string>): Promise<Facts> {
  const { run, facts } = surroundings;
  const message = head?.message.trim();
  const branch = async () => facts?.branch ?? (git && (await currentBranch(git)));
  const number = used.has('pull-request') ? await facts?.pullRequest?.() : undefined;
  return {
    message,
    subject: message?.split(/\r?\n/, 1)[0],
    sha: head?.commit,
    'short-sha': head && shortCommit(head.commit),
    branch: used.has('branch') ? await branch() : undefined,
    repository: facts?.repository,
    'pull-request': number?.toString(),
    actor: used.has('actor') ? await actorOf(surroundings, git) : undefined,
    workflow: oneLine(facts?.workflow),
    run,
  };
}

/** The name of a workflow is whatever its author wrote. */
function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ').trim();
}

/** Without NUL, which makes the server refuse the push; without half characters, which no request can carry. */
export function storable(text: string): string {
  const clean = text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  if (clean === '') return DEFAULT_COMMENT;
  if (clean.length <= MAX_LENGTH) return clean;
  const cut = clean.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}
