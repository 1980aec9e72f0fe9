// Lines of a comment about findings, mistakes in the files, and safety settings.
import { grouped } from '../../lib/collections.ts';
import { withCommas } from '../../lib/text.ts';
import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import type { Finding, SafetyChange } from '../../model/plan.ts';
import { clipped } from '../printable.ts';
import { code, link } from './escape.ts';
import { type ItemFrame, removedLink } from './items.ts';

/** The code of a rule, as a link to what the documentation says about it. */
export function ruleLink(name: string, docs: string | undefined): string {
  return link(code(name), docs && `${docs}/rules.md#${name}`);
}

/** More findings with the same code are grouped. */
const MAX_ALIKE = 3;

type LineText = () => string;

/** A line for each finding; many findings with the same code are grouped under one line. */
export function findingLines(findings: readonly Finding[], frame: ItemFrame): LineText[] {
  return [...grouped(findings, ({ code }) => code)].flatMap(([name, group]) => groupLines({ name, group, frame }));
}

interface Group {
  name: string;
  group: Finding[];
  frame: ItemFrame;
}

function groupLines({ name, group, frame }: Group): LineText[] {
  const title = `**${ruleLink(name, frame.docs)}**`;
  if (group.length <= MAX_ALIKE) {
    return group.map(
      (one) => () => `- ${title}${placeOfFinding(one, frame)}: ${frame.say(one.message)}${hint(one, frame)}\n`,
    );
  }
  const total = withCommas(group.length);
  const isShared = group.every((one) => one.hint === group[0]?.hint);
  const shared = isShared && group[0]?.hint !== undefined ? `:${hint(group[0], frame)}` : '';
  const left = withCommas(group.length - MAX_ALIKE);
  return [
    () => `- ${title} ×${total}${shared}\n`,
    ...group.slice(0, MAX_ALIKE).map((one) => () => {
      const place = placeOfFinding(one, frame).trimStart();
      return `  - ${place === '' ? '' : `${place}: `}${frame.say(one.message)}${isShared ? '' : hint(one, frame)}\n`;
    }),
    () => `  - … and ${left} more\n`,
  ];
}

function placeOfFinding({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>, frame: ItemFrame): string {
  if (place !== undefined) return ` ${placeLink(place, frame)}`;
  if (removedFrom === undefined) return '';
  return ` was ${link(placeCode(removedFrom, frame), removedLink(removedFrom, frame))}`;
}

function hint({ hint }: { hint?: string | undefined }, { say }: ItemFrame): string {
  return hint === undefined ? '' : ` ${say(hint)}`;
}

export function diagnosticLine(diagnostic: Diagnostic, frame: ItemFrame): string {
  const { code: name, message, place, file, related } = diagnostic;
  const where = place === undefined ? file && code(frame.pathOf(file)) : placeLink(place, frame);
  const other = related === undefined ? '' : ` See also: ${placeLink(related, frame)}.`;
  return `- ${where === undefined ? '' : `${where} `}${code(name)} ${frame.say(message)}${other}${hint(diagnostic, frame)}\n`;
}

export function safetyLine(change: SafetyChange, frame: ItemFrame): string {
  const { setting, before, after, effect } = change;
  const notes = [
    ...(effect === undefined ? [] : [`**${effect}**`]),
    ...[placeOfFinding(change, frame).trim() || []].flat(),
  ];
  return `- ${code(setting)}: ${settingValue(before)} → ${settingValue(after)}${notes.map((note) => ` · ${note}`).join('')}\n`;
}

function settingValue(value: string | undefined): string {
  return value === undefined ? 'not set' : code(value);
}

function placeLink(place: Place, frame: ItemFrame): string {
  return link(placeCode(place, frame), frame.linkOf(place));
}

function placeCode({ file, line, column }: Place, { pathOf }: ItemFrame): string {
  return code(`${clipped(pathOf(file), 150)}:${line}:${column}`);
}
