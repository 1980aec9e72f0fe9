// The comment that a push carries: the template that was given, filled with what is known here, as the server can store it.
import { currentBranch } from '../baseline/git-history.ts';
import type { GitRepository, Head } from '../baseline/git-repository.ts';
import { committerOf } from '../baseline/git-snapshot.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Facts, fillTemplate, placeholdersIn } from '../model/comment-template.ts';
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import type { Runtime } from './runtime.ts';

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
  runtime: Pick<Runtime, 'actor' | 'run' | 'facts'>;
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
async function factsOf({ git, head, runtime }: Applied, used: Set<string>): Promise<Facts> {
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
    actor: used.has('actor') ? await actorOf(runtime, git) : undefined,
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

// `Application-Name` as the server can store it: never blank, printable ASCII, at most 255 characters.

const DEFAULT_NAME = 'confighub-sync';
const MAX_NAME_LENGTH = 255;

/**
 * The server reads headers as Latin-1 and refuses a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Every script is written in Latin letters, as far as the library knows it; what it does not know is left out, emoji
 * among it. Line breaks, other control characters and several blanks become one blank.
 */
export async function applicationName(text: string | undefined): Promise<string> {
  const plain = await inAscii((text ?? '').replace(/[\s\p{Cc}]+/gu, ' '));
  // The library leaves nothing beyond ASCII today; a header with such a character could not be sent at all.
  const name = plain
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trimEnd();
  return name === '' ? DEFAULT_NAME : name;
}

/**
 * `transliteration` has no dependencies, and a table of 190 KB for every script. Of those like it, one needs 550 KB and
 * leaves no blanks between Chinese words, one knows no Chinese. It is loaded only where a name needs it.
 */
async function inAscii(text: string): Promise<string> {
  if (!/[^\x20-\x7e]/.test(text)) return text;
  const { transliterate } = await import(/* webpackMode: "eager" */ 'transliteration');
  // Wide letters, ligatures and circled digits are letters and digits; accents are part of theirs.
  return transliterate(text.normalize('NFKC'));
}

// Who applies: whom the entry knows, else whom Git is configured for.

/** `undefined`: nobody is named anywhere. */
export async function actorOf(
  { actor }: Pick<Runtime, 'actor'>,
  git: GitRepository | undefined,
): Promise<string | undefined> {
  return actor?.trim() || (git && (await committerOf(git)).get('user.name')) || undefined;
}
