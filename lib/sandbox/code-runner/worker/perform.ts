import { MAX_ANSWER, MAX_LOG } from '../limits';
import type { WorkerAnswer, WorkerTask } from '../messages';
import { createCodeConsole, inWords } from './code-console';

type Body = (...values: unknown[]) => Promise<unknown>;
type BodyConstructor = new (...namesAndSource: string[]) => Body;

// Saved before any foreign code runs, which may replace them.
const { parse, stringify } = JSON;
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as BodyConstructor;

/** Runs a task in this worker, which has given up its powers and never runs anything else. Never rejects. */
export async function perform({ source, names, values }: WorkerTask): Promise<WorkerAnswer> {
  const { console, text } = createCodeConsole();
  Object.defineProperty(globalThis, 'console', { value: console, configurable: true, writable: true });
  const failed = (cause: (WorkerAnswer & { ok: false })['cause'], error: unknown): WorkerAnswer => ({
    ok: false,
    cause,
    message: inWords(error).slice(0, MAX_LOG),
    log: text(),
  });
  let body: Body;
  try {
    body = new AsyncFunction(...names, source);
  } catch (error) {
    return failed('not-code', error);
  }
  let value: unknown;
  try {
    const list: unknown = parse(values);
    value = await body(...(Array.isArray(list) ? list : []));
  } catch (error) {
    return failed('threw', error);
  }
  if (value === undefined) return { ok: true, log: text() };
  try {
    const json: unknown = stringify(value);
    if (typeof json !== 'string') return failed('not-json', `a ${typeof value} is not JSON`);
    if (json.length > MAX_ANSWER) return failed('not-json', `more than ${MAX_ANSWER} characters of JSON`);
    return { ok: true, json, log: text() };
  } catch (error) {
    return failed('not-json', error);
  }
}
