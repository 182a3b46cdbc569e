/** The few assertions that the suite needs, so that it runs in a page as well as in a test runner. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: expected ${e}, got ${a}`);
}

export function contains(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`expected ${JSON.stringify(text)} to contain ${JSON.stringify(part)}`);
}

export function matchesText(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`expected ${JSON.stringify(text)} to match ${pattern}`);
}

export function truthy(value: unknown, what: string): void {
  if (!value) throw new Error(`expected ${what}`);
}

/** The promise must reject with an error of this code. */
export async function failsWith(code: string, work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'success',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  if (outcome !== code) throw new Error(`expected ${code}, got ${outcome}`);
}

/** Timeout for a condition, in milliseconds: long, for a busy machine. */
const PATIENCE_MS = 60_000;

/** Waits until a condition holds. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
