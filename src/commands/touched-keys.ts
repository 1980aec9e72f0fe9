// Without the export: the keys that a plan would touch or name, asked for one by one.
import { placeholdersIn } from '../model/placeholders.ts';
import { keyId } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { ReadRefused } from '../remote/answer.ts';
import type { Reader } from '../remote/client.ts';
import { inParallel, withKeyData } from './live.ts';

/** What is touched must keep its type; what files name must be there, or the server makes it, locked. */
export async function withTouchedKeys(input: PlanInput, reader: Reader): Promise<PlanInput> {
  const repository = { account: input.target.account, name: input.target.name };
  const { changes } = makePlan(input);
  const touched = changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key]));
  const state = await withKeyData(input.live, { names: distinct(touched), reader, repository });
  if (state === undefined) return { ...input, typesKnown: false };
  const named = changes.flatMap((change) =>
    change.kind === 'file' ? placeholdersIn(change.after ?? '') : [],
  );
  const undeclared = distinct(named).filter((name) => !input.desired.keys.has(keyId(name)));
  const isAbsent = async (name: string) => (await reader.keyData(repository, name)) === undefined;
  return { ...input, live: state, absentKeys: await idsOf(undeclared, isAbsent) };
}

/** Ids of the names of which it is true; none where the server says nothing of keys. */
async function idsOf(
  names: readonly string[],
  isTrue: (name: string) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  try {
    await inParallel(names, async (name) => {
      if (await isTrue(name)) ids.add(keyId(name));
    });
  } catch (error) {
    if (!(error instanceof ReadRefused)) throw error;
    return new Set();
  }
  return ids;
}

function distinct(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [keyId(name), name])).values()];
}
