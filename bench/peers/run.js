// node bench/peers/run.js [--keys 1000,10000] [--runs 7] [--node <path>] [--write <date>]: the same values declared with
// programs that users would take instead, each against a server of its own that answers at once.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBuilt, ROOT } from '../lib.js';
import { machine } from '../machine.js';
import { inTurn } from '../measure.js';
import { writeSection } from '../sections.js';
import { onKeys } from '../stage-keys.js';
import { inFolder, startScript } from '../stage.js';
import { median } from '../statistics.js';
import { ms, ratio, sectionText, whole } from '../table.js';
import { kvSet, octodnsZone } from './desired.js';
import { azure, octodns } from './install.js';

const { values: options } = parseArgs({
  options: {
    keys: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '7' },
    node: { type: 'string', default: process.execPath },
    write: { type: 'string' },
  },
});
const { node } = options;
const runs = Number(options.runs);
/** Of each key. */
const VALUES = 3;
const dist = join(ROOT, 'dist');

checkBuilt();
const peers = { 'Azure App Configuration': azureCases, 'octoDNS with PowerDNS': octodnsCases };
const sections = [];
for (const keys of options.keys.split(',').map(Number)) sections.push(await section(keys));
const text = sections.join('\n\n');
console.log(`${machine(node)}\n\n${text}`);
if (options.write !== undefined)
  writeSection('peers', `Measured on ${options.write}: ${machine(node)}.\n\n${text}`);

async function section(keys) {
  const rows = [];
  await onKeys({ keys, node, dist }, async (made) => {
    for (const [name, casesOf] of Object.entries(peers)) {
      await inFolder(async (folder) => {
        const server = await startScript('peers/server.js');
        const theirs = casesOf({ folder, server, keys });
        await inTurn([theirs.push], 0);
        const { records } = await server.control({ keep: 'applied' });
        if (records !== keys * VALUES)
          throw new Error(`${name} pushed ${records} of ${keys * VALUES} values.`);
        rows.push(
          await rowOf({
            name,
            what: 'plan, nothing changed',
            theirs: theirs.plan,
            ours: made.plan(dist),
          }),
          await rowOf({
            name,
            what: 'first full push',
            theirs: theirs.push,
            ours: made.push(dist),
          }),
        );
        server.stop();
      });
    }
  });
  const head = ['case', 'with', 'theirs ms', 'ours ms', 'theirs ÷ ours'];
  return sectionText({
    title: `${whole(keys)} keys with three values, through others`,
    head,
    rows,
  });
}

async function rowOf({ name, what, theirs, ours }) {
  const [peer, own] = (await inTurn([theirs, ours], runs)).map(median);
  console.error(`${name}, ${what}: ${ms(peer)} ms, ours ${ms(own)} ms`);
  return { cells: [what, name, ms(peer), ms(own)], figures: [ratio(peer / own)] };
}

function azureCases({ folder, server, keys }) {
  const script = azure();
  const file = join(folder, 'kv.json');
  writeFileSync(file, kvSet(keys));
  const one = (mode, state) => ({
    node,
    args: [script, server.url, file, mode],
    cwd: folder,
    before: () => server.control({ is: state }),
  });
  return { plan: one('plan', 'applied'), push: one('apply', 'empty') };
}

function octodnsCases({ folder, server, keys }) {
  const command = octodns();
  mkdirSync(join(folder, 'zones'));
  writeFileSync(join(folder, 'zones/bench.example.yaml'), octodnsZone(keys));
  const settings = {
    providers: {
      files: {
        class: 'octodns.provider.yaml.YamlProvider',
        directory: './zones',
        enforce_order: false,
      },
      server: {
        class: 'octodns_powerdns.PowerDnsProvider',
        host: '127.0.0.1',
        port: Number(new URL(server.url).port),
        scheme: 'http',
        api_key: 'bench',
      },
    },
    zones: { 'bench.example.': { sources: ['files'], targets: ['server'] } },
  };
  writeFileSync(join(folder, 'octodns.yaml'), JSON.stringify(settings));
  const one = (flags, state) => ({
    node: command,
    args: ['--quiet', '--config-file', 'octodns.yaml', ...flags],
    cwd: folder,
    before: () => server.control({ is: state }),
  });
  return { plan: one([], 'applied'), push: one(['--doit', '--force'], 'empty') };
}
