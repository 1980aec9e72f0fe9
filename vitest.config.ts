import { defineConfig } from 'vitest/config';

// Many tests start real processes and real servers: the limit is for what hangs, not for what is slow.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } });
