// What a plan and an apply ask a server whose requests cost what they cost the real one: which requests, when, and how
// long each takes; and how much of the time is our own. One value in a hundred has changed. There is an origin.
import { join } from 'node:path';
import { timed } from './measure.js';
import { onKeys } from './stage-keys.js';
import { milliseconds, ms, whole } from './table.js';
import { OWN } from './targets.js';

const SIZES = [10, 1000, 10_000];
const READS = ['all', 'token', 'documented'];

export async function requests({ onProgress, ...measuring }) {
  const rows = [];
  const lists = [];
  for (const keys of SIZES) {
    await onKeys({ ...measuring, keys }, async (made) => {
      withOrigin(made);
      await made.server.control({ costs: true });
      for (const reads of READS) {
        const plan = await told(made, { ...measuring, reads, command: 'plan', status: 2 });
        const apply = await told(made, { ...measuring, reads, command: 'apply', status: 0 });
        for (const [command, one] of Object.entries({ plan, apply })) {
          const title = `${command}, reads ${reads}, ${whole(keys)} keys`;
          onProgress(`${title}: ${ms(one.wall)} ms, of which the server ${ms(one.server)} ms`);
          lists.push(`${title}\n${listOf(one)}`);
        }
        rows.push(planRow(plan, { keys, reads }), applyRow({ apply, plan }, { keys, reads }));
      }
      await made.server.control({ costs: false });
    });
  }
  const text = `One value in a hundred has changed; the server has two processors, and 60,000 keys and values of other repositories. \`own\` is what a plan takes in addition to reading, and an apply in addition to a plan and the push.\n\n\`\`\`\n${lists.join('\n\n')}\n\`\`\``;
  return { title: 'Requests', text, head: ['case', 'keys', 'ms', 'requests', 'own'], rows };
}

function withOrigin({ project }) {
  const origin = join(project.folder, '../origin.git');
  project.git('init', '--quiet', '--bare', origin);
  project.git('remote', 'add', 'origin', origin);
  project.git('push', '--quiet', 'origin', 'main', 'changed');
}

/** One run: what the server was asked meanwhile, beginning with the start of the process. */
async function told(made, { dist, reads, command, status }) {
  const one = made.command(dist, {
    args: [command, '--reads', reads, ...(command === 'plan' ? ['--detailed-exitcode'] : [])],
    ...{ head: 'changed', status },
  });
  await one.before();
  made.project.git(
    'push',
    '--quiet',
    '--prune',
    '--force',
    'origin',
    'refs/confighub-sync/*:refs/confighub-sync/*',
  );
  await made.server.control({});
  const begun = performance.timeOrigin + performance.now();
  const wall = await timed({ ...one, before: undefined });
  const { requests: all } = await made.server.control({});
  const asked = all.map(({ name, ...at }) => ({
    name,
    begun: at.begun - begun,
    ended: at.ended - begun,
  }));
  return { wall, asked, server: busy(asked) };
}

/** How long the server had something to do. */
function busy(asked) {
  let [sum, until] = [0, 0];
  for (const { begun, ended } of asked.toSorted((a, b) => a.begun - b.begun)) {
    sum += Math.max(0, ended - Math.max(begun, until));
    until = Math.max(until, ended);
  }
  return sum;
}

function planRow({ wall, asked, server }, { keys, reads }) {
  const own = milliseconds(wall - server, targetOf('plan', { keys, reads }));
  return {
    cells: [`plan, reads ${reads}`, whole(keys), ms(wall), whole(asked.length)],
    figures: [own],
  };
}

function applyRow({ apply, plan }, { keys, reads }) {
  const push = busy(apply.asked.filter(({ name }) => name === 'push'));
  const own = milliseconds(apply.wall - plan.wall - push, targetOf('apply', { keys, reads }));
  const cells = [`apply, reads ${reads}`, whole(keys), ms(apply.wall), whole(apply.asked.length)];
  return { cells, figures: [own] };
}

/** Where nothing can be read again, the server counts before and after a push: that takes what it takes. */
function targetOf(command, { keys, reads }) {
  return keys === Math.max(...SIZES) && reads !== 'documented' ? OWN[command] : undefined;
}

/** In the order in which they came; neighbours of one name as one line. */
function listOf({ wall, asked }) {
  const groups = [];
  for (const one of asked) {
    const last = groups.at(-1);
    if (last?.name === one.name)
      Object.assign(last, { count: last.count + 1, ended: Math.max(last.ended, one.ended) });
    else groups.push({ ...one, count: 1 });
  }
  const lines = groups.map(({ name, count, begun, ended }) => {
    const what = count === 1 ? name : `${count} × ${name}`;
    return `${ms(begun).padStart(7)}  ${ms(ended - begun).padStart(6)}  ${what}`;
  });
  return [...lines, `${ms(wall).padStart(7)}          end`].join('\n');
}
