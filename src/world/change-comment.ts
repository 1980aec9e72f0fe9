// The comment and the application name of a push, as the server can store them.
import { currentBranch } from '../record/git-history.ts';
import type { GitRepository, Head } from '../record/git-repository.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type CommentFacts, fillTemplate, placeholdersIn } from '../model/comment-template.ts';
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import type { Runtime } from '../runtime.ts';

/** Characters. The longest comment that a real server was seen to store (behaviour.md, section 16). */
const MAX_COMMENT_LENGTH = 100_000;

interface AppliedPlan {
  git: GitRepository | undefined;
  head: Head | undefined;
  /** Absent if nothing can be approved. */
  plan?: Pick<Plan, 'approved' | 'approvedBy'> | undefined;
  runtime: Pick<Runtime, 'actor' | 'run' | 'facts'>;
}

/** The filled template; what was approved is added as a line of its own. */
export async function changeComment(options: Options, applied: AppliedPlan): Promise<string> {
  const template = options.changeComment ?? '{message}';
  const text = fillTemplate(
    template,
    await placeholderFacts(applied, new Set(placeholdersIn(template))),
  );
  const comment = storable(withoutApproved(storable(text)));
  const { approved, approvedBy } = applied.plan ?? {};
  if (approved === undefined) return comment;
  const by = approvedBy?.join(', ') ?? actorOf(applied.runtime, applied.git);
  return `${comment}\n\nApproved: ${approved}${by === undefined ? '' : ` (by ${by})`}`;
}

const LINE_BREAK = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/;
/** Invisible characters, which could disguise a word. */
const UNSEEN = /[\p{C}\p{Z}\p{M}]/gu;

/** Only this program writes the line of an approval: a similar line in the template or commit message is quoted. */
function withoutApproved(text: string): string {
  const isSimilar = (line: string) =>
    /^(?:approved|forced):/.test(line.normalize('NFKC').replace(UNSEEN, '').toLowerCase());
  return text
    .split(LINE_BREAK)
    .map((line) => (isSimilar(line) ? `> ${line.trimStart()}` : line))
    .join('');
}

/** Git and the Git host are asked only for facts that the template uses. */
async function placeholderFacts(
  { git, head, runtime }: AppliedPlan,
  used: Set<string>,
): Promise<CommentFacts> {
  const { run, facts } = runtime;
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
    actor: used.has('actor') ? actorOf(runtime, git) : undefined,
    workflow: facts?.workflow?.replace(/\s+/g, ' ').trim(),
    run,
  };
}

/** Without NUL, which the server rejects, and without lone surrogates, which no request can carry. */
function storable(text: string): string {
  const clean = text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  if (clean === '') return 'confighub-sync apply';
  if (clean.length <= MAX_COMMENT_LENGTH) return clean;
  const cut = clean.slice(0, MAX_COMMENT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}

/** Who applies: as the entry knows, else the user configured in Git. */
export function actorOf(
  { actor }: Pick<Runtime, 'actor'>,
  git: GitRepository | undefined,
): string | undefined {
  if (actor?.trim()) return actor.trim();
  return git?.settings.findLast(({ key }) => key === 'user.name')?.value.trim() || undefined;
}

const MAX_NAME_LENGTH = 255;

/**
 * The server reads headers as Latin-1 and rejects a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Control characters and repeated spaces become one space, characters beyond ASCII `?`.
 */
export function applicationName(text = ''): string {
  const name = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trimEnd();
  return name || 'confighub-sync';
}
