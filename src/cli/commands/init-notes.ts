// What init says of the sources that it writes: files that they leave out, and secrets in those that they read.
import type { FoundSources } from '../../commands/find-sources.ts';
import { counted, someOf } from '../../lib/text.ts';
import { printable } from '../../render/printable.ts';

/** How many files are named. */
const MAX_NAMED = 8;

/** Paragraphs, each with an empty line behind it. */
export function sourceNotes(sources: FoundSources, config: string): string {
  const notes = [leftOutNote(sources), unusedNote(sources, config), secretsNote(sources)];
  return notes
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map(printable).join('\n')}\n\n`)
    .join('');
}

function leftOutNote({ leftOut }: FoundSources): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.slice(0, MAX_NAMED).map(({ file = '', place, related, message }) => {
    const places = [place, related].filter((one) => one !== undefined).join(', ');
    return `  ${file}: ${message}${places === '' ? '' : ` (${places})`}`;
  });
  const more = leftOut.length - lines.length;
  const rest = more > 0 ? [`  and ${counted(more, 'more file')}`] : [];
  return ['Left out, because they cannot be read together with the others:', ...lines, ...rest];
}

function unusedNote({ unused }: FoundSources, config: string): string[] {
  if (unused.length === 0) return [];
  const names = someOf(unused, { most: MAX_NAMED });
  const isOne = unused.length === 1;
  return [
    `Not used: ${names}. To use ${isOne ? 'it' : 'one of them'}, add ${isOne ? 'it' : 'its path'} to \`sources\` in ${config}; files without keys and values need \`as: files\`. See docs/sources.md.`,
  ];
}

function secretsNote({ secrets }: FoundSources): string[] {
  if (secrets === 0) return [];
  const [look, them] = secrets === 1 ? ['looks like a secret', 'it'] : ['look like secrets', 'them'];
  return [
    `${counted(secrets, 'value')} in these files ${look}, and whoever can read the Git repository can read ${them}. To list ${them}: confighub-sync validate`,
  ];
}
