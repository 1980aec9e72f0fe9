// Answers reads: access, moment and endpoint (behaviour.md, sections 2 and 13).
import { accessOf, tokenProblem } from './access.ts';
import { type HttpAnswer, crashed, json, refuse, type Request } from './answer.ts';
import { ENDPOINT_READS, type ReadRequest } from './endpoint-reads.ts';
import { summaryOf } from './reads.ts';
import { crashRead, ReadFailed, type ReadFailure, refuseRead } from './refusal.ts';
import type { Route, Service } from './service.ts';
import { momentOf, repositoryAt } from './state.ts';

const SERVER_VERSION = '1.10.6';

interface ReadContext {
  request: Request;
  route: Route;
}

/** Answers every request except a push. */
export function readAnswer(service: Service, context: ReadContext): HttpAnswer {
  const { endpoint } = context.route;
  if (endpoint === 'info/all') return json(service.repositories.map(summaryOf), context.request);
  if (endpoint === 'info/system') return json({ version: SERVER_VERSION }, context.request);
  try {
    const read = ENDPOINT_READS[endpoint];
    return read === undefined ? crashed() : read(readRequest(service, context));
  } catch (problem) {
    if (problem instanceof ReadFailed) return failed(problem.failure, endpoint === 'info' ? 417 : 406);
    throw problem;
  }
}

function failed(failure: ReadFailure, status: 406 | 417): HttpAnswer {
  if ('refused' in failure) return refuse(status, failure.refused);
  return failure.crash === undefined ? crashed() : { ...crashed(), etag: `"${failure.crash}"` };
}

/** Like the server, checks the moment before the token. */
function readRequest(service: Service, { request, route }: ReadContext): ReadRequest {
  const { address, endpoint } = route;
  const access = accessOf(service.repositories, { request, address, purpose: 'read' });
  if (access === 'missing') throw crashRead();
  if ('denied' in access) throw refuseRead(access.denied);
  const moment = momentOf(access.repository, {
    tag: request.header('tag'),
    date: request.header('repository-date'),
    form: address === undefined ? 'token' : 'url',
  });
  const repository = moment === undefined ? access.repository : repositoryAt(access.repository, moment);
  const problem = endpoint === 'info' ? undefined : tokenProblem(access.token);
  if (problem !== undefined) throw refuseRead(problem);
  return { service, request, repository, token: access.token, moment };
}
