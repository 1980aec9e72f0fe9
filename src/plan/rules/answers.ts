// What no plan can know: what the server's answer alone tells, and what happens then.

/** Nothing to find beforehand. */
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
    here: 'asked before the plan is made, and an error where they are not; where the server lists no repositories, it shows at the push',
  },
  {
    code: 'no-access',
    because: 'whether the token is known, active and not expired',
    here: 'asked before the plan is made, as far as reading shows it; otherwise the push is refused',
  },
  {
    code: 'no-export',
    because: 'whether the repository may be read as a whole',
    here: 'the plan reads by token, or compares with the last apply, and says so; an error where the last apply read more',
  },
  {
    code: 'access',
    because: "what the access rules of the token's team allow",
    here: 'the push is refused, and nothing is changed',
  },
  {
    code: 'group-conflict',
    because: 'which context elements are groups that share a member',
    here: 'the push is refused, and nothing is changed',
  },
  {
    code: 'context-tie',
    because: 'whether two values of groups weigh the same for some reader',
    here: 'nobody is told: which of them is read is undefined',
  },
  {
    code: 'parallel-push',
    because: 'whether somebody else writes at the same moment',
    here: 'a refusal that may pass is tried again after a fresh read; what was stored is read again',
  },
  {
    code: 'not-the-api',
    because: 'whether an answer of 200 came from the interface',
    here: 'a page, or anything but an empty answer, is not taken for success',
  },
  {
    code: 'secret-in-reason',
    because: 'what a refusal quotes: it holds values and passwords',
    here: 'only known sentences and names that the plan has are shown',
  },
];
