// The twenty questions that newcomers ask: where each is answered, and by which command or sentence.

/** A question; what somebody types into the search of the site → the page, and the heading on it; a part of the answer below. */
const TEXT = `
What is it, and is it for my server?
  which servers → docs/faq.md, Which servers does it work with?
  The open-source ConfigHub server, and every server that offers
How do I try it?
  quick start demo → README.md, Install
  \`npm start\` runs the whole loop against a built-in server
How do I install it?
  install → README.md, Install
  npm install --global .
How do I run it on GitHub Actions?
  github actions → docs/github-action.md, The workflows
  \`init --workflow\`
How do I import what is on the server?
  import from server → docs/adopt.md, Import from a server
  confighub-sync import --url https://config.example.com --repository acme/shop
What is deleted?
  what is deleted → docs/drift-and-deletions.md, What is deleted
  an apply deletes items that the last apply declared and the files no longer declare
Somebody changed the server. What now?
  somebody changed the server → docs/troubleshooting.md, Somebody changed the server
  \`confighub-sync import --only drift\`
How do I approve a refused plan?
  approve refused plan → docs/pull-requests.md, Approve a refused plan
  confighub approve 7f5b0c3ae94d1826b0e5d77a3c19f842
What does error X mean?
  env-missing → docs/messages.md, env-missing
  A document names a variable with \`env\`, and this run does not have it
How do I add an environment?
  add an environment → docs/environments.md, Add an environment
  allowNewContexts: [Staging]
How do I roll back?
  rollback → docs/drift-and-deletions.md, Rolling back
  \`git checkout <commit> && confighub-sync apply --allow-older\`
How do secrets work, end to end?
  secrets → docs/secrets.md, From an empty folder to an applied secret
  confighub-sync apply --env-file .env --yes
How do I promote staging to production?
  promote staging to production → docs/environments.md, Promote
  confighub-sync promote --from Staging --to Production
The lock is stuck. What now?
  lock stuck → docs/troubleshooting.md, The lock is stuck
  \`confighub-sync unlock\`
Which token do I need, with which rights?
  token rights → docs/tokens.md, What each token may do
  One token that may write, without *Push Key Override*, is enough to start.
One repository or several? Several teams?
  several teams monorepo → docs/faq.md, One repository or several?
  is the simplest, and enough for most teams
How do I run it in Jenkins or another CI?
  jenkins → docs/other-ci.md, The script
  sh ci/confighub-sync.sh apply --yes
Which exit codes are there?
  exit codes → docs/cli.md, Exit codes
  | 3 | Refused by a rule
How big may it be, and how fast is it?
  speed performance → docs/compatibility.md, Speed
  | plan, nothing changed |
How do I upgrade?
  upgrade → docs/compatibility.md, Upgrade
  replace the commit SHA in your workflows
`;

export const QUESTIONS = TEXT.trim()
  .split(/\n(?! )/)
  .map((question) => {
    const [asked = '', way = '', answer = ''] = question.split('\n  ');
    const [, words = '', page = '', heading = ''] = /^(.*) → ([^,]+), (.*)$/.exec(way) ?? [];
    return { asked, words, page, heading, answer };
  });
