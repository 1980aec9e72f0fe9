// The CLI command targets: from flags to output.
import { listTargets } from '../../commands/list-targets.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { resolveOptions } from '../../options.ts';
import { json, JSON_VERSION } from '../../render/json.ts';
import { targetTable } from '../../render/tables.ts';
import { printWarnings } from './plan-output.ts';
import { type Flags, runtime, type Terminal } from './terminal.ts';

export interface TargetsFlags extends Flags {
  changedSince?: string;
}

export async function showTargets(terminal: Terminal, flags: TargetsFlags): Promise<ExitStatus> {
  const { CONFIGHUB_CONFIG, CONFIGHUB_TARGET, CONFIGHUB_URL } = terminal.host.env;
  const { config, target, url, changedSince } = flags;
  const options = resolveOptions({ config, target, url }, { CONFIGHUB_CONFIG, CONFIGHUB_TARGET, CONFIGHUB_URL });
  const list = await listTargets({ ...options, changedSince }, runtime(terminal));
  printWarnings(terminal, list);
  terminal.out(
    flags.json
      ? json({ version: JSON_VERSION, targets: list.targets.map(({ name }) => name) })
      : targetTable(list.targets, terminal.width),
  );
  return EXIT.done;
}
