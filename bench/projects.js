// The projects that are measured, as files by path: the same bytes for the same name and size, on every machine.
import { randomOf } from './random.js';

export const REPOSITORY = 'acme/bench';
export const LEVELS = ['Environment', 'Application'];
export const TOKEN = 'bench-token-that-opens-nothing';
const CONTEXTS = ['*;*', 'Staging;*', 'Production;*'];
/** Of one document, as people divide them. */
const KEYS_PER_DOCUMENT = 500;
/** Of the values, in a project that is changed. */
const CHANGED = 0.01;

/**
 * `size` → the files of a project. `changed` gives the same project after an edit of one value in a hundred.
 * What grows with the size is in the name.
 */
export const PROJECTS = {
  keys: (size, { changed = false } = {}) => project(keyDocuments(size, { changed }), filesOf(size)),
  /** Of types that a pull shows as they are stored. */
  'keys without lists': (size) =>
    project(keyDocuments(size, { types: TYPES.filter(({ vdt }) => vdt !== 'List') })),
  'keys in one document': (size) =>
    project({ 'config/all.yaml': document(range(size).map(shortKey)) }),
  documents: (size) => {
    const entry = keyOf();
    return project(
      Object.fromEntries(
        range(size).map((i) => [`config/${folder(i)}/${i}.yaml`, document([entry(i)])]),
      ),
    );
  },
  'contexts of one key': (size) => {
    const values = range(size).map((i) => `      "*;App${i}": value of application ${i}\n`);
    return project({ 'config/all.yaml': `keys:\n  shop.title:\n    values:\n${values.join('')}` });
  },
  'files of 100 KB': (size) =>
    filesProject(range(size).map((i) => [`content/${i}.txt`, text(i, 100_000)])),
  'KB of one file': (size) => filesProject([['content/big.txt', text(1, size * 1000)]]),
  aliases: (size) => {
    const values = range(size).map((i) => `  alias.k${i}: *shared\n`);
    return project({
      'config/all.yaml': `keys:\n  alias.first: &shared the same for all\n${values.join('')}`,
    });
  },
  'KB of one line': (size) =>
    project({ 'config/all.yaml': `keys:\n  long: "${'0123456789'.repeat(size * 100)}"\n` }),
};

/** So many targets in one project file, each with a folder, a repository and a token of its own. */
export function severalTargets(count, keys) {
  const each = range(count).map(targetOf);
  const listed = each.map(
    ({ name, repository }) =>
      `  ${name}: { repository: ${repository}, include: [${name}/config/**/*.yaml] }\n`,
  );
  const { 'confighub.yaml': settings, ...files } = PROJECTS.keys(keys);
  const common = settings.replace(/^(?:repository|include):.*\n/gm, '');
  const own = each.flatMap(({ name }) =>
    Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]),
  );
  return { 'confighub.yaml': `${common}targets:\n${listed.join('')}`, ...Object.fromEntries(own) };
}

/** The variables of their tokens. */
export function severalTokens(count) {
  return Object.fromEntries(range(count).map((i) => [`CONFIGHUB_TOKEN_T${i}`, targetOf(i).token]));
}

export function targetOf(i) {
  return { name: `t${i}`, repository: `${REPOSITORY}-${i}`, token: `${TOKEN}-${i}` };
}

function project(documents, files = {}) {
  const settings = [
    'version: 1',
    `repository: ${REPOSITORY}`,
    `levels: [${LEVELS.join(', ')}]`,
    'include: [config/**/*.yaml]',
    // The sizes are what is measured here, not what they are warned of.
    'limits: { updates: 100%, deletes: 100%, maxUpdates: 999999999, maxDeletes: 999999999 }',
    '',
  ];
  return { 'confighub.yaml': settings.join('\n'), ...documents, ...files };
}

function keyDocuments(size, { changed = false, types }) {
  const entry = keyOf(changed ? CHANGED : 0, types);
  const documents = range(Math.ceil(size / KEYS_PER_DOCUMENT)).map((d) => {
    const first = d * KEYS_PER_DOCUMENT;
    const entries = range(Math.min(KEYS_PER_DOCUMENT, size - first)).map((i) => entry(first + i));
    return [`config/${folder(d)}/team-${d}.yaml`, document(entries)];
  });
  return Object.fromEntries(documents);
}

/** One file for a hundred keys, each with the content of a small template. */
function filesOf(size) {
  const paths = range(Math.floor(size / 100)).map((i) => [`templates/app-${i}.conf`, text(i, 600)]);
  const entries = paths.map(([path], i) => `  app-${i}.conf:\n    "*;*": { path: ../${path} }\n`);
  return {
    ...Object.fromEntries(paths),
    'config/files.yaml': entries.length === 0 ? '' : `files:\n${entries.join('')}`,
  };
}

function filesProject(contents) {
  const entries = contents.map(([path]) => `  ${path}:\n    "*;*": { path: ../${path} }\n`);
  return project(
    { 'config/files.yaml': `files:\n${entries.join('')}` },
    Object.fromEntries(contents),
  );
}

const document = (entries) => `keys:\n${entries.join('')}`;

/** Which key a number stands for, always the same one; `changed` is the share of keys whose last value differs. */
function keyOf(changed = 0, types = TYPES) {
  return (i) => {
    const random = randomOf(i + 1);
    const name = `${random.words(2).replace(' ', '.')}.k${i}`;
    const { vdt, make } = random.pick(types);
    const readme = random.next() < 0.2 ? `    readme: ${sentence(random)}\n` : '';
    const type = vdt === undefined ? '' : `    vdt: ${vdt}\n`;
    const values = CONTEXTS.map((context) => [context, make(random)]);
    const isChanged = changed > 0 && i % Math.round(1 / changed) === 0;
    if (isChanged) values[2][1] = make(randomOf(i + 500_000_000));
    const lines = values.map(([context, value]) => `      "${context}": ${value}\n`);
    return `  ${name}:\n${readme}${type}    values:\n${lines.join('')}`;
  };
}

/** A document may have 16 MiB. */
function shortKey(i) {
  const random = randomOf(i + 1);
  return `  ${random.words(2).replace(' ', '.')}.k${i}: ${random.words(2)}\n`;
}

/** Most are texts; the weights are those of a few public repositories, by eye. */
const TYPES = [
  ...Array(5).fill({
    make: (random) => `${random.words(1)}-${random.below(100_000_000)}.example.internal`,
  }),
  ...Array(2).fill({ make: sentence }),
  ...Array(2).fill({ vdt: 'Integer', make: (random) => String(random.below(1_000_000_000)) }),
  {
    vdt: 'JSON',
    make: (random) => `'{"name":"${random.words(2)}","limit":${random.below(100_000_000)}}'`,
  },
  {
    vdt: 'List',
    make: (random) => `[${random.words(4).split(' ').join(', ')}, n${random.below(100_000_000)}]`,
  },
];

function sentence(random) {
  return `The ${random.words(6)} of ${random.below(100_000_000)}.`;
}

function text(seed, length) {
  const random = randomOf(seed + 1_000_000);
  let made = '';
  while (made.length < length) made += `${random.words(8)} ${random.below(1_000_000)}\n`;
  return made.slice(0, length);
}

function folder(i) {
  return `part-${Math.floor(i / 100)}`;
}

function range(length) {
  return Array.from({ length }, (_, i) => i);
}
