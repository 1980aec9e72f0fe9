// The export: all that the repository holds.
import type { RepositoryName } from '../model/project.ts';
import type { State } from '../model/state.ts';
import { ReadNotOffered } from './answer.ts';
import type { Reader } from './client.ts';

/** What an export shows, or the reason why there is none, as part of a sentence. */
export type Exported = State | { refusal: string };

export async function readExport(reader: Reader, repository: RepositoryName): Promise<Exported> {
  try {
    return await reader.exportState(repository);
  } catch (error) {
    if (error instanceof ReadNotOffered) return { refusal: error.reason };
    throw error;
  }
}
