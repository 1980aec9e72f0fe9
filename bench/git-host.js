// The Git host of the tests, with one pull request of a commit and as many comments of others. Lists are remembered until
// something is written: the Git host makes every page anew from all comments, which would be what is measured. Prints its
// address; stops when its input ends. growth.js compiles it.
import { createServer } from 'node:http';
import { MALLORY } from '../test/github/git-host.ts';
import { GitHostServer } from '../test/github/server.ts';

const [head, comments] = process.argv.slice(2);
const gitHost = await new GitHostServer('github').start();
const { number: issue } = gitHost.gitHost.pullRequest({ head });
for (let i = 0; i < Number(comments); i++) {
  gitHost.gitHost.comment({
    issue,
    body: `Comment ${i}: looks good to me, but what of the other environments?`,
    user: MALLORY,
  });
}

const remembered = new Map();
const server = createServer((incoming, outgoing) => {
  answerTo(incoming, outgoing).catch((error) => outgoing.destroy(error));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().on('end', () => process.exit());

async function answerTo(incoming, outgoing) {
  const { method, url, headers } = incoming;
  const id = `${url} ${headers.authorization}`;
  const known = remembered.get(id) ?? (await asked(incoming));
  if (method === 'GET') remembered.set(id, known);
  // GraphQL is only asked who the token is.
  else if (url !== '/graphql') remembered.clear();
  outgoing.writeHead(known.status, known.headers).end(known.body);
}

async function asked(incoming) {
  const { method, url, headers } = incoming;
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { authorization = '' } = headers;
  const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
  const answer = await fetch(`${gitHost.url}${url}`, { method, headers: { authorization }, body });
  const link = answer.headers.get('link');
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...(link !== null && { link }) },
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
