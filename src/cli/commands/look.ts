// The CLI commands show and explain: from flags to output.
import { explain, explainedTarget } from '../../commands/explain.ts';
import { show } from '../../commands/show.ts';
import { parseShowFlags } from '../../commands/show-request.ts';
import { chosenTargets, oneTarget } from '../../commands/targets.ts';
import type { ViewFormat } from '../../model/application-view.ts';
import { CommandError, EXIT, type ExitStatus } from '../../errors.ts';
import { resolveOptions } from '../../options.ts';
import { jsonExplanation, maskExplanation, textExplanation } from '../../render/explain.ts';
import { type MaskedView, maskView } from '../../render/mask-view.ts';
import { dotenvView, propertiesView, SameNames, type Written, yamlView } from '../../render/view-formats.ts';
import { jsonView, textView } from '../../render/view-text.ts';
import { type Flags, printWarnings, runtime, type Terminal } from './terminal.ts';

export interface ShowFlags extends Flags {
  context?: string;
  from?: string;
  diff?: boolean;
  files?: boolean;
  format?: ViewFormat;
}

export interface ExplainFlags extends Flags {
  file?: boolean;
}

export async function showContext(terminal: Terminal, flags: ShowFlags): Promise<ExitStatus> {
  const format = flags.json ? 'json' : (flags.format ?? 'table');
  const request = parseShowFlags({ ...flags, format, patterns: flags.args ?? [] });
  const options = oneTarget(resolveOptions(flags, terminal.host.env), runtime(terminal));
  const { view, ...noted } = await show(request, options, runtime(terminal));
  printWarnings(terminal, noted);
  const masked = maskView(view);
  const isDifferent = view.source === 'difference' && view.values.length + view.files.length > 0;
  if (format === 'json') terminal.out(jsonView(masked));
  else if (format === 'table') {
    const { color, width } = terminal;
    terminal.out(textView(masked, { color, width, contents: request.patterns.length > 0 }));
  } else {
    const { text, warnings } = written(masked, format);
    terminal.out(text);
    printWarnings(terminal, { remarks: warnings });
  }
  return flags.detailedExitcode && isDifferent ? EXIT.changes : EXIT.done;
}

const WRITERS = { yaml: yamlView, properties: propertiesView, dotenv: dotenvView };

function written(view: MaskedView, format: keyof typeof WRITERS): Written {
  try {
    return WRITERS[format](view);
  } catch (error) {
    if (!(error instanceof SameNames)) throw error;
    throw new CommandError({
      code: 'same-names',
      message: error.names.map((keys) => `${keys.join(' and ')} have the same name as variables.`).join('\n'),
      hint: 'Exclude one of them with a pattern such as `!<key>`, or use another format.',
    });
  }
}

export async function explainItem(terminal: Terminal, flags: ExplainFlags): Promise<ExitStatus> {
  const request = { name: flags.args?.[0] ?? '', isFile: flags.file ?? false };
  const given = resolveOptions(flags, terminal.host.env);
  const targets = chosenTargets(given, runtime(terminal));
  const options = targets === undefined ? given : await explainedTarget(request, targets, runtime(terminal));
  const { explanation, ...noted } = await explain(request, options, runtime(terminal));
  printWarnings(terminal, noted);
  const masked = maskExplanation(explanation);
  terminal.out(flags.json ? jsonExplanation(masked) : textExplanation(masked, terminal));
  return EXIT.done;
}
