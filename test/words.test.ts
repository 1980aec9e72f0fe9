// Words that readers do not search for, or have to translate, occur nowhere; each has one that they know.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { FORMER_NAMES } from '../src/options.ts';
import { read } from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';

/** What people read, and the code behind it. The changelog tells what names were before. */
const FILES = execFileSync(
  'git',
  ['ls-files', '*.md', '*.yml', '*.yaml', 'src', 'schema', 'scripts', 'examples'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) =>
    /^(?!test\/|bench\/|dist\/|CHANGELOG\.md$).*\.(?:md|ya?ml|ts|js|json)$/.test(path),
  );

interface Word {
  not: RegExp;
  /** What to write instead. */
  but: string;
  /** Only in files of these names. */
  in?: RegExp;
  /** Lines that may have it. */
  except?: { line: RegExp; because: string };
}

const FORMER = [...FORMER_NAMES.keys()].join('|');
const FORMER_CODES = `
  force-of-another secret-file-bare read-not-asked file-circle file-held-twice already-there live-vanished
  file-dead-placeholder file-escaped-placeholder key-blank value-normalised not-the-api no-baseline
  push-refused read-refused token-refused
`;
const MARKDOWN = /\.md$/;

const WORDS: readonly Word[] = [
  { not: /\bforges?\b/i, but: 'Git host' },
  {
    not: /\bblanks?\b/i,
    but: '"space" for the character, "empty" for nothing',
    except: {
      line: /Key cannot be blank\.|^blank_issues_enabled: /,
      because: 'the server and GitHub write it like this',
    },
  },
  { not: /\b(?:died|dead)\b/i, but: 'interrupted' },
  { not: /\bexit status\b/i, but: 'exit code' },
  { not: /\bmistakes?\b/i, but: 'errors' },
  { not: /\bby hand\b/i, but: 'manually' },
  {
    not: /\bbaselines?\b/i,
    but: 'last applied',
    except: { line: /\['baseline', 'last-applied'\]/, because: 'the table of former names' },
  },
  { not: /\bwork trees?\b/i, but: 'working tree' },
  { not: /\bcommit ids?\b/i, but: 'commit SHA' },
  { not: /\btwins?\b/i, but: 'local copy' },
  { not: /\b(?:goes|going|go|went)[ -]back\b/i, but: 'roll back' },
  { not: /\b(?:embedded|local) servers?\b/i, but: 'built-in server' },
  { not: /\btarget branch/i, but: 'base branch' },
  { not: /\bNode(?:'s| \d)/, but: 'Node.js' },
  { not: /\bNode\b(?!\.js)/, but: 'Node.js', in: MARKDOWN },
  { not: /\bcomments? of (?:the|a) push\b/i, but: 'push comment' },
  { not: /\bhistory of the server\b/i, but: 'server history' },
  { not: /\brandom work\b|\blaws?\b|\blanes?\b/i, but: 'simulation, property tests, suites' },
  { not: /\bcreated (?:beside|in other contexts)\b/i, but: 'overrides' },
  {
    not: /\bst(?:ands?|ood) (?:twice|next|beside|before|behind|there|below|above|together|elsewhere|in (?:the|a|double|several))\b/i,
    but: '"is", "occurs" or "comes"',
  },
  {
    not: /\b(?:all|because|earlier|no|of|other|past|several|the|these|two|where) (?:applies|deletes|creates)\b/i,
    but: 'apply runs, deletions, additions',
  },
  {
    not: /\b(?:no|an?|each|every|fresh|one|any|other) reads?\b(?![ -]only)/i,
    but: 'ways to read',
    in: MARKDOWN,
  },
  {
    not: /\b(?:same|this) repository of the server\b|\b(?:tokens?|secrets?) of (?:the|a) repository\b/i,
    but: 'configuration repository, or Git repository',
  },
  { not: /server refuse[sd]|refused by the server/i, but: 'rejected, by the server' },
  {
    not: /\bforced\b/i,
    but: 'approved',
    except: {
      line: /approved\|forced/,
      because: 'nobody else may write this trailer of a push comment',
    },
  },
  { not: new RegExp(`--(?:${FORMER})\\b(?!-)`), but: 'the new name of the flag' },
  {
    not: new RegExp(`\\b(?:${FORMER_CODES.trim().split(/\s+/).join('|')})\\b`),
    but: 'the new name of the code',
  },
];

const LINES = FILES.flatMap((path) =>
  read(path)
    .split('\n')
    .map((line, i) => ({ path, line, at: `${path}:${i + 1}` })),
);

it.each(WORDS)('$not is written "$but" everywhere', ({ not, in: where = /./, except }) => {
  const found = LINES.filter(({ path, line }) => where.test(path) && not.test(line));
  const isExcepted = ({ line }: { line: string }) => except?.line.test(line) === true;
  expect(found.filter((one) => !isExcepted(one))).toEqual([]);
  expect(found.some(isExcepted)).toBe(except !== undefined);
});
