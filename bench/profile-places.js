// Which part of the program a sample of a profile belongs to.
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names for folders of src/, as the pipeline reads. The rest is named by its folder. */
const PARTS = {
  documents: 'reading the files (documents/)',
  remote: 'the server and its JSON (remote/)',
  plan: 'comparing and checking (plan/)',
  render: 'showing (render/)',
  record: 'Git (record/)',
  core: 'deciding what to ask (core/)',
  project: 'the project in Git (project/)',
};
const SPECIAL = new Map([
  ['(garbage collector)', 'collecting garbage'],
  ['(idle)', 'waiting for Git and the server'],
  ['(program)', 'native code of Node'],
]);

/** Milliseconds of each part, and of each function, over some profiles. */
export function selfTimes(profiles, findModule) {
  const [byPart, byFunction] = [new Map(), new Map()];
  for (const { nodes, samples, timeDeltas } of profiles) {
    const named = namesOf(nodes, findModule);
    for (const [index, id] of samples.entries()) {
      const { part, name } = named.get(id);
      for (const [times, key] of [
        [byPart, part],
        [byFunction, name],
      ]) {
        times.set(key, (times.get(key) ?? 0) + timeDeltas[index] / 1000);
      }
    }
  }
  return { byPart, byFunction };
}

function namesOf(nodes, findModule) {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return new Map(
    nodes.map(({ id, callFrame }) => {
      const chain = [];
      for (let at = id; at !== undefined; at = parents.get(at)) chain.push(byId.get(at).callFrame);
      const name = `${callFrame.functionName || '(anonymous)'} ${moduleOf(callFrame, findModule) ?? callFrame.url}`;
      return [id, { part: partOf(chain, findModule), name }];
    }),
  );
}

/** Packages, the model and Node work for whoever calls them: the nearest folder of the pipeline up the stack. */
function partOf(chain, findModule) {
  const special = SPECIAL.get(chain[0].functionName);
  if (special !== undefined) return special;
  const modules = chain.map((frame) => moduleOf(frame, findModule));
  const places = modules.flatMap((module) => /^lib\/([^/]+)\//.exec(module ?? '')?.[1] ?? []);
  const place = places.find((name) => name in PARTS);
  if (place !== undefined) return PARTS[place];
  const isStart = chain.some(({ url }) =>
    /^node:internal\/(?:modules|main|bootstrap|process\/(?:esm|pre))/.test(url),
  );
  if (isStart || modules.some((module) => module !== undefined))
    return 'starting, options, commands (Node, cli/)';
  return 'streams and sockets (Node)';
}

function moduleOf({ url, ...at }, findModule) {
  return url.startsWith('file:') ? findModule(fileURLToPath(url), at) : undefined;
}

/** By the source maps of the bundle: `lib/plan/diff.js`, `node_modules/js-yaml/…`. */
export function moduleFinder(folder) {
  const maps = new Map(
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.js.map'))
      .map((name) => {
        const map = new SourceMap(JSON.parse(readFileSync(join(folder, name), 'utf8')));
        return [join(folder, name.replace(/\.map$/, '')), map];
      }),
  );
  return (file, { lineNumber, columnNumber }) => {
    const source = maps.get(file)?.findEntry(lineNumber, columnNumber).originalSource;
    return source?.replace(/^(?:webpack:\/\/[^/]*\/)?(?:\.{1,2}\/)*/, '');
  };
}
