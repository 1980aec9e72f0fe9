// Random states that have most in common: what was applied last, what the files made of it, and what others did.
import fc from 'fast-check';
import { ON_DRIFT, type OnDrift, scopeOf } from '../../src/model/project.ts';
import { contextId } from '../../src/model/context.ts';
import { type Item, itemId, keysIn, type State } from '../../src/model/state.ts';
import { fileRowsIn, type FileRow, stateFrom } from '../helpers/states.ts';
import { state, type World, world } from './states.ts';
import { type Part, part, within } from './scopes.ts';

export interface ThreeStates extends World {
  onDrift: OnDrift;
  part: Part;
}

/** The first state, in which some items are as the second has them; what the second lacks is gone. */
function mixed(first: State, second: State, picks: readonly boolean[]): State {
  let next = 0;
  const isSecond = () => picks[next++ % picks.length] === true;
  const pick = <Item>(
    a: ReadonlyMap<string, Item>,
    b: ReadonlyMap<string, Item>,
  ): Map<string, Item> => {
    const chosen = [...new Set([...a.keys(), ...b.keys()])].flatMap((id): [string, Item][] => {
      const item = (isSecond() ? b : a).get(id);
      return item === undefined ? [] : [[id, item]];
    });
    return new Map(chosen);
  };
  const keys = [...pick(byId(keysIn(first)), byId(keysIn(second)))].map(([id, key]): Item => {
    const [a, b] = [first.items.get(id)?.rows, second.items.get(id)?.rows];
    return key.absent ? key : { ...key, rows: pick(a ?? new Map(), b ?? new Map()) };
  });
  return stateFrom({ keys, files: pick(byPlace(first), byPlace(second)).values() });
}

function byId(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [itemId(item), item]));
}

function byPlace(state: State): Map<string, FileRow> {
  return new Map(
    fileRowsIn(state).map((file) => [`${file.path}\0${contextId(file.context)}`, file]),
  );
}

const picks = fc.array(fc.constantFrom(false, false, true), { minLength: 5, maxLength: 20 });

export const threeStates: fc.Arbitrary<ThreeStates> = fc
  .record({
    world,
    others: fc.tuple(state, state),
    picks: fc.tuple(picks, picks),
    isKnown: fc.constantFrom(true, true, true, false),
    onDrift: fc.constantFrom(...ON_DRIFT),
    part: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: part }),
  })
  .map(
    ({
      world: { lastApplied: _, desired: base, ...rest },
      others,
      picks: [ours, theirs],
      isKnown,
      ...own
    }) => ({
      ...rest,
      ...own,
      desired: within(mixed(base, others[0], ours), scopeOf(own.part)),
      there: mixed(base, others[1], theirs),
      lastApplied: isKnown ? base : undefined,
    }),
  );
