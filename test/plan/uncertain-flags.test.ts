// Where nothing can be read and an apply did not finish: a key is changed as declared, whatever flags it has by then.
import { expect, test } from 'vitest';
import { itemId, type KeyMetadata } from '../../src/model/state.ts';
import { recordedLive } from '../../src/plan/stand-in.ts';
import { stateOf } from '../helpers/project.ts';
import { approvedPlanOf, emptyRepository, liveOf, send } from '../helpers/repository.ts';
import { representatives } from '../helpers/suite.ts';

const declaring = (metadata: KeyMetadata) => stateOf(JSON.stringify({ keys: { a: metadata } }));
const flags = [
  { push: false },
  { push: true },
  { deprecated: true },
  { deprecated: false },
  { push: false, deprecated: true },
  { push: true, deprecated: true },
  { readme: 'r' },
  { readme: 'r', push: false },
  { readme: 'r', push: true },
  { readme: 'r', push: false, deprecated: true },
  { readme: 'r', push: true, deprecated: false },
];
const cases = [{}, ...flags].flatMap((base) =>
  flags.flatMap((begun) => flags.map((desired) => ({ base, begun, desired }))),
);

test.each(representatives(cases, 59))(
  '$base was applied, $begun may have been, then $desired is',
  ({ base, begun, desired }) => {
    for (const vdt of ['Text', undefined] as const)
      for (const arrived of [begun, base]) {
        const applied = declaring({ ...base, vdt: 'JSON' });
        const last = {
          lastApplied: applied,
          liveSource: 'last-applied',
          forceKeyPush: true,
        } as const;
        const planned = (
          metadata: KeyMetadata,
          intents = [declaring({ ...begun, vdt: 'Text' })],
        ) => {
          const state = declaring({ ...metadata, ...(vdt && { vdt }) });
          const live = recordedLive({ state: applied, intents, types: new Map() }, state);
          return approvedPlanOf({ ...last, desired: state, live, begun: intents });
        };
        const first = approvedPlanOf({ desired: applied, live: liveOf(emptyRepository()) });
        const before = [first, planned(arrived, [])].reduce(
          (repository, plan) => send(repository, plan, { force: true }),
          emptyRepository(),
        );
        const after = liveOf(send(before, planned(desired), { force: true }));
        expect(after.items.get(itemId({ kind: 'key', name: 'a' }))).toMatchObject(desired);
      }
  },
);
