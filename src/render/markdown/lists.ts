// Lists of a comment: what makes a line when there is room for it, and what is said of the lines left out.
import { withCommas } from '../../lib/text.ts';
import type { Entry } from '../describe.ts';
import type { Block, List } from './budget.ts';
import { itemLine, type LinkOf, positionOf } from './items.ts';

/** Which lists get their lines first. */
const RANKS = [
  'safety',
  'refusals',
  'restored',
  'deletions',
  'more deletions',
  'notes',
  'warnings',
  'changes',
  'pending',
  'drift',
] as const;
export type Rank = (typeof RANKS)[number];

/** What all lists of one comment share. */
export interface Frame {
  linkOf: LinkOf;
  /** Where the rest is, in Markdown. */
  pointer: string;
  /** Lines that are shown of a diff. */
  diffLines: number;
}

export function itemList(entries: readonly Entry[], { frame, rank }: { frame: Frame; rank: Rank }): List {
  return {
    count: entries.length,
    rank: RANKS.indexOf(rank),
    more: (left) => more({ left, noun: 'change', pointer: frame.pointer }),
    line: (index) => {
      const entry = entries[index];
      if (entry === undefined) return { text: '' };
      const { linkOf, diffLines } = frame;
      return itemLine(entry, {
        position: positionOf(entries, index),
        linkOf,
        diffLines,
      });
    },
  };
}

export interface LineListOptions {
  frame: Frame;
  rank: Rank;
  /** What a line is, in the singular. */
  noun: string;
  /** Before each line: `> ` in a quotation. */
  prefix?: string;
}

export function lineList(lines: readonly (() => string)[], options: LineListOptions): List {
  const { frame, rank, noun, prefix = '' } = options;
  return {
    count: lines.length,
    rank: RANKS.indexOf(rank),
    more: (left) => `${prefix}${more({ left, noun, pointer: frame.pointer }).replace('\n', `\n${prefix}`)}`,
    line: (index) => ({ text: `${prefix}${lines[index]?.() ?? ''}` }),
  };
}

function more({ left, noun, pointer }: { left: number; noun: string; pointer: string }): string {
  return `\n… and ${withCommas(left)} more ${noun}${left === 1 ? '' : 's'}: see ${pointer}.\n`;
}

/** A list under a heading; nothing where the list is empty. */
export function open(title: string, list: List): Block[] {
  return list.count === 0 ? [] : [`#### ${title}\n\n`, list, '\n'];
}

/** A list that a click unfolds. The title is the product's own text: it stands in HTML. */
export function folded(title: string, list: List): Block[] {
  if (list.count === 0) return [];
  return [`<details><summary>${title}</summary>\n\n`, list, '\n</details>\n\n'];
}

/** A list in one of GitHub's coloured boxes, which other forges show as a quotation. */
export function alert(title: string, { kind, list }: { kind: 'WARNING' | 'CAUTION'; list: List }): Block[] {
  return list.count === 0 ? [] : [`> [!${kind}]\n> **${title}**\n>\n`, list, '\n'];
}
