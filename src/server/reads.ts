// The content of the answers to export, info and keyData (behaviour.md, section 13).
import { isTrue, type Request } from './answer.ts';
import { crashRead } from './refusal.ts';
import { type FileRow, type KeyRecord, type Repository, serverTime, type Tag } from './state.ts';
import { splitPath } from './push-files.ts';

interface ExportOptions {
  omitValues: boolean;
  omitFiles: boolean;
}

/** Everything, in the format of a push body, keys before files. */
export function exportOf(repository: Repository, options: ExportOptions): object {
  const keys = Array.from(repository.keys.values(), (key) => exportedKey(key, options));
  const files = options.omitFiles ? [] : allFiles(repository).map(exportedFile);
  return { data: [...keys, ...files] };
}

function exportedKey(key: KeyRecord, options: ExportOptions): object {
  const { name, readme, deprecated, vdt, push, group: securityGroup } = key;
  const rows = [...key.rows.values()].flat();
  const values = options.omitValues
    ? undefined
    : rows.map(({ context, text, active }) => ({ context, value: text, active }));
  return { key: name, readme, deprecated, vdt, push, securityGroup, values };
}

/** Inactive files are not marked. */
function exportedFile({ content, path, context, group: securityGroup }: FileRow): object {
  return { content, file: path, context, securityGroup };
}

function allFiles(repository: Repository): FileRow[] {
  return [...repository.files.values()].flat();
}

export function keyDataOf(key: KeyRecord | undefined): object {
  if (key === undefined) return {};
  const { name, readme, deprecated, vdt, push } = key;
  return { key: name, readme, deprecated, vdt, push };
}

/**
 * Throws {@link ReadFailed} for an unknown label, on which the server crashes.
 * @param moment of a tag or date; absent: now
 */
export function infoOf(
  repository: Repository,
  { request, now, moment }: { request: Request; now: Date; moment: Date | undefined },
): object {
  const labels = request.header('context-labels') || undefined;
  const glob = request.header('files-glob') || undefined;
  const hasElements = labels !== undefined || isTrue(request.header('context-elements'));
  const hasFiles = glob !== undefined || isTrue(request.header('files'));
  return {
    account: repository.account,
    repository: repository.name,
    generatedOn: serverTime(now),
    ...(moment && { date: serverTime(moment) }),
    context: repository.levels,
    ...(hasElements && { contextElements: elementsOf(repository, labels) }),
    ...(hasFiles && { files: moment === undefined ? fileList(repository, glob) : [] }),
    ...(isTrue(request.header('tags')) && { tags: repository.tags.map(shownTag) }),
  };
}

/** @param labels names of levels, joined by commas; absent: all levels */
function elementsOf({ levels, elements }: Repository, labels: string | undefined): object {
  const wanted = labels === undefined ? levels : labels.split(',');
  return Object.fromEntries(
    wanted.map((label) => {
      const names = elements[levels.indexOf(label)];
      if (names === undefined) throw crashRead();
      return [label, [...names.values()]];
    }),
  );
}

function fileList(repository: Repository, glob: string | undefined): object[] {
  return allFiles(repository)
    .filter((row) => glob === undefined || matchesGlob(row.path, glob))
    .map(({ path, group: secureGroup }) => ({ name: splitPath(path).name, path, secureGroup }));
}

/** `*` matches everything, including `/`. Linear: the first match of each part suffices. */
function matchesGlob(path: string, glob: string): boolean {
  const [first = '', ...others] = glob.split('*');
  const last = others.pop();
  if (last === undefined) return path === glob;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

function shownTag({ name, readme, time }: Tag): object {
  return { name, readme, ts: Date.parse(time), date: `${time.slice(0, 16)}Z` };
}

/** One repository in `info/all`. Counts keys without values and inactive values, too. */
export function summaryOf(repository: Repository): object {
  const { account, name, flags, levels, created } = repository;
  let valueCount = 0;
  for (const key of repository.keys.values()) for (const rows of key.rows.values()) valueCount += rows.length;
  return {
    account,
    name,
    isPrivate: false,
    isPersonal: true,
    description: '',
    created: `${created.slice(0, 16)}Z`,
    accessControlsEnabled: flags.accessControlsEnabled,
    vdtEnabled: flags.vdtEnabled,
    securityEnabled: flags.securityEnabled,
    contextGroupsEnabled: flags.contextGroupsEnabled,
    keyCount: repository.keys.size,
    valueCount,
    userCount: 0,
    context: levels,
  };
}
