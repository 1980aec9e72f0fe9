// The order in which a newcomer asks: the sidebar, and which pages the search finds.

const GROUPS = {
  Start: {
    'getting-started': 'Getting started',
    adopt: 'Adopt what you have',
    concepts: 'Concepts',
  },
  'Daily work': {
    everyday: 'Everyday changes',
    environments: 'Environments',
    promote: 'Promote',
    stages: 'Stages',
    secrets: 'Secrets',
    'pull-requests': 'Pull requests',
    'drift-and-deletions': 'Drift and deletions',
  },
  'Set up': {
    'github-action': 'GitHub and Gitea',
    'other-ci': 'Other CI',
    tokens: 'Tokens',
    targets: 'Several targets',
    security: 'Security',
  },
  'When something fails': {
    troubleshooting: 'Troubleshooting',
    messages: 'Messages',
    faq: 'Questions and answers',
  },
  Reference: {
    format: 'The format',
    sources: 'Sources',
    cli: 'Command line',
    record: 'The apply record',
    'how-it-works': 'How it works',
    'embedded-server': 'The built-in server',
    compatibility: 'Compatibility',
    glossary: 'Glossary',
    guarantees: 'Guarantees',
  },
};

export const SIDEBAR = Object.entries(GROUPS).map(([text, pages]) => ({
  text,
  items: Object.entries(pages).map(([name, title]) => ({ text: title, link: `/docs/${name}` })),
}));

const FOR_READERS = new Set([
  'README.md',
  ...Object.values(GROUPS).flatMap((pages) => Object.keys(pages).map((name) => `docs/${name}.md`)),
]);

/** Whether a file of the repository is a page for those who use the program, not for those who change it. */
export function isForReaders(path) {
  return FOR_READERS.has(path);
}
