// Transcripts: files with what somebody types and what the built program prints, run once more and written again.
import { linesOf } from '../helpers/project.ts';
import { type Environment, IDENTITY } from '../helpers/git.ts';
import { type Desk, REPOSITORY, SMALL, withShop } from '../helpers/process.ts';
import { ROOT, Running, run } from '../helpers/run.ts';
import { exported, push, type TestServer } from '../helpers/server.ts';
import { readExport } from '../../src/remote/wire.ts';
import { shellProgram, withShellCommand } from '../helpers/shell-command.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';

/** `-- path --` and the content of a file, or `$ command` and what it prints. */
type Block = { path: string; text: string } | { command: string };

/** What stands for the address of the server. */
const HOST = 'config.example.com';
/** Of the repository `acme/shop` on the server, over those that a test has; or a list of such repositories. */
const SETTINGS = 'server/repository.json';
/** Beside `acme/shop`, for a project with targets. */
const BILLING = { repository: 'billing', tokens: { default: { value: 'tok-of-billing' } } };
/** Entries that somebody else pushes at this place. */
const PUSHED = 'server/push.json';

interface Stage {
  desk: Desk;
  server: TestServer;
  requests: string[];
  /** Folder with the program, for `PATH`. */
  bin: string;
  /** What stands in the transcript instead of each varying text. */
  stable: Map<string, string>;
}

/** Runs a transcript; the same text again, with what was printed now. */
export async function played(transcript: string): Promise<string> {
  const { head, blocks } = parse(transcript);
  const first = blocks.findIndex((block) => 'command' in block);
  const files = blocks.slice(0, first).flatMap((block) => ('path' in block ? [block] : []));
  const own = files.filter(({ path }) => !path.startsWith('server/'));
  const initial = { ...SMALL, ...Object.fromEntries(own.map(({ path, text }) => [path, text])) };
  const hasTargets = /^targets:/m.test(initial['confighub.yaml']);
  const given = files.find(({ path }) => path === SETTINGS)?.text;
  const usual: object[] = hasTargets ? [{}, BILLING] : [{}];
  const settings: object[] = given === undefined ? usual : [JSON.parse(given)].flat();
  const options = { repositories: settings.map((one) => ({ ...REPOSITORY, ...one })) };
  return withShop(
    initial,
    async ({ desk, server, requests }) => {
      desk.commit('Open the shop');
      if (hasTargets)
        Object.assign(desk.env, {
          CONFIGHUB_REPOSITORY: undefined,
          CONFIGHUB_TOKEN_BILLING: BILLING.tokens.default.value,
        });
      const { host } = new URL(server.url);
      const stable = new Map([host, encodeURIComponent(host)].map((one) => [one, HOST]));
      const all = async (bin: string) => {
        const shown = [head];
        for (const block of blocks)
          shown.push(await shownOf({ desk, server, requests, bin, stable }, block));
        return shown.join('');
      };
      // The built program in the nightly suite: with it, all of them take 2.5 times the processor time.
      return IS_NIGHTLY ? all(shellProgram(desk.sandbox)) : withShellCommand(desk.sandbox, all);
    },
    options,
  );
}

async function shownOf(stage: Stage, block: Block): Promise<string> {
  if ('command' in block) return ran(stage, block.command);
  const { path, text } = block;
  if (path === PUSHED) await pushByOthers(stage.server, text);
  else if (path !== SETTINGS) stage.desk.write({ [path]: text });
  return `-- ${path} --\n${text}`;
}

function parse(transcript: string): { head: string; blocks: Block[] } {
  // A line break in front, because nothing is split off at the beginning of a text.
  const [head = '', ...parts] = `\n${transcript}`.split(/(?<=\n)(?=-- .+ --\n|\$ )/);
  const blocks = parts.map((part): Block => {
    const [, path, text = ''] = /^-- (.+) --\n([\s\S]*)$/.exec(part) ?? [];
    if (path !== undefined) return { path, text };
    const [command = ''] = /^.*\n(?:> .*\n)*/.exec(part.slice('$ '.length)) ?? [];
    return { command: command.trimEnd() };
  });
  return { head: head.slice(1), blocks };
}

async function pushByOthers(server: TestServer, entries: string): Promise<void> {
  const data: object[] = JSON.parse(entries);
  const { status, etag } = await push(server, { enableKeyCreation: true, data }, DEFAULT);
  if (status !== 200) throw new Error(`${PUSHED} was rejected: ${etag}`);
}

const DEFAULT = { token: 'default' };

/** The command, what it prints to both of its outputs, and `[3]` where it ends with another exit code than 0. */
async function ran(stage: Stage, command: string): Promise<string> {
  const script = command.replaceAll('\n> ', '\n');
  const own = /^server (\w+)$/.exec(script)?.[1];
  const { output, status } =
    own === undefined
      ? await shell(stage, script)
      : { output: await fromServer(stage, own), status: 0 };
  const text = settled(stage, output);
  const closed = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `$ ${command}\n${closed}${status === 0 ? '' : `[${status}]\n`}`;
}

async function shell({ desk, bin }: Stage, script: string) {
  const env = desk.environment({
    ...IDENTITY,
    USER: 'ada',
    EXAMPLES: `${ROOT}examples/workflows`,
    PATH: `${bin}:${desk.env.PATH}`,
  });
  const plain = IS_NIGHTLY ? undefined : plainCommand(script, desk.env.APPROVAL ?? '');
  const ended =
    plain === undefined
      ? await new Running('sh', ['-c', `exec 2>&1; ${script}`], { cwd: desk.dir, env }).ended
      : await run(plain.args, { cwd: desk.dir, env: { ...env, ...plain.env } });
  // For the next command.
  const [, approval] = /--approve ([0-9a-f]{32})/.exec(ended.output) ?? [];
  if (approval !== undefined) desk.env.APPROVAL = approval;
  return ended;
}

/** Words in which a shell would find nothing but their quotes. */
const WORD = /(?:[^\s'"\\$|&;<>()`*?[\]#~{}!]|'[^']*'|"[^"\\$`]*"|\$APPROVAL)+/y;

/** Variables and arguments of a line that has only the program in it, and so needs no shell. */
function plainCommand(script: string, approval: string) {
  const words: string[] = [];
  for (let at = 0; at < script.length; at = WORD.lastIndex + 1) {
    WORD.lastIndex = at;
    const [word] = WORD.exec(script) ?? [];
    if (word === undefined || !/^(?: |$)/.test(script.slice(WORD.lastIndex))) return undefined;
    words.push(word.replace('$APPROVAL', approval).replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  const first = words.indexOf('confighub-sync');
  const variables = words.slice(0, Math.max(0, first));
  if (first < 0 || !variables.every((word) => /^[A-Z_]+=/.test(word))) return undefined;
  const named = variables.map((word) => [word.split('=')[0], word.slice(word.indexOf('=') + 1)]);
  return { args: words.slice(first + 1), env: Object.fromEntries(named) as Environment };
}

/** What a user cannot see: `server items`, `server history` (comments), `server requests` (since it was last asked, from the last push on). */
async function fromServer({ server, requests }: Stage, what: string): Promise<string> {
  if (what === 'requests') {
    const all = requests.splice(0);
    // What came before a push is read again where a slow machine takes more than five seconds.
    const last = all.slice(Math.max(0, all.lastIndexOf('POST /rest/push')));
    return lines([...new Set(last)].sort());
  }
  if (what === 'history')
    return lines(server.history('acme', 'shop').map(({ comment }) => comment ?? ''));
  if (what === 'items') {
    const all = linesOf(readExport({ data: await exported(server) }));
    return lines(all.filter((line) => !USUAL.test(line)).sort());
  }
  throw new Error(`no such thing of the server: ${what}`);
}

const USUAL = / (?:vdt Text|deprecated false|push true)$/;

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');

const TIME = /\b\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}:\d{2}(?:\.\d{3}(?=Z))?/g;

/** What differs from run to run: folders, addresses, times, and ids, each by the order in which they are first seen. */
function settled({ desk, stable }: Stage, output: string): string {
  let text = output.replaceAll(desk.sandbox.dir, '/home');
  for (const [digest] of output.matchAll(/\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g))
    note(stable, digest, 'd');
  for (const [hex] of output.matchAll(/\b(?:[0-9a-f]{40}|[0-9a-f]{10}|[0-9a-f]{7})\b/g)) {
    const id = hex.length === 40 ? hex : commits(desk).find((commit) => commit.startsWith(hex));
    if (id === undefined) continue;
    note(stable, id, 'c');
    for (const length of [10, 7])
      stable.set(id.slice(0, length), stable.get(id)?.slice(0, length) ?? '');
  }
  for (const [varying, fixed] of stable) text = text.replaceAll(varying, fixed);
  return text.replace(TIME, '2026-01-02$103:04:05').replace(/\b\d+ seconds? ago/g, '1 second ago');
}

/** As long as it is, so that columns stay: `c1c1c1…` for the first commit, `d1d1d1…` for the first digest. */
function note(stable: Map<string, string>, id: string, kind: 'c' | 'd'): void {
  if (stable.has(id)) return;
  const others = [...stable.keys()].filter((one) => /^[0-9a-f]+$/.test(one));
  const number = others.filter((one) => one.length === id.length).length + 1;
  stable.set(id, `${kind}${number}`.repeat(id.length).slice(0, id.length));
}

function commits(desk: Desk): string[] {
  return desk.git('rev-list', '--all', '--reflog').split('\n');
}
