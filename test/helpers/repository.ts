// The built-in server's repository without HTTP: pushed to and read by the same functions as behind it.
import { parseApproval } from '../../src/model/approval.ts';
import { defaultLimits, WHOLE_REPOSITORY } from '../../src/model/project.ts';
import type { PasswordOf } from '../../src/model/secrets.ts';
import type { Change, Plan } from '../../src/model/plan.ts';
import type { State } from '../../src/model/state.ts';
import { phasesOf } from '../../src/plan/push-batches.ts';
import type {
  AppliedStates,
  PlanInput,
  Policy,
  SecretRules,
  ServerFacts,
} from '../../src/plan/input.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import { readExport } from '../../src/remote/wire.ts';
import { push } from '../../src/server/push.ts';
import { exportOf } from '../../src/server/reads.ts';
import type { ReadRejection } from '../../src/server/answer.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';
import { createRepository, type Repository } from '../../src/server/state.ts';
import { SHOP } from './server.ts';

const now = () => new Date(0);

export function emptyRepository(settings: Partial<RepositorySettings> = {}): Repository {
  return createRepository({ ...SHOP, ...settings }, { now, random: () => 'token' });
}

/** What a plan reads: the export through the wire, as JSON. */
export function liveOf(repository: Repository): State {
  return readExport(
    JSON.parse(JSON.stringify(exportOf(repository, { omitValues: false, omitFiles: false }))),
  );
}

/** A push that the server did not take, with its reason. */
export class PushRejected extends Error {
  readonly rejection: ReadRejection;

  constructor(rejection: ReadRejection, body: object) {
    super(`refused: ${JSON.stringify(rejection)} ${JSON.stringify(body)}`);
    this.rejection = rejection;
  }
}

/** The repository after a push; throws {@link PushRejected}. */
export function pushTo(
  repository: Repository,
  body: object,
  force = false,
  securityGroups: readonly string[] = [],
): Repository {
  const result = push(repository, { body: JSON.stringify(body), force, securityGroups, now });
  if ('repository' in result) return result.repository;
  throw new PushRejected(result.rejection, body);
}

/** The repository after every push of a plan, as an apply sends them. */
export function send(
  repository: Repository,
  plan: Plan,
  {
    force = false,
    securityGroups,
    passwordOf,
  }: { force?: boolean; securityGroups?: readonly string[]; passwordOf?: PasswordOf } = {},
): Repository {
  const bodyOf = (changes: readonly Change[]) =>
    pushBody({ changes, ...(passwordOf && { passwordOf }) }, 'test');
  return phasesOf(plan)
    .filter((changes) => changes.length > 0)
    .reduce((now, changes) => pushTo(now, bodyOf(changes), force, securityGroups), repository);
}

/** `undefined` where the server rejects a push. */
export function accepted<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof PushRejected) return undefined;
    throw error;
  }
}

/** What a test says of a plan, without the groups that the input has. */
export type Given = Pick<PlanInput, 'desired' | 'live'> &
  Partial<PlanInput & AppliedStates & Policy & SecretRules & ServerFacts>;

/** A plan with everything that a test does not name at its default. */
export function planOf(given: Given): Plan {
  return makePlan(inputOf(given));
}

const DEFAULTS = {
  target: {
    url: 'http://config.example.com',
    account: 'acme',
    name: 'shop',
    levels: [...SHOP.levels],
  },
  liveSource: 'export',
  purpose: 'apply',
  listUnmanaged: false,
  notes: [],
} satisfies Partial<PlanInput>;
const POLICY: Policy = {
  prune: 'managed',
  onDrift: 'overwrite',
  scope: WHOLE_REPOSITORY,
  isProtected: () => false,
  allowNewContexts: [],
  forceKeyPush: false,
  limits: defaultLimits(),
};
const SECRETS: SecretRules = { isSecretName: () => false, passwordOf: () => undefined };
const SERVER: ServerFacts = { settings: { vdtEnabled: true }, hasToken: true, typesKnown: true };
const APPLIED = ['lastApplied', 'begun', 'unconfirmed', 'problem', 'left'] as const;
const POLICY_FIELDS = [...Object.keys(POLICY), 'order', 'batch', 'stageElements'];
const SECRETS_FIELDS = [...Object.keys(SECRETS), 'secretIn', 'masksLive', 'clearText', 'digestKey'];
const SERVER_FIELDS = [
  ...Object.keys(SERVER),
  ...['tokenProblem', 'counted', 'elements', 'unread', 'listedFiles', 'absentKeys', 'firstOf'],
];

export function inputOf(given: Given): PlanInput {
  const { applied, policy, secrets, server, ...flat } = given;
  const part = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(flat).filter(([name]) => names.includes(name)));
  const grouped = [...APPLIED, ...POLICY_FIELDS, ...SECRETS_FIELDS, ...SERVER_FIELDS];
  const own = Object.fromEntries(Object.entries(flat).filter(([name]) => !grouped.includes(name)));
  return {
    ...DEFAULTS,
    ...(own as Pick<PlanInput, 'desired' | 'live'>),
    applied: { ...applied, ...part(APPLIED) },
    policy: { ...POLICY, ...policy, ...part(POLICY_FIELDS) },
    secrets: { ...SECRETS, ...secrets, ...part(SECRETS_FIELDS) },
    server: { ...SERVER, ...server, ...part(SERVER_FIELDS) },
  };
}

/** With whatever may be approved approved, for what holds of every push. */
export function approvedPlanOf(given: Given): Plan {
  const plan = planOf(given);
  const approval = plan.approval === undefined ? undefined : parseApproval(plan.approval);
  return approval === undefined ? plan : planOf({ ...given, approval });
}
