// What a plan is made from, put together: the project's settings, what the server said, and the options.
import type { Options, ResolvedTarget } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import type { Reader } from '../remote/client.ts';
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
}

/** Asks for single keys where live is not the export. */
export async function planInput(known: Known): Promise<PlanInput> {
  const { project, target, options, inspection, baseline, live } = known;
  const { info, elements } = inspection;
  const policy = policyOf(project, options);
  const notes = [
    ...liveNotes(live, info),
    ...[baseline.note ?? []].flat(),
    ...pruneNotes({ ...policy, live, baseline }),
  ];
  const input: PlanInput = {
    target: { url: target.url, ...target.repository, levels: info.levels },
    settings: { vdtEnabled: info.vdtEnabled, securityEnabled: info.securityEnabled },
    desired: project.state,
    live: live.state,
    liveSource: live.source,
    ...policy,
    listUnmanaged: options.unmanaged,
    hasToken: options.token !== undefined,
    notes,
    ...approvalOf(options),
    ...firstOf(baseline, { options, keys: info.keyCount }),
    typesKnown: true,
    ...(baseline.state && { baseline: baseline.state }),
    ...(baseline.announced && { announced: baseline.announced }),
    ...(elements && { elements }),
  };
  if (live.source === 'export')
    return { ...input, counted: { keys: info.keyCount, values: info.valueCount } };
  const unseen = live.source === 'pulls' && { unseenKeys: info.keyCount - live.state.keys.size };
  return withTouchedKeys(input, { ...known, ...unseen });
}

function approvalOf({ force, digestKey }: Options): Pick<PlanInput, 'force' | 'digestKey'> {
  return { ...(force && { force }), ...(digestKey !== undefined && { digestKey }) };
}

/** Outside Git, and where the record cannot be read, nobody knows; who names a baseline says that it is not the first. */
function firstOf(
  { applied, isUnknown, announced }: Baseline,
  { options, keys }: { options: Options; keys: number },
): Pick<PlanInput, 'firstOf'> {
  const isKnown = applied !== undefined && !isUnknown && typeof options.baseline !== 'string';
  return isKnown && !applied.found && announced === undefined ? { firstOf: keys } : {};
}
