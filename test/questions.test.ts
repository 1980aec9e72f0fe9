// Each of the twenty questions that newcomers ask has a page, a heading, and an answer that can be copied.
import { describe, expect, test } from 'vitest';
import { read } from './helpers/pages.ts';
import { QUESTIONS } from './helpers/questions.ts';

/** What is below a heading of a page, up to the next one. */
function below(page: string, heading: string): string {
  const sections = read(page).split(/^#+ (.*)\n/m);
  const at = sections.indexOf(heading);
  return at === -1 ? `${page} has no heading "${heading}"` : (sections[at + 1] ?? '');
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
