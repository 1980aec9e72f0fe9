// The server of the benches, in a process of its own: the built-in one, which remembers what it answered before, so that
// a measured run waits for nothing but the network. Prints its address; stops when its input ends. The argument is how many
// repositories for targets it has besides.
//
// POST /bench with JSON: {"keep": name} names the present state, {"is": name} goes back to one ("empty" at first);
// {"delay": ms} waits before every answer, {"costs": true} as long as the real server takes (costs.js). The answer
// lists the requests since the order before, each with the times at which it came and was answered.
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { costOf, costOfPush, Processors } from './costs.js';
import { fromLib } from './lib.js';
import { LEVELS, REPOSITORY, targetOf, TOKEN } from './projects.js';

const { requestOf, readBody } = await fromLib('server/http-exchange.js');
const { dispatch, pushAnswer } = await fromLib('server/service.js');
const { readAnswer } = await fromLib('server/reads.js');
const { openRepositories } = await fromLib('server/state.js');

const UNBOUNDED = { maxBytes: 1024 ** 3, hold: () => true };
const NOTHING = Buffer.alloc(0);
/** Behind everything that a pull gives, so that no value of a key can be taken for it. */
const ECHO =
  /"context":"[^"]*"(?=,"(?:repoDate|generatedOn)":"[^"]*"(?:,"generatedOn":"[^"]*")?\}$)/;
const now = () => new Date();
const service = { repositories: emptyRepositories(), now, cache: new Map() };
const states = new Map([['empty', service.repositories]]);
/** What was answered, by state and then by request. */
const remembered = new WeakMap();
const mode = { delay: 0, costs: false };
const processors = new Processors();
/** Since the last order. */
let requests = [];

const server = createServer((incoming, outgoing) => {
  answerTo(incoming, outgoing).catch((error) => outgoing.destroy(error));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().on('end', () => process.exit());

function emptyRepositories() {
  const targets = Array.from({ length: Number(process.argv[2] ?? 0) }, (_, i) => targetOf(i));
  const settings = [{ repository: REPOSITORY, token: TOKEN }, ...targets].map(settingsOf);
  return openRepositories(settings, { stored: [], now, random: () => TOKEN }).repositories;
}

function settingsOf({ repository: path, token }) {
  const [account, repository] = path.split('/');
  return { account, repository, levels: LEVELS, tokens: { default: { value: token } } };
}

async function answerTo(incoming, outgoing) {
  if (incoming.url === '/bench') {
    outgoing.end(JSON.stringify({ requests }));
    return control(JSON.parse(await readBody(incoming, UNBOUNDED)));
  }
  const { route, answer } = dispatch(requestOf(incoming));
  if (route === undefined) return write(outgoing, { answer });
  const told = { name: nameOf(incoming, route), begun: clock() };
  requests.push(told);
  const made = await timed(incoming, route);
  told.ended = clock();
  return write(outgoing, { ...made, context: incoming.headers.context });
}

/** By the clock that all processes share. */
function clock() {
  return performance.timeOrigin + performance.now();
}

function nameOf({ headers }, { endpoint }) {
  return endpoint === 'export' && 'omit-values' in headers ? 'export of keys' : endpoint;
}

/** Takes as long as it is to take. */
async function timed(incoming, route) {
  const isPush = route.endpoint === 'push';
  const body = isPush ? await readBody(incoming, UNBOUNDED) : undefined;
  const [repository] = service.repositories;
  const omitsValues = 'omit-values' in incoming.headers;
  const cost = () =>
    isPush ? costOfPush(body, repository) : costOf(route.endpoint, { repository, omitsValues });
  const answer = async () => {
    const begun = performance.now();
    const made = isPush
      ? pushed(body, route)
      : remember(contextFree(incoming), () => readOnce(route));
    // A refusal comes before anything is loaded.
    const isCostly = mode.costs && made.answer.status === 200;
    const wait = mode.delay + (isCostly ? cost() : 0) - (performance.now() - begun);
    if (wait > 1) await setTimeout(wait);
    return made;
  };
  return mode.costs ? processors.run(answer) : answer();
}

function control({ keep, is, ...rest }) {
  if (keep !== undefined) states.set(keep, service.repositories);
  if (is !== undefined) service.repositories = states.get(is);
  Object.assign(mode, rest);
  requests = [];
}

function remember(id, make) {
  const answers = remembered.get(service.repositories) ?? new Map();
  remembered.set(service.repositories, answers);
  if (!answers.has(id)) answers.set(id, make());
  return answers.get(id);
}

/** The same push to the same state gives the same state: the body is compared, nothing is done again. */
function pushed(body, route) {
  const { answer, repositories } = remember(`push ${body}`, () => {
    const answer = pushAnswer(service, route, body);
    return { answer, repositories: service.repositories };
  });
  service.repositories = repositories;
  return { answer };
}

/** The body as bytes; of a pull in two halves, between which the asked context stands. */
function readOnce(route) {
  const { body = '', ...answer } = readAnswer(service, route);
  const echo = route.endpoint === 'pull' ? ECHO.exec(body) : null;
  const end = echo === null ? 0 : echo.index + echo[0].length;
  return {
    answer,
    before: Buffer.from(body.slice(0, echo?.index ?? 0)),
    after: Buffer.from(body.slice(end)),
    hasEcho: echo !== null,
  };
}

/** Every run asks for contexts in other words: they are left out of what tells requests apart. */
function contextFree({ method, url, headers }) {
  const { host: _, connection: __, context = '', ...told } = headers;
  const plain = context
    .replace(/ +/g, '')
    .replace(/\bx[0-9a-z]+x[0-9a-z]+/g, 'x')
    .replace(/;+$/, '');
  return JSON.stringify([method, url, plain, told]);
}

function write(outgoing, { answer, before = NOTHING, after = NOTHING, hasEcho = false, context }) {
  const { status, etag, contentType } = answer;
  const echo = Buffer.from(hasEcho ? `"context":${JSON.stringify(context)}` : '');
  if (etag !== undefined) outgoing.setHeader('ETag', etag);
  if (contentType !== undefined) outgoing.setHeader('Content-Type', contentType);
  outgoing.writeHead(status, { 'Content-Length': before.length + echo.length + after.length });
  for (const part of [before, echo]) if (part.length > 0) outgoing.write(part);
  outgoing.end(after);
}
