#!/usr/bin/env node
// [edge] Entry of the CLI.
import { main } from './program.ts';

await main(process);
