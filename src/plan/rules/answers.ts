// What no plan can know in advance, and what happens instead.

export interface ServerAnswer {
  code: string;
  /** Why the plan cannot know. */
  because: string;
  /** What happens instead. */
  here: string;
}

export const ANSWERS: readonly ServerAnswer[] = [
  {
    code: 'repository-unknown',
    because: 'whether the address, the repository and its levels are right',
    here: 'checked before planning, and an error if wrong; if the server lists no repositories, the push is refused',
  },
  {
    code: 'no-access',
    because: 'whether the token is known, active and not expired',
    here: 'checked before planning, as far as reads reveal it; otherwise the push is refused',
  },
  {
    code: 'no-export',
    because: 'whether the whole repository may be read',
    here: 'the plan reads by token, or compares with the last apply, and says so; an error if the last apply read more',
  },
  {
    code: 'access',
    because: "what the access rules of the token's team allow",
    here: 'the push is refused, and nothing changes',
  },
  {
    code: 'group-conflict',
    because: 'which context elements are groups that share a member',
    here: 'the push is refused, and nothing changes',
  },
  {
    code: 'context-tie',
    because: 'whether two values of groups have the same weight for a reader',
    here: 'not reported: the server may return either one',
  },
  {
    code: 'parallel-push',
    because: 'whether someone else writes at the same moment',
    here: 'a temporary refusal is retried after a fresh read; the result is read again',
  },
  {
    code: 'not-the-api',
    because: 'whether a 200 answer came from the API',
    here: 'a page, or any answer that is not empty, is not treated as success',
  },
  {
    code: 'secret-in-reason',
    because: 'what a refusal quotes, which may include values and passwords',
    here: 'only known sentences, and names from the plan, are shown',
  },
];
