// Runs the steps of the Dockerfile's build stage without Docker: `node scripts/image-steps.js <folder>` copies what they
// copy into the folder, and runs there what they run. Fails if .dockerignore leaves out what any stage copies.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name an empty folder.');
refuseLeftOut();
for (const step of stepsOf('build')) runStep(step);

/** `{ instruction, text }` of each step of all stages. */
function allSteps() {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const [, instruction, text] = /^([A-Z]+) (.*)$/.exec(line);
    return { instruction, text };
  });
}

function stepsOf(stage) {
  const steps = allSteps();
  const first = steps.findIndex(
    ({ instruction, text }) => instruction === 'FROM' && text.endsWith(` AS ${stage}`),
  );
  if (first === -1) throw new Error(`The Dockerfile has no stage ${stage}.`);
  const end = steps.findIndex(({ instruction }, i) => i > first && instruction === 'FROM');
  return steps.slice(first + 1, end === -1 ? undefined : end);
}

function refuseLeftOut() {
  const allowed = allowedPaths();
  const copied = allSteps().filter(
    ({ instruction, text }) => instruction === 'COPY' && !text.startsWith('--from='),
  );
  for (const source of copied.flatMap(({ text }) => text.split(' ').slice(0, -1)))
    if (
      !allowed.some((path) => source === path || source.startsWith(`${path}/`)) ||
      !existsSync(join(root, source))
    )
      throw new Error(
        `${source} does not get into the image: .dockerignore leaves it out, or it is missing.`,
      );
}

function runStep({ instruction, text }) {
  if (instruction === 'COPY') copy(text.split(' '));
  else if (instruction === 'RUN')
    execFileSync('sh', ['-ec', text], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  else if (instruction !== 'WORKDIR')
    throw new Error(`What to do for ${instruction} is not known here.`);
}

function copy(paths) {
  const to = paths.at(-1);
  const sources = paths.slice(0, -1);
  mkdirSync(folder, { recursive: true });
  for (const source of sources) {
    const name = to.endsWith('/') ? join(to, source.split('/').at(-1)) : to;
    cpSync(join(root, source), join(folder, name), { recursive: true });
  }
}

/** .dockerignore leaves out everything but these. */
function allowedPaths() {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  if (!lines.includes('*')) throw new Error('.dockerignore has to leave out everything first.');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}
