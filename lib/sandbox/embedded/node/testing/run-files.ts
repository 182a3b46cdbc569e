import * as z from 'zod';
import { parseJson } from '@/lib/protocol/json';
import type { Guest } from '../guest';
import { discover } from './discover';
import { makeReporter, RESULT_MARK, TEST_CONTEXT } from './module';
import { hasFailed, type TestResult } from './tree';

const ResultSchema: z.ZodType<TestResult> = z.lazy(() =>
  z.object({
    name: z.string(),
    kind: z.enum(['test', 'suite']),
    status: z.enum(['pass', 'fail']),
    skip: z.union([z.string(), z.literal(true)]).optional(),
    todo: z.union([z.string(), z.literal(true)]).optional(),
    ms: z.number(),
    error: z
      .object({
        type: z.enum(['testCodeFailure', 'subtestsFailed', 'hookFailed']),
        message: z.string(),
        code: z.string(),
        stack: z.string(),
        expected: z.string().optional(),
        actual: z.string().optional(),
        operator: z.string().optional(),
      })
      .optional(),
    children: z.array(ResultSchema),
  }),
);

/** `node --test`: each test file in a process of its own, one after the other. Gives the exit code. */
export async function runTestFiles(guest: Guest, names: readonly string[], spec: boolean): Promise<number> {
  const started = performance.now();
  const files = names.length > 0 ? names.flatMap((name) => named(guest, name)) : discover(guest.sys, guest.cwd);
  const missing = files.find((file) => !guest.sys.isFile(file));
  if (missing !== undefined) {
    guest.sys.output(2, `Could not find '${missing}'\n`);
    return 1;
  }
  const reporter = makeReporter((text) => guest.sys.output(1, text), spec);
  const results: TestResult[] = [];
  for (const file of files) {
    await runFile(guest, file, (result) => {
      results.push(result);
      reporter.result(result, results.length);
    });
  }
  reporter.end(results, performance.now() - started);
  return hasFailed(results) ? 1 : 0;
}

function named(guest: Guest, name: string): string[] {
  const path = guest.path(name);
  if (!guest.sys.exists(path) || guest.sys.stat(path).type !== 'directory') return [path];
  return discover(guest.sys, path);
}

/** A file that fails outside of its tests, or has none, counts as one test by its own name. */
function runFile(guest: Guest, file: string, onResult: (result: TestResult) => void): Promise<void> {
  const started = performance.now();
  const name = file.startsWith(`${guest.cwd}/`) ? file.slice(guest.cwd.length + 1) : file;
  return new Promise((resolve) => {
    let rest = '';
    let errors = '';
    let seen: TestResult[] = [];
    const line = (text: string) => {
      if (!text.startsWith(RESULT_MARK)) return guest.sys.output(1, `# ${text}\n`);
      const parsed = parseJson(ResultSchema, text.slice(RESULT_MARK.length));
      if (!parsed.ok) return guest.sys.output(1, `# ${parsed.reason}\n`);
      seen = [...seen, parsed.value];
      onResult(parsed.value);
    };
    guest.children.start({
      command: 'node',
      args: [file],
      cwd: guest.cwd,
      env: { ...guest.spec.env, [TEST_CONTEXT]: 'child' },
      inheritOutput: false,
      inheritInput: false,
      onOutput(fd, text) {
        if (fd === 2) {
          errors += text;
          return;
        }
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(line);
      },
      onExit(code) {
        if (rest) line(rest);
        const broken = code !== 0 && !hasFailed(seen);
        if (errors && !broken) guest.sys.output(2, errors);
        if (broken || seen.length === 0) {
          const stack = errors.trimEnd();
          onResult({
            name,
            kind: 'test',
            status: broken ? 'fail' : 'pass',
            ms: performance.now() - started,
            ...(broken && {
              error: {
                type: 'testCodeFailure',
                message: stack || `exit code ${code}`,
                code: 'ERR_TEST_FAILURE',
                stack,
              },
            }),
            children: [],
          });
        }
        resolve();
      },
    });
  });
}
