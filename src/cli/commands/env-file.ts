// [edge] The environment of a command: that of the process, and below it the variables in the file of `--env-file`.
import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isTracked } from '../../apply/git-files.ts';
import { readFormat } from '../../documents/source-formats.ts';
import { CommandError } from '../../errors.ts';
import { Place, Source } from '../../model/diagnostic.ts';
import { RESERVED_PREFIXES } from '../../model/document-fields.ts';
import type { ProcessEnvironment } from '../../options.ts';

/** For Git, Node and CI systems, which a file must not steer. `CONFIGHUB_TOKEN` and its like may stand there. */
const RESERVED = ['GIT', ...RESERVED_PREFIXES.filter((prefix) => prefix !== 'CONFIGHUB')];
const FORBIDDEN = new RegExp(`^(?:CI$|(?:${RESERVED.join('|')})_)`, 'i');

/**
 * A variable that is set and not empty wins over the file. Throws {@link CommandError} if the file has mistakes or is
 * tracked by Git, and an error of the file system if it cannot be read.
 */
export async function withEnvFile(
  file: string | undefined,
  { env, cwd }: { env: ProcessEnvironment; cwd: string },
): Promise<ProcessEnvironment> {
  if (file === undefined) return env;
  const path = realpathSync(resolve(cwd, file));
  const variables = variablesIn(new Source(file, readFileSync(path, 'utf8')));
  if (await isTracked(path, { env, cwd }))
    throw new CommandError({
      code: 'bad-option',
      message: `Git tracks ${file}: everybody with this repository has what is in it.`,
      hint: `Run \`git rm --cached ${file}\`, add it to .gitignore, and change the secrets that were committed.`,
    });
  const set = Object.entries(env).filter(([name, text]) => text !== '' || !variables.has(name));
  return Object.fromEntries([...variables, ...set]);
}

function variablesIn(source: Source): Map<string, string> {
  const problems: string[] = [];
  const report = ({ place, message }: { place?: Place | undefined; message: string }) => {
    problems.push(`${place ?? source.file}: ${message}`);
  };
  const entries = readFormat(source, 'dotenv', report);
  for (const { key } of entries) {
    if (FORBIDDEN.test(key.text)) {
      const message = 'A variable of Git, Node or a CI system cannot be set here.';
      report({ place: new Place(source, key.offset), message });
    }
  }
  if (problems.length > 0) {
    const hint = 'Write `NAME=value` for each variable. Quote a value of several lines.';
    throw new CommandError({ code: 'bad-option', message: problems.join('\n'), hint });
  }
  return new Map(entries.map(({ key, value }) => [key.text, value.kind === 'scalar' ? value.text : '']));
}
