import { afterAll, vi } from 'vitest';

// The next file of tests finds the same modules, and must find the same world.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
