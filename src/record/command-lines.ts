// Lines of the shell that name a record, for messages.
import { shellQuoted } from '../lib/text.ts';
import { repositoryText, type ResolvedTarget } from '../model/targets.ts';

/** The end of a line that works in every folder of the Git repository, also once the project file is gone. */
export function recordFlags(
  projectFile: string,
  { url, repository }: { url: string; repository: string },
): string {
  return `--config ${fromTop(projectFile)} --url ${shellQuoted(url)} --repository ${shellQuoted(repository)}`;
}

export function forgetLine(projectFile: string, { url, repository }: ResolvedTarget): string {
  const flags = recordFlags(projectFile, { url, repository: repositoryText(repository) });
  return `confighub-sync history --forget ${flags}`;
}

export function moveLine(from: string, to: string, { url, repository }: ResolvedTarget): string {
  const flags = recordFlags(to, { url, repository: repositoryText(repository) });
  return `confighub-sync history --move ${fromTop(from)} ${flags}`;
}

/** As Git writes a path from the top of the working tree. */
function fromTop(path: string): string {
  return shellQuoted(`:/${path}`);
}
