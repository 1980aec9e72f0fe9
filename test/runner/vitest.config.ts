import { defineConfig } from 'vitest/config';

// Not among the ordinary tests: they need a runner, which scripts/act.js builds.
export default defineConfig({ test: { include: ['test/runner/*.act.ts'], testTimeout: 120_000 } });
