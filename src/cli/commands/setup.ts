// The CLI commands info, init, demo and import: from flags to output.
import { demo } from '../../commands/demo.ts';
import { planningImport, refuseUncommitted } from '../../commands/import.ts';
import { capabilities, info, rawInfo } from '../../commands/info.ts';
import { init } from '../../commands/init.ts';
import { oneTarget } from '../../commands/targets.ts';
import { writeFiles, writeNewFiles } from '../../commands/write-files.ts';
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { counted } from '../../lib/text.ts';
import type { ImportFormat, Split } from '../../model/import-plan.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { jsonImport, textImport } from '../../render/import-text.ts';
import { json } from '../../render/json.ts';
import { printableText } from '../../render/printable.ts';
import { capabilitiesJson, capabilityTable, repositoryTable } from '../../render/tables.ts';
import { type Flags, runtime, type Terminal } from './terminal.ts';

export interface InfoFlags extends Flags {
  capabilities?: boolean;
  raw?: boolean;
}

export async function showInfo(terminal: Terminal, flags: InfoFlags): Promise<ExitStatus> {
  const options = oneTarget(resolveOptions(flags, terminal.host.env), runtime(terminal));
  if (flags.raw) {
    terminal.out(printableText(await rawInfo(options, runtime(terminal))));
  } else if (flags.capabilities) {
    const found = await capabilities(options, runtime(terminal));
    terminal.out(flags.json ? json(capabilitiesJson(found)) : capabilityTable(found, terminal.width));
  } else {
    const repositories = await info(options, runtime(terminal));
    terminal.out(flags.json ? json({ version: 1, repositories }) : repositoryTable(repositories, terminal.width));
  }
  return EXIT.done;
}

export async function initProject(terminal: Terminal, flags: Flags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  const files = init(options);
  writeNewFiles(terminal.host.cwd(), files);
  const names = files.map(({ path }) => path);
  terminal.out(`Wrote ${names.join(' and ')}.\n`);
  terminal.advise(nextSteps(options, names));
  return EXIT.done;
}

function nextSteps({ config, url, repository, token }: Options, names: readonly string[]): string {
  const missing = [...(url === undefined ? ['url'] : []), ...(repository === undefined ? ['repository'] : [])];
  const target = repository === undefined ? 'acme/shop' : `${repository.account}/${repository.name}`;
  const steps = [
    ...(missing.length === 0
      ? []
      : [
          `Set ${missing.join(' and ')} in ${config}. To try it without a server of your own:\n     confighub-sync serve --repository ${target} --levels Environment,Application`,
        ]),
    'Check the files: confighub-sync validate',
    ...(token === undefined ? ['Set the token of the repository: export CONFIGHUB_TOKEN=<token>'] : []),
    `Commit the files, because applies are recorded in Git: git add ${names.join(' ')} && git commit`,
    'See what an apply would change: confighub-sync plan',
    'Apply it: confighub-sync apply',
  ];
  return `Next:\n${steps.map((step, i) => `  ${i + 1}. ${step}\n`).join('')}`;
}

export async function runDemo(terminal: Terminal): Promise<ExitStatus> {
  return demo((text) => terminal.out(text));
}

export interface ImportFlags extends Flags {
  split: Split;
  as?: ImportFormat;
  only?: 'drift';
  dryRun?: boolean;
}

export async function importRepository(terminal: Terminal, flags: ImportFlags): Promise<ExitStatus> {
  const options = {
    ...oneTarget(resolveOptions(flags, terminal.host.env), runtime(terminal)),
    split: flags.split,
    as: flags.as,
    onlyDrift: flags.only === 'drift',
  };
  const planned = await planningImport(options, runtime(terminal));
  const { import: result, project } = planned;
  const { writes } = result;
  const show = { display: project.display, color: terminal.color };
  if (!flags.json) terminal.out(textImport(result, show));
  if (!flags.dryRun) await refuseUncommitted(planned);
  const isWritten = writes.length > 0 && (await mayWrite(terminal, flags, writes.length));
  // With nothing to write, this removes the temporary files of an import that was killed.
  if (isWritten || (writes.length === 0 && !flags.dryRun)) writeFiles(project.root, writes);
  if (flags.json) terminal.out(jsonImport(result, { ...show, isWritten }));
  else if (isWritten) {
    terminal.out(`Wrote ${counted(writes.length, 'file')}.\n`);
    terminal.advise('Next: confighub-sync plan.\n');
  }
  return EXIT.done;
}

async function mayWrite(terminal: Terminal, flags: ImportFlags, count: number): Promise<boolean> {
  if (flags.dryRun) return false;
  if (flags.yes) return true;
  if (terminal.isInteractive && !flags.json) {
    const isWanted = await terminal.confirm(`Write ${counted(count, 'file')}?`);
    if (!isWanted) terminal.out('Nothing was written.\n');
    return isWanted;
  }
  throw new CommandError({
    code: 'not-confirmed',
    message: `Nothing was written: writing ${counted(count, 'file')} needs confirmation.`,
    hint: 'Pass --yes to write without asking, or --dry-run to preview.',
  });
}
