// What a state says, by address, for laws to compare.
import { keyId, type State } from '../../src/model/state.ts';

/** Facts of a state by address: `a [P;*]` → text. */
export function facts({ keys, files }: State): Map<string, string | null> {
  const values = [...keys.values()].flatMap((one) =>
    [...one.values].map(([id, { text }]) => [`${keyId(one.name)} [${id}]`, text] as const),
  );
  return new Map([...values, ...[...files].map(([id, { content }]) => [`file ${id}`, content] as const)]);
}

/** Addresses that a state declares, those that must not exist included. */
export function declares({ keys, files }: State, address: string): boolean {
  const own = [...keys.values()].some((one) =>
    one.absent
      ? address.startsWith(`${keyId(one.name)} [`)
      : [...one.values.keys()].some((id) => address === `${keyId(one.name)} [${id}]`),
  );
  return own || [...files.keys()].some((id) => address === `file ${id}`);
}

/** What a state wants to exist. */
export function wants(desired: State): State {
  const keys = [...desired.keys]
    .filter(([, one]) => !one.absent)
    .map(([id, one]) => {
      return [id, { ...one, values: new Map([...one.values].filter(([, { absent }]) => !absent)) }] as const;
    });
  return { keys: new Map(keys), files: new Map([...desired.files].filter(([, { absent }]) => !absent)) };
}
