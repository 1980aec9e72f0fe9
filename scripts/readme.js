// Writes the parts of README.md between their markers: inputs and outputs from action.yml, commands from their --help,
// placeholders, rules and refusals from their tables in the source, the workflows from examples/. `--check` only compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path) => readFileSync(at(path), 'utf8');

/** Files of src/plan/rules, in the order of src/plan/guard.ts. */
const RULE_GROUPS = [
  'keys',
  'values',
  'contexts',
  'files',
  'secrets',
  'ownership',
  'record',
  'limits',
  'push',
];
const WORDS = { refusal: 'refused', warning: 'warning', avoided: 'avoided' };

const action = parse(read('action.yml'));
const readme = read('README.md');
const commands = readCommands();
const written = [
  ['workflow', workflow('configuration')],
  ['plan of a fork', workflow('fork-plan')],
  ['comment on a fork', workflow('fork-comment')],
  ['inputs', table(['input', 'meaning', 'default'], inputRows())],
  ['outputs', table(['output', 'meaning'], outputRows())],
  ['placeholders', table(['placeholder', 'stands for'], placeholderRows())],
  ['commands', table(['command', 'what it does'], commandRows())],
  ['flags', table(['flag', 'meaning', 'commands'], flagRows())],
  ['rules', ruleTables()],
  ['capabilities', table(['capability', 'read', 'with it', 'without it'], capabilityRows())],
  ['answers', table(['', 'only an answer tells', 'what happens then'], answerRows())],
  ['refusals', table(['code', 'the server says', 'what to do'], refusalRows())],
].reduce(replaceSection, readme);

if (!process.argv.includes('--check')) writeFileSync(at('README.md'), written);
else if (written !== readme) {
  console.error('README.md differs from action.yml or from what the commands take: run `npm run readme`.');
  process.exitCode = 1;
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

/** As {@link ruleTables}. */
function placeholderRows() {
  const [, block] = /PLACEHOLDERS = \{\n([^}]+)\n\}/.exec(read('src/model/comment-template.ts'));
  const rows = [...block.matchAll(/^ +'?([a-z-]+)'?: '([^']+)',$/gm)];
  return rows.map(([, name, meaning]) => [code(`{${name}}`), meaning]);
}

function commandRows() {
  return commands.map(({ name, description }) => [code(name), sentence(description)]);
}

/** A flag that several commands take in the same sense stands in one row. */
function flagRows() {
  const rows = new Map();
  for (const { name, flags } of commands) {
    for (const { flag, description } of flags) {
      const row = rows.get(`${flag}\n${description}`) ?? { flag, description, names: [] };
      row.names.push(code(name));
      rows.set(`${flag}\n${description}`, row);
    }
  }
  return [...rows.values()].map(({ flag, description, names }) => [
    code(flag),
    description,
    names.join(', '),
  ]);
}

/** From the source, because what is built exports no rules; a test holds the two against each other. */
function ruleTables() {
  return RULE_GROUPS.map((file) => {
    const [source] = read(`src/plan/rules/${file}.ts`).split(/^};$/m);
    const [, title] = /title: '([^']+)'/.exec(source);
    const rows = blocks(source).map((rule) => [
      code(rule('code')),
      rule('detects'),
      rule('server'),
      `${WORDS[rule('severity')]}${rule('isPolicy') ? ' (policy)' : ''}`,
      rule('advice'),
    ]);
    return `### ${title}\n\n${table(['rule', 'a change that …', 'the server …', 'here', 'what to do'], rows)}`;
  }).join('\n\n');
}

/** As {@link ruleTables}. */
function capabilityRows() {
  const [, list] = /CAPABILITIES[^=]*= \[\n([\s\S]*?)^\];/m.exec(read('src/model/server-reads.ts'));
  return list
    .split(/^ {2}\{\n/m)
    .slice(1)
    .map((row) => {
      const text = (field) => new RegExp(`${field}:\\s+'([^']*)'`).exec(row)[1];
      const [, reads] = /reads: \[([^\]]*)\]/.exec(row);
      const names = reads.split(', ').map((read) => code(read.replaceAll("'", '')));
      return [text('name'), names.join(' or '), text('adds'), text('without')];
    });
}

function answerRows() {
  return blocks(read('src/plan/rules/answers.ts')).map((row) => [
    code(row('code')),
    row('because'),
    row('here'),
  ]);
}

/** What each row of a table in a source says of a field. */
function blocks(source) {
  return source
    .split(/^ +\{\n(?= +code:)/m)
    .slice(1)
    .map((block) => (field) => {
      const [, single, double, bare] =
        new RegExp(`\\b${field}:\\s+(?:'([^']*)'|"([^"]*)"|(true))`).exec(block) ?? [];
      return single ?? double ?? bare;
    });
}

/** As {@link ruleTables}. What may pass is said there. */
function refusalRows() {
  const text = (name) => `\\s+${name}:\\s+(?:'([^']+)'|"([^"]+)")`;
  const row = new RegExp(`\\{${text('code')},${text('sentence')},${text('hint')},(\\s+isPassing)?`, 'g');
  return [...read('src/remote/refusals.ts').matchAll(row)].map(([, ...found]) => {
    const [name, , plain, quoted, hint, other, isPassing] = found;
    const again = isPassing === undefined ? '' : ' It is tried again by itself.';
    return [code(name), plain ?? quoted, `${hint ?? other}${again}`];
  });
}

/** Every command but `help`, with its own flags. */
function readCommands() {
  const listed = entries(section(help(), 'Commands:'));
  return listed
    .map(([usage, description]) => ({ name: usage.split(' ')[0], description }))
    .filter(({ name }) => name !== 'help')
    .map(({ name, description }) => ({ name, description, flags: flagsOf(name) }));
}

function flagsOf(name) {
  return entries(section(help(name), 'Options:'))
    .filter(([flag]) => !flag.includes('--help'))
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
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n').replace(/ +\|/g, ' |');
}

function replaceSection(text, [name, content]) {
  const [begin, end] = [`<!-- ${name}: written by scripts/readme.js -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`README.md has no markers for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}
