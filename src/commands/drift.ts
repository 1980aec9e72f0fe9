// drift: what others changed on the server since the last apply, and only that. Only reads.
import { CommandError } from '../errors.ts';
import { isRead, type Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { makePlan } from '../plan/make-plan.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { Runtime } from './runtime.ts';

/** `plan.drift` is what differs; the plan has no changes of its own. Not masked yet. */
export type DriftResult = Pick<Prepared, 'plan' | 'warnings' | 'remarks'>;

/** Throws {@link CommandError} where nothing says what was applied, or what the server holds: that is not "no drift". */
export function drift(options: Options, runtime: Runtime): Promise<DriftResult> {
  return prepare(options, {
    runtime,
    // What was applied is compared, not what the variables of this process say.
    missingEnv: 'warning',
    use: async ({ input, baseline, warnings, remarks }) => ({
      plan: driftOf(input, baseline.reason),
      warnings: warnings.filter(({ code }) => code !== 'env-missing'),
      remarks,
    }),
  });
}

function driftOf(input: Prepared['input'], reason: string): Plan {
  const { baseline } = input;
  if (baseline === undefined) throw unknown(`${reason}`, APPLY_FIRST);
  if (!isRead(input.liveSource))
    throw unknown('the server offers neither the export nor, with a token, `pull`', GIVE_TOKEN);
  // What the last apply left is desired: the rest of a plan is then what others did. What they added is shown, not deleted.
  const { announced: _, force: __, ...settled } = input;
  const kept = { desired: baseline, onDrift: 'keep', prune: 'managed' } as const;
  const { force: ___, ...plan } = makePlan({ ...settled, ...kept });
  return { ...plan, changes: [], findings: [] };
}

const APPLY_FIRST = 'Apply once, or pass the last applied commit with --baseline.';
const GIVE_TOKEN =
  'Provide a token (CONFIGHUB_TOKEN), or allow reading without a token in the repository settings.';

function unknown(why: string, hint: string): CommandError {
  return new CommandError({ code: 'drift-unknown', message: `Cannot determine drift: ${why}.`, hint });
}
