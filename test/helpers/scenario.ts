// A scenario folder run for real: planned and applied, and what that leaves.
import { planTarget } from '../../src/commands/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { ProjectError } from '../../src/project/open-project.ts';
import { CommandError } from '../../src/errors.ts';
import { parseApproval } from '../../src/model/approval.ts';
import type { Plan } from '../../src/model/plan.ts';
import { RULES } from '../../src/plan/guard.ts';
import type { Place } from '../../src/model/diagnostic.ts';
import { phasesOf } from '../../src/plan/push-batches.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import { textDiagnostics, textError } from '../../src/render/problems.ts';
import { textPlan } from '../../src/render/text.ts';
import { jsonOf, planMembers, versioned } from '../../src/render/json.ts';
import { MASK, mask } from '../../src/render/mask.ts';
import { apply } from './apply.ts';
import { pushes, type Scenario, stored, type Variation, withScenario } from './scenario-stage.ts';

/** What a scenario leaves, by the name of the file that it is compared with. */
export interface Outcome {
  files: Record<string, string>;
  /** What was found in the files or on the plan. */
  found: {
    code: string;
    place?: Place | undefined;
    removedFrom?: Place | undefined;
    hint?: string | undefined;
  }[];
  /** Methods of the requests up to the plan. */
  planned: string[];
  /** Secret texts that the process knew; none of them may be in a file. */
  secrets: string[];
  /** The closing line of a plan after the apply. */
  again?: string;
  /** Pushes that changed something during the scenario. */
  pushes: number;
  /** What the server held before the apply and after it, as `live-after.json` has it. */
  before: string;
  after: string;
}

const ADDRESS = 'http://config.example.com';
/** The digest of a plan is another one at every address. */
const DIGEST = '3f9c2a7be1d04c58a6f07712c9e5d3b4';

const APPROVABLE = new Set(RULES.filter((rule) => 'isApprovable' in rule).map(({ code }) => code));

/** What a first apply is refused for where nothing is read. */
const FIRST_UNREAD = ['first-apply', 'vdt-not-known'];

/**
 * Runs a scenario: `applied/` is applied, `live.json` pushed by somebody else, then `input/` planned and applied.
 */
export function runScenario(folder: string, variation: Variation = {}): Promise<Outcome> {
  return withScenario({ folder, ...variation }, async (scenario) => {
    const held = async () => `[\n${(await stored(scenario)).join(',\n')}\n]\n`;
    const before = await held();
    const outcome = await runApproved(scenario);
    const after = await held();
    if (outcome.pushes > 0) outcome.files['live-after.json'] = after;
    return { ...outcome, before, after };
  });
}

/** With the approval that a scenario gives: of its plan, or of no more than its first apply to what others pushed. */
async function runApproved(scenario: Scenario): Promise<Run> {
  const { options, setup, isDocumented } = scenario;
  const { refused, ...outcome } = await run(scenario);
  if (refused === undefined || setup.approve === false || options.approve !== undefined)
    return outcome;
  const approval = refused.approval === undefined ? undefined : parseApproval(refused.approval);
  const isApproved =
    setup.approve || isOnly(refused, isDocumented ? FIRST_UNREAD : ['first-apply']);
  if (approval === undefined || !isApproved) return outcome;
  const { refused: _, ...approved } = await run({
    ...scenario,
    options: { ...options, approve: approval },
  });
  return approved;
}

function isOnly({ findings }: Plan, codes: readonly string[]): boolean {
  const refused = findings.filter(
    ({ severity, code }) => severity === 'refusal' && APPROVABLE.has(code),
  );
  return refused.every(({ code }) => codes.includes(code));
}

type Run = Omit<Outcome, 'before' | 'after'>;

/** @returns with the plan, if it is refused */
async function run(scenario: Scenario): Promise<Run & { refused?: Plan }> {
  const { server, requests, options, runtime, secrets } = scenario;
  const before = pushes(scenario);
  const outcome: Run & { refused?: Plan } = {
    files: {},
    found: [],
    planned: [],
    secrets,
    pushes: 0,
  };
  let digest = DIGEST;
  const clean = (text: string) => text.replaceAll(server.url, ADDRESS).replaceAll(digest, DIGEST);
  requests.length = 0;
  const onPlan = async (planned: PlanResult) => {
    outcome.planned = [...requests];
    digest = digestIn(planned) ?? digest;
    outcome.found = [...planned.plan.findings, ...planned.warnings];
    for (const [name, text] of Object.entries(shown(planned))) outcome.files[name] = clean(text);
    if (planned.warnings.length > 0) {
      outcome.files['warnings.txt'] = textDiagnostics(planned.warnings, { color: false });
    }
  };
  try {
    const applied = await apply(options, runtime, onPlan);
    if (applied.outcome === 'refused') return { ...outcome, refused: applied.plan };
    outcome.again = lastLine(
      textPlan(mask((await planTarget(options, runtime)).plan), { color: false }),
    );
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (Object.keys(outcome.files).length === 0) outcome.planned = [...requests];
    if (error instanceof ProjectError) {
      outcome.found = error.diagnostics;
      outcome.files['diagnostics.txt'] = textDiagnostics(error.diagnostics, { color: false });
    }
    outcome.files['error.txt'] = clean(textError(error, { color: false }));
  }
  outcome.pushes = pushes(scenario) - before;
  return outcome;
}

function shown({ plan: made, changeComment }: PlanResult): Record<string, string> {
  const masked = mask(made);
  const bodies = phasesOf(masked).map((changes) =>
    pushBody({ changes, passwordOf: () => MASK }, changeComment),
  );
  const files = {
    'plan.txt': textPlan(masked, { color: false }),
    'plan.json': versioned(planMembers(masked)),
  };
  return made.changes.length === 0 ? files : { ...files, 'push.json': bodies.map(jsonOf).join('') };
}

function digestIn({ plan: { approval, approved } }: PlanResult): string | undefined {
  return (approval ?? approved)?.split(' ')[0];
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
