#!/usr/bin/env node
// [edge] Entry of the CLI.
import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { main } from './cli/program.ts';

const openTerminal = () => new ReadStream(openSync('/dev/tty', 'r'));

await main(Object.assign(process, { openTerminal }));
