// What each reading endpoint takes from a request, and how its answer looks (behaviour.md, section 13).
import { type Answer, isTrue, json, jsonNode, type Request } from './answer.ts';
import { contentTypeOf } from './content-type.ts';
import { serverTime } from './history.ts';
import { pullOf } from './pull.ts';
import { crashRead } from './read-failed.ts';
import { exportOf, infoOf, keyDataOf } from './reads.ts';
import { renderFile } from './render-file.ts';
import type { EndpointName } from './routes.ts';
import type { Service } from './service.ts';
import type { Token } from './settings.ts';
import type { Repository } from './state.ts';
import { fileFor, secretsOf, type View, viewOf } from './view.ts';

export interface ReadRequest {
  service: Service;
  request: Request;
  /** As it was at the moment that was asked for. */
  repository: Repository;
  /** Absent in the URL form. */
  token: Token | undefined;
  /** Absent for the present. */
  moment: Date | undefined;
}

type Read = (options: ReadRequest) => Answer;

export const ENDPOINT_READS: Partial<Record<EndpointName, Read>> = {
  export: ({ repository, request, moment }) => {
    if (moment !== undefined) throw crashRead();
    const omitValues = isTrue(request.header('omit-values'));
    const omitFiles = isTrue(request.header('omit-files'));
    return json(exportOf(repository, { omitValues, omitFiles }), request);
  },
  info: ({ repository, request, moment, service }) => {
    const content = infoOf(repository, {
      now: service.now(),
      moment,
      tags: isTrue(request.header('tags')),
      contextElements: isTrue(request.header('context-elements')),
      contextLabels: request.header('context-labels') || undefined,
      files: isTrue(request.header('files')),
      filesGlob: request.header('files-glob') || undefined,
    });
    if (content === undefined) throw crashRead();
    return json(content, request);
  },
  keyData: ({ repository, request }) =>
    json(keyDataOf(repository.keys.get((request.header('keyname') ?? '').toLowerCase())), request),
  pull: (asked) => {
    const { request, service } = asked;
    const { content, remark } = cached(asked, {
      kind: 'pull',
      make: (view) => ({ content: pulled(view, asked), remark: remarkOf(view) }),
    });
    return { ...jsonNode({ ...content, generatedOn: serverTime(service.now()) }, request), ...remark };
  },
  rawFile: (asked) => {
    const path = asked.request.header('file') ?? '';
    return cached(asked, { kind: `rawFile ${path}`, make: (view) => rawFile(path, view) });
  },
};

/** Where caching is enabled everything but the context is taken from the first request; passwords must be JSON. */
function cached<T>(asked: ReadRequest, { kind, make }: { kind: string; make: (view: View) => T }): T {
  const { request, repository, service, token } = asked;
  const context = request.header('context');
  const passwords = {
    header: request.header('security-profile-auth'),
    carried: token?.securityGroups ?? [],
  };
  const makeNow = () => make(viewOf(repository, { context, passwords }));
  if (!repository.flags.cachingEnabled || context === undefined) return makeNow();
  const id = `${kind}\n${context.toLowerCase()}`;
  if (service.cache.has(repository.name, id)) secretsOf(repository, passwords);
  return service.cache.answer(repository.name, { id, make: makeNow });
}

function pulled(view: View, { request, repository, moment }: ReadRequest) {
  return {
    ...pullOf(view, {
      noFiles: isTrue(request.header('no-files')),
      noProperties: isTrue(request.header('no-properties')),
      includeComments: isTrue(request.header('include-comments')),
      includeValueContext: isTrue(request.header('include-value-context')),
    }),
    account: repository.account,
    repo: repository.name,
    context: request.header('context') ?? '',
    ...(moment === undefined ? {} : { repoDate: serverTime(moment) }),
  };
}

function rawFile(path: string, view: View): Answer {
  const file = fileFor(path, view);
  if (file === undefined) return { status: 204 };
  const body = renderFile(file, view);
  return { status: 200, contentType: contentTypeOf(path), body, ...remarkOf(view) };
}

function remarkOf({ ties }: View): Pick<Answer, 'remark'> {
  return ties === 0 ? {} : { remark: `rows of equal weight: ${ties}, the oldest answers` };
}
