// Every transcript of this folder is what the command line prints today: two workers play one half each.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { played } from './transcript.ts';

const FOLDER = import.meta.dirname;
const NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .sort();

export function playHalf(half: 0 | 1): void {
  describe.concurrent('transcripts', () => {
    test.for(NAMES.filter((_, index) => index % 2 === half))('%s', async (name, { expect }) => {
      const file = join(FOLDER, name);
      await expect(await played(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
    });
  });
}
