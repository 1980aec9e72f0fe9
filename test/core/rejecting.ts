// An apply in this process against a server that refuses pushes: its pauses are counted instead of waited for.
import type { CommandError } from '../../src/errors.ts';
import { resolveOptions } from '../../src/options.ts';
import { type ApplyResult, apply, runtimeIn } from '../helpers/apply.ts';
import { answer, type Fault, type Request } from '../helpers/faulty-server.ts';
import { type Desk, type Shop, withFaultyShop } from '../helpers/process.ts';

export const FILES = {
  'confighub.yaml': 'levels: [Environment, Application]\n',
  'config/shop.yaml': `keys:
  db.host: db.internal
  db.port: { vdt: Integer, value: 5432 }
  db.password:
    values:
      Production;*: hunter2-of-mine
  title: { values: { Production;*: Shop } }
files:
  größe.txt: { "*;*": { content: hunter2-in-a-file } }
`,
};

export interface Tried {
  result?: ApplyResult;
  error?: CommandError;
  pauses: number[];
  steps: string[];
  /** `GET` of the export and `POST` of a push, in their order. */
  requests: string[];
}

async function applied(desk: Desk, requests: string[]): Promise<Tried> {
  const tried: Tried = { pauses: [], steps: [], requests };
  const runtime = runtimeIn(desk.dir, desk.environment(), {
    now: () => new Date(0),
    onStep: (step) => void tried.steps.push(step),
    pause: async (milliseconds) => {
      tried.pauses.push(milliseconds);
      requests.push('pause');
    },
  });
  try {
    return {
      ...tried,
      result: await apply(resolveOptions({}, desk.environment()), runtime, async () => {}),
    };
  } catch (error) {
    return { ...tried, error: error as CommandError };
  }
}

export function withRefusals<T>(
  fault: (request: Request, shop: Shop) => Fault,
  use: (tried: Tried, shop: Shop) => T | Promise<T>,
  files: Record<string, string> = FILES,
): Promise<T> {
  return withFaultyShop({ files, fault }, async (shop) =>
    use(await applied(shop.desk, shop.seen), shop),
  );
}

/** How the server says that it refuses. */
export const refusal = (reason: string) => ({
  bytes: answer(304, { headers: { etag: `"${reason}"` } }),
});

export const BAD_VALUE = 'Value specified is not valid format for key specified Value-Data-Type.';
