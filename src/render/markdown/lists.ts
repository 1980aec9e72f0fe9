// Lists of a comment, and the sentence that replaces lines left out.
import { withCommas } from '../../lib/text.ts';
import type { Entry } from '../describe.ts';
import type { Block, List } from './budget.ts';
import { type ItemFrame, itemLine, positionOf } from './items.ts';

/** In this order, lists get room for their lines. */
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

export interface Frame extends ItemFrame {
  /** Where the full plan is, in Markdown. */
  pointer: string;
}

export function itemList(entries: readonly Entry[], { frame, rank }: { frame: Frame; rank: Rank }): List {
  return {
    count: entries.length,
    rank: RANKS.indexOf(rank),
    more: (left) => more({ left, noun: 'change', pointer: frame.pointer }),
    line: (index) => {
      const entry = entries[index];
      if (entry === undefined) return { text: '' };
      return itemLine(entry, { position: positionOf(entries, index), frame });
    },
  };
}

export interface LineListOptions {
  frame: Frame;
  rank: Rank;
  /** Singular noun for a line. */
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

/** A list under a heading, or nothing if it is empty. */
export function open(title: string, list: List): Block[] {
  return list.count === 0 ? [] : [`#### ${title}\n\n`, list, '\n'];
}

/** A folded list. The title is not escaped: it must be our own text. */
export function folded(title: string, list: List): Block[] {
  if (list.count === 0) return [];
  return [`<details><summary>${title}</summary>\n\n`, list, '\n</details>\n\n'];
}

/** A list in a GitHub alert, which other forges show as a quotation. */
export function alert(title: string, { kind, list }: { kind: 'WARNING' | 'CAUTION'; list: List }): Block[] {
  return list.count === 0 ? [] : [`> [!${kind}]\n> **${title}**\n>\n`, list, '\n'];
}
