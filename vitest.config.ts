import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of `lib` whose test files share the modules they load: most of their time was loading. */
const SHARED = 'agent|cassettes|client|discovery|models|protocol|scenarios|schema|threads|tools';
/** Tests in there that put another module in a module's place, or count what code ran. */
const ALONE = ['lib/client/a-call.test.ts', 'lib/client/settings/current-settings.test.ts'];
/** Tests of the page that put another module in a module's place. */
const PAGE_ALONE = [
  'components/elements/error-boundary.test.tsx',
  'components/elements/monaco/code-editor.test.tsx',
  'components/elements/monaco/index.test.tsx',
  'components/panes/call/call-pane.test.tsx',
  'components/panes/editor/editor-pane.test.tsx',
  'components/panes/panes-about-tools.test.tsx',
  'components/panes/requests/requests-view.test.tsx',
  'components/panes/tester/tester.test.tsx',
  'components/panes/workshop/workshop-view.test.tsx',
];
const TESTS = '*.test.{ts,tsx,mjs}';
const ENGLISH = 'components/messages/testing/load-english.ts';
const NO_LAYOUT = 'components/fixtures/no-layout.ts';
const NO_TRACE = 'lib/tools/testing/leave-no-trace.ts';

/** Brings test files of one environment together: a worker goes on with the next file only where that has the same. */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const environments = new Map(
      files.map((file) => [
        file,
        `${file.project.name}\0${ENVIRONMENT.exec(readFileSync(file.moduleId, 'utf8'))?.[1]}`,
      ]),
    );
    const of = (file: TestSpecification): string => environments.get(file) ?? '';
    return (await super.sort(files)).toSorted((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0));
  }
}
const ENVIRONMENT = /^\/\/ @vitest-environment (\w+)/;

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: ByEnvironment },
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
          setupFiles: [NO_TRACE],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          benchmark: { include: [] },
          isolate: false,
          include: [`{app,components}/**/${TESTS}`],
          exclude: PAGE_ALONE,
          setupFiles: [ENGLISH, NO_LAYOUT, NO_TRACE],
        },
      },
      {
        extends: true,
        test: {
          name: 'page alone',
          benchmark: { include: [] },
          include: PAGE_ALONE,
          setupFiles: [ENGLISH, NO_LAYOUT],
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
