// What `show` reads, without files: a state, of which nothing is secret.
import { WHOLE_REPOSITORY } from '../../src/model/project.ts';
import { emptyState, type State } from '../../src/model/state.ts';
import type { Side } from '../../src/show/sides.ts';

export function sideOf({ levels, state }: { levels: string[]; state: State }): Side {
  return {
    source: 'files',
    who: 'The files have',
    levels,
    state,
    remarks: [],
    groups: [],
    untold: [],
    marks: {
      desired: state,
      live: emptyState(),
      applied: {},
      policy: { prune: 'managed', scope: WHOLE_REPOSITORY },
      secrets: { isSecretName: () => false },
    },
  };
}
