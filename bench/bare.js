// What no care can save, to see what the rest of a plan costs: asks Git and the server what a plan asks, reads the documents
// by the same reader and compares. It checks nothing: no mistake, no type, no rule, no secret, nothing that others do
// meanwhile; and it shows a number. Ends with 1 where something differs, or nothing was compared.
import { createRequire } from 'node:module';
import { parseTrees } from '../lib/desired/parse.js';
import { Source } from '../lib/model/place.js';

// As the floor does: an import of node:http takes 40 ms more.
const require = createRequire(import.meta.url);
const { spawn } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
const http = require('node:http');

const [, , url, repository, ref] = process.argv;

const git = spawn('git', ['cat-file', '--batch']);
const asked = [];
let rest = Buffer.alloc(0);
git.stdout.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  let at = 0;
  while (asked.length > 0) {
    const line = rest.indexOf('\n', at);
    const begin = line + 1;
    const end = begin + Number(rest.toString('latin1', at, line).split(' ')[2]);
    if (line < 0 || rest.length <= end) break;
    asked.shift()(rest.subarray(begin, end));
    at = end + 1;
  }
  rest = rest.subarray(at);
});
const recorded = filesOf(`${ref}^{tree}`, '');

const agent = new http.Agent({ keepAlive: true });
const keys = get('export', { 'Omit-Values': 'true' });

const declared = new Map();
let texts = 0;
const contexts = new Set();
const files = readdirSync('.', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.startsWith('.git'))
  .map(({ parentPath, name }) => (parentPath === '.' ? name : `${parentPath}/${name}`));
const contents = new Map(files.map((path) => [path, readFileSync(path)]));
for (const [path, content] of contents) {
  if (path.startsWith('config/')) read(parseTrees(new Source(path, content.toString()), () => undefined));
}

const pulls = [...contexts].map(async (context) => {
  // A name that no element has: the answer is that of `*` alone, and no cache knows it.
  const full = context.replaceAll('*', `x${Date.now().toString(36)}x1`);
  const headers = { Context: full, 'Include-Value-Context': 'true', 'No-Files': 'true' };
  const { properties } = JSON.parse(await get('pull', headers));
  return compare(properties, context);
});
const [before, known, ...different] = await Promise.all([recorded, keys.then(JSON.parse), ...pulls]);
for (const [path, content] of before) if (!contents.get(path)?.equals(content)) different.push(path);
const count = different.flat().length;
process.stdout.write(`${count} of ${known.data.length} keys and ${before.length} files differ\n`);
const isCompared = before.length > 0 && declared.size > 0 && texts >= declared.size;
process.exit(isCompared && count === 0 ? 0 : 1);

async function filesOf(name, folder) {
  const tree = await object(name);
  const found = [];
  for (let at = 0; at < tree.length; ) {
    const end = tree.indexOf(0, at);
    const [mode, entry] = tree.toString('utf8', at, end).split(' ');
    const id = tree.toString('hex', end + 1, end + 21);
    const path = folder + entry;
    found.push(mode === '40000' ? filesOf(id, `${path}/`) : object(id).then((content) => [[path, content]]));
    at = end + 21;
  }
  return (await Promise.all(found)).flat();
}

function object(name) {
  return new Promise((resolve) => {
    asked.push(resolve);
    git.stdin.write(`${name}\n`);
  });
}

function get(what, headers) {
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}/rest/${what}/${repository}`, { agent, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    request.on('error', reject);
  });
}

function read([document]) {
  const found = document.entries.find(({ key }) => key.text === 'keys');
  for (const { key, value } of found?.value.entries ?? []) {
    const values = value.entries.find((one) => one.key.text === 'values')?.value.entries ?? [];
    for (const one of values) contexts.add(one.key.text);
    declared.set(key.text, values);
  }
}

/** Texts alone: maps and lists are written in more than one way. */
function compare(properties, context) {
  const different = [];
  for (const name in properties) {
    const { val } = properties[name];
    const there = declared.get(name)?.find(({ key }) => key.text === context)?.value;
    if (there?.kind !== 'scalar') continue;
    texts++;
    if (there.text !== val) different.push(name);
  }
  return different;
}
