// Input of a size that nobody writes manually: read, or refused with a sentence, and never a crash.
import { describe, expect, it } from 'vitest';
import { load, loadDocument, fileErrors } from '../helpers/project.ts';
import { keysIn } from '../../src/model/state.ts';
import { fileRowsIn } from '../helpers/states.ts';
import { nightly } from '../helpers/test.ts';

const MEBIBYTE = 1024 * 1024;
const LINE = 'A line of a text that somebody exported from somewhere, sixty-four.\n';
const FIFTY = LINE.repeat(Math.ceil((50 * MEBIBYTE) / LINE.length));

describe('fifty megabytes', () => {
  it('of a document are refused with what to do, whatever they hold', () => {
    const { diagnostics } = load({
      'config/flat.yaml': `keys:\n  a: { vdt: List, value: [${'1,'.repeat(25 * MEBIBYTE)}1] }\n`,
      'config/text.yaml': `keys:\n  a: |\n${`    ${LINE}`.repeat(800_000)}`,
      'config/fine.yaml': 'keys: { a: 1 }',
      'confighub.yaml': 'sources: x.env',
      'x.env': FIFTY,
    });
    const files = ['config/flat.yaml', 'config/text.yaml', 'x.env'];
    expect(fileErrors(diagnostics)).toEqual(files.map((file) => `${file} file-unreadable`));
    expect(diagnostics[0]?.message).toBe('This document is larger than 16 MiB.');
    expect(diagnostics[0]?.hint).toMatch(/Split it/);
    expect(diagnostics[2]?.hint).toBe('Split it, or leave it out with `exclude` in the source.');
  });

  nightly('of a content arrive, even where `include` matches it', () => {
    const { state, diagnostics } = load({
      'config/a.yaml': 'files: { big: { "*": { path: big.yaml } } }',
      'config/big.yaml': FIFTY,
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(fileRowsIn(state)[0]?.text === FIFTY).toBe(true);
  });
});

describe('many keys', () => {
  it('keep their order, their places and their errors', () => {
    const count = 100_000;
    const lines = Array.from({ length: count }, (_, i) => `  key.${i}: ${i}`);
    lines[77_777] = '  key.1: again';
    const { state, diagnostics } = loadDocument(`keys:\n${lines.join('\n')}\n`);
    expect(fileErrors(diagnostics)).toEqual(['config/doc.yaml:77779:3 duplicate-field']);
    expect(String(diagnostics[0]?.related)).toBe('config/doc.yaml:3:3');
    expect(keysIn(state).length).toBe(count - 1);
    expect(String(state.items.get('key.99999')?.place)).toBe('config/doc.yaml:100001:3');
  });

  it('each wrong in the same way, are each reported', () => {
    const lines = Array.from({ length: 10_001 }, (_, i) => `  b ${i}: 1\n`);
    const { diagnostics } = loadDocument(`keys:\n${lines.join('')}`);
    expect(diagnostics).toHaveLength(10_001);
  });
});
