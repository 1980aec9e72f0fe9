// info: lists the repositories of a server, and the ways to read the project's own.
import { connect, withTarget } from '../world/connect.ts';
import { settingsOf, type TargetOptions } from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError } from '../errors.ts';
import { compareText } from '../lib/text.ts';
import type { Elements } from '../model/state.ts';
import { urlOf } from '../options.ts';
import { ifOffered } from '../remote/answer.ts';
import { createReader } from '../remote/client.ts';
import { missingReads } from '../remote/read-live.ts';
import type { RepositoryInfo } from '../remote/wire.ts';

/**
 * The repositories, if the server lists them; and the repository of the project, if it is known, with the reads that the
 * server does not offer for it.
 */
export async function serverInfo(options: TargetOptions, runtime: Runtime) {
  const project = settingsOf(options, runtime);
  const { repository } = { ...project, ...options };
  if (repository === undefined) return { repositories: await listedRepositories(options, runtime) };
  // Asked first, and without the token: it tells what is wrong with the connection before a token is rejected because of it.
  const list = await ifOffered('info/all', listedRepositories(options, runtime));
  return withTarget(project, options, runtime, async ({ reader, target }) => {
    const asked = { list, levels: project.levels, hasToken: options.token !== undefined };
    const missing = await missingReads(reader, target.repository, asked);
    return { repositories: 'answer' in list ? list.answer : undefined, target, missing };
  });
}

/** Sorted by account and name. */
export async function listedRepositories(
  options: TargetOptions,
  runtime: Runtime,
): Promise<RepositoryInfo[]> {
  const project = settingsOf(options, runtime);
  const url = urlOf(options, project);
  if (url === undefined) {
    const hint = 'Pass --url, set CONFIGHUB_URL, or set `url:` in confighub.yaml.';
    throw new CommandError({ code: 'no-target', message: 'No url is configured.', hint });
  }
  // The list of repositories is public, so the token is not sent.
  const { token: _, ...open } = options;
  const connection = await connect(url, project, open, runtime);
  try {
    runtime.onStep(`Reading ${url}`);
    // None of them is read.
    const reader = createReader(connection, { account: '', name: '' });
    const repositories = await reader.repositories();
    return repositories.sort(
      (a, b) => compareText(a.account, b.account) || compareText(a.name, b.name),
    );
  } finally {
    connection.http.close();
  }
}

/** The elements of the repository; `undefined`: the server does not tell. */
export function serverElements(
  options: TargetOptions,
  runtime: Runtime,
): Promise<Elements | undefined> {
  return withTarget(settingsOf(options, runtime), options, runtime, async ({ reader }) => {
    const detail = await ifOffered('info', reader.detail());
    return 'answer' in detail ? detail.answer.elements : undefined;
  });
}
