// Which fields of a key each way to read shows. Only the hidden ones are taken from what was known before.
import type { Item } from '../model/state.ts';
import { javaTrim } from '../semantics/value-types.ts';

/** Fields of a key that only some reads show. Rows have rules of their own. */
export type KeyFields = Omit<Item, 'kind' | 'name' | 'rows' | 'absent' | 'secret' | 'place'>;

type IsHidden = (shown: KeyFields, before: KeyFields) => boolean;

const shown: IsHidden = () => false;
const hidden: IsHidden = () => true;
const unlessEmpty: IsHidden = ({ readme }, before) =>
  readme === undefined && javaTrim(before.readme ?? '') === '';
/** A group is named where the reader cannot decrypt. */
const ifSealed: IsHidden = ({ securityGroup }) => securityGroup === undefined;

/** An export shows everything except what only the other reads can say: `elsewhere`, `sealed` and `groupPresumed`. */
export const HIDES = {
  pull: {
    vdt: shown,
    deprecated: shown,
    readme: unlessEmpty,
    push: hidden,
    securityGroup: ifSealed,
    groupPresumed: shown,
    sealed: shown,
    inactive: hidden,
    elsewhere: hidden,
  },
  keyData: {
    vdt: shown,
    deprecated: shown,
    readme: shown,
    push: shown,
    securityGroup: hidden,
    groupPresumed: hidden,
    sealed: hidden,
    inactive: hidden,
    elsewhere: hidden,
  },
} as const satisfies Record<string, Record<keyof KeyFields, IsHidden>>;

const FIELDS = Object.keys(HIDES.pull) as (keyof KeyFields)[];

/** What a read shows of a key, with what it hides. */
export function withHidden<Key extends KeyFields>(
  by: keyof typeof HIDES,
  read: Key,
  before: KeyFields = {},
): Key {
  const taken = FIELDS.filter(
    (name) => before[name] !== undefined && HIDES[by][name](read, before),
  );
  return { ...read, ...Object.fromEntries(taken.map((name) => [name, before[name]])) };
}
