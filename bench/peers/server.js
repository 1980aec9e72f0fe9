// Stands for the services that the peers talk to: PowerDNS (zones as JSON) and Azure App Configuration (key-values in
// pages of 100, as there). Keeps what it is sent; POST /bench {"keep"} and {"is"} as in ../server.js.
import { createServer } from 'node:http';

const PAGE = 100;
const ZONE = 'bench.example.';
let records = new Map();
const states = new Map([['empty', records]]);

const server = createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks));
  const url = new URL(incoming.url, 'http://server.test');
  const { status = 200, value = {} } = answer({ method: incoming.method, url, body });
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(status === 204 ? undefined : JSON.stringify(value));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().on('end', () => process.exit());

function answer({ method, url, body }) {
  const path = url.pathname;
  if (path === '/bench') return { value: control(body) };
  if (path === '/api/v1/servers/localhost') return { value: { version: '4.9.0' } };
  if (path === '/api/v1/servers/localhost/config') return { value: [] };
  if (path.startsWith('/api/v1/servers/localhost/zones'))
    return method === 'GET' ? zone() : setZone(body);
  if (path === '/kv') return { value: page(url) };
  if (path.startsWith('/kv/') && method === 'PUT') return { value: setItem(url, body) };
  return { status: 404 };
}

function control({ keep, is }) {
  if (keep !== undefined) states.set(keep, records);
  if (is !== undefined) records = states.get(is);
  return { records: records.size };
}

function zone() {
  return records.size === 0
    ? { status: 404 }
    : { value: { name: ZONE, rrsets: [...records.values()] } };
}

/** A whole zone, or changes of one: the benches only create. */
function setZone({ rrsets }) {
  records = new Map(records);
  for (const { changetype: _, ...set } of rrsets) records.set(set.name, set);
  return { status: 204 };
}

function page(url) {
  const after = Number(url.searchParams.get('after') ?? 0);
  const items = [...records.values()].slice(after, after + PAGE);
  const next =
    after + PAGE < records.size ? { '@nextLink': `/kv?api-version=1.0&after=${after + PAGE}` } : {};
  return { items, ...next };
}

function setItem(url, body) {
  const key = decodeURIComponent(url.pathname.slice('/kv/'.length));
  const label = url.searchParams.get('label');
  const item = {
    ...body,
    key,
    label,
    etag: 'a',
    locked: false,
    last_modified: '2026-01-02T03:04:05+00:00',
    tags: {},
  };
  // One map for each state: what is kept under a name must not change.
  if ([...states.values()].includes(records)) records = new Map(records);
  records.set(`${key} ${label}`, item);
  return item;
}
