// Writes the parts of README.md and docs/*.md between their markers: inputs and outputs from action.yml, commands from
// their --help, placeholders and limits from their tables in src/, messages from their tables and scenarios, speed from
// bench/README.md, the workflows from examples/, the contents of a page from its headings. `--check` only compares.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { compiled } from './compiled.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path) => readFileSync(at(path), 'utf8');

/** Common flags name the commands that do not take them if they are at most so many. */
const MAX_OTHERS = 3;

/** A page with more headings has its contents on top. */
const MAX_HEADINGS = 7;

const [{ PLACEHOLDERS }, { RULES }, { REJECTIONS }, { BOUNDS }, { MAX_ITEMS }] = await compiled(
  'model/comment-template.js',
  'plan/guard.js',
  'semantics/rejections.js',
  'server/http-server.js',
  'lib/json.js',
);
const action = parse(read('action.yml'));
const commands = readCommands();
const common = commonFlags();
const sections = new Map([
  ['workflow that plans', workflow('configuration-plan')],
  ['workflow that applies', workflow('configuration-apply')],
  ['inputs', table(['input', 'meaning', 'default'], inputRows())],
  ['outputs', table(['output', 'meaning'], outputRows())],
  ['speed', speed()],
  ['limits of the server', serverLimits()],
  ['placeholders', table(['placeholder', 'stands for'], placeholderRows())],
  ['commands', table(['command', 'what it does'], commandRows())],
  ['common flags', flagTable([...common.values()], takersOf)],
  ...commands.map((command) => [`flags of ${command.name}`, flagsOfCommand(command)]),
  ...messages(),
]);

const docs = readdirSync(at('docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.map((name) => `docs/${name}`)].map((path) => [
  path,
  read(path),
]);
const written = pages.map(([path, text]) => writePage(path, text));
const placed = written.flatMap(({ names }) => names);
const lost = [...sections.keys()].filter(
  (name) => placed.filter((one) => one === name).length !== 1,
);
if (lost.length > 0) throw new Error(`These parts are on no page, or on two: ${lost.join(', ')}.`);

const stale = written.filter(({ text }, index) => text !== pages[index][1]);
if (!process.argv.includes('--check')) {
  for (const { path, text } of stale) writeFileSync(at(path), text);
} else if (stale.length > 0) {
  const names = stale.map(({ path }) => path).join(', ');
  console.error(`Not what the sources give: ${names}. Run \`npm run docs\`.`);
  process.exitCode = 1;
}

/** The page with every part between its markers written anew, and the names of these parts. */
function writePage(path, text) {
  const names = [...text.matchAll(/^<!-- (.+): written by scripts\/docs\.js -->$/gm)].map(
    ([, name]) => name,
  );
  const filled = names
    .filter((name) => name !== 'contents')
    .reduce((page, name) => replaceSection(path, page, name, sections.get(name)), text);
  if (!text.startsWith('# ')) throw new Error(`${path} does not begin with its title.`);
  const titles = titlesIn(filled);
  if (names.includes('contents')) {
    const contents = titles.map((title) => `- [${title}](#${anchor(title)})`).join('\n');
    return { path, names, text: replaceSection(path, filled, 'contents', contents) };
  }
  if (titles.length > MAX_HEADINGS && path !== 'README.md')
    throw new Error(`${path} is long and has no contents.`);
  return { path, names, text: filled };
}

/** The headings of the second level. */
function titlesIn(page) {
  const text = page.replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
}

/** As Git hosts name it. */
function anchor(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * By code: its kind, and what a person sees. The kind of a rule is in its table, and the sentence of a rejection by the
 * server, too. The other messages are those of the scenarios that show that each rule is needed.
 */
function messages() {
  const rejections = Object.values(REJECTIONS);
  const rejected = new Map(
    rejections.map(({ code }) => [
      code,
      rejections.filter((one) => one.code === code).map(({ sentence }) => `“${sentence}”`),
    ]),
  );
  const kinds = new Map(RULES.map((rule) => [rule.code, kindOfRule(rule)]));
  const shown = new Map(
    readdirSync(at('test/guards')).flatMap((code) => {
      const message = messageIn(`test/guards/${code}/fires`, code);
      return message === undefined ? [] : [[code, message]];
    }),
  );
  const codes = new Set([...kinds.keys(), ...shown.keys(), ...rejected.keys()]);
  return [...codes].map((code) => {
    const { text, word } = shown.get(code) ?? {};
    const ofFiles = word && (word === 'error' ? 'Error in the files.' : 'Warning.');
    const kind = kinds.get(code) ?? ofFiles ?? 'Error, rejected by the server.';
    const said =
      text ?? (rejected.has(code) && `The server says ${rejected.get(code).join(' or ')}`);
    return [code, `**${kind}**${said ? `\n\n> ${escaped(said)}` : ''}`];
  });
}

function kindOfRule({ severity, isApprovable }) {
  if (severity === 'warning') return 'Warning.';
  return isApprovable ? 'Refused; can be approved.' : 'Refused.';
}

/** The first message with this code that the scenario shows, and the advice below it. */
function messageIn(folder, code) {
  const paths = ['plan.txt', 'diagnostics.txt'].map((name) => `${folder}/${name}`);
  const text = paths.flatMap((path) => (existsSync(at(path)) ? [read(path)] : [])).join('\n');
  const message = new RegExp(`^.*\\b(error|refused|warning) ${code}: .*(?:\\n {2}.*)*`, 'm');
  const [found, word] = message.exec(text) ?? [];
  return (
    found && { word, text: found.replace(/\n {2}See also: .*/g, '').replace(/\n {2}/g, '<br>') }
  );
}

/** Markdown reads a backslash or an asterisk outside of code as its own. */
function escaped(text) {
  return text.replace(/`[^`]*`|[\\*]/g, (part) => (part.length === 1 ? `\\${part}` : part));
}

/** What the benches measured last: each command by the number of keys, with the peak of memory, for each Node.js. */
function speed() {
  const readme = read('bench/README.md');
  const tables = ['results', 'other Node.js'].map((section) => wholeProcesses(readme, section));
  const [{ measured, rows }] = tables;
  const keys = [...new Set(rows.map((row) => row.keys))];
  const names = [...new Set(rows.map((row) => row.case))];
  const seconds = (text) => `${(Number(text.replaceAll(',', '')) / 1000).toPrecision(2)} s`;
  const line = (name, { version, rows: measurements }) => [
    name,
    version,
    ...keys.map((count) => {
      const { 'ours ms': ours = '', memory } =
        measurements.find((row) => row.case === name && row.keys === count) ?? {};
      return `${seconds(ours)}, ${memory}`;
    }),
  ];
  const head = ['', 'Node.js', ...keys.map((count) => `${count} keys`)];
  const lines = names.flatMap((name) => tables.map((measurements) => line(name, measurements)));
  return `${table(head, lines)}\n\n${measured}`;
}

/** The rows of the first table in a section, by column. */
function wholeProcesses(readme, section) {
  const begin = readme.indexOf(`<!-- ${section}: written by a program -->`);
  const [, measured, version, header, rows] =
    /^(Measured on .*; Node\.js ([\d.]+), .*)$[^|]*\n(\| case .*)\n\|[-| :]+\|\n((?:\| .*\n)+)/m.exec(
      readme.slice(begin),
    ) ?? [];
  const cellsOf = (row) => row.split('|').map((cell) => cell.trim());
  const columns = cellsOf(header);
  const byColumn = (row) => Object.fromEntries(cellsOf(row).map((cell, i) => [columns[i], cell]));
  return {
    measured: measured.replace(/ Node\.js [\d.]+,/, ''),
    version,
    rows: rows.trimEnd().split('\n').map(byColumn),
  };
}

/** What clients of the built-in server may do at most. */
function serverLimits() {
  const mebibytes = (bytes) => `${bytes / 1024 ** 2} MiB`;
  return [
    `- ${BOUNDS.maxConnections.toLocaleString('en')} connections`,
    `- ${BOUNDS.maxHeaders} headers in a request, with ${BOUNDS.maxHeaderSize / 1024} KiB in total`,
    `- ${mebibytes(BOUNDS.maxBodyBytes)} and ${MAX_ITEMS / 1_000_000} million values in a push`,
    `- ${mebibytes(BOUNDS.maxHeldBytes)} of pushes at the same time`,
    `- ${BOUNDS.headersTimeout / 1000} seconds for the headers of a request`,
    `- ${BOUNDS.requestTimeout / 60_000} minutes for a whole request`,
  ].join('\n');
}

function workflow(name) {
  return `\`\`\`yaml\n${read(`examples/workflows/${name}.yml`).trimEnd()}\n\`\`\``;
}

function inputRows() {
  return Object.entries(action.inputs).map(([name, { description, default: value = '' }]) => [
    code(name),
    description,
    value === '' ? '' : code(value),
  ]);
}

function outputRows() {
  return Object.entries(action.outputs).map(([name, { description }]) => [code(name), description]);
}

function placeholderRows() {
  return Object.entries(PLACEHOLDERS).map(([name, meaning]) => [code(`{${name}}`), meaning]);
}

function commandRows() {
  return commands.map(({ name, description }) => [
    `[${code(name)}](#${name})`,
    sentence(description),
  ]);
}

function keyOf({ flag, description }) {
  return `${flag}\n${description}`;
}

/** The flags that several commands take in the same sense. */
function commonFlags() {
  const counted = new Map();
  for (const { flags } of commands)
    for (const one of flags) counted.set(keyOf(one), [...(counted.get(keyOf(one)) ?? []), one]);
  return new Map(
    [...counted].filter(([, list]) => list.length > 1).map(([key, [one]]) => [key, one]),
  );
}

/** The commands that take a common flag. */
function takersOf(flag) {
  const users = commands.filter(({ flags }) => flags.some((one) => common.has(keyOf(one))));
  const isTaker = ({ flags }) => flags.some((one) => keyOf(one) === keyOf(flag));
  const names = (list) => list.map(({ name }) => code(name)).join(', ');
  const others = users.filter((one) => !isTaker(one));
  if (others.length === 0) return 'all';
  return others.length <= MAX_OTHERS ? `all but ${names(others)}` : names(users.filter(isTaker));
}

function flagsOfCommand({ flags }) {
  const own = flags.filter((one) => !common.has(keyOf(one)));
  return own.length === 0 ? 'It has no flags of its own.' : flagTable(own);
}

/** The variable that says the same is in a column of its own, and so do the commands, if they are asked for. */
function flagTable(flags, takers) {
  const rows = flags.map((one) => {
    const { flag, description } = one;
    const [, variable] = /\((CONFIGHUB_[A-Z_]+)/.exec(description) ?? [];
    const meaning = description
      .replace(/\(CONFIGHUB_[A-Z_]+(?:; )?/, '(')
      // The sentence before it names them.
      .replace(/choices: (?:"[^"]*"(?:, )?)+/, '')
      .replace(/ \(\)$/, '');
    const taken = takers === undefined ? [] : [takers(one)];
    return { cells: [code(flag), escaped(meaning), ...taken], variable };
  });
  const head = ['flag', 'meaning', ...(takers === undefined ? [] : ['commands'])];
  if (rows.every(({ variable }) => variable === undefined))
    return table(
      head,
      rows.map(({ cells }) => cells),
    );
  const withVariable = rows.map(({ cells, variable }) => [
    ...cells,
    variable === undefined ? '' : code(variable),
  ]);
  return table([...head, 'or by variable'], withVariable);
}

/** Every command but `help`, with its own flags. */
function readCommands() {
  const listed = entries(section(help(), 'Commands:'));
  return listed
    .map(([usage, description]) => ({ name: usage.split(' ')[0], description }))
    .filter(({ name }) => name !== 'help')
    .map(({ name, description }) => ({ name, description, flags: flagsOf(name) }));
}

/** Those of all its groups; every command has the global ones. */
function flagsOf(name) {
  const text = help(name);
  const headings = [...text.matchAll(/^[A-Z].*:$/gm)].map(([heading]) => heading);
  const groups = headings.filter(
    (heading) => !['Arguments:', 'Global options:', 'Examples:'].includes(heading),
  );
  return groups
    .flatMap((heading) => entries(section(text, heading)))
    .map(([flag, description]) => ({ flag, description }));
}

function help(...command) {
  return execFileSync(process.execPath, [at('dist/cli/index.js'), ...command, '--help'], {
    encoding: 'utf8',
  });
}

/** The lines below a heading of the help, up to the next empty one. */
function section(text, heading) {
  const lines = text.split('\n');
  const start = lines.indexOf(heading) + 1;
  return lines.slice(start, lines.indexOf('', start));
}

/** `[term, description]` of each entry, its continuation lines joined. */
function entries(lines) {
  const list = [];
  for (const line of lines) {
    const match = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line);
    if (match !== null) list.push([match[1], match[2] ?? '']);
    else list.at(-1)[1] += ` ${line.trim()}`;
  }
  return list.map(([term, description]) => [term, description.trim()]);
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function code(text) {
  return `\`${text}\``;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
    .join('\n')
    .replace(/ +\|/g, ' |');
}

function replaceSection(path, text, name, content) {
  const [begin, end] = [`<!-- ${name}: written by scripts/docs.js -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (content === undefined)
    throw new Error(`${path} has markers for ${name}, which nothing writes.`);
  if (from === -1 || to < from) throw new Error(`${path} has no end of ${name}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}
