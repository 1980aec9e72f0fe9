// Lists of a comment, and the sentence that replaces lines left out.
import { withCommas } from '../../lib/text.ts';
import type { Entry } from '../describe.ts';
import type { Block, List } from './budget.ts';
import { MOST_LEFT, whatIsLeft } from './elements.ts';
import { type Frame, itemLine, positionOf } from './items.ts';

/** In this order, lists get room for their lines. */
const RANKS = [
  'safety',
  'refusals',
  'notes',
  'warnings',
  'restored',
  'deletions',
  'more deletions',
  'renames',
  'changes',
  'more changes',
  'pending',
  'drift',
] as const;
export type Rank = (typeof RANKS)[number];

export interface ItemListOptions {
  frame: Frame;
  rank: Rank;
  /** Says what the lines left out are about, with the elements of the plan. */
  leftBy?: { elements: readonly string[] | undefined };
}

export function itemList(entries: readonly Entry[], { frame, rank, leftBy }: ItemListOptions): List {
  const { pointer } = frame;
  const { length: count } = entries;
  return {
    count,
    rank: RANKS.indexOf(rank),
    more: (left) => {
      const what = leftBy && whatIsLeft(entries.slice(count - left), leftBy.elements);
      return more({ left, noun: 'change', what, pointer });
    },
    longest: more({ left: count, noun: 'change', what: leftBy && ' '.repeat(MOST_LEFT), pointer }),
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
  /** The part of the page that the lines take at most. */
  share?: number;
  /** Each line is a paragraph. */
  areParagraphs?: true;
}

export function lineList(lines: readonly (() => string)[], options: LineListOptions): List {
  const { frame, rank, noun, prefix = '', share, areParagraphs } = options;
  const left = (count: number) => {
    const sentence = more({ left: count, noun, pointer: frame.pointer });
    return areParagraphs ? `${sentence.trim()}\n\n` : `${prefix}${sentence.replace('\n', `\n${prefix}`)}`;
  };
  return {
    share,
    count: lines.length,
    rank: RANKS.indexOf(rank),
    more: left,
    longest: left(lines.length),
    line: (index) => ({ text: `${prefix}${lines[index]?.() ?? ''}` }),
  };
}

interface More {
  left: number;
  noun: string;
  /** In parentheses. */
  what?: string | undefined;
  pointer: string;
}

function more({ left, noun, what = '', pointer }: More): string {
  return `\n… and ${withCommas(left)} more ${noun}${left === 1 ? '' : 's'}${what}: see ${pointer}.\n`;
}

/** A list under a heading, or nothing if it is empty. The heading tells something even where no line has room. */
export function open(title: string, list: List): Block[] {
  return list.count === 0 ? [] : [`#### ${title}\n\n`, list, '\n'];
}

/** A list under a heading that says nothing by itself: without any line, only what is left out is counted. */
export function openIfShown(title: string, list: List): Block[] {
  return list.count === 0 ? [] : [{ ...list, heading: `#### ${title}\n\n` }, '\n'];
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
