// [edge] Commands of the CLI for first steps: info, init, demo. Modules load when their command runs.
import { EXIT, type ExitStatus } from '../errors.ts';
import { resolveOptions } from '../options.ts';
import { type Flags, surroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export interface InfoFlags extends Flags {
  capabilities?: boolean;
  raw?: boolean;
}

export async function showInfo(terminal: Terminal, flags: InfoFlags): Promise<ExitStatus> {
  const [{ capabilities, info, rawInfo }, { json }] = await Promise.all([
    import('../commands/info.ts'),
    import('../render/json.ts'),
  ]);
  const options = resolveOptions(flags, process.env);
  if (flags.raw) {
    const { printableText } = await import('../render/printable.ts');
    terminal.out(printableText(await rawInfo(options, surroundings(terminal))));
    return EXIT.done;
  }
  if (flags.capabilities) {
    const found = await capabilities(options, surroundings(terminal));
    const { capabilitiesJson, capabilityTable } = await import('../render/capabilities.ts');
    terminal.out(flags.json ? json(capabilitiesJson(found)) : capabilityTable(found));
    return EXIT.done;
  }
  const repositories = await info(options, surroundings(terminal));
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
