// What a plan is made from, put together: the project's settings, what the server said, and the options.
import type { Options, ResolvedTarget } from '../options.ts';
import { isRead } from '../model/plan.ts';
import type { MissingRead, Read } from '../model/reads.ts';
import type { State } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import type { Reader, TokenProblem } from '../remote/client.ts';
import type { Baseline } from './baseline.ts';
import type { Inspection } from './inspect.ts';
import type { Live } from './live.ts';
import { liveNotes, pruneNotes } from './notes.ts';
import { policyOf } from './policy.ts';
import type { OpenProject } from './project.ts';
import { withTouchedKeys } from './touched-keys.ts';

interface Known {
  project: OpenProject;
  target: ResolvedTarget;
  options: Options;
  inspection: Inspection;
  baseline: Baseline;
  live: Live;
  reader: Reader;
  tokenProblem?: TokenProblem;
}

export interface PlanBasis {
  input: PlanInput;
  /** The reads of the server that it was made from, and those that were not to be had. */
  used: Read[];
  missing: MissingRead[];
}

/** Asks for single keys where live is not the export. */
export async function planInput(known: Known): Promise<PlanBasis> {
  const { project, target, options, inspection, baseline, live } = known;
  const { levels, settings, counts, elements } = inspection;
  const policy = policyOf(project, options);
  const notes = [
    ...liveNotes(known),
    ...[baseline.note ?? []].flat(),
    ...pruneNotes({ ...policy, live, baseline }),
  ];
  const input: PlanInput = {
    target: { url: target.url, ...target.repository, levels },
    settings,
    desired: project.state,
    live: live.state,
    liveSource: live.source,
    ...policy,
    listUnmanaged: options.unmanaged,
    hasToken: options.token !== undefined,
    notes,
    ...approvalOf(options),
    ...firstOf(baseline, { options, live, keys: counts?.keys }),
    typesKnown: isRead(live.source) || baseline.reads !== undefined,
    ...(baseline.problem !== undefined &&
      options.baseline === undefined && { recordProblem: baseline.problem }),
    ...(baseline.state && { baseline: baseline.state }),
    ...(baseline.announced && { announced: baseline.announced }),
    ...(baseline.applied?.found && { beside: baseline.applied.facts.beside }),
    ...(elements && { elements }),
    ...(known.tokenProblem && { tokenProblem: known.tokenProblem }),
  };
  const missing = [...inspection.missing, ...live.missing];
  if (live.source === 'export')
    return {
      input: { ...input, ...(counts && { counted: counts }) },
      used: [...inspection.answered, 'export'],
      missing,
    };
  const isCounted = live.source === 'pulls' && counts !== undefined;
  const touched = await withTouchedKeys(input, {
    ...known,
    ...(isCounted && {
      unseenKeys: counts.keys - live.state.keys.size,
      unseenValues: counts.values - valuesIn(live.state),
    }),
  });
  return {
    input: touched.input,
    used: [
      ...inspection.answered,
      ...(live.source === 'pulls' ? (['pull'] as const) : []),
      ...(touched.isAnswered ? (['keyData'] as const) : []),
    ],
    missing: [...missing, ...touched.missing],
  };
}

function valuesIn({ keys }: State): number {
  return [...keys.values()].reduce((sum, { values }) => sum + values.size, 0);
}

function approvalOf({ force, digestKey }: Options): Pick<PlanInput, 'force' | 'digestKey'> {
  return { ...(force && { force }), ...(digestKey !== undefined && { digestKey }) };
}

/**
 * Outside Git, and where the record cannot be read, nobody knows; who names a baseline says that it is not the first.
 * Without a record and without a read, every apply is like a first one.
 */
function firstOf(
  { applied, isUnknown, announced }: Baseline,
  { options, live, keys }: { options: Options; live: Live; keys: number | undefined },
): Pick<PlanInput, 'firstOf'> {
  const isKnown = applied !== undefined && !isUnknown && typeof options.baseline !== 'string';
  const isFirst = isKnown && !applied.found && announced === undefined;
  return isFirst || live.source === 'none' ? { firstOf: keys ?? 'unknown' } : {};
}
