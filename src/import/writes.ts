// The files that an import writes: their order, and how edits are shown.
import { fieldIn, type Node, type Scalar } from '../documents/fields.ts';
import { compareText, edited } from '../lib/text.ts';
import type { FileWrite } from '../model/import-plan.ts';
import { secretMember } from '../model/secrets.ts';
import { filesIn, KEY_METADATA, rowsOf } from '../model/state.ts';
import type { OpenImport, ProjectVersion } from './import-input.ts';
import { treesIn } from './sites.ts';
import type { Writer } from './writer.ts';

type WrittenSecrets = Pick<Writer, 'isSecret' | 'holdsSecret'>;

/** Contents, then documents, then the project file, and deletions last: a safe order if interrupted. */
export function writesOf(
  opened: OpenImport,
  after: ProjectVersion,
  secrets: WrittenSecrets,
): FileWrite[] {
  const { before, projectFile, isNew, lastApplied } = opened;
  const paths = new Set([...after.texts.keys(), ...before.texts.keys()]);
  const writes = [...paths].flatMap((path): FileWrite[] => {
    const old = isNew && path === projectFile ? undefined : before.texts.get(path);
    const now = after.texts.get(path);
    if (old === now) return [];
    // Of a full import, new files are not.
    const isShown =
      now !== undefined &&
      opened.isFiltered?.(path) !== true &&
      (old !== undefined || lastApplied !== undefined);
    const show = (text: string) => shownText({ path, text }, [before, after], secrets);
    const [shownBefore, shownAfter] = isShown ? [old ?? '', now].map(show) : [];
    const shown =
      shownBefore === undefined || shownAfter === undefined
        ? undefined
        : { before: shownBefore, after: shownAfter };
    return [{ path, before: old, after: now, shown }];
  });
  const isDocument = new Set(after.documents);
  const rank = ({ path, after: text }: FileWrite) => {
    if (text === undefined) return 3;
    if (path === projectFile) return 2;
    return isDocument.has(path) ? 1 : 0;
  };
  return writes.sort((a, b) => rank(a) - rank(b) || compareText(a.path, b.path));
}

/** The text of a file without its secrets; `undefined`: it is one. */
function shownText(
  file: { path: string; text: string },
  [before, after]: readonly [ProjectVersion, ProjectVersion],
  secrets: WrittenSecrets,
): string | undefined {
  const { holdsSecret } = secrets;
  const { path, text } = file;
  const source = before.sourceOf(path);
  const isRead =
    source !== undefined || [before, after].some(({ documents }) => documents.includes(path));
  const isContent = rowsOf(filesIn(before.state)).some(({ contentPath }) => contentPath === path);
  if (!isRead || isContent) return holdsSecret(text) ? undefined : text;
  const trees = treesIn(file, source);
  const masks = [...maskedIn(trees, secrets)].map(({ offset: start, end }) => ({
    start,
    end,
    text: '(secret)',
  }));
  const shown = edited(text, masks);
  return source !== undefined && holdsSecret(shown) ? undefined : shown;
}

function maskedIn(trees: readonly Node[], { isSecret, holdsSecret }: WrittenSecrets): Set<Scalar> {
  const masked = new Set<Scalar>();
  const walk = (node: Node, isHidden: boolean): void => {
    if (node.kind === 'scalar') {
      if (node.end > node.offset && (isHidden || holdsSecret(node.text))) masked.add(node);
    } else if (node.kind === 'sequence') for (const item of node.items) walk(item, isHidden);
    else {
      const name = (fieldIn(node, 'key') ?? fieldIn(node, 'file'))?.value;
      const isItem = name?.kind === 'scalar' && isSecret(name.text, null);
      for (const { key, value } of node.entries) {
        const isNamed = isSecret(key.text, null) || secretMember(key.text) !== undefined;
        walk(value, isNamed || ((isHidden || isItem) && !OPEN.has(key.text)));
      }
    }
  };
  for (const tree of trees) walk(tree, false);
  return masked;
}

/** Fields that never contain a value. */
const OPEN = new Set<string>([...KEY_METADATA, 'env', 'path', 'opp', 'context', 'key', 'file']);
