// Puts comments right whose pull requests a later apply brought to the server: they still show a plan or a refusal.
import { type Marker, OwnPosts, findAuthors, readMarker, withoutMarker, writeMarker } from './posts.ts';
import { type PullRequest, mergedRecently } from './pull-request.ts';
import { type Api, listAll, type Result, settle } from './requests.ts';

/** Pull requests whose comments one apply looks at, newest first. */
const MAX_PULL_REQUESTS = 20;
/** GitHub accepts 65,536 characters. */
const MAX_BODY = 65_500;

export interface Brought {
  /** Applied now and not before. */
  commits: readonly string[];
  /** The pull request of the event, which has a comment of its own. */
  except: number | undefined;
  /** Target in the marker. */
  target: string;
  /** The Markdown of a comment, made from what it said until now. */
  markdown: (before: string) => string;
}

/** Updates comments and creates none. Sends no request if there can be no other pull request. Never throws. */
export function updateBrought(api: Api, brought: Brought): Promise<Result<void>> {
  return settle('pull-requests: write', async () => {
    if (brought.commits.length < 2) return;
    const commits = new Set(brought.commits);
    const merged = await mergedRecently(api, (one) => commits.has(one.mergeCommit ?? ''));
    const others = merged.filter(({ number }) => number !== brought.except).slice(0, MAX_PULL_REQUESTS);
    if (others.length === 0) return;
    const authors = await findAuthors(api);
    for (const one of others) await update(one, { ...brought, api, authors });
  });
}

type Updating = Brought & { api: Api; authors: readonly string[] };

/** The comment of an apply is left alone, unless its outcome was uncertain. */
async function update({ number, head }: PullRequest, { api, authors, target, markdown }: Updating): Promise<void> {
  const marker: Pick<Marker, 'kind' | 'target'> = { kind: 'plan', target };
  const path = `${api.repository}/issues/${number}/comments`;
  const [post] = await new OwnPosts({ marker, idKey: 'id', list: () => listAll(api, { path }) }, authors).find();
  const shown = post && readMarker(post.body, marker);
  if (post === undefined || shown === undefined) return;
  if (shown.outcome === 'applied' || shown.outcome === 'nothing') return;
  const start = writeMarker({ ...shown, head, outcome: 'applied' });
  const whole = `${start}\n${markdown(withoutMarker(post.body))}`;
  const body = whole.length > MAX_BODY ? `${start}\n${markdown('')}` : whole;
  await api.ask({ method: 'PATCH', path: `${api.repository}/issues/comments/${post.id}`, parameters: { body } });
}
