import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{app,components,lib,e2e}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['node_modules/**', 'public/**', '.next*/**'],
    benchmark: { include: ['lib/**/*.bench.ts'] },
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
