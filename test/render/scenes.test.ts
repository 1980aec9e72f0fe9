// One scene, all outputs: what a reader sees of it in a comment, a terminal and a page, and what a program reads.
import { describe, expect, test } from 'vitest';
import { htmlDrift, htmlPlan } from '../../src/render/html/page.ts';
import { planMembers, versioned } from '../../src/render/json.ts';
import { textDrift, textPlan } from '../../src/render/text.ts';
import { planComment } from './comments.ts';
import { elementsOf } from './html/markup.ts';
import { KINDS, type Kind, SCENES } from './scenes.ts';

const PLAIN = { color: false };
const OUTPUTS: Record<string, (scene: Kind) => string> = {
  txt: ({ plan }) => textPlan(plan, PLAIN),
  'json.txt': ({ plan }) => versioned(planMembers(plan)),
  'html.txt': ({ plan, options }) => bodyOf(htmlPlan(plan, options)),
  'drift.txt': ({ plan }) => textDrift(plan, PLAIN),
  'drift.html.txt': ({ plan, options }) => bodyOf(htmlDrift(plan, options)),
};
const ofDrift = (name: string) => name.startsWith('drift.');

/** What differs from page to page: everything but the style and the script. */
function bodyOf(page: string): string {
  elementsOf(page);
  return page
    .slice(page.indexOf('<title>'), page.indexOf('<script>'))
    .replace(/<style>[\s\S]*<\/style>\n/, '');
}

describe('the comment of a plan', () => {
  test.each(Object.entries(KINDS))('%s', async (name, { plan, options }) => {
    await expect(planComment(plan, options)).toMatchFileSnapshot(`scenes/${name}.md`);
  });
});

describe.each(SCENES)('the scene %s', (name, scene) => {
  const outputs = Object.entries(OUTPUTS).filter(
    ([output]) => !ofDrift(output) || scene.plan.drift.length > 0,
  );
  test.each(outputs)('as %s', async (output, render) => {
    await expect(render(scene)).toMatchFileSnapshot(`scenes/${name}.${output}`);
  });
});
