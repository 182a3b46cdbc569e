import { equal } from '@/lib/sandbox/contract/expect';
import type { CodeOutcome, CodeRunner, CodeTask } from '@/lib/ports';
import { MAX_ANSWER, MAX_LOG, MAX_PARAMETERS } from '../limits';

/** One promise of the port. `run` throws if it is broken. */
export interface CodeCase {
  name: string;
  /** Holds only with a content security policy. */
  needs?: 'policy';
  run(codeRunner: CodeRunner): Promise<void>;
}

const LONG_MS = 20_000;
const run = (
  codeRunner: CodeRunner,
  source: string,
  parameters: CodeTask['parameters'] = {},
  { signal = new AbortController().signal, deadlineMs = LONG_MS } = {},
): Promise<CodeOutcome> => codeRunner.run({ source, parameters }, { signal, deadlineMs });

/** The outcome without its message, which depends on the engine. */
const outline = (outcome: CodeOutcome) => (outcome.ok ? outcome : { cause: outcome.cause, log: outcome.log });
const valueOf = (outcome: CodeOutcome) => (outcome.ok ? outcome.value : outcome);

const returns = (name: string, source: string, value: unknown, parameters?: CodeTask['parameters']): CodeCase => ({
  name,
  run: async (codeRunner) => equal(valueOf(await run(codeRunner, source, parameters)), value),
});
const fails = (name: string, source: string, cause: string, log = ''): CodeCase => ({
  name,
  run: async (codeRunner) => equal(outline(await run(codeRunner, source)), { cause, log }),
});

/** Names that sandboxed code must not find by any path to the global scope. */
const POWERS = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'WebTransport',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'indexedDB',
  'caches',
  'cookieStore',
  'localStorage',
  'navigator',
  'location',
  'postMessage',
  'onmessage',
  'close',
  'addEventListener',
  'dispatchEvent',
  'self',
  'parent',
  'Blob',
  'process',
  'require',
  'module',
  'Buffer',
  'performance',
  'SharedArrayBuffer',
  'Atomics',
  'WebAssembly',
];

export const codeCases: readonly CodeCase[] = [
  returns(
    'gets its parameters by name and gives back JSON',
    'return { sum: a + b.c, list: [1, null, "é"] };',
    {
      sum: 3,
      list: [1, null, 'é'],
    },
    { a: 1, b: { c: 2 } },
  ),
  returns('may wait', 'await new Promise((resolve) => setTimeout(resolve, 5)); return "later";', 'later'),
  returns('may return nothing', 'const x = 1;', undefined),
  {
    name: 'keeps what is logged',
    async run(codeRunner) {
      const source =
        'console.log("a", { b: 1 }, new TypeError("c")); console.warn(undefined); throw new RangeError("no");';
      const outcome = await run(codeRunner, source);
      equal(outcome, {
        ok: false,
        cause: 'threw',
        message: 'RangeError: no',
        log: 'a {"b":1} TypeError: c\nundefined\n',
      });
    },
  },
  fails('is not code', 'return }', 'not-code'),
  fails('is not code where it ends the function it stands in', '} async function other() {', 'not-code'),
  fails('throws what cannot be shown', 'throw { get message() { throw 1 }, toJSON() { throw 2 } }', 'threw'),
  fails('answers a function', 'return () => 1', 'not-json'),
  fails('answers a circle', 'const a = {}; a.a = a; return a', 'not-json'),
  fails('answers too much', `return "x".repeat(${MAX_ANSWER})`, 'not-json'),
  {
    name: 'is called with too much, or with what is not JSON',
    async run(codeRunner) {
      equal(outline(await run(codeRunner, 'return 1', { a: 'x'.repeat(MAX_PARAMETERS) })), {
        cause: 'not-json',
        log: '',
      });
      equal(outline(await run(codeRunner, 'return 1', { a: 1n })), { cause: 'not-json', log: '' });
    },
  },
  {
    name: 'logs too much',
    async run(codeRunner) {
      const { log } = await run(codeRunner, 'for (let i = 0; i < 1e5; i++) console.log("line " + i);');
      equal(log.length, MAX_LOG);
    },
  },
  {
    name: 'is killed at the deadline: an endless loop, a promise that never comes',
    async run(codeRunner) {
      for (const source of ['for (;;);', 'await new Promise(() => {})', 'for (;;) await null;']) {
        equal(outline(await run(codeRunner, source, {}, { deadlineMs: 50 })), { cause: 'deadline', log: '' });
      }
    },
  },
  {
    name: 'is killed when its signal aborts',
    async run(codeRunner) {
      const abort = new AbortController();
      const running = run(codeRunner, 'for (;;);', {}, { signal: abort.signal });
      setTimeout(() => abort.abort(), 20);
      equal(outline(await running), { cause: 'aborted', log: '' });
      equal(outline(await run(codeRunner, 'return 1', {}, { signal: abort.signal })), { cause: 'aborted', log: '' });
    },
  },
  {
    name: 'leaves nothing to the next one, whatever it changes',
    async run(codeRunner) {
      const poison = `globalThis.left = 1; Array.prototype.left = 1; JSON.parse = () => "forged";
        JSON.stringify = () => "\\"forged\\""; Promise.prototype.then = () => {}; return { mine: 1 };`;
      const look = 'return [typeof left, typeof [].left, JSON.parse("2"), JSON.stringify(3)];';
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, i) => run(codeRunner, i % 2 === 0 ? poison : look)),
      );
      for (const outcome of [...outcomes.filter((_, i) => i % 2 === 1), await run(codeRunner, look)]) {
        equal(valueOf(outcome), ['undefined', 'undefined', 2, '3']);
      }
    },
  },
  {
    name: 'runs beside others',
    async run(codeRunner) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => run(codeRunner, 'return n * n', { n })));
      equal(outcomes.map(valueOf), [0, 1, 4, 9, 16, 25, 36, 49]);
    },
  },
  returns(
    'finds no powers in the global scope, by any road to it',
    `const roots = [globalThis, (0, eval)("this"), Function("return this")(), (function () { return this })()];
     const found = [];
     for (let root of roots) for (; root; root = Object.getPrototypeOf(root)) {
       for (const power of powers) if (root[power] !== undefined) found.push(power);
     }
     return found.concat(powers.filter((power) => { try { return (0, eval)("typeof " + power) !== "undefined" } catch { return false } }));`,
    [],
    { powers: POWERS },
  ),
  ...[
    'postMessage({ ok: true, json: "1", log: "" })',
    'self.postMessage({ ok: true, json: "1", log: "" })',
    'importScripts("https://example.com/x.js")',
    'await import("https://example.com/x.js")',
    'close()',
  ].map((source) => fails(`cannot say ${source}`, source, 'threw')),
  {
    ...fails(
      'cannot load code from an address that holds it',
      'await import("data:text/javascript,export default 1")',
      'threw',
    ),
    needs: 'policy',
  },
  {
    name: 'survives errors that nobody catches',
    async run(codeRunner) {
      const source =
        'Promise.reject(new Error("a")); await new Promise((resolve) => setTimeout(resolve, 5)); return 1;';
      equal(valueOf(await run(codeRunner, source)), 1);
    },
  },
];
