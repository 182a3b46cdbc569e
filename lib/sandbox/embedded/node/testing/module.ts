import type { Guest } from '../guest';
import type { GuestProcess } from '../builtins/process';
import { makeMock } from './mock';
import { readTest, TestNode } from './runner';
import { specLines, specSummary } from './spec';
import { tapLines, tapSummary } from './tap';
import { hasFailed, type TestResult } from './tree';

/** Marks a test file's results on its output when `node --test` runs it. */
export const RESULT_MARK = '\u0001toolyard-test:';
/** Set for the processes of test files. */
export const TEST_CONTEXT = 'NODE_TEST_CONTEXT';

/** `node:test`. Tests begin once the file has been loaded; results are told as they come. */
export function makeTestModule(guest: Guest, process: GuestProcess) {
  const root = new TestNode('', 'suite', {}, undefined);
  const results: TestResult[] = [];
  const report = reporter(guest, process.env[TEST_CONTEXT] === 'child');
  let current = root;
  let started = 0;

  const begin = () => {
    if (started > 0) return;
    started = performance.now();
    guest.loop.hold();
    // Everything at the top level of the file is registered before the first test runs.
    guest.loop.globals.setImmediate(() => {
      void root
        .settled()
        .then(() => root.finish())
        .then(() => {
          report.end(results, performance.now() - started);
          if (hasFailed(results)) process.exitCode = 1;
          guest.loop.release();
        }, guest.fatal);
    });
  };
  const add = (node: TestNode): Promise<void> => {
    begin();
    if (current !== root) return current.add(node);
    return root.add(node, (result) => {
      results.push(result);
      report.result(result, results.length);
    });
  };
  const test = (...args: unknown[]) => {
    const { name, options, body } = readTest(args);
    return add(new TestNode(name, 'test', options, body, current));
  };
  const describe = (...args: unknown[]) => {
    const { name, options, body } = readTest(args);
    const parent = current;
    const suite: TestNode = new TestNode(
      name,
      'suite',
      options,
      async () => {
        await collected;
      },
      parent,
    );
    // A suite's function runs at once, so that what it holds is known in order.
    current = suite;
    let collected: unknown;
    try {
      collected = options.skip ? undefined : body?.(suite.context());
    } catch (error) {
      collected = Promise.reject(error);
    } finally {
      current = parent;
    }
    return add(suite);
  };
  const variants = (make: (...args: unknown[]) => Promise<void>) => {
    const withFlag =
      (flag: 'skip' | 'todo' | 'only') =>
      (...args: unknown[]) => {
        const { name, options, body } = readTest(args);
        return make(name, { ...options, [flag]: true }, ...(body ? [body] : []));
      };
    return Object.assign(make, { skip: withFlag('skip'), todo: withFlag('todo'), only: withFlag('only') });
  };
  const hook = (name: 'before' | 'after' | 'beforeEach' | 'afterEach') => (task: () => unknown) =>
    current.hook(name, task);
  const testFunction = variants(test);
  const suite = variants(describe);
  return Object.assign(testFunction, {
    test: testFunction,
    it: testFunction,
    describe: suite,
    suite,
    before: hook('before'),
    after: hook('after'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    mock: makeMock(),
    default: testFunction,
  });
}

function reporter(guest: Guest, child: boolean) {
  const say = (text: string) => guest.sys.output(1, text);
  if (child) {
    return {
      result: (result: TestResult) => say(`${RESULT_MARK}${JSON.stringify(result)}\n`),
      end: () => undefined,
    };
  }
  return makeReporter(say, guest.spec.terminal !== undefined);
}

/** Prints results: TAP, or with `spec` what a person at a terminal reads. */
export function makeReporter(say: (text: string) => void, spec: boolean) {
  let begun = false;
  const begin = () => {
    if (!begun && !spec) say('TAP version 13\n');
    begun = true;
  };
  return {
    result(result: TestResult, number: number) {
      begin();
      say(spec ? specLines(result) : tapLines(result, number));
    },
    end(results: readonly TestResult[], ms: number) {
      begin();
      say(spec ? specSummary(results, ms) : tapSummary(results, ms));
    },
  };
}
