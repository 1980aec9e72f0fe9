// Every transcript of this folder is what the built program prints today.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { played } from './transcript.ts';

const FOLDER = import.meta.dirname;
const NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .sort();

describe.concurrent('transcripts', () => {
  test.for(NAMES)('%s', async (name, { expect }) => {
    const file = join(FOLDER, name);
    await expect(await played(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
  });
});
