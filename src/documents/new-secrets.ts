// Finds secrets in clear text that are in the files but not in an earlier version of them.
import { someOf } from '../lib/text.ts';
import { fullContext } from '../model/context.ts';
import { placeAt } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import { isSecretValue, nameMatcher } from '../model/secrets.ts';
import {
  type Address,
  type LocatedRow,
  type Row,
  rowsIn,
  type State,
  textName,
} from '../model/state.ts';
import { secretTexts } from '../semantics/secret-lines.ts';
import { isCalledSecret, isTextInGit } from './checks.ts';

/** Where the secret is declared, and what to say of it. */
interface NewSecret extends Address {
  finding: Finding;
}

const HINT =
  'Removing it from Git is not enough: change the secret, and take the new one from the environment, with `{ env: … }` in a document. If it is not a secret, list its key or path in `allowSecrets` in the project file.';

interface DeclaredFiles {
  state: State;
  project: Pick<Project, 'allowSecrets' | 'redact'>;
  /** A path as users see it. */
  display: (path: string) => string;
}

/**
 * One for each row that `allowSecrets` does not name.
 * @param before earlier versions. A secret that one of them has for the same item, or as a whole text, is not new
 * @param depth number of context levels
 */
export function newSecretsIn(
  { state, project, display }: DeclaredFiles,
  before: readonly State[],
  depth: number,
): NewSecret[] {
  const isAllowed = nameMatcher(project.allowSecrets);
  const isRedacted = nameMatcher(project.redact);
  const isKnown = knownIn(before);
  const isSecret = ({ id, context, item, row }: LocatedRow) =>
    isCalledSecret(item, row, isRedacted) ||
    before.some(({ items }) => {
      const earlier = items.get(id);
      return (
        earlier !== undefined && isCalledSecret(earlier, earlier.rows.get(context), isRedacted)
      );
    });
  return newRows(state, before).flatMap((declared) => {
    const { id, context, item, row } = declared;
    const { text, contentPath } = row;
    if (text === null || isAllowed(item.name)) return [];
    const whole = isSecret(declared);
    const fresh = (whole ? [text] : secretTexts(text)).filter(
      (secret) => isSecretValue(secret, 'certain') && !isKnown(id, secret),
    );
    if (fresh.length === 0) return [];
    const lines = [...new Set(fresh.map((secret) => lineOf(text, secret)))].sort((a, b) => a - b);
    const place =
      contentPath === undefined ? row.place : placeAt(display(contentPath), lines[0] ?? 1);
    const verb = whole ? 'looks like a secret' : 'contains what looks like a secret';
    const where = lines.length < 2 ? '' : ` (lines ${someOf(lines.map(String), { most: 3 })})`;
    return [
      {
        id,
        context,
        finding: {
          severity: 'warning',
          code: 'secret-in-file',
          message: `${textName(item)} in \`${fullContext(row.context, depth)}\` ${verb}${where}, and it is in Git in clear text.`,
          hint: HINT,
          place,
        },
      },
    ];
  });
}

/** By its name, its form or its security group. */
function isWhole({ item, row }: LocatedRow): boolean {
  return item.secret === true || row.secret === true;
}

/** Those whose text Git has, and had in none of the earlier versions. */
function newRows(state: State, before: readonly State[]): LocatedRow[] {
  const declared: LocatedRow[] = [];
  for (const [id, item] of state.items) {
    const earlier = before.flatMap(({ items }) => items.get(id) ?? []);
    for (const [context, row] of item.rows) {
      const isOld = earlier.some(({ rows }) => hasText(rows.get(context), row.text));
      if (isTextInGit(row) && !isOld) declared.push({ id, item, context, row });
    }
  }
  return declared;
}

function hasText(row: Row | undefined, text: string | null): boolean {
  return row !== undefined && isTextInGit(row) && row.text === text;
}

/** Looked for only where something is new. */
function knownIn(states: readonly State[]): (id: string, secret: string) => boolean {
  let whole: Set<string> | undefined;
  return (id, secret) => {
    whole ??= new Set(
      states.flatMap((state) => [...rowsIn(state)].flatMap((located) => wholeTexts(located))),
    );
    const ofItem = states.flatMap((state) =>
      [...(state.items.get(id)?.rows.values() ?? [])].filter(isTextInGit),
    );
    return (
      whole.has(secret) ||
      ofItem.some(({ text }) => text === secret || secretTexts(text).includes(secret))
    );
  };
}

function wholeTexts(located: LocatedRow): string[] {
  const { text }: Row = located.row;
  return text !== null && isWhole(located) && isTextInGit(located.row) ? [text] : [];
}

function lineOf(text: string, secret: string): number {
  return text.slice(0, Math.max(0, text.indexOf(secret))).split('\n').length;
}
