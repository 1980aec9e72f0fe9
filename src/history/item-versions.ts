// Reads what each version of a document declares for some items. A version that several apply runs or commits share is read once.
import { basename } from 'node:path/posix';
import { folderOfFile } from '../lib/paths.ts';
import { DocumentEntries } from '../documents/entries.ts';
import { readText } from '../documents/find-documents.ts';
import { type Loaded, loadProject } from '../documents/load-project.ts';
import { matcher } from '../documents/globs.ts';
import { type ProjectFile, readProjectFile, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { ContextChecker } from '../documents/state-builder.ts';
import { literalPart } from '../lib/glob.ts';
import { globsOf } from '../model/sources.ts';
import type { Item, Named, Row, State } from '../model/state.ts';
import { type Conversions, convertedFiles } from '../record/conversions.ts';
import type { GitRepository } from '../record/git-repository.ts';
import type { ListedApply } from '../record/recorded-apply.ts';
import { asConverted } from '../project/git-files.ts';
import type { OpenProject } from '../project/open-project.ts';

/** How documents are read: by the project file of an apply. */
export interface ItemReading {
  /** Name of the project file, its id, and its folder within the Git repository. */
  name: string;
  id: string | undefined;
  folder: string;
  attributes: Conversions;
}

export function itemReadingOf({
  ids,
  attributes,
  projectFile,
  formerFile = projectFile,
}: ListedApply): ItemReading {
  const name = basename(formerFile);
  return { name, id: ids.get(name), folder: folderOfFile(formerFile), attributes };
}

/** The items of a document that were asked for. */
export interface ItemVersion {
  state: State;
  /** The same exactly if the document says the same of them. */
  id: string;
}

const NONE: ItemVersion = { state: { items: new Map() }, id: '' };

export class ItemVersions {
  /** All that were read. */
  readonly states: State[] = [];
  /** Globs of all project files that were read. */
  readonly redact = new Set<string>();
  /** Why documents could not be read, as sentences. */
  readonly problems = new Set<string>();
  readonly #project: Pick<OpenProject, 'choice'> & { git: GitRepository };
  readonly #isChosen: (item: Named) => boolean;
  readonly #parts: readonly string[];
  readonly #known = new Map<string, Promise<ItemVersion>>();
  /** By document and how it is read. */
  readonly #entries = new Map<string, DocumentEntries>();
  /** By document and the part of its text that says something of the items. */
  readonly #said = new Map<string, ItemVersion>();
  readonly #projectFiles = new Map<string, Promise<ProjectFile>>();

  /** @param patterns names and globs of the items; none: all */
  constructor(
    project: Pick<OpenProject, 'choice'> & { git: GitRepository },
    { patterns, isChosen }: { patterns: readonly string[]; isChosen: (item: Named) => boolean },
  ) {
    this.#project = project;
    this.#isChosen = isChosen;
    const parts = patterns.map((pattern) => literalPart(pattern).toLowerCase());
    this.#parts = parts.length === 0 ? [''] : parts;
  }

  chosenIn({ items }: State): State {
    return { items: new Map([...items].filter(([, item]) => this.#isChosen(item))) };
  }

  /**
   * @param id of the blob; absent: the document is not there
   * @param content default: as this clone has it
   */
  async of(
    reading: ItemReading,
    path: string,
    id: string | undefined,
    content?: Buffer,
  ): Promise<ItemVersion> {
    if (id === undefined || path === reading.name) return NONE;
    const document = [path, reading.id, reading.attributes.get(path)].join('\0');
    const key = `${document}\0${id}`;
    const version =
      this.#known.get(key) ?? this.#load(reading, { path, document }, content ?? this.#read(id));
    this.#known.set(key, version);
    return version;
  }

  async #read(id: string): Promise<Buffer> {
    const blob = await this.#project.git.objects.read(id);
    if (blob === undefined) throw new Error('a document of the record is not in this repository');
    return blob.content;
  }

  /** The document alone. Of a content that it names, the path stands for the text. */
  async #load(
    reading: ItemReading,
    { path, document }: { path: string; document: string },
    bytes: Buffer | Promise<Buffer>,
  ): Promise<ItemVersion> {
    const { git, choice } = this.#project;
    const { name, folder, attributes } = reading;
    const stored = new Map([[path, await bytes]]);
    const contents = await convertedFiles(git, stored, attributes, folder);
    const [found] = contents.values();
    if (found !== undefined && 'problem' in found) {
      this.problems.add(found.problem.message);
      return NONE;
    }
    const file = await this.#projectFile(reading);
    const { redact, sources, levels } = settingsIn(file, choice).project;
    for (const glob of redact) this.redact.add(glob);
    const files = asConverted(filesInMemory(stored), contents, attributes);
    const content = files.read(path);
    if ('problem' in content) return NONE;
    const load = (bytes: Uint8Array, contexts?: ContextChecker) => {
      const read = (named: string) =>
        named === path ? { ...content, bytes } : { bytes: Buffer.from(named) };
      const options = { env: 'unknown', missingEnv: 'warning', projectFile: name } as const;
      return loadProject({ ...files, read }, { ...options, file, choice, contexts });
    };
    if (sources.some((source) => matcher(globsOf(source))(path)))
      return this.#chosenFrom(load(content.bytes));
    const { text: source, problem } = readText(files, { path }, new Map());
    if (problem !== undefined || !this.#mayName(source.text)) return NONE;
    const contexts = new ContextChecker(levels);
    const entries =
      this.#entries.get(document) ??
      new DocumentEntries(this.#isChosen, (text) => load(Buffer.from(text), contexts));
    this.#entries.set(document, entries);
    const relevant = entries.relevantIn(source.text);
    const id = `${document}\0${relevant}`;
    const version = this.#said.get(id) ?? this.#chosenFrom(load(Buffer.from(relevant)));
    this.#said.set(id, version);
    return version;
  }

  #chosenFrom({ state }: Loaded): ItemVersion {
    const chosen = this.chosenIn(state);
    if (chosen.items.size === 0) return NONE;
    this.states.push(chosen);
    return { state: chosen, id: JSON.stringify([...chosen.items.values()].map(withoutPlaces)) };
  }

  /** Reading a document takes long. It has the names of its items as they are, unless it escapes a character. */
  #mayName(text: string): boolean {
    const lower = text.toLowerCase();
    return text.includes('\\') || this.#parts.some((part) => lower.includes(part));
  }

  #projectFile({ name, id }: ItemReading): Promise<ProjectFile> {
    const key = `${name}\0${id}`;
    const read = async () => {
      const stored = id === undefined ? [] : [[name, await this.#read(id)] as const];
      return readProjectFile(filesInMemory(new Map(stored)), name);
    };
    const reading = this.#projectFiles.get(key) ?? read();
    this.#projectFiles.set(key, reading);
    return reading;
  }
}

function withoutPlaces({ rows, place: _, ...item }: Item) {
  return [item, [...rows.values()].map(({ place: __, ...row }: Row) => row)];
}
