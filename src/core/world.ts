// Everything that a plan asks of the outside, one read for each question. A world decides nothing and remembers nothing.
import type { State } from '../model/state.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { TokenProblem } from '../remote/client.ts';
import type {
  KeyData,
  Pull,
  PullRequest,
  RepositoryDetail,
  RepositoryInfo,
} from '../remote/wire.ts';

/**
 * The configuration server: a `GET` each. Rejects with {@link ReadNotOffered} where the server does not offer it, or
 * the project does not allow it; with {@link ReadCrashed} where the server cannot show something that it stores; and with
 * another CommandError where it cannot be reached, or answers as no server does.
 */
export interface Server {
  /** Which it is. Rejects if it cannot be connected to safely, and so does every question to it. */
  target(): Promise<ResolvedTarget>;
  /** `info`: levels, elements and files of the repository; with a token, of the one that the token belongs to. */
  detail(): Promise<RepositoryDetail>;
  /** `info/all`: every repository, with settings and counts. The server loads all of its data for it. */
  repositories(): Promise<RepositoryInfo[]>;
  /** `export`: everything at once. */
  exported(): Promise<State>;
  /** `pull`: what applies in one context; `undefined` if a cache answered another request. */
  pull(request: PullRequest): Promise<Pull | undefined>;
  /** `keyData`: one key without its values; `undefined`: there is none. */
  keyData(name: string): Promise<KeyData | undefined>;
  /** An empty `pull`: why the server rejects the token; `undefined`: it does not, or nobody knows. */
  tokenProblem(): Promise<TokenProblem | undefined>;
}
