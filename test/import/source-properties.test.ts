// Drift of random texts into files of every format: only the lines of what changed differ, and a plan is empty.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState, type State } from '../../src/model/state.ts';
import { complete } from '../../src/plan/normalize.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';
import { MemoryFolder, PROJECT_FILE } from './folder.ts';
import { oddText } from '../random/odd-texts.ts';

/** How people write one value. The other lines of the file stand around it. */
interface Format {
  path: string;
  comment: string;
  head: string;
  indent: string;
  entries: readonly string[];
  /** Holds every text. */
  isTotal: boolean;
}

const LINES = { comment: '#', head: '', indent: '', isTotal: true };
const FORMATS: readonly Format[] = [
  {
    ...LINES,
    path: 'x.properties',
    entries: ['NAME = a', 'NAME:a', 'NAME a', 'NAME', 'NAME=a\\\n  b', '  NAME = \\u00e9'],
  },
  {
    ...LINES,
    path: 'x.env',
    isTotal: false,
    entries: [
      ...['NAME=a', "export NAME='a b'", 'NAME="a"', 'NAME=`a` # c', 'NAME= a # c', 'NAME='],
      ...['NAME: a', 'NAME="a\nb"'],
    ],
  },
  {
    ...LINES,
    path: 'x.yaml',
    head: 's:\n  first: x\n',
    indent: '  ',
    entries: [
      ...['NAME: a # c', 'NAME: "a"', "NAME:   'a' # c", 'NAME: 5', 'NAME: true', 'NAME:'],
      ...['NAME:  # c', 'NAME: |\n    a\n    b', 'NAME: >-\n    a\n    b', '"NAME": ~'],
      ...['NAME: { b: a }', 'NAME: { b: 5, } # c'],
    ],
  },
  {
    ...LINES,
    path: 'x.json',
    comment: '',
    indent: '  ',
    entries: ['"NAME": "a"', '"NAME": 5', '"NAME": true', '"NAME": null', '"NAME": { "b": 1 }'],
  },
];

interface Block {
  entry: string;
  isKept: boolean;
  texts: readonly [string, string];
  isGone: boolean;
}

function blocksOf({ entries }: Format): fc.Arbitrary<Block[]> {
  const block = fc.record({
    entry: fc.constantFrom(...entries),
    isKept: fc.boolean(),
    texts: fc.tuple(oddText, oddText),
    isGone: fc.constantFrom(false, false, false, true),
  });
  return fc.array(block, { minLength: 1, maxLength: 5 });
}

/** The file, with a comment of its own before each entry. */
function fileOf({ path, comment, head, indent }: Format, blocks: readonly Block[]): string {
  const lines = blocks.map(({ entry }, i) => `${indent}${entry.replace('NAME', `k${i}`)}`);
  if (path.endsWith('.json')) return `{\n${[...lines, '  "last": "x"'].join(',\n')}\n}\n`;
  const commented = lines.map((line, i) => `${indent}${comment} comment ${i}\n${line}\n`);
  return `${head}${commented.join('')}${indent}${comment} comment last\n`;
}

function blocksIn(format: Format, written: string): string[] {
  if (format.path.endsWith('.json'))
    return written.split('\n').map((line) => line.replace(/,$/, ''));
  return written.split(new RegExp(`^ *${format.comment} comment .*\r?\n`, 'm'));
}

/** What the server has after somebody changed some of the values. */
function changed(
  folder: MemoryFolder,
  textOf: (key: string, old: string | null) => string | null | undefined,
): State {
  const { state } = folder.load();
  for (const [id, key] of state.items)
    for (const value of key.rows.values()) {
      const now = textOf(key.name, value.text);
      if (now === undefined) state.items.delete(id);
      else value.text = now;
      for (const mark of ['secret', 'place'] as const) delete value[mark];
    }
  return complete(state, emptyState(), { vdtEnabled: true });
}

describe.each(FORMATS)('drift into $path', { timeout: PROPERTY_TIMEOUT }, (format) => {
  it('changes its lines only, and leaves a plan nothing to do', () => {
    holds(fc.tuple(blocksOf(format), fc.boolean()), {
      check: ([blocks, isCrlf]) => {
        const written = fileOf(format, blocks);
        const settings = { 'confighub.yaml': `${PROJECT_FILE}sources: [${format.path}]\n` };
        const start = isCrlf ? written.replaceAll('\n', '\r\n') : written;
        const folder = new MemoryFolder({ ...settings, [format.path]: start });
        for (const round of [0, 1] as const) {
          const before = folder.text(format.path);
          const live = changed(folder, (name, old) => {
            const block = blocks[Number(/k(\d+)/.exec(name)?.[1] ?? -1)];
            if (block === undefined || block.isKept) return old;
            return round === 1 && block.isGone ? undefined : block.texts[round];
          });
          const { leftOut } = folder.import(live, { lastApplied: folder.load('unknown').state });
          const after = folder.text(format.path);
          const told = `${before}\n====>\n${after}`;
          const open = leftOut.filter(
            ({ reason }) => !/it is a secret|remove it manually/.test(reason),
          );
          if (format.isTotal) expect(open, told).toEqual([]);
          else for (const { reason } of open) expect(reason, told).toContain('cannot hold');
          const changes = folder.replan(live).changes.filter(({ kind }) => kind !== 'key');
          expect(changes.length, told).toBe(leftOut.length);
          expect(/\r\n/.test(after), told).toBe(isCrlf && after.includes('\n'));
          const [old, now] = [blocksIn(format, before), blocksIn(format, after)];
          if (format.path.endsWith('.json')) JSON.parse(after);
          if (round === 1 && format.path.endsWith('.json')) continue;
          expect(now.length, told).toBe(old.length);
          for (const [i, block] of blocks.entries())
            if (block.isKept || (round === 1 && block.isGone))
              expect(now[i + 1], told).toBe(old[i + 1]);
        }
      },
    });
  });
});
