// Compares what the files give applications in two contexts. Secrets are compared by their variable, never by their text.
import { sameJson } from '../lib/json.ts';
import { compareNames } from '../lib/text.ts';
import type { ComparedRow, Comparison, Difference } from '../model/comparison.ts';
import { type ContextPattern, fullContext } from '../model/context.ts';
import { nameMatcher, shownVariable } from '../model/secrets.ts';
import { isParsed, type Item, type Named, type Row, isPresent } from '../model/state.ts';
import { MASK, maskShown } from '../render/mask.ts';
import { type Effect, effectsOf } from '../semantics/effects.ts';
import { indexGroups, type RequestedElements } from '../semantics/resolution.ts';
import { textForApplication } from '../semantics/value-types.ts';
import { EACH } from './asked.ts';
import { marked, shownRow } from './rows.ts';
import type { Side } from './sides.ts';

/** Two contexts, with {@link EACH} at the levels whose elements are compared each with itself. */
export type ContextPair = readonly [context: readonly string[], against: readonly string[]];

/**
 * @param isChosen which keys and files are compared
 * @param keep globs of the names that differ on purpose
 */
export function compare(
  side: Side,
  pair: ContextPair,
  { isChosen, keep }: { isChosen: (item: Named) => boolean; keep: readonly string[] },
): Comparison {
  const items = [...side.state.items.values()].filter((item) => isPresent(item) && isChosen(item));
  const shown = comparedRows(side, items);
  const groups = indexGroups(side.levels, side.groups);
  const between = [requestedIn(pair[0]), requestedIn(pair[1])] as const;
  const tooMany: string[] = [];
  const differences = items.flatMap((item) => {
    const rows = [...item.rows.values()].flatMap((row) => shown.get(row) ?? []);
    const same = sameFor(item);
    const effects = effectsOf({ before: rows, after: rows, groups, same, between });
    if (effects === undefined) tooMany.push(item.name);
    return (effects ?? []).map((effect) => differenceOf(item, effect, pair));
  });
  const isKept = nameMatcher(keep);
  const kept = differences.filter(({ name }) => isKept(name));
  const keys = items.filter(({ kind }) => kind === 'key').length;
  return {
    contexts: [pair[0].join(';'), pair[1].join(';')],
    compared: { keys, files: items.length - keys },
    differences: differences.filter(({ name }) => !isKept(name)).sort(missingFirst),
    kept: [...new Set(kept.map(({ name }) => name))],
    tooMany,
  };
}

export function requestedIn(elements: readonly string[]): RequestedElements {
  return elements.map((element) => (element === EACH ? undefined : element));
}

/** What may be shown of each row that is present. */
export function comparedRows(side: Side, items: readonly Item[]): Map<Row, ComparedRow> {
  const rows = items.flatMap((item) =>
    [...item.rows.values()].filter(isPresent).map((row) => ({ item, row })),
  );
  const shown = marked(
    rows.map(({ item, row }) => shownRow(item, row, side.levels)),
    side,
  );
  const masked = maskShown({ source: side.source, rows: shown }).rows;
  return new Map(
    rows.map(({ item, row }, i) => {
      const { change, isMasked = true } = masked[i] ?? {};
      const text = change?.after;
      return [
        row,
        {
          text: text === undefined ? MASK : textForApplication(item.vdt, text),
          context: fullContext(row.context, side.levels.length),
          isMasked: isMasked || text === undefined,
          variable: row.variable,
          place: row.place ?? change?.place,
        },
      ];
    }),
  );
}

/** Only by what may be shown: whether two secrets are equal is a secret itself. */
export function sameFor({ vdt }: Item): (one: ComparedRow, other: ComparedRow) => boolean {
  return (one, other) => {
    if (one.variable !== undefined || other.variable !== undefined)
      return one.variable === other.variable;
    if (one.isMasked || other.isMasked) return false;
    return one.text === other.text || (isParsed(vdt) && sameJson(one.text, other.text));
  };
}

function differenceOf(
  { kind, name, vdt }: Item,
  { contexts, before, after }: Effect<ComparedRow>,
  pair: ContextPair,
): Difference {
  return {
    kind: kind === 'key' ? 'value' : kind,
    name,
    vdt: kind === 'key' ? (vdt ?? 'Text') : undefined,
    contexts: [at(contexts, pair[0]), at(contexts, pair[1])],
    rows: [before && shownSide(before), after && shownSide(after)],
    isUnknown: isUnknown({ before, after }),
  };
}

/** Whether both have a text, and only what is masked may differ. */
export function isUnknown({
  before,
  after,
}: Pick<Effect<ComparedRow>, 'before' | 'after'>): boolean {
  const isBoth = before !== undefined && after !== undefined;
  return isBoth && before.variable === after.variable && before.text === after.text;
}

/** With a name of the variable that may be shown. */
export function shownSide(row: ComparedRow): ComparedRow {
  const { variable } = row;
  return variable === undefined ? row : { ...row, variable: shownVariable(variable) };
}

/** The applications of a pattern in one of the contexts. */
function at({ elements, except }: ContextPattern, asked: readonly string[]): ContextPattern {
  return {
    elements: asked.map((element, i) => (element === EACH ? (elements[i] ?? '*') : element)),
    except,
  };
}

function missingFirst(a: Difference, b: Difference): number {
  const isWhole = ({ rows }: Difference) => Number(rows.every((row) => row !== undefined));
  return (
    isWhole(a) - isWhole(b) ||
    Number(a.kind === 'file') - Number(b.kind === 'file') ||
    compareNames(a.name, b.name)
  );
}
