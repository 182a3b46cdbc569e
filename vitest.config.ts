import { defineConfig } from 'vitest/config';

/** Folders of `lib` whose test files share the modules they load: most of their time was loading. */
const SHARED = 'agent|cassettes|client|discovery|models|protocol|scenarios|schema|threads|tools';
/** Tests in there that put another module in a module's place, or count what code ran. */
const ALONE = ['lib/client/a-call.test.ts', 'lib/client/settings/current-settings.test.ts'];
const TESTS = '*.test.{ts,tsx,mjs}';

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    maxWorkers: 2,
    // As long as only what hangs takes, also on a machine that has other things to do.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          benchmark: { include: [] },
          isolate: false,
          include: [`lib/@(${SHARED})/**/${TESTS}`, `e2e/integration/**/${TESTS}`],
          exclude: ALONE,
          setupFiles: ['lib/tools/testing/leave-no-trace.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          benchmark: { include: [] },
          include: [`{app,components}/**/${TESTS}`],
          setupFiles: ['components/messages/testing/load-english.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          benchmark: { include: ['lib/**/*.bench.ts'] },
          include: [`lib/!(${SHARED})/**/${TESTS}`, `e2e/!(integration)/**/${TESTS}`, ...ALONE],
        },
      },
    ],
  },
});
