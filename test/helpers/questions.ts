// The twenty questions that newcomers ask: where each is answered, and by which command or sentence.

export interface Question {
  asked: string;
  /** What somebody types into the search of the site. */
  words: string;
  page: string;
  /** As on the page. */
  heading: string;
  /** A part of the answer below that heading, before the next one. */
  answer: string;
}

export const QUESTIONS: readonly Question[] = [
  {
    asked: 'What is it, and is it for my server?',
    words: 'which servers',
    page: 'docs/faq.md',
    heading: 'Which servers does it work with?',
    answer: 'The open-source ConfigHub server, and every server that offers',
  },
  {
    asked: 'How do I try it?',
    words: 'quick start demo',
    page: 'README.md',
    heading: 'Install',
    answer: '`npm start` runs the whole loop against a built-in server',
  },
  {
    asked: 'How do I install it?',
    words: 'install',
    page: 'README.md',
    heading: 'Install',
    answer: 'npm install --global .',
  },
  {
    asked: 'How do I run it on GitHub Actions?',
    words: 'github actions',
    page: 'docs/github-action.md',
    heading: 'The workflows',
    answer: '`init --workflow`',
  },
  {
    asked: 'How do I import what is on the server?',
    words: 'import from server',
    page: 'docs/adopt.md',
    heading: 'Import from a server',
    answer: 'confighub-sync import --url https://config.example.com --repository acme/shop',
  },
  {
    asked: 'What is deleted?',
    words: 'what is deleted',
    page: 'docs/drift-and-deletions.md',
    heading: 'What is deleted',
    answer: 'an apply deletes items that the last apply declared and the files no longer declare',
  },
  {
    asked: 'Somebody changed the server. What now?',
    words: 'somebody changed the server',
    page: 'docs/troubleshooting.md',
    heading: 'Somebody changed the server',
    answer: '`confighub-sync import --only drift`',
  },
  {
    asked: 'How do I approve a refused plan?',
    words: 'approve refused plan',
    page: 'docs/pull-requests.md',
    heading: 'Approve a refused plan',
    answer: 'confighub approve 7f5b0c3ae94d1826b0e5d77a3c19f842',
  },
  {
    asked: 'What does error X mean?',
    words: 'env-missing',
    page: 'docs/messages.md',
    heading: 'env-missing',
    answer: 'A document names a variable with `env`, and this run does not have it',
  },
  {
    asked: 'How do I add an environment?',
    words: 'add an environment',
    page: 'docs/environments.md',
    heading: 'Add an environment',
    answer: 'allowNewContexts: [Staging]',
  },
  {
    asked: 'How do I roll back?',
    words: 'rollback',
    page: 'docs/drift-and-deletions.md',
    heading: 'Rolling back',
    answer: '`git checkout <commit> && confighub-sync apply --allow-older`',
  },
  {
    asked: 'How do secrets work, end to end?',
    words: 'secrets',
    page: 'docs/secrets.md',
    heading: 'From an empty folder to an applied secret',
    answer: 'confighub-sync apply --env-file .env --yes',
  },
  {
    asked: 'How do I promote staging to production?',
    words: 'promote staging to production',
    page: 'docs/environments.md',
    heading: 'Promote',
    answer: 'confighub-sync promote --from Staging --to Production',
  },
  {
    asked: 'The lock is stuck. What now?',
    words: 'lock stuck',
    page: 'docs/troubleshooting.md',
    heading: 'The lock is stuck',
    answer: '`confighub-sync unlock`',
  },
  {
    asked: 'Which token do I need, with which rights?',
    words: 'token rights',
    page: 'docs/tokens.md',
    heading: 'What each token may do',
    answer: 'One token that may write, without *Push Key Override*, is enough to start.',
  },
  {
    asked: 'One repository or several? Several teams?',
    words: 'several teams monorepo',
    page: 'docs/faq.md',
    heading: 'One repository or several?',
    answer: 'is the simplest, and enough for most teams',
  },
  {
    asked: 'How do I run it in Jenkins or another CI?',
    words: 'jenkins',
    page: 'docs/other-ci.md',
    heading: 'The script',
    answer: 'sh ci/confighub-sync.sh apply --yes',
  },
  {
    asked: 'Which exit codes are there?',
    words: 'exit codes',
    page: 'docs/cli.md',
    heading: 'Exit codes',
    answer: '| 3 | Refused by a rule',
  },
  {
    asked: 'How big may it be, and how fast is it?',
    words: 'speed performance',
    page: 'docs/compatibility.md',
    heading: 'Speed',
    answer: '| plan, nothing changed |',
  },
  {
    asked: 'How do I upgrade?',
    words: 'upgrade',
    page: 'docs/compatibility.md',
    heading: 'Upgrade',
    answer: 'replace the commit SHA in your workflows',
  },
];
