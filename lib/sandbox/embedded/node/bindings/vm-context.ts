import { children, type Node } from '../esm/ast';
import type { Edit } from '../esm/await-edits';
import { references } from '../esm/scope';
import { compileFunction } from './compile';

/** What every context has of the language itself; all else is the sandbox's. */
const LANGUAGE = new Set(
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN Iterator WebAssembly'.split(
    ' ',
  ),
);

const DECLARED = /(?:^|[\n;}])\s*(?:async\s+)?function\s*\*?\s*([\w$]+)/g;

/** `typeof` of a name that nothing declares asks the context's global object, as asking for the name itself fails. */
export function typeofEdits(code: string, program: Node): Edit[] {
  const asked = new Set<Node>();
  const visit = (node: Node): void => {
    const { argument } = node;
    if (
      node.type === 'UnaryExpression' &&
      Reflect.get(node, 'operator') === 'typeof' &&
      argument?.type === 'Identifier'
    )
      asked.add(argument);
    for (const [, child] of children(node)) visit(child);
  };
  visit(program);
  const edits: Edit[] = [];
  const none = () => undefined;
  references(program, {
    onReference(node) {
      const declared = new RegExp(`\\b(?:var|let|const|class|function)\\b[^;]*?\\b${node.name}\\b`).test(code);
      if (asked.has(node) && !declared) edits.push([node.start, node.start, 'globalThis.']);
    },
    onImport: none,
    onMeta: none,
    onAwait: none,
  });
  return edits;
}

const globals = new WeakMap<object, object>();

/** What a context's scripts have as `globalThis`: its sandbox, with the language itself. */
function globalOf(sandbox: object): object {
  const made =
    globals.get(sandbox) ??
    new Proxy(sandbox, {
      get: (target, key) =>
        !Reflect.has(target, key) && typeof key === 'string' && LANGUAGE.has(key)
          ? Reflect.get(globalThis, key)
          : Reflect.get(target, key),
    });
  globals.set(sandbox, made);
  return made;
}

/** Runs a script whose global names are a sandbox's properties. `plain` is its text alone. */
export function runInSandbox(sandbox: object, text: string, plain: string): unknown {
  const strict = /^\s*(['"])use strict\1/.test(plain);
  // Functions are bound where they are declared, outside the sandbox: it gets them before it is asked for them.
  const declared = new Set(strict ? [] : [...plain.matchAll(DECLARED)].map(([, name = '']) => name));
  const scope = new Proxy(sandbox, {
    has: (_, key) => typeof key === 'string' && key !== '__run' && !declared.has(key),
    get(target, key) {
      if (key === Symbol.unscopables) return undefined;
      if (key === 'globalThis') return globalOf(sandbox);
      if (Reflect.has(target, key)) return Reflect.get(target, key);
      if (typeof key === 'string' && LANGUAGE.has(key)) return Reflect.get(globalThis, key);
      throw new ReferenceError(`${String(key)} is not defined`);
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  const functions = [...declared].map((name) => `try { __run.sandbox.${name} = ${name}; } catch {}`).join('');
  const run = compileFunction('with (__run.scope) return eval(__run.text);', ['__run'], 'node:vm');
  return Reflect.apply(Object(run), globalOf(sandbox), [
    { scope, sandbox, shown: () => declared.clear(), text: functions ? `${functions}__run.shown();${text}` : text },
  ]);
}
