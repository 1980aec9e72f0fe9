// [edge] Commands of the CLI for first steps: info, init, demo. Modules load when their command runs.
import { EXIT, type ExitStatus } from '../errors.ts';
import { resolveOptions } from '../options.ts';
import { type Flags, surroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export async function showInfo(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const [{ info }, { json }] = await Promise.all([
    import('../commands/info.ts'),
    import('../render/json.ts'),
  ]);
  const repositories = await info(resolveOptions(flags, process.env), surroundings(terminal));
  if (flags.json) terminal.out(json({ version: 1, repositories }));
  else terminal.out((await import('../render/table.ts')).repositoryTable(repositories));
  return EXIT.done;
}

export async function initProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const [{ init }, { writeNewFiles }] = await Promise.all([
    import('../commands/init.ts'),
    import('../commands/write-files.ts'),
  ]);
  const files = init(resolveOptions(flags, process.env));
  writeNewFiles(process.cwd(), files);
  terminal.out(
    `Wrote ${files.map(({ path }) => path).join(' and ')}.\nNext: confighub-sync validate, then confighub-sync plan.\n`,
  );
  return EXIT.done;
}

export async function runDemo(terminal: Terminal): Promise<ExitStatus> {
  const { demo } = await import('../demo.ts');
  return demo((text) => terminal.out(text));
}
