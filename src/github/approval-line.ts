// The line in a review that approves a refused plan, as a reader of the review sees it: not quoted, and not in code.
import { APPROVAL_COMMAND, type Force, parseForce } from '../model/force.ts';

/** All approvals in a text, in order. Where Markdown is in doubt, a line does not count. */
export function approvalsIn(body: string): Force[] {
  const lines = body.split(/\r\n|\r|\n/);
  const found: Force[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const opened: string | undefined = fence;
    fence = fenceAfter(line, opened);
    if (opened !== undefined || fence !== undefined) continue;
    // Markup may hide what follows, in a comment for example.
    if (/<[a-z/!?]/i.test(line)) break;
    const force = readLine(line);
    if (force !== undefined && isPlain(lines, index)) found.push(force);
  }
  return found;
}

/** Exactly as the comment on the plan shows it; only blanks may follow. */
function readLine(line: string): Force | undefined {
  if (!line.startsWith(`${APPROVAL_COMMAND} `)) return undefined;
  const text = line.slice(APPROVAL_COMMAND.length + 1).trimEnd();
  const force = /^\S+(?: \S+)*$/.test(text) ? parseForce(text) : undefined;
  return force !== undefined && text.startsWith(force.digest) ? force : undefined;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The characters that close the code block after this line; `undefined`: it is not in one. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
  if (open !== undefined) {
    const closes = marks.startsWith(open) && rest.trim() === '';
    return closes ? undefined : open;
  }
  return marks === '' || (marks.startsWith('`') && rest.includes('`')) ? undefined : marks;
}

/** Whether its paragraph neither continues a quotation nor may hide it: in code, a formula, an image, or a link. */
function isPlain(lines: readonly string[], index: number): boolean {
  const before = paragraphPart(lines.slice(0, index).reverse());
  const after = paragraphPart(lines.slice(index + 1));
  const isQuoted = before.some((line) => /^[\s\d.)*+-]*>/.test(line));
  const mayHide = HIDING.some(
    (mark) => before.some((line) => mark.opens.test(line)) && after.some((line) => mark.ends.test(line)),
  );
  return !isQuoted && !mayHide;
}

/** Marks in the lines before and behind that can have the line between them. */
const HIDING: readonly { opens: RegExp; ends: RegExp }[] = [
  { opens: /`/, ends: /`/ },
  { opens: /\$\$/, ends: /\$\$/ },
  { opens: /\[[^\]]*$|!\[/, ends: /\]/ },
  // The title of `[name]: address "title"`.
  { opens: /\]:|^\s*["'(]/, ends: /["')]\s*$/ },
];

function paragraphPart(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.trim() === '');
  return end < 0 ? lines : lines.slice(0, end);
}
