// Commands of the CLI for first steps: info, init, demo.
import { capabilities, info, rawInfo } from '../../commands/info.ts';
import { init } from '../../commands/init.ts';
import { writeNewFiles } from '../../commands/write-files.ts';
import { demo } from '../../demo.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { resolveOptions } from '../../options.ts';
import { capabilitiesJson, capabilityTable } from '../../render/capabilities.ts';
import { json } from '../../render/json.ts';
import { printableText } from '../../render/printable.ts';
import { repositoryTable } from '../../render/table.ts';
import { type Flags, surroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export interface InfoFlags extends Flags {
  capabilities?: boolean;
  raw?: boolean;
}

export async function showInfo(terminal: Terminal, flags: InfoFlags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  if (flags.raw) {
    terminal.out(printableText(await rawInfo(options, surroundings(terminal))));
    return EXIT.done;
  }
  if (flags.capabilities) {
    const found = await capabilities(options, surroundings(terminal));
    terminal.out(flags.json ? json(capabilitiesJson(found)) : capabilityTable(found));
    return EXIT.done;
  }
  const repositories = await info(options, surroundings(terminal));
  if (flags.json) terminal.out(json({ version: 1, repositories }));
  else terminal.out(repositoryTable(repositories));
  return EXIT.done;
}

export async function initProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const files = init(resolveOptions(flags, terminal.host.env));
  writeNewFiles(terminal.host.cwd(), files);
  terminal.out(
    `Wrote ${files.map(({ path }) => path).join(' and ')}.\nNext: confighub-sync validate, then confighub-sync plan.\n`,
  );
  return EXIT.done;
}

export async function runDemo(terminal: Terminal): Promise<ExitStatus> {
  return demo((text) => terminal.out(text));
}
