// What a reader sees of a plan: masked, on one line, in bounds, and nothing that breaks out of its frame.
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import type { State } from '../../src/model/state.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import { textDiagnostics, textError } from '../../src/render/problems.ts';
import { textPlan } from '../../src/render/text.ts';
import { diffLines, lineCount } from '../../src/render/differences.ts';
import { jsonOf, planMembers, versioned } from '../../src/render/json.ts';
import { planSummary } from './comments.ts';
import { pairWithin, QUOTED, quotedWithin } from '../../src/render/columns.ts';
import { printable } from '../../src/render/printable.ts';
import { mask } from '../../src/render/mask.ts';
import { loadDocument, stateOf } from '../helpers/project.ts';
import { emptyRepository, type Given, liveOf, planOf, pushTo } from '../helpers/repository.ts';
import { stateFrom } from '../helpers/states.ts';

function live(...data: object[]): State {
  return liveOf(pushTo(emptyRepository(), { enableKeyCreation: true, data }));
}
const key = (name: string, value: string) => ({
  key: name,
  push: true,
  values: [{ context: '*;*', value }],
});
const file = (path: string, content: string) => ({ file: path, context: '*;*', content });

/** Everything that is ever printed of a plan. */
function outputs(desired: State, there: State, options: Partial<Given> = {}): string[] {
  const plan = mask(planOf({ desired, live: there, prune: 'all', ...options }));
  return [
    textPlan(plan, { color: false }),
    textPlan(plan, { color: true }),
    planSummary(plan, { status: { kind: 'planned' } }),
    versioned(planMembers(plan)),
    jsonOf(pushBody(plan, 'why')),
  ];
}

describe('a secret', () => {
  it('is in no output, before or after, whatever makes it one', () => {
    const desired = stateOf(
      'keys: { db.password: new-hunter, mail: { value: { env: MAIL } }, x.pin: new-hunter, fresh.token: new-hunter }\nfiles: { a.secret: { "*": { content: "new-hunter\\n" } }, b: { "*": { env: MAIL } } }',
      { env: { MAIL: 'new-hunter' } },
    );
    const there = live(
      ...['db.password', 'mail', 'x.pin', 'api-key'].map((name) => key(name, 'old-hunter')),
      ...['a.secret', 'b', 'old.credentials'].map((path) => file(path, 'old-hunter\n')),
    );
    const isSecretName = (name: string) => /password|pin|token|key|secret|credentials/.test(name);
    for (const output of outputs(desired, there, { isSecretName })) {
      expect(output).not.toMatch(/hunter/);
      expect(output).toMatch(/secret|delete/);
    }
  });

  it('that fits no type, or is null, is not told by a refusal either', () => {
    const desired = stateOf('keys: { pin: { value: { env: PIN } }, gone: null }', {
      env: { PIN: 'new-hunter' },
    });
    const there = live({ ...key('pin', '12345678'), vdt: 'Integer' }, key('gone', 'old-hunter'));
    for (const output of outputs(desired, there, { isSecretName: () => true }))
      expect(output).not.toMatch(/hunter|12345678/);
  });

  it('hides whether it was empty', () => {
    const there = live(key('a.token', ''));
    const shown = outputs(stateOf('keys: { a.token: x }'), there, { isSecretName: () => true });
    expect(shown[0]).toContain('(secret, updated)');
    expect(shown[3]).toContain('"before": "(secret)"');
  });
});

describe('hostile text', () => {
  const NASTY =
    '\u001b[31m\u0007\r\u202ecod\u200b\u2028\ud800 ``` ` ## <script> | @octocat\n::error::x';

  it('reaches a terminal and a log without one control or invisible character', () => {
    const desired = stateFrom({
      keys: [{ name: 'k', readme: NASTY, rows: new Map([['*', { context: '*', text: NASTY }]]) }],
      files: [{ path: 'f', context: '*', text: `a\n${NASTY}\n` }],
    });
    const name = `n${NASTY.replace('\ud800', '')}`;
    const there = live(key('k', 'x'), file('f', 'a\nb\n'), file(name, 'x'));
    const [text = '', , markdown = ''] = outputs(desired, there);
    for (const output of [text, markdown]) {
      expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(output).not.toMatch(/^::error/m);
      expect(output).toContain('\\u{1b}[31m');
    }
  });

  it.each([
    ['a', '"a"'],
    ['say "x"', `'say "x"'`],
    ['', '""'],
    [null, 'null'],
    ['null', '"null"'],
    ['a\nb\tc', '"a\\nb\\tc"'],
    ['\u202e\u200b\ufeff', '"\\u{202e}\\u{200b}\\u{feff}"'],
    ['é😀中', '"é😀中"'],
  ])('%j is shown as %s', (text, shown) => expect(quotedWithin(text, QUOTED)).toBe(shown));

  it('is cut to its columns, and two long texts are shown where they begin to differ', () => {
    expect(quotedWithin('x'.repeat(100_000), 80)).toBe(`"${'x'.repeat(56)}"… (100,000 characters)`);
    const pair = pairWithin(`${'a'.repeat(500)}OLD`, `${'a'.repeat(500)}NEW`, 80).join(' ');
    expect(pair).toContain('OLD');
    expect(pair).toContain('NEW');
    expect(pair.length).toBeLessThanOrEqual(80);
  });

  it('is escaped in errors and errors too', () => {
    const { diagnostics } = loadDocument('keys: { "\\e[31m\\u202e": 1 }');
    expect(textDiagnostics(diagnostics, { color: false })).not.toMatch(/[\u001b\u202e]/);
    const error = new CommandError({ code: 'x', message: 'a\u001b[1m', hint: 'b\u0007' });
    expect(textError(error, { color: false })).toBe('error x: a\\u{1b}[1m\n  b\\u{7}\n');
    expect(printable('plain text')).toBe('plain text');
  });

  it('of a bug is not shown, because it could hold anything', () => {
    const shown = textError(new TypeError('hunter2 is not a function'), { color: false });
    expect(shown).toMatch(/bug.*TypeError/);
    expect(shown).not.toContain('hunter2');
  });
});

describe('a file', () => {
  it('is shown as a unified diff', () => {
    expect(diffLines('a\nb\nc\n', 'a\nx\nc\nd')?.join('\n')).toBe(
      '@@ -1,3 +1,4 @@\n a\n-b\n+x\n c\n+d\n\\ No newline at end of file',
    );
    const counts = ['', 'a', 'a\n', 'a\nb'].map(lineCount);
    expect(counts).toEqual(['0 lines', '1 line', '1 line', '2 lines']);
  });

  it('of a megabyte that differs everywhere is replaced, not compared', () => {
    const text = (word: string) =>
      Array.from({ length: 40_000 }, (_, i) => `${word} ${i * 7} and some more\n`).join('');
    expect(diffLines(text('left'), text('right'))).toBe(undefined);
    const [shown = '', , markdown = ''] = outputs(
      stateOf('files: { f: { "*": { env: X } } }', { env: { X: text('right') } }),
      live(file('f', text('left'))),
    );
    expect(shown.length + markdown.length).toBeLessThan(2000);
    const plain = stateFrom({ files: [{ path: 'f', context: '*', text: text('right') }] });
    expect(outputs(plain, live(file('f', text('left'))))[0]).toMatch(
      /[\d,]+ characters → [\d,]+ characters/,
    );
  });
});

describe('the same hint for the same code', () => {
  it('comes below the first error only', () => {
    const { diagnostics } = loadDocument(
      'keys: { a: { vdt: Intger }, b: { vdt: Integr }, c: { vdt: Txt }, d: { vdt: Intege } }',
    );
    const hints = textDiagnostics(diagnostics, { color: false }).match(/Did you mean .*/g);
    expect(hints).toEqual(['Did you mean `Integer`?', 'Did you mean `Text`?']);
  });
});
