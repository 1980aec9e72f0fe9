// The parts of bench/README.md that are written by programs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const README = fileURLToPath(new URL('README.md', import.meta.url));

export function writeSection(name, text) {
  const readme = readFileSync(README, 'utf8');
  const [begin, end] = [`<!-- ${name}: written by a program -->`, `<!-- end of ${name} -->`];
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`bench/README.md has no markers for ${name}.`);
  writeFileSync(
    README,
    `${readme.slice(0, from + begin.length)}\n\n${text}\n\n${readme.slice(to)}`,
  );
}
