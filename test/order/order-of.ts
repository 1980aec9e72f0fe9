// What runs in this process asks of servers and of Git, in order: each answer is held back until there is nothing else to start.
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** A request, or a process of Git. */
interface Task {
  text: () => string;
  /** Those that were open when it started. */
  beside: readonly Task[];
  isOpen: boolean;
  /** Whether it is open beside everything, and so not told. */
  isReader?: boolean;
  /** Hands over the answer, and waits for its end. */
  answer: () => Promise<unknown>;
}

/** With so many turns of the event loop without work the program waits for an answer. */
const TURNS = 25;

/** What goes on in this process, and ends by itself. */
const WORK = /^(FSReq|GetAddrInfo|TCPConnect|Write|Shutdown|Random|Zlib)/;

const [PROCESS, REQUEST] = ['child_process', 'http.client.request.start'];

/**
 * Lets the program run until it waits, then hands over the answer to what it started first, and so on to its end. So the
 * list shows what waits for what, however fast this machine, Git and the server are.
 *
 * @returns a line for each request and process: its number, what it is, and the numbers of those that were open
 */
export async function orderOf(work: () => Promise<unknown>): Promise<string[]> {
  const observed = new Observed();
  subscribe(PROCESS, observed.onProcess);
  subscribe(REQUEST, observed.onRequest);
  try {
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    await Promise.all([working, observed.answerUntil(() => isOver)]);
  } finally {
    unsubscribe(PROCESS, observed.onProcess);
    unsubscribe(REQUEST, observed.onRequest);
  }
  return observed.lines();
}

class Observed {
  readonly #tasks: Task[] = [];
  /** Processes that read objects, as long as the program runs: they are open beside everything. */
  #readers: { child: ChildProcess; answers: Held }[] = [];

  readonly onProcess = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    const closed = once(child, 'close');
    const task = this.#begin(() => gitText(child.spawnargs));
    // It has no streams yet.
    queueMicrotask(() => {
      const answers = new Held(child.stdout as Readable);
      if (child.spawnargs.includes('cat-file')) {
        this.#addReader(task, { child, answers });
        return;
      }
      const tellEnd = heldEnd(child);
      task.answer = () => {
        answers.letGo();
        tellEnd();
        return closed;
      };
    });
  };

  #addReader(task: Task, reader: { child: ChildProcess; answers: Held }): void {
    Object.assign(task, { isOpen: false, isReader: true });
    // On a busy machine it rests in between, and is started again.
    const rested = this.#readers.find(({ child }) => child.stdin?.writableEnded);
    if (rested !== undefined) this.#tasks.splice(this.#tasks.indexOf(task), 1);
    this.#readers = [...this.#readers.filter((one) => one !== rested), reader];
  }

  readonly onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const closed = once(request, 'close');
    const answer = new Held(request.socket as Readable);
    this.#begin(() => requestText(request)).answer = () => {
      answer.letGo();
      return closed;
    };
  };

  #begin(text: Task['text']): Task {
    const beside = this.#tasks.filter(({ isOpen }) => isOpen);
    const task: Task = { text, beside, isOpen: true, answer: async () => undefined };
    this.#tasks.push(task);
    return task;
  }

  async answerUntil(isOver: () => boolean): Promise<void> {
    for (;;) {
      await this.#untilItWaits();
      const first = this.#tasks.find(({ isOpen }) => isOpen);
      if (first === undefined && isOver()) return;
      if (first === undefined) continue;
      first.isOpen = false;
      await first.answer();
    }
  }

  async #untilItWaits(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      await setImmediate();
      // Objects of Git come before every other answer.
      const isReading = this.#readers.map(({ child, answers }) => answers.letGoIf(isRead(child)));
      if (
        isReading.includes(true) ||
        process.getActiveResourcesInfo().some((name) => WORK.test(name))
      )
        turn = 0;
    }
  }

  lines(): string[] {
    return this.#tasks.map(({ text, beside }, i) => {
      const told = beside.filter(({ isReader }) => !isReader);
      const others = told.map((task) => this.#tasks.indexOf(task) + 1).join(', ');
      return `${String(i + 1).padStart(2)}  ${text()}${others && `  (beside ${others})`}`;
    });
  }
}

/** The reader of objects keeps this process running only while it waits for one. */
function isRead({ stdout }: ChildProcess): boolean {
  const { _handle: handle } = stdout as Readable & { _handle: { hasRef: () => boolean } | null };
  return handle?.hasRef() === true;
}

/**
 * Holds back that a process has ended: one without output ends as soon as it can, however its streams are held.
 * @returns tells it
 */
function heldEnd(child: ChildProcess): () => void {
  const emit = child.emit.bind(child);
  let isHeld = true;
  let end: (() => void) | undefined;
  child.emit = (name: string | symbol, ...args: unknown[]) => {
    if (name !== 'close' || !isHeld) return emit(name, ...args);
    end = () => emit(name, ...args);
    return true;
  };
  return () => {
    isHeld = false;
    end?.();
  };
}

/** What a stream reads, until it is let go. */
class Held {
  readonly #stream: Readable;
  #isHeld = true;

  constructor(stream: Readable) {
    this.#stream = stream;
    // Node.js lets the output of a process flow when it has ended.
    stream.on('resume', () => {
      if (this.#isHeld) stream.pause();
    });
    stream.pause();
  }

  letGo(): void {
    this.#isHeld = false;
    this.#stream.resume();
  }

  /** Whether it is let go now. */
  letGoIf(isAllowed: boolean): boolean {
    if (isAllowed) this.letGo();
    else if (!this.#isHeld) {
      this.#isHeld = true;
      this.#stream.pause();
    }
    return isAllowed;
  }
}

/** What it is about, without how: options are left out, and what is different in every run. */
function gitText([, ...args]: readonly string[]): string {
  const told = args.filter(
    (arg, i) => !arg.startsWith('-') && !['-C', '-c'].includes(args[i - 1] ?? ''),
  );
  const text = told.join(' ').replace(/\b[0-9a-f]{40}\b/g, '<id>');
  return `git ${text.replace(/127\.0\.0\.1%3A\d+/g, '<server>')}`;
}

function requestText(request: ClientRequest): string {
  const [, , name = '', all] = request.path.replace(/\?.*/, '').split('/');
  const header = (of: string) => String(request.getHeader(of) ?? '');
  // Each request is written as none before it.
  const context = header('Context')
    .replace(/ |(?<=.);+$/g, '')
    .replace(/\bx[0-9a-z]+x[0-9a-z]+\b/g, '*');
  const what =
    name === 'export' && header('Omit-Values') !== '' ? 'of keys' : context || header('KeyName');
  return `${request.method} ${all === 'all' ? 'info/all' : name} ${what}`.trimEnd();
}
