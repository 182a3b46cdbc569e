import { afterAll, vi } from 'vitest';

// The next test file shares the loaded modules and must find the same global state.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
