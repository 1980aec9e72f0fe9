#!/usr/bin/env node
// [edge] Entry of the CLI.
import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { main } from './cli/program.ts';

function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}

await main(Object.assign(process, { openTerminal }));
