// The server of the benches, in a process of its own: the embedded one, which remembers what it answered before, so that
// a measured run waits for nothing but the network. Prints its address; stops when its input ends.
//
// POST /bench with JSON: {"keep": name} names the present state, {"is": name} goes back to one ("empty" at first);
// {"delay": ms} waits before every answer, {"costs": true} as long as the real server takes (costs.js). The answer
// tells when the first request since the order before came.
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { costOf } from './costs.js';
import { fromLib } from './lib.js';
import { LEVELS, REPOSITORY, TOKEN } from './projects.js';

const { requestOf, readBody } = await fromLib('server/http-exchange.js');
const { dispatch, pushAnswer } = await fromLib('server/service.js');
const { readAnswer } = await fromLib('server/read-answer.js');
const { ReadCache } = await fromLib('server/read-cache.js');
const { openRepositories } = await fromLib('server/start.js');

const UNBOUNDED = { maxBytes: 1024 ** 3, share: { take: () => true, release: () => undefined } };
const NOTHING = Buffer.alloc(0);
/** Behind everything that a pull gives, so that no value of a key can be taken for it. */
const ECHO = /"context":"[^"]*"(?=,"(?:repoDate|generatedOn)":"[^"]*"(?:,"generatedOn":"[^"]*")?\}$)/;
const now = () => new Date();
const service = { repositories: emptyRepositories(), now, cache: new ReadCache() };
const states = new Map([['empty', service.repositories]]);
/** What was answered, by state and then by request. */
const remembered = new WeakMap();
const mode = { delay: 0, costs: false };
/** When it came, since the last order. */
let firstRequest;

const server = createServer((incoming, outgoing) => {
  answerTo(incoming, outgoing).catch((error) => outgoing.destroy(error));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().on('end', () => process.exit());

function emptyRepositories() {
  const [account, repository] = REPOSITORY.split('/');
  const settings = { account, repository, levels: LEVELS, tokens: { default: { value: TOKEN } } };
  return openRepositories([settings], { stored: [], now, random: () => TOKEN }).repositories;
}

async function answerTo(incoming, outgoing) {
  if (incoming.url === '/bench') {
    outgoing.end(JSON.stringify({ firstRequest }));
    return control(JSON.parse(await readBody(incoming, UNBOUNDED)));
  }
  firstRequest ??= performance.timeOrigin + performance.now();
  const request = requestOf(incoming);
  const { route, answer } = dispatch(request);
  if (route === undefined) return write(outgoing, { answer });
  const begun = performance.now();
  const omitsValues = 'omit-values' in incoming.headers;
  const cost = mode.costs ? costOf(route.endpoint, { repository: service.repositories[0], omitsValues }) : 0;
  const read = () => remember(contextFree(incoming), () => readOnce(request, route));
  const made = route.endpoint === 'push' ? await pushed(incoming, { request, route }) : read();
  const wait = mode.delay + cost - (performance.now() - begun);
  if (wait > 1) await setTimeout(wait);
  return write(outgoing, { ...made, context: incoming.headers.context });
}

function control({ keep, is, ...rest }) {
  if (keep !== undefined) states.set(keep, service.repositories);
  if (is !== undefined) service.repositories = states.get(is);
  Object.assign(mode, rest);
  firstRequest = undefined;
}

function remember(id, make) {
  const answers = remembered.get(service.repositories) ?? new Map();
  remembered.set(service.repositories, answers);
  if (!answers.has(id)) answers.set(id, make());
  return answers.get(id);
}

/** The same push to the same state gives the same state: the body is compared, nothing is done again. */
async function pushed(incoming, { request, route }) {
  const body = await readBody(incoming, UNBOUNDED);
  const result = remember(`push ${body}`, () => pushAnswer(service, { request, route, body }));
  if (result.repositories !== undefined) service.repositories = result.repositories;
  return { answer: result.answer };
}

/** The body as bytes; of a pull in two halves, between which the asked context stands. */
function readOnce(request, route) {
  const { body = '', ...answer } = readAnswer(service, { request, route });
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
