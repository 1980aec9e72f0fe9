#!/usr/bin/env node
// [edge] Entry of the CLI.
import { main } from './cli/program.ts';

await main(process);
