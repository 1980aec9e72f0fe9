// How a record is written: the message of its commit, the file of facts in its tree, and the name of its ref.
import { createHash } from 'node:crypto';
import { attempt } from '../lib/attempt.ts';
import { isPlainObject, isTexts, parseStrictObject } from '../lib/json.ts';
import { isCommitSha } from '../model/apply-entry.ts';
import type { Counts } from '../model/plan.ts';
import { READS, type ServerRead } from '../model/server-reads.ts';
import { addSecretRow, type FormerSecrets } from '../model/secret-rows.ts';
import type { AppliedStage } from '../model/stages.ts';
import { emptyState, isVdt, type Item, type State, type Vdt } from '../model/state.ts';
import type { Conversions } from './conversions.ts';

export interface ApplyDescription {
  /** One line, for `git log`. */
  summary: string;
  /** The commit that is applied. */
  source: string;
  /** URL of the workflow run. */
  run?: string | undefined;
  /** The number of the attempt, of a run that was started again. */
  attempt?: string | undefined;
  actor?: string | undefined;
  /** The digest of the refused plan that was approved, then protected names; and the people who approved it. */
  approved?: string | undefined;
  approvedBy?: string | undefined;
  /** The reads of the server that the apply used, joined by spaces. */
  reads?: string | undefined;
  /** The name of the stage; absent: the whole commit. */
  stageName?: string | undefined;
}

export interface ApplyMessage extends ApplyDescription {
  /** `begun`: written before the push. `done`: written after it. */
  state: 'begun' | 'done';
  /** The same in all commits of one apply. */
  id: string;
  /** Path of the project file within the Git repository. */
  projectFile: string;
  /** Its path when it was applied, if its record was moved since. */
  formerFile?: string | undefined;
  /** When the apply began; ISO 8601, as all times. */
  since: string;
  /** Of a begun one: when its push has ended at the latest, by the clock of the configuration server. */
  until?: string | undefined;
  /** Of a begun one: how many have begun since the last one that is done, with this one. */
  open?: string | undefined;
  /** Of a done one: the apply runs that did not finish, and whose work it took over. */
  tookOver: TakenOver[];
}

/** An apply that did not finish, and whose work a later one took over. */
interface TakenOver {
  source: string;
  actor?: string | undefined;
  run?: string | undefined;
}

const FIELDS = {
  state: 'State',
  id: 'Apply-Id',
  projectFile: 'Project-File',
  formerFile: 'Former-File',
  source: 'Source-Commit',
  stageName: 'Stage',
  since: 'Since',
  until: 'Until',
  open: 'Open',
  run: 'Run',
  attempt: 'Attempt',
  actor: 'Actor',
  approved: 'Approved',
  approvedBy: 'Approved-By',
  reads: 'Reads',
} as const;

const TOOK_OVER = 'Took-Over';

/** The summary, an empty line, and a line for each field that is set. No text can look like a field of its own. */
export function formatMessage(message: ApplyMessage): string {
  const lines = Object.entries(FIELDS).map(([name, label]): [string, string] => {
    const text = message[name as keyof typeof FIELDS] ?? '';
    return [label, oneLine(name.endsWith('File') ? encoded(text) : text)];
  });
  const over = message.tookOver.map((apply): [string, string] => [TOOK_OVER, wordsOf(apply)]);
  const set = [...lines, ...over].filter(([, text]) => text !== '');
  return `${oneLine(message.summary) || 'Apply'}\n\n${set.map(([label, text]) => `${label}: ${text}`).join('\n')}\n`;
}

/** Reads what {@link formatMessage} wrote. Throws an Error that completes "the commit …" for anything else. */
export function parseMessage(text: string): ApplyMessage {
  const [summary = '', fields = '', ...more] = text.trimEnd().split('\n\n');
  if (more.length > 0) throw new Error('has more than a summary and fields');
  const valuesByLabel = new Map<string, string[]>();
  for (const line of fields.split('\n')) {
    const [, label, value] = /^([A-Z][A-Za-z-]*): (.+)$/.exec(line) ?? [];
    if (label === undefined || value === undefined)
      throw new Error('is not the record of an apply');
    valuesByLabel.set(label, [...(valuesByLabel.get(label) ?? []), value]);
  }
  const said: Partial<Record<keyof typeof FIELDS, string>> = {};
  for (const [name, label] of Object.entries(FIELDS) as [keyof typeof FIELDS, string][]) {
    const [value, again] = valuesByLabel.get(label) ?? [];
    if (again !== undefined) throw new Error(`has the field ${label} twice`);
    if (value !== undefined) said[name] = name.endsWith('File') ? (decoded(value) ?? value) : value;
  }
  const { state, id, projectFile, source, since = '', ...rest } = said;
  if (state !== 'begun' && state !== 'done') throw new Error(`has no valid field ${FIELDS.state}`);
  if (id === undefined || projectFile === undefined || source === undefined)
    throw new Error('lacks fields');
  if (!isCommitSha(source)) throw new Error('names no commit');
  const tookOver = (valuesByLabel.get(TOOK_OVER) ?? []).map(takenOverIn);
  return { ...rest, summary, state, id, projectFile, source, since, tookOver };
}

/** Three words, `-` for what is unknown. */
function wordsOf({ source, actor, run }: TakenOver): string {
  return [source, actor, run].map((text = '') => (text === '' ? '-' : encoded(text))).join(' ');
}

function takenOverIn(text: string): TakenOver {
  const [source = '', actor, run] = text
    .split(' ')
    .map((word) => (word === '-' ? undefined : (decoded(word) ?? word)));
  return { source, actor, run };
}

function encoded(text: string): string {
  return text.replace(/[%\p{Cc}\p{Cf}\s]/gu, (char) => encodeURIComponent(char));
}

function decoded(text: string): string | undefined {
  return attempt(() => decodeURIComponent(text));
}

/** No read at all, as opposed to unknown reads. */
const NONE = 'none';

export function readsText(reads: readonly ServerRead[]): string {
  return reads.length === 0 ? NONE : READS.filter((read) => reads.includes(read)).join(' ');
}

/** `undefined` for a record without this field. */
export function readsOf({ reads }: Pick<ApplyDescription, 'reads'>): ServerRead[] | undefined {
  if (reads === undefined) return undefined;
  const named = reads.split(' ');
  return READS.filter((read) => named.includes(read));
}

export function summaryOf(commit: string, { create, update, delete: deleted }: Counts): string {
  return `Apply ${commit}: ${create} created, ${update} updated, ${deleted} deleted`;
}

/** Reads the counts from {@link summaryOf}; `undefined` for another text. */
export function countsInSummary(summary: string): Counts | undefined {
  const match = /: (\d+) created, (\d+) updated, (\d+) deleted$/.exec(summary);
  if (match === null) return undefined;
  const [create, update, deleted] = match.slice(1).map(Number);
  return { create: create ?? 0, update: update ?? 0, delete: deleted ?? 0 };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Not a document: `include` finds nothing in folders whose names begin with a dot unless it names them. */
export const FACTS_PATH = '.confighub-sync/record.json';
/** The documents of the apply runs that a commit keeps. */
export const KEPT_FOLDER = '.confighub-sync/kept/';

/** By key id: types that no document declares. */
export type RecordedTypes = ReadonlyMap<string, Vdt>;

/** What an apply knows besides its documents. */
export interface RecordFacts {
  types: RecordedTypes;
  /** With which attributes its files were read, by path relative to the folder of the project file. */
  attributes: Conversions;
  /** What was secret before it and may still be on the server, although its documents do not say so. */
  secrets: FormerSecrets;
  /** Absent: it applied everything that its documents declare. */
  stage?: AppliedStage | undefined;
}

/** An earlier apply that still counts beside this one, which was of another stage. Its documents are below {@link keptFolder}. */
export interface KeptApply extends ApplyMessage, RecordFacts {
  commit: string;
  /** When its commit was written: an apply says before each push that it begins one. */
  time: string;
}

/** Where the documents of a kept apply are, with `/` at the end. @param index in the order of the facts */
export function keptFolder(index: number): string {
  return `${KEPT_FOLDER}${index}/`;
}

/** `undefined` if there are none. @param kept the newest first */
export function formatFacts(
  facts: RecordFacts,
  kept: readonly KeptApply[] = [],
): string | undefined {
  const written = {
    ...factsIn(facts),
    ...(kept.length > 0 && {
      kept: kept.map((apply) => ({
        commit: apply.commit,
        time: apply.time,
        message: formatMessage(apply),
        ...factsIn(apply),
      })),
    }),
  };
  return Object.keys(written).length === 0
    ? undefined
    : `${JSON.stringify({ version: 1, ...written }, null, 2)}\n`;
}

function factsIn({ types, attributes, secrets, stage }: RecordFacts) {
  return {
    ...(types.size > 0 && { types: Object.fromEntries(sorted(types)) }),
    ...(attributes.size > 0 && { attributes: Object.fromEntries(sorted(attributes)) }),
    ...(secrets === 'unknown'
      ? { secrets }
      : secrets.items.size > 0 && { secrets: namesIn(secrets) }),
    ...(stage && { stage: stageFact(stage) }),
  };
}

/** What a record says of a stage: the names of what it left and took, without their texts. */
export function stageFact(stage: AppliedStage | undefined) {
  return stage && { ...stage, later: namesIn(stage.later), taken: namesIn(stage.taken) };
}

/** Contexts by name. */
function namesIn(secrets: State) {
  const names = (kind: Item['kind']) =>
    Object.fromEntries(
      sorted(secrets.items).flatMap(([, item]) =>
        item.kind === kind
          ? [[item.name, sorted(item.rows).map(([, { context }]) => context)]]
          : [],
      ),
    );
  return { keys: names('key'), files: names('file') };
}

function sorted<One>(items: ReadonlyMap<string, One>): [string, One][] {
  return [...items].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Unreadable types count as none: the values that need them are read or written again. Throws an Error that completes "the
 * commit …" if nobody can tell of which stage the apply was.
 */
export function parseFacts(text = '{}'): RecordFacts {
  const facts = parseStrictObject(text);
  return facts === undefined
    ? { types: new Map(), attributes: new Map(), secrets: 'unknown' }
    : readFacts(facts);
}

function readFacts({ types, attributes, secrets, stage }: Record<string, unknown>): RecordFacts {
  const isType = (fact: [string, string]): fact is [string, Vdt] => isVdt(fact[1]);
  return {
    types: new Map(textsIn(types).filter(isType)),
    attributes: new Map(textsIn(attributes)),
    secrets: parseSecrets(secrets),
    ...(stage !== undefined && { stage: parseStage(stage) }),
  };
}

function parseStage(given: unknown): AppliedStage {
  const { name, contexts, isLast, ...rows } = isPlainObject(given) ? given : {};
  const [later, taken] = [parseSecrets(rows.later), parseSecrets(rows.taken)];
  if (typeof name !== 'string' || !isTexts(contexts) || later === 'unknown' || taken === 'unknown')
    throw new Error(NO_STAGE);
  return { name, contexts, isLast: isLast === true, later, taken };
}

/** Throws an Error that completes "the commit …" if one cannot be read. */
export function parseKept(text = '{}'): KeptApply[] {
  const { kept = [] } = parseStrictObject(text) ?? {};
  if (!Array.isArray(kept)) throw new Error(NOT_KEPT);
  return kept.map((given: unknown) => {
    const { commit, time, message, ...facts } = isPlainObject(given) ? given : {};
    if (typeof commit !== 'string' || typeof time !== 'string' || typeof message !== 'string')
      throw new Error(NOT_KEPT);
    return { ...parseMessage(message), ...readFacts(facts), commit, time };
  });
}

export const NO_STAGE = 'does not say what its stage applied';
const NOT_KEPT = 'does not say what other stages applied';

function textsIn(facts: unknown): [string, string][] {
  const entries = isPlainObject(facts) ? Object.entries(facts) : [];
  return entries.filter((fact): fact is [string, string] => typeof fact[1] === 'string');
}

/** Absent in records of earlier versions, which did not keep any. */
function parseSecrets(given: unknown = { keys: {}, files: {} }): FormerSecrets {
  const secrets = emptyState();
  if (!isPlainObject(given)) return 'unknown';
  for (const [kind, names] of [
    ['key', given.keys],
    ['file', given.files],
  ] as const) {
    if (!isPlainObject(names)) return 'unknown';
    for (const [name, contexts] of Object.entries(names)) {
      if (!Array.isArray(contexts)) return 'unknown';
      for (const context of contexts) {
        if (typeof context !== 'string') return 'unknown';
        addSecretRow(secrets, { kind, name }, context);
      }
    }
  }
  return secrets;
}

// --- The name of its ref -------------------------------------------------------------------------------------------

export interface RecordTarget {
  /** Valid base address of the server. */
  url: string;
  /** `account/name` */
  repository: string;
}

/**
 * `refs/confighub-sync/<host:port and base path>/<account>/<repository>`: the folder of the records of all projects that
 * apply to this configuration repository. Each part is one component that Git accepts.
 */
export function recordsOf({ url, repository }: RecordTarget): string {
  const { host, pathname } = new URL(url);
  const [account = '', ...name] = repository.split('/');
  const parts = [host + pathname.replace(/\/+$/, ''), account, name.join('/')];
  return `${RECORDS}/${parts.map(component).join('/')}`;
}

/**
 * `<records>/<path of the project file>/applied`. Two projects share a ref only if they are the same.
 * @param projectFile its path within the Git repository, with `/`
 */
export function recordRef(target: RecordTarget, projectFile: string): string {
  return `${recordsOf(target)}${endOf(projectFile)}`;
}

/** How the names of all records of a project file end. */
export function endOf(projectFile: string): string {
  return `/${component(projectFile)}/applied`;
}

export const RECORDS = 'refs/confighub-sync';

export interface RecordedPlace {
  /** Host, port and base path. */
  server: string;
  /** `account/name` */
  repository: string;
}

/** What the name of a record says about its target; `undefined` if a part of the name was shortened. */
export function placeOf(ref: string): RecordedPlace | undefined {
  const [server, account, name] = ref
    .slice(RECORDS.length + 1)
    .split('/')
    .map((part) => (part.includes('=') ? undefined : decoded(part)));
  if (server === undefined || account === undefined || name === undefined) return undefined;
  return { server, repository: `${account}/${name}` };
}

/** Git appends `.lock` to the file name. */
const LONGEST = 200;

/** The path of the project file in the name of a record's ref; `undefined` if the name was shortened or is no path. */
export function projectFileOfRef(ref: string): string | undefined {
  const name = ref.split('/').at(-2) ?? '';
  const path = decoded(name);
  if (path === undefined || name.includes('=') || /\p{C}/u.test(path)) return undefined;
  return path;
}

/** Percent-encodes a text as one component; `=` appears only where this module adds it. */
function component(text: string): string {
  const encoded = [...text]
    .map(encode)
    .join('')
    .replace(/^\.|\.$|\.(?=\.|lock$)/g, '%2E');
  if (encoded === '') return '=';
  if (encoded.length <= LONGEST) return encoded;
  return `${encoded.slice(0, 120)}=${createHash('sha256').update(encoded).digest('hex')}`;
}

function encode(char: string): string {
  if (/^[A-Za-z0-9_.-]$/.test(char)) return char;
  // An unpaired surrogate has no UTF-8 bytes of its own.
  if (/^[\ud800-\udfff]$/.test(char)) return `%u${char.charCodeAt(0).toString(16)}`;
  return [...Buffer.from(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
