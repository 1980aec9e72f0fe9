// Requests as they come in: one push at a time, and nobody hears of one before it is kept.
import type http from 'node:http';
import { type Answer, crashed } from './answer.ts';
import { saveState } from './data-file.ts';
import { Held } from './held.ts';
import { type Exchange, occupy, readBody, requestOf, send } from './http-exchange.ts';
import { readAnswer } from './read-answer.ts';
import type { Bounds } from './bounds.ts';
import type { EndpointName } from './routes.ts';
import { dispatch, pushAnswer, type Service } from './service.ts';

export interface ListenerOptions {
  /** Absent: the state ends with the server. */
  dataFile?: string;
  /** One line for each request, without keys, values or tokens. */
  log?: (line: string) => void;
  /** Reads that this server does not have. */
  without?: readonly EndpointName[];
  onRequest?: (request: { method: string; path: string; headers: http.IncomingHttpHeaders }) => void;
}

type Bounded = ListenerOptions & Pick<Bounds, 'maxHeaders' | 'maxBodyBytes' | 'maxHeldBytes'>;

export function listener(service: Service, options: Bounded): http.RequestListener {
  const log = options.log ?? (() => {});
  const answerTo = answerer(service, options);
  return (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    options.onRequest?.({ method, path, headers });
    occupy({ incoming, outgoing });
    answerTo(incoming)
      .catch((problem: unknown) => {
        log(`${method} ${path} failed: ${kindOf(problem)}`);
        return crashed();
      })
      .then((answer) => {
        log(`${method} ${path} ${answer.status}${reasonOf(answer)}`);
        return send(answer, { incoming, outgoing });
      })
      .catch(() => outgoing.destroy());
  };
}

/** No message: it may quote what was sent. */
function kindOf(problem: unknown): string {
  if (!(problem instanceof Error)) return typeof problem;
  return 'code' in problem ? `${problem.name} (${String(problem.code)})` : problem.name;
}

/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag, remark }: Answer): string {
  if (remark !== undefined) return ` (${remark})`;
  if (etag === undefined || status === 200) return '';
  return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}

function answerer(service: Service, options: Bounded): (incoming: Exchange['incoming']) => Promise<Answer> {
  const held = new Held(options.maxHeldBytes);
  let lastPush: Promise<unknown> = Promise.resolve();

  /**
   * Nobody hears of a push before it is on disk, and one that does not get there did not happen: the answer is 500.
   */
  async function pushNow(sent: Parameters<typeof pushAnswer>[1]): Promise<Answer> {
    const { answer, repositories, clears } = pushAnswer(service, sent);
    if (repositories !== undefined) {
      if (options.dataFile !== undefined) await saveState(options.dataFile, repositories);
      service.repositories = repositories;
    }
    if (clears !== undefined) service.cache.clear(clears);
    return answer;
  }

  return async (incoming) => {
    if (incoming.rawHeaders.length > 2 * options.maxHeaders) return { status: 400, close: true };
    const request = requestOf(incoming);
    const dispatched = dispatch(request, options.without);
    if ('answer' in dispatched) return dispatched.answer;
    const { route } = dispatched;
    if (route.endpoint !== 'push') return readAnswer(service, { request, route });
    const share = held.share();
    try {
      const body = await readBody(incoming, { maxBytes: options.maxBodyBytes, share });
      if (typeof body !== 'string') return body;
      const answer = lastPush.then(() => pushNow({ request, route, body }));
      lastPush = answer.catch(() => {});
      return await answer;
    } finally {
      share.release();
    }
  };
}
