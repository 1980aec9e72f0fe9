// Text → trees. js-yaml reports events with offsets; the tree is built from them, sharing what aliases name.
import { type Event, parseEvents, YAMLException } from 'js-yaml';
import type { Report } from '../model/diagnostic.ts';
import { Place, type Source } from '../model/place.ts';
import { Composer, type Expansion } from './compose.ts';
import { contextHint } from './hints.ts';
import type { Node } from './tree.ts';
import { MAX_DEPTH } from './yaml-mistakes.ts';

/**
 * The documents of a text, those that hold nothing left out. JSON is read by the same rules.
 * A text that is no YAML is reported once, where reading stopped, and gives no documents.
 *
 * @param expansion of the documents that were read before, and are kept beside these
 */
export function parseTrees(source: Source, report: Report, expansion: Expansion = { nodes: 0 }): Node[] {
  let events: Event[];
  try {
    events = parseEvents(source.text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    reportSyntax(source, error, report);
    return [];
  }
  return new Composer(source, { report, expansion }).compose(events);
}

function reportSyntax(source: Source, error: YAMLException, report: Report): void {
  const offset = Math.min(error.mark?.position ?? 0, source.text.length);
  const hint = syntaxHint(error.reason, lineAround(source.text, offset));
  report({
    severity: 'error',
    code: 'yaml-syntax',
    // What follows may be a piece of the text, and that a password.
    message: `This is not valid YAML: ${error.reason.split(/:(?!')|"/, 1)[0]?.trim()}.`,
    place: new Place(source, offset),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** How much of a line the hint is worth on either side: the search in it is quadratic. */
const NEAR = 100;

function lineAround(text: string, offset: number): string {
  const before =
    text
      .slice(Math.max(0, offset - NEAR), offset)
      .split('\n')
      .at(-1) ?? '';
  return before + (text.slice(offset, offset + NEAR).split('\n', 1)[0] ?? '');
}

function syntaxHint(reason: string, line: string): string | undefined {
  if (/\btab/.test(reason) || /^ *\t/.test(line))
    return 'Indent with blanks: YAML does not allow tabs there.';
  if (/flow/.test(reason) && /[*\w./-]\{/.test(line))
    return 'Between [ and ], a text that holds { or a comma needs quotes.';
  const alias = /(?:^|[\s{[,])(\*[^\s,\]}]*;[^\s,\]}:]*|\*(?=:))/.exec(line)?.[1];
  return alias === undefined ? undefined : contextHint(alias);
}
