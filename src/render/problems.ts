// Findings and mistakes as an output lists them: those that differ only in a context or an element are one.
import { grouped } from '../lib/collections.ts';
import { counted, listed, withCommas } from '../lib/text.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';
import type { Where } from './links.ts';

/** A finding of a rule, or a mistake in the files. */
interface Found extends Where {
  severity: Diagnostic['severity'] | Finding['severity'];
  code: string;
  message: string;
  hint?: string | undefined;
  /** The file, where there is no place in it. */
  file?: string;
  related?: Place | undefined;
}

/** The first of those that are alike, with the message of all. */
export type Problem<One extends Found = Found> = One & {
  /** How many others it stands for. */
  others: number;
};

/** A context or an element of a level, the only text in which alike messages differ. */
const VARIES = / (in|has no element) `([^`]*)`/;
/** More elements are counted. */
const MAX_NAMED = 6;

/** Each mistake is mended where it is, but a variable is set only once. */
const ONCE = 'env-missing';

/** One problem for each rule and key, variable or level, in the order of the first of each. */
export function together<One extends Found>(found: readonly One[]): Problem<One>[] {
  const alike = grouped<One, One | string>(found, (one) =>
    one.severity === 'error' && one.code !== ONCE
      ? one
      : JSON.stringify([one.code, one.message.replace(VARIES, ' $1'), one.hint]),
  );
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, message: messageOf(same, first.message), others: same.length - 1 }];
  });
}

function messageOf(same: readonly Found[], message: string): string {
  const names = [...new Set(same.map((one) => VARIES.exec(one.message)?.[2] ?? ''))];
  if (names.length < 2) return message;
  return message.replace(VARIES, (_, before: string) => {
    if (before === 'in') return ` in ${counted(names.length, 'context')}`;
    const shown = names.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
    const left = names.length - shown.length;
    return ` has no elements ${left > 0 ? `${shown.join(', ')} and ${withCommas(left)} more` : listed(shown)}`;
  });
}

/** `and 23 more places`, behind the first place. */
export function othersText({ others }: Pick<Problem, 'others'>): string {
  return others === 0 ? '' : ` and ${counted(others, 'more place')}`;
}

/** `config/shop.yaml:3:5`, or `config/shop.yaml:3:5 (removed)` for a line that was removed. */
export function problemPlace({ place, removedFrom, file }: Found): string {
  if (place !== undefined) return String(place);
  return removedFrom === undefined ? (file ?? '') : `${removedFrom} (removed)`;
}
