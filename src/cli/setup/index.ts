// The bundle of commands that set up a project: info, init, import, completion and serve, from flags to output.
import { planningImport } from '../../commands/import.ts';
import { planningPromotion } from '../../commands/promote.ts';
import { serverInfo } from '../../commands/info.ts';
import { serve, type ServeOptions } from '../../commands/serve.ts';
import { type OpenProject, settingsOf } from '../../project/open-project.ts';
import { refuseUncommitted, writeFiles } from '../../import/write-files.ts';
import { badOption, CommandError, EXIT, type ExitCode } from '../../errors.ts';
import { counted } from '../../lib/text.ts';
import type { FileWrite } from '../../model/import-plan.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { jsonImport, textImport } from '../../render/import-text.ts';
import { versioned } from '../../render/json.ts';
import { jsonPromotion, textPromotion } from '../../render/promotion.ts';
import { infoMembers, infoText } from '../../render/tables.ts';
import { givenConfig, projectAbove, runnerOf, targetOfFlags } from '../commands/run-command.ts';
import { SHELLS } from '../completion/shells.ts';
import type { Host } from '../host.ts';
import {
  type CommonFlags,
  type Flags,
  printWarnings,
  type Terminal,
} from '../commands/terminal.ts';
import { completionScript } from './completion.ts';
import { initProject } from './init.ts';

async function showInfo(terminal: Terminal, flags: Flags): Promise<ExitCode> {
  const options = targetOfFlags(terminal, flags);
  const info = await serverInfo(options, terminal.runtime);
  terminal.out(flags.json ? versioned(infoMembers(info)) : infoText(info, terminal.width));
  return EXIT.done;
}

async function importRepository(
  terminal: Terminal,
  flags: Flags & {
    document?: string;
    envExample?: string;
    only?: 'drift';
    removeMissing?: boolean;
    dryRun?: boolean;
  },
): Promise<ExitCode> {
  const options = {
    ...targetOfFlags(terminal, flags),
    document: flags.document,
    envExample: flags.envExample,
    onlyDrift: flags.only === 'drift',
    patterns: flags.args ?? [],
    removeMissing: flags.removeMissing,
  };
  const { import: result, project, root } = await planningImport(options, terminal.runtime);
  const { display } = project;
  if (!flags.json)
    terminal.out(
      textImport(result, { display, color: terminal.color, proseWidth: terminal.proseWidth }),
    );
  const { writes, variables } = result;
  const isWritten = await writeAsked(terminal, flags, { project, root, writes, what: 'import' });
  // With nothing to write, this removes the temporary files of an import that was killed.
  if (writes.length === 0 && !flags.dryRun) writeFiles(root, writes);
  if (flags.json) terminal.out(jsonImport(result, { display, isWritten }));
  else if (isWritten)
    adviseNext(terminal, writes, variables.length > 0 ? 'set the variables, ' : '');
  return EXIT.done;
}

async function promote(
  terminal: Terminal,
  flags: Flags & { from?: string; to?: string; exact?: boolean; tidy?: boolean; dryRun?: boolean },
): Promise<ExitCode> {
  const { args: patterns = [], from, to, exact = false, tidy = false } = flags;
  if (from === undefined || to === undefined)
    throw badOption(
      '`promote` needs `--from` and `--to`.',
      'For example: promote --from Staging --to Production.',
    );
  const options = targetOfFlags(terminal, flags);
  const asked = { from, to, patterns, exact, tidy };
  const planned = await planningPromotion(asked, options, terminal.runtime);
  const { promotion, project, root, warnings, remarks } = planned;
  const { writes, left } = promotion;
  const { display } = project;
  printWarnings(terminal, remarks, warnings);
  if (!flags.json)
    terminal.out(
      textPromotion(promotion, {
        display,
        color: terminal.color,
        width: terminal.width,
        proseWidth: terminal.proseWidth,
        showAffected: flags.showAffected,
      }),
    );
  const isWritten = await writeAsked(terminal, flags, { project, root, writes, what: 'promotion' });
  if (flags.json) terminal.out(jsonPromotion(promotion, { display, isWritten }));
  else if (isWritten) adviseNext(terminal, writes);
  return left.some(({ why }) => why === 'manual') ? EXIT.error : EXIT.done;
}

/** Writes the files if there are any and a person, or `--yes`, agrees; returns whether it did. */
async function writeAsked(
  terminal: Terminal,
  { dryRun, yes, json }: Flags & { dryRun?: boolean },
  {
    project,
    root,
    writes,
    what,
  }: {
    project: OpenProject;
    root: string;
    writes: readonly FileWrite[];
    what: 'import' | 'promotion';
  },
): Promise<boolean> {
  if (dryRun) return false;
  await refuseUncommitted(project, writes, what);
  if (writes.length === 0) return false;
  const files = counted(writes.length, 'file');
  if (!yes && (json || !terminal.isInteractive))
    throw new CommandError({
      code: 'not-confirmed',
      message: `Nothing was written: writing ${files} needs confirmation.`,
      hint: 'Pass --yes to write without asking, or --dry-run to preview.',
    });
  if (!yes && !(await terminal.confirm(`Write ${files}?`))) {
    terminal.out('Nothing was written.\n');
    return false;
  }
  writeFiles(root, writes);
  return true;
}

/** @param first what to do before committing, such as `set the variables, ` */
function adviseNext(terminal: Terminal, writes: readonly FileWrite[], first = ''): void {
  terminal.out(`Wrote ${counted(writes.length, 'file')}.\n`);
  terminal.advise(`Next: ${first}commit the files, then run \`confighub-sync plan\`.\n`);
}

async function serveRepository(
  terminal: Terminal,
  flags: ServeOptions & CommonFlags & Pick<Flags, 'json'>,
): Promise<ExitCode> {
  const log = (line: string) => flags.json || terminal.error(`${line}\n`);
  const server = await serve(flags, { cwd: terminal.host.cwd(), log });
  const { url, repositories } = server;
  // Listen before the URL is printed: its reader may stop the server at once.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      terminal.host.once(signal, () => resolve());
  });
  if (flags.json) terminal.out(`${JSON.stringify({ url, repositories })}\n`);
  else terminal.out(servedText(url, repositories));
  await stopped;
  await server.close();
  return EXIT.done;
}

/** One `export` line for each token; below its name if there are several, because an interactive zsh knows no comments. */
function servedText(
  url: string,
  repositories: Awaited<ReturnType<typeof serve>>['repositories'],
): string {
  const tokens = repositories.flatMap(({ account, repository, tokens }) =>
    Object.entries(tokens).map(([name, value]) => ({
      value,
      label: `${name} of ${account}/${repository}`,
    })),
  );
  const lines = tokens.map(({ value, label }) => {
    return `${tokens.length === 1 ? '' : `\n${label}:\n`}  export CONFIGHUB_TOKEN=${value}\n`;
  });
  const names = repositories
    .map(({ account, repository }) => `${account}/${repository}`)
    .join(', ');
  return `Serving ${names} at ${url}; press Ctrl-C to stop.\n\n  export CONFIGHUB_URL=${url}\n${lines.join('')}\n`;
}

async function printCompletion(terminal: Terminal, { args = [] }: Flags): Promise<ExitCode> {
  const shell = SHELLS.find((name) => name === args[0]);
  if (shell === undefined)
    throw badOption('This shell is not supported.', `Pass one of ${SHELLS.join(', ')}.`);
  terminal.out(completionScript(shell));
  return EXIT.done;
}

/** Looks for the project file as the commands do. */
export function targetNames(host: Host, given: string | undefined): string[] {
  const cwd = host.cwd();
  const config = givenConfig(given, host) ?? projectAbove(cwd) ?? PROJECT_FILE;
  const { targets = [] } = settingsOf({ config }, { cwd });
  return targets.map((target) => target.name);
}

export type SetupName = Parameters<typeof runCommand>[1];

export const runCommand = runnerOf({
  info: showInfo,
  init: initProject,
  import: importRepository,
  promote,
  completion: printCompletion,
  serve: serveRepository,
});
