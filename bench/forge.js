// The forge of the tests, with one pull request of a commit and as many comments of others. Prints its address; stops
// when its input ends. Needs a Node that reads TypeScript: 22.18 or newer.
import { MALLORY } from '../test/github/forge.ts';
import { ForgeServer } from '../test/github/server.ts';

const [head, comments] = process.argv.slice(2);
const server = await new ForgeServer('github').start();
const { number: issue } = server.forge.pullRequest({ head });
for (let i = 0; i < Number(comments); i++) {
  server.forge.comment({
    issue,
    body: `Comment ${i}: looks good to me, but what of the other environments?`,
    user: MALLORY,
  });
}
console.log(server.url);
process.stdin.resume().on('end', () => process.exit());
