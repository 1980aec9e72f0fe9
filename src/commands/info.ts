// info: the repositories of a server.
import { CommandError } from '../errors.ts';
import { compareText } from '../model/diagnostic.ts';
import type { Options } from '../options.ts';
import { createReader } from '../remote/client.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import { connect } from './connect.ts';
import type { Surroundings } from './project.ts';
import { readProjectFile } from './project.ts';

/** Sorted by account and name. */
export async function info(options: Options, surroundings: Surroundings): Promise<RepositoryInfo[]> {
  const url = options.url ?? readProjectFile(options, surroundings).url;
  if (url === undefined) {
    const hint = 'Give --url or CONFIGHUB_URL, or write `url:` into confighub.yaml.';
    throw new CommandError({ code: 'no-target', message: 'No url is configured.', hint });
  }
  // The list of repositories is open to everybody: the token stays here.
  const { timeout, transport } = options;
  const connection = await connect(url, { timeout, transport }, surroundings);
  try {
    surroundings.onStep(`Reading ${url}`);
    const repositories = await createReader(connection).repositories();
    return repositories.sort((a, b) => compareText(a.account, b.account) || compareText(a.name, b.name));
  } finally {
    connection.http.close();
  }
}
