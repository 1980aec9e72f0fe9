// Two projects on one repository, each with a part of its own: whatever they do and when, neither touches the other's.
import fc from 'fast-check';
import { expect } from 'vitest';
import { hasRefusals, type Plan } from '../src/model/plan.ts';
import {
  ON_DRIFT,
  type OnDrift,
  type PruneMode,
  type Scope,
  scopeOf,
} from '../src/model/project.ts';
import { emptyState, type Item, type State, withRows } from '../src/model/state.ts';
import type { Repository } from '../src/server/state.ts';
import { documentsOf } from './random/documents.ts';
import { type Count, named, property } from './random/runs.ts';
import { repositoryOf } from './random/repository.ts';
import { state as anyState } from './random/states.ts';
import { accepted, approvedPlanOf, liveOf, send } from './helpers/repository.ts';
import { disjointParts, outside, within } from './random/scopes.ts';

/** A file that names a key which is gone by the time of the push makes the server create it: no plan can foresee that. */
const state = anyState.map(
  (one): State =>
    withRows(one, (row, { item }) =>
      item.kind === 'key' ? row : { ...row, text: row.text?.replaceAll('$', '') ?? null },
    ),
);

/** A plan that is made may be sent later: meanwhile the other project may apply. */
const STEPS = ['edit', 'plan', 'plan', 'push', 'push', 'apply', 'apply'] as const;

const step = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom(...STEPS),
  edited: state,
});

const side = fc.record({
  prune: fc.constantFrom<PruneMode>('managed', 'all'),
  onDrift: fc.constantFrom(...ON_DRIFT),
  first: state,
});

const team = fc.record({
  there: state,
  split: disjointParts,
  sides: fc.tuple(side, side),
  steps: fc.array(step, { minLength: 2, maxLength: 10 }),
});

type Team = typeof team extends fc.Arbitrary<infer Type> ? Type : never;

interface Project {
  scope: Scope;
  prune: PruneMode;
  onDrift: OnDrift;
  desired: State;
  lastApplied?: State;
  /** Planned and not sent yet, with what it was planned from. */
  pending?: { plan: Plan; desired: State };
}

/** Without what describes keys: of shared keys there is one description, and projects would have to agree on it. */
function bare({ items }: State): State {
  const plain = [...items].map(([id, { kind, name, rows, absent }]): [string, Item] => [
    id,
    { kind, name, rows, ...(absent && { absent }) },
  ]);
  return { items: new Map(plain) };
}

class Place {
  repository: Repository;
  readonly projects: Project[];
  readonly #own: (edited: State, scope: Scope) => State;

  constructor({ there, split, sides }: Team) {
    const found = split.areKeysShared ? bare(there) : there;
    this.repository = repositoryOf({
      there: found,
      inactive: [],
      vdtEnabled: true,
      contextGroupsEnabled: false,
    });
    this.#own = (edited, scope) => within(split.areKeysShared ? bare(edited) : edited, scope);
    this.projects = sides.map(({ first, ...side }, i) => {
      const scope = scopeOf(split.parts[i] ?? {});
      return { ...side, scope, desired: this.#own(first, scope) };
    });
  }

  plan({ scope, prune, onDrift, desired, lastApplied }: Project): Plan {
    const live = liveOf(this.repository);
    return approvedPlanOf({
      desired,
      live,
      scope,
      prune,
      onDrift,
      forceKeyPush: true,
      ...(lastApplied && { lastApplied }),
    });
  }

  take(project: Project, { what, edited }: { what: (typeof STEPS)[number]; edited: State }): void {
    if (what === 'edit') project.desired = this.#own(edited, project.scope);
    if (what === 'plan' || what === 'apply') {
      project.pending = { plan: this.plan(project), desired: project.desired };
    }
    if (what === 'push' || what === 'apply') this.#push(project);
  }

  #push(project: Project): void {
    const { pending } = project;
    delete project.pending;
    if (pending === undefined || hasRefusals(pending.plan)) return;
    const sent = accepted(() => send(this.repository, pending.plan, { force: true }));
    // What was planned on something else the server may reject, whole.
    if (sent === undefined) return;
    this.repository = sent;
    project.lastApplied = pending.desired;
  }
}

/** What a project is about to do to its values and files, in no particular spelling. */
function intended({ changes }: Plan): unknown[] {
  return changes
    .filter((change) => change.kind !== 'key')
    .map((change) => [
      ...[change.kind, change.action, change.name, change.context].map((part) =>
        part.toLowerCase(),
      ),
      ...[change.before, change.after],
    ]);
}

function check(one: Team, count: Count): void {
  const place = new Place(one);
  for (const { who, ...step } of one.steps) {
    const [project, other] = [place.projects[who], place.projects[1 - who]];
    if (project === undefined || other === undefined) throw new Error('two projects');
    const before = liveOf(place.repository);
    const planned = intended(place.plan(other));
    const isLate = step.what === 'push' && project.pending !== undefined;
    place.take(project, step);
    const after = liveOf(place.repository);
    const told = `${step.what} of project ${who}`;
    named(`what is the other's stays as it is: ${told}`, () =>
      expect(outside(after, project.scope)).toEqual(outside(before, project.scope)),
    );
    named(`the other's plan is the same: ${told}`, () =>
      expect(intended(place.plan(other))).toEqual(planned),
    );
    const [was, is] = [outside(before, NOTHING), outside(after, NOTHING)];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    count('pushed');
    if (isLate) count('late');
    if (is.length < was.length) count('deleted');
  }
}

const NOTHING = scopeOf({ scope: { keys: ['!**'], files: ['!**'] } });

property('two projects with disjoint parts never touch what is the other’s', team, {
  check,
  show,
  enough: { pushed: 1 / 20, late: 1 / 20, deleted: 1 / 20 },
});

function show({ there, split, sides, steps }: Team): string {
  const document = (one: State) => documentsOf(one)['config/0.json'];
  return [
    `there: ${document(there)}`,
    ...split.parts.map((part, i) => {
      const { first = emptyState(), ...side } = sides[i] ?? {};
      return `project ${i}: ${JSON.stringify({ ...part, ...side })} ${document(first)}`;
    }),
    ...steps.map(
      ({ who, what, edited }) => `${what} ${who}${what === 'edit' ? ` ${document(edited)}` : ''}`,
    ),
  ].join('\n');
}
