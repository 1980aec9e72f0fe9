// Each of the twenty questions that newcomers ask has a page, a heading, and an answer that can be copied.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUESTIONS } from './helpers/questions.ts';
import { ROOT } from './helpers/run.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What is below a heading of a page, up to the next one. */
function below(page: string, heading: string): string {
  const text = read(page);
  const from = text.search(new RegExp(`^#+ ${heading.replace(/[?.]/g, '\\$&')}$`, 'm'));
  if (from === -1) return `${page} has no heading "${heading}"`;
  return (
    text
      .slice(from)
      .replace(/^#.*\n/, '')
      .split(/^#+ /m)[0] ?? ''
  );
}

describe('the twenty questions', () => {
  test('are twenty, and all in the table of docs/faq.md', () => {
    expect(QUESTIONS).toHaveLength(20);
    const [, table = ''] = read('docs/faq.md').split('## Where is the answer?\n');
    expect(table.split('\n## ')[0]?.match(/^\| (?!question |---)/gm)).toHaveLength(20);
  });

  test.each(QUESTIONS)('$asked', ({ page, heading, answer }) => {
    expect(below(page, heading)).toContain(answer);
    // The table has this page or this heading.
    const link = page === 'README.md' ? '../README.md' : page.replace('docs/', '');
    if (page !== 'docs/faq.md') expect(read('docs/faq.md')).toContain(`](${link}`);
  });
});
