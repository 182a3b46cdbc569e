import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{app,components,lib,e2e}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['node_modules/**', 'public/**', '.next*/**'],
    benchmark: { include: ['lib/**/*.bench.ts'] },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One second, which is what it would be, is not long on a machine that has other things to do.
    expect: { poll: { timeout: 20_000 } },
  },
});
