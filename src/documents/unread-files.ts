// Configuration files of other formats beside the documents that nothing reads: `sources` may have been forgotten.
import { counted } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { formatOf } from '../model/sources.ts';
import { expanded } from './globs.ts';
import type { ProjectFiles } from './project-files.ts';

/** Names of files, below the folders that `include` searches. YAML and JSON files are documents there. */
const NAMES = ['*.properties', '*.env', '.env', '.env.*', '*.ini', '*.toml'];

/** How many files and sources a message names. */
const MAX_NAMED = 3;

/** The paths that `include` does not exclude. At the top of a project, such files belong to other programs. */
export function configurationFiles({ include }: Project, files: ProjectFiles): string[] {
  const { includes, excludes } = expanded(include);
  const folders = [...new Set(includes.filter((glob) => /[*?[]/.test(glob)).map(folderOf))];
  const globs = folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => `${folder}**/${name}`));
  if (globs.length === 0) return [];
  return files.list([...globs, ...excludes.map((glob) => `!${glob}`)]).paths;
}

/** The folder of a glob up to its first wildcard, with `/`. */
function folderOf(glob: string): string {
  return /^(?:[^*?[{/]+\/)*/.exec(glob)?.[0] ?? '';
}

/** One warning for all of them. */
export function unreadWarning(paths: readonly string[], display: ProjectFiles['display']): Diagnostic[] {
  const [first] = paths;
  if (first === undefined) return [];
  const more = paths.length - MAX_NAMED;
  const names = paths.slice(0, MAX_NAMED).map(display).join(', ');
  const isOne = paths.length === 1;
  const rest = more > 0 ? ` and ${counted(more, 'more file')}` : '';
  const lines = [...new Set(paths.map(globFor))].slice(0, MAX_NAMED);
  return [
    {
      severity: 'warning',
      code: 'unread-file',
      message: `${names}${rest} ${isOne ? 'is' : 'are'} not read.`,
      hint: `To read ${isOne ? 'it' : 'them'}, add \`sources: [${lines.map((line) => `"${line}"`).join(', ')}]\` to the project file. Otherwise exclude ${isOne ? 'it' : 'them'} in \`include\`.`,
      file: display(first),
    },
  ];
}

/** All files of the same kind in the same folder. */
function globFor(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  return formatOf(path) === 'dotenv' && name.startsWith('.env') ? path : `${folder}${name.replace(/^.*(?=\.)/, '*')}`;
}
