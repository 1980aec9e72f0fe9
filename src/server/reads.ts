// The content of the answers to export, info and keyData (behaviour.md, section 13).
import { type FileRow, type KeyRecord, type Repository, serverTime, type Tag } from './state.ts';
import { splitPath } from './stored-path.ts';

export interface ExportOptions {
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
  const values = options.omitValues ? undefined : exportedValues(key);
  return { key: name, readme, deprecated, vdt, push, securityGroup, values };
}

function exportedValues(key: KeyRecord): object[] {
  return [...key.rows.values()].flat().map(({ context, text, active }) => ({ context, value: text, active }));
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

export interface InfoOptions {
  now: Date;
  /** Of a tag or date; absent: now. */
  moment: Date | undefined;
  tags: boolean;
  contextElements: boolean;
  /** Names of levels as in the header, joined by commas. */
  contextLabels: string | undefined;
  files: boolean;
  filesGlob: string | undefined;
}

/** `undefined`: the server crashes, on an unknown label. */
export function infoOf(repository: Repository, options: InfoOptions): object | undefined {
  const elements = options.contextElements || options.contextLabels !== undefined;
  const contextElements = elements ? elementsOf(repository, options.contextLabels) : undefined;
  if (elements && contextElements === undefined) return undefined;
  const files = options.files || options.filesGlob !== undefined;
  return {
    account: repository.account,
    repository: repository.name,
    generatedOn: serverTime(options.now),
    ...(options.moment === undefined ? {} : { date: serverTime(options.moment) }),
    context: repository.levels,
    ...(elements ? { contextElements } : {}),
    ...(files ? { files: options.moment === undefined ? fileList(repository, options.filesGlob) : [] } : {}),
    ...(options.tags ? { tags: repository.tags.map(shownTag) } : {}),
  };
}

function elementsOf(repository: Repository, labels: string | undefined): object | undefined {
  const wanted = labels === undefined ? repository.levels : labels.split(',');
  if (wanted.some((label) => !repository.levels.includes(label))) return undefined;
  return Object.fromEntries(
    wanted.map((label) => [
      label,
      [...(repository.elements[repository.levels.indexOf(label)]?.values() ?? [])],
    ]),
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
