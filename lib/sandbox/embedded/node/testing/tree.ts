/** The result of one test or suite with what it contains; it crosses from a test file's process to the runner's. */
export interface TestResult {
  name: string;
  kind: 'test' | 'suite';
  status: 'pass' | 'fail';
  skip?: string | true | undefined;
  todo?: string | true | undefined;
  ms: number;
  error?: TestFailure | undefined;
  children: TestResult[];
}

export interface TestFailure {
  type: 'testCodeFailure' | 'subtestsFailed' | 'hookFailed';
  message: string;
  code: string;
  stack: string;
  expected?: string | undefined;
  actual?: string | undefined;
  operator?: string | undefined;
}

export interface Counts {
  tests: number;
  suites: number;
  pass: number;
  fail: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

/** Counts as Node counts: suites by themselves, a failing `todo` test as todo. */
export function count(results: readonly TestResult[]): Counts {
  const counts: Counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  const add = (result: TestResult) => {
    if (result.kind === 'suite') counts.suites++;
    else {
      counts.tests++;
      if (result.skip) counts.skipped++;
      else if (result.todo) counts.todo++;
      else if (result.status === 'pass') counts.pass++;
      else counts.fail++;
    }
    result.children.forEach(add);
  };
  results.forEach(add);
  return counts;
}

/** Whether the run is red. */
export const hasFailed = (results: readonly TestResult[]): boolean =>
  results.some(({ status, todo, skip }) => status === 'fail' && !todo && !skip);
