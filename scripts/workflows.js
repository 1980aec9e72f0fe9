// Every workflow that users copy: the files of examples/workflows, and what README.md and docs/ show, steps made a
// workflow.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * How the documents name the action until a release has an address. No Git host has an owner with such a name, so what is
 * copied unchanged runs nothing, and hands its token to no stranger.
 */
export const PLACEHOLDER = '<owner>/confighub-sync@<commit>';
/** What a user writes instead, for tools that run or check a workflow. */
export const ACTION = 'octo-org/confighub-sync@0123456789abcdef0123456789abcdef01234567';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** A job around the steps of an example: what they need is what the text beside them says. */
const AROUND_STEPS = `name: Steps
on: pull_request
permissions: {}
jobs:
  plan:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      pull-requests: write # the comment
    concurrency:
      group: steps-\${{ github.ref }}
      cancel-in-progress: true
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
`;
const PLANNING = `- uses: ${PLACEHOLDER}
  id: sync
  with:
    token: \${{ secrets.CONFIGHUB_TOKEN }}
`;

/** `[name, text]` of each, the address of the action filled in. */
export function workflows() {
  const names = readdirSync(at('examples/workflows')).sort();
  const files = names.map((name) => [name, readFileSync(at(`examples/workflows/${name}`), 'utf8')]);
  return [...files, ...pages().flatMap(shownOn)].map(([name, text]) => [
    name,
    text.replaceAll(PLACEHOLDER, ACTION),
  ]);
}

function pages() {
  const docs = readdirSync(at('docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.sort().map((name) => `docs/${name}`)];
}

/** `shown-github-action-line-12.yml`: the page and the line of what it shows. */
function shownOn(page) {
  const name = page
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase();
  return yamlFences(readFileSync(at(page), 'utf8')).flatMap(({ text, line }) => {
    const workflow = asWorkflow(text);
    return workflow === undefined ? [] : [[`shown-${name}-line-${line}.yml`, workflow]];
  });
}

function yamlFences(markdown) {
  return [...markdown.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(({ 1: text, index }) => ({
    text,
    line: markdown.slice(0, index).split('\n').length,
  }));
}

function asWorkflow(text) {
  if (/^jobs:/m.test(text)) return text;
  if (!/^- (?:name|uses|if|run|id):/.test(text)) return undefined;
  const steps = /^ *-? *id: sync$/m.test(text) ? text : PLANNING + text;
  return AROUND_STEPS + steps.replace(/^(?=.)/gm, '      ');
}
