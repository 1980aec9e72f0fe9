// What is measured within one process: rendering 100,000 changes, who gets them, and the built-in server at its work.
// Prints JSON for inside.js, which makes rows of it.
import { fromLib } from './lib.js';
import { pushOf } from './pushes.js';
import { median } from './statistics.js';

const RUNS = Number(process.argv[2] ?? 7);
const CHANGES = 100_000;
const KEYS = 100_000;
/** Of the HTML page. */
const PAGE_CHANGES = 10_000;

const SETTINGS = {
  target: {
    url: 'https://config.example.com',
    account: 'acme',
    name: 'bench',
    levels: ['Environment', 'Application'],
  },
  liveSource: 'export',
  applied: {},
  policy: {
    prune: 'managed',
    onDrift: 'overwrite',
    scope: { item: () => true, whole: () => true, row: () => true },
    isProtected: () => false,
    allowNewContexts: [],
    forceKeyPush: false,
    limits: { deletes: 100, updates: 100, existing: 0, maxDeletes: CHANGES, maxUpdates: CHANGES },
  },
  secrets: { isSecretName: () => false, passwordOf: () => undefined },
  server: { settings: { vdtEnabled: true }, hasToken: true, typesKnown: true },
  purpose: 'apply',
  listUnmanaged: false,
  notes: [],
};

const what = { rendering, serving, page, effects };
console.log(JSON.stringify(await what[process.argv[3]]()));

async function rendering() {
  const { mask } = await fromLib('render/mask.js');
  const { textPlan } = await fromLib('render/text.js');
  const { rowsComment, rowsSummary } = await fromLib('render/markdown/page.js');
  const { planMembers, versioned } = await fromLib('render/json.js');
  const plan = mask(planOf(CHANGES));
  return {
    text: timeOf(() => textPlan(plan, { color: false })),
    'Markdown, a comment': timeOf(() => rowsComment([{ kind: 'planned', plan }], { status: {} })),
    'Markdown, a summary': timeOf(() => rowsSummary([{ kind: 'planned', plan }], { status: {} })),
    JSON: timeOf(() => versioned(planMembers(plan))),
  };
}

/** Which applications 100,000 changes affect, and a plan of them, from the documents to its JSON, without a server and Git. */
async function effects() {
  const { loadProject } = await fromLib('documents/load-project.js');
  const { filesInMemory } = await fromLib('documents/project-files.js');
  const { makePlan } = await fromLib('plan/make-plan.js');
  const { withAffected } = await fromLib('plan/affected.js');
  const { mask } = await fromLib('render/mask.js');
  const { planMembers, versioned } = await fromLib('render/json.js');
  const load = (word) => loadProject(filesOf(word, filesInMemory), { env: {} }).state;
  const live = load('old');
  const inputOf = () => ({ ...SETTINGS, live, desired: load('new') });
  const input = inputOf();
  const { changes } = makePlan(input);
  return {
    plan: timeOf(() => versioned(planMembers(mask(makePlan(inputOf()))))),
    effects: timeOf(() => withAffected(changes, { ...input, isTheirs: false })),
  };
}

/** A project of as many values, three of a key, each with this word in it. */
function filesOf(word, filesInMemory) {
  const contexts = ['*;*', 'Staging;*', 'Production;*'];
  const keys = Array.from({ length: CHANGES / contexts.length }, (_, i) => {
    const values = contexts.map((context) => `"${context}": ${word} ${context} ${i}`);
    return `  service.setting.k${i}: { values: { ${values.join(', ')} } }\n`;
  });
  const files = { 'confighub.yaml': 'version: 1\n', 'config/all.yaml': `keys:\n${keys.join('')}` };
  return filesInMemory(
    new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );
}

/** The text of the HTML page, and how long it took, once everything is loaded. */
async function page() {
  const { mask } = await fromLib('render/mask.js');
  const { htmlPlan } = await fromLib('render/html/page.js');
  const elements = ['Production', 'Staging', 'Test'];
  const changes = planOf(PAGE_CHANGES).changes.map((change) => ({
    ...change,
    affects: affectsOf(change),
  }));
  const plan = mask({ ...planOf(0), changes, elements });
  return { written: timeOf(() => htmlPlan(plan)), text: htmlPlan(plan) };
}

/** What each reader says of a value: who gets it, and instead of what. */
function affectsOf({ context, action }) {
  const own = { context };
  const other = { context: '*;*', text: 'another value' };
  const region = { contexts: { elements: context.split(';'), except: [] } };
  const sides = {
    create: { before: other, after: own },
    update: { before: own, after: own },
    delete: { before: own },
  };
  return { isExact: true, regions: [{ ...region, ...sides[action] }] };
}

/** A third each of new, changed and deleted values, three of a key. */
function planOf(count) {
  const contexts = ['*;*', 'Staging;*', 'Production;*'];
  const sides = [
    { after: 'new value' },
    { before: 'old value', after: 'new value' },
    { before: 'old value' },
  ];
  const changes = Array.from({ length: count }, (_, i) => ({
    kind: 'value',
    action: ['create', 'update', 'delete'][i % 3],
    cause: 'declared',
    name: `service.setting.k${Math.floor(i / 3)}`,
    context: contexts[i % 3],
    vdt: 'Text',
    place: { file: 'config/shop.yaml', line: i + 1, column: 5 },
    ...sides[i % 3],
  }));
  const target = {
    url: 'http://127.0.0.1',
    account: 'acme',
    name: 'bench',
    levels: ['Environment', 'Application'],
  };
  const facts = {
    target,
    live: 'export',
    prune: 'managed',
    onDrift: 'keep',
    notes: [],
    converged: 0,
    unmanaged: 0,
  };
  return { ...facts, changes, drift: [], findings: [] };
}

async function serving() {
  const { openRepositories } = await fromLib('server/state.js');
  const { dispatch, pushAnswer } = await fromLib('server/service.js');
  const { readAnswer } = await fromLib('server/reads.js');
  const settings = {
    account: 'acme',
    repository: 'bench',
    levels: ['Environment', 'Application'],
    tokens: { t: { value: 't' } },
  };
  const now = () => new Date();
  const empty = () =>
    openRepositories([settings], { stored: [], now, random: () => 't' }).repositories;
  const requestOf = (method, target) => ({
    method,
    target,
    header: (name) => (name === 'client-token' ? 't' : undefined),
  });
  const [push, read] = [
    requestOf('POST', '/rest/push'),
    requestOf('GET', '/rest/export/acme/bench'),
  ];
  const full = (body) => {
    const service = { repositories: empty(), now, cache: new Map() };
    const answer = pushAnswer(service, dispatch(push).route, body);
    if (answer.status !== 200) throw new Error(`The push was refused: ${answer.etag}`);
    return service;
  };
  const body = JSON.stringify(pushOf(KEYS));
  const service = full(body);
  const exporting = () => readAnswer(service, dispatch(read).route).body;
  const exported = JSON.parse(exporting());
  return {
    push: [timeOf(() => JSON.parse(body)), timeOf(() => full(body))],
    export: [timeOf(() => JSON.stringify(exported)), timeOf(exporting)],
    memory: [1000, 10_000, 100_000].map((keys) => [
      keys,
      heldBy(() => full(JSON.stringify(pushOf(keys)))),
    ]),
  };
}

function timeOf(work) {
  work();
  return median(
    Array.from({ length: RUNS }, () => {
      globalThis.gc();
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
}

/** MiB that stay. */
function heldBy(make) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  globalThis.gc();
  const held = process.memoryUsage().heapUsed - before;
  return made === undefined ? 0 : held / 1024 ** 2;
}
