// A JSON plan read back, as strictly as befits a file that the author of a pull request may have forged.
import { CommandError } from '../../errors.ts';
import { excessOf } from '../../model/json-size.ts';
import { type BaseSummary, SAFETY_SETTINGS, type SafetyChange } from '../../model/base.ts';
import { type Finding, LIVE_SOURCES, type Target } from '../../model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../../model/project.ts';
import { JSON_VERSION } from '../json.ts';
import { type MaskedPlan, mask } from '../redact.ts';
import { LINE, readChanges, readPlace } from './changes.ts';
import { listOf, Mismatch, numberFrom, objectOf, oneOf, type Read, text } from './values.ts';

/** A comment shows a fraction of it. */
export const MAX_BYTES = 20_000_000;
/** A plan has less, and the bodies of its pushes little more. */
const MAX_DEPTH = 32;

const target: Read<Target> = objectOf({
  must: { url: text(LINE), account: text(LINE), name: text(LINE), levels: listOf(text(LINE)) },
  may: {},
});

const places = { place: readPlace, removedFrom: readPlace };

const finding: Read<Finding> = objectOf({
  must: { severity: oneOf(['refusal', 'warning']), code: text(LINE), message: text(LINE) },
  may: { ...places, hint: text(LINE) },
});

const base: Read<BaseSummary> = objectOf({
  must: { commit: text(LINE) },
  may: { pending: numberFrom(0), dropped: numberFrom(0) },
});

const safety: Read<SafetyChange> = objectOf({
  must: { setting: oneOf(SAFETY_SETTINGS) },
  may: { ...places, before: text(LINE), after: text(LINE), effect: oneOf(['looser', 'stricter']) },
});

/** What can be counted again is not believed. */
const counts = objectOf({ must: { already: numberFrom(0), unmanaged: numberFrom(0) }, may: {} });

const plan = objectOf({
  must: {
    target,
    live: oneOf(LIVE_SOURCES),
    prune: oneOf(PRUNE_MODES),
    onDrift: oneOf(ON_DRIFT),
    counts,
    notes: listOf(text(LINE)),
    changes: readChanges,
    drift: readChanges,
    findings: listOf(finding),
  },
  may: { base, safety: listOf(safety) },
});

const isOfThisVersion: Read<void> = (value, where) => {
  if (value !== JSON_VERSION) throw new Mismatch(where, `is not ${JSON_VERSION}`);
};
const version = objectOf({ must: { version: isOfThisVersion }, may: {} });

/**
 * The plan as renderers take it. What only an apply or a list of other items needs is not read. Throws one
 * {@link CommandError} for the first thing that is wrong; it quotes nothing of the file.
 *
 * @param file as a person calls it
 */
export function readJsonPlan(json: string, file: string): MaskedPlan {
  try {
    const value = parsed(json);
    version(value, '');
    const { counts, ...rest } = plan(value, '');
    return mask({ ...rest, ...counts });
  } catch (error) {
    if (error instanceof Mismatch) throw noPlan(file, error);
    throw error;
  }
}

function parsed(json: string): unknown {
  if (Buffer.byteLength(json) > MAX_BYTES)
    throw new Mismatch('', `is larger than ${MAX_BYTES / 1_000_000} MB`);
  if (excessOf(json, { depth: MAX_DEPTH, items: Number.POSITIVE_INFINITY }) !== undefined)
    throw new Mismatch('', `is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return JSON.parse(json);
  } catch {
    throw new Mismatch('', 'is no JSON');
  }
}

function noPlan(file: string, { where, message }: Mismatch): CommandError {
  const what = where === '' ? 'it' : `\`${where}\``;
  return new CommandError({
    code: 'bad-plan-file',
    message: `${file} is no JSON plan of version ${JSON_VERSION}: ${what} ${message}.`,
    hint: 'Hand over what the output `plan-path` names, as it is.',
  });
}
