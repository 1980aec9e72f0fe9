// States as documents, and worlds as what one puts into a folder of test/cases.
import { KEY_METADATA, keysIn, type State } from '../../src/model/state.ts';
import { exportOf } from '../../src/server/reads.ts';
import type { Repository } from '../../src/server/state.ts';
import type { World } from './states.ts';
import { fileRowsIn } from '../helpers/states.ts';

/** Every declaration in the document that its number says, as JSON of the interface's own shape. */
export function documentsOf(
  declared: State,
  assignment: readonly number[] = [0],
): Record<string, string> {
  const documents = Array.from({ length: Math.max(...assignment) + 1 }, () => ({
    data: [] as object[],
  }));
  let next = 0;
  const put = (entry: object) =>
    documents[assignment[next++ % assignment.length] ?? 0]?.data.push(entry);
  for (const { name, absent, rows, ...key } of keysIn(declared)) {
    const metadata = KEY_METADATA.map((field) => [field, key[field]]);
    put({ key: name, ...Object.fromEntries(metadata), ...(absent ? { opp: 'delete' } : {}) });
    for (const { context, text, absent: gone } of rows.values()) {
      put({ key: name, values: [{ context, ...(gone ? { opp: 'delete' } : { value: text }) }] });
    }
  }
  for (const { path, context, text: content, absent, securityGroup } of fileRowsIn(declared)) {
    put({ file: path, context, ...(absent ? { opp: 'delete' } : { content, securityGroup }) });
  }
  return Object.fromEntries(
    documents.map((document, i) => [`config/${i}.json`, JSON.stringify(document)]),
  );
}

/** The files of a scenario, to be read and to be put into a folder of test/cases. */
export function scenarioOf(world: World, live: Repository): string {
  const { prune, batch, force, vdtEnabled, contextGroupsEnabled } = world;
  const exported = exportOf(live, { omitValues: false, omitFiles: false });
  const document = (state: State) => documentsOf(state)['config/0.json'];
  const files = {
    'setup.json': JSON.stringify({
      server: { flags: { vdtEnabled, contextGroupsEnabled } },
      token: force ? 'force' : 'plain',
      given: { prune },
    }),
    'live.json': JSON.stringify({ enableKeyCreation: true, ...exported }),
    'input/confighub.yaml': batch === undefined ? '' : `batch: ${batch}`,
    'input/config/0.json': document(world.desired),
    ...(world.lastApplied && { 'last applied/config/0.json': document(world.lastApplied) }),
  };
  return Object.entries(files)
    .map(([name, text]) => `--- ${name}\n${text}\n`)
    .join('');
}
