// Reading a running server as a plan does, by export and by token.
import { uncachedContexts, type PullSource, readByPulls } from '../../src/remote/read-live.ts';
import type { State } from '../../src/model/state.ts';
import type { Server } from '../../src/core/world.ts';
import { createReader } from '../../src/remote/client.ts';
import { Http } from '../../src/remote/http.ts';
import type { FileKnowledge } from '../../src/remote/pulled-state.ts';
import { SHOP, type TestServer } from '../helpers/server.ts';

const REPOSITORY = { account: SHOP.account, name: SHOP.repository };
/** Another millisecond with every source, as for commands that follow each other. */
let now = 1_700_000_000_000;

export interface Reading {
  source: PullSource & Server;
  exported: () => Promise<State>;
  /** Throws where pulls are no help. */
  pulled: (
    known: Partial<FileKnowledge & Pick<PullSource, 'prune'>> & Pick<FileKnowledge, 'desired'>,
  ) => Promise<State>;
}

export async function withReading<T>(
  server: TestServer,
  use: (reading: Reading) => Promise<T>,
): Promise<T> {
  const http = new Http();
  const reader = createReader(
    { http, url: server.url, timeout: 10_000, token: server.token('plain') },
    REPOSITORY,
  );
  const { elements, files, levels } = await reader.detail();
  const uncachedContext = uncachedContexts({ now: now++, ...(elements && { elements }) });
  const source: PullSource & Server = {
    ...reader,
    uncachedContext,
    depth: levels.length,
    listedFiles: files,
    prune: 'managed',
    ...(elements && { elements }),
  };
  try {
    return await use({
      source,
      exported: () => reader.exported(),
      pulled: async (known) => {
        const { prune = source.prune } = known;
        const read = await readByPulls(
          { ...source, prune },
          { presumed: 'last-applied', ...known },
        );
        if ('rejection' in read) throw new Error(read.rejection);
        return read.state;
      },
    });
  } finally {
    http.close();
  }
}
