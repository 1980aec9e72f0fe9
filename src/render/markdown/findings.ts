// Refusals, warnings, mistakes in files and changed safety settings, each a line with its place.
import { withCommas } from '../../model/counted.ts';
import type { SafetyChange } from '../../model/base.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { grouped } from '../../model/grouped.ts';
import type { Finding } from '../../model/plan.ts';
import type { Place } from '../../model/place.ts';
import { clipped, code, link } from './escape.ts';
import type { LinkOf } from './item.ts';
import { prose } from './prose.ts';

/** So many of one code are shown one by one. */
const MAX_ALIKE = 3;

type Line = () => string;

/** A line for each; where many have the same code, one line for the code, and the first under it. */
export function findingLines(findings: readonly Finding[], linkOf: LinkOf): Line[] {
  return [...grouped(findings, ({ code }) => code)].flatMap(([name, group]) =>
    groupLines({ name, group, linkOf }),
  );
}

interface Group {
  name: string;
  group: Finding[];
  linkOf: LinkOf;
}

function groupLines({ name, group, linkOf }: Group): Line[] {
  const title = `**${code(name)}**`;
  if (group.length <= MAX_ALIKE) {
    return group.map((one) => () => `- ${title}${where(one, linkOf)}: ${prose(one.message)}${hint(one)}\n`);
  }
  const total = withCommas(group.length);
  const isShared = group.every((one) => one.hint === group[0]?.hint);
  const shared = isShared && group[0]?.hint !== undefined ? `:${hint(group[0])}` : '';
  const left = withCommas(group.length - MAX_ALIKE);
  return [
    () => `- ${title} ×${total}${shared}\n`,
    ...group.slice(0, MAX_ALIKE).map((one) => () => {
      const place = where(one, linkOf).trimStart();
      return `  - ${place === '' ? '' : `${place}: `}${prose(one.message)}${isShared ? '' : hint(one)}\n`;
    }),
    () => `  - … and ${left} more\n`,
  ];
}

function where({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>, linkOf: LinkOf): string {
  if (place !== undefined) return ` ${placeLink(place, linkOf)}`;
  return removedFrom === undefined ? '' : ` was ${placeCode(removedFrom)}`;
}

function hint({ hint }: { hint?: string | undefined }): string {
  return hint === undefined ? '' : ` ${prose(hint)}`;
}

export function diagnosticLine(diagnostic: Diagnostic, linkOf: LinkOf): string {
  const { code: name, message, place, file, related } = diagnostic;
  const where = place === undefined ? file && code(file) : placeLink(place, linkOf);
  const other = related === undefined ? '' : ` The other place: ${placeLink(related, linkOf)}.`;
  return `- ${where === undefined ? '' : `${where} `}${code(name)} ${prose(message)}${other}${hint(diagnostic)}\n`;
}

export function safetyLine(change: SafetyChange, linkOf: LinkOf): string {
  const { setting, before, after, effect } = change;
  const notes = [
    ...(effect === undefined ? [] : [`**${effect}**`]),
    ...[where(change, linkOf).trim() || []].flat(),
  ];
  return `- ${code(setting)}: ${settingValue(before)} → ${settingValue(after)}${notes.map((note) => ` · ${note}`).join('')}\n`;
}

function settingValue(value: string | undefined): string {
  return value === undefined ? 'not set' : code(value);
}

function placeLink(place: Place, linkOf: LinkOf): string {
  return link(placeCode(place), linkOf(place));
}

function placeCode({ file, line, column }: Place): string {
  return code(`${clipped(file, 150)}:${line}:${column}`);
}
