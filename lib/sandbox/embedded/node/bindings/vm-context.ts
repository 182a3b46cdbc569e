import { children, type Node } from '../esm/ast';
import type { Edit } from '../esm/await-edits';
import { declared, references } from '../esm/scope';
import { compileFunction } from './compile';

/** The globals of the language itself, which every context has; all others come from the sandbox. */
const LANGUAGE = new Set(
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN Iterator WebAssembly console'.split(
    ' ',
  ),
);

/** Prefix for a name under `typeof`. */
const ASKED = 'globalThis/*?*/.';

const DECLARED = /(?:^|[\n;}])\s*(?:async\s+)?function\s*\*?\s*([\w$]+)/g;

/** Has `typeof` of an undeclared name ask the context's global object, as reading the name itself would throw. */
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
      const isDeclared = new RegExp(`\\b(?:var|let|const|class|function)\\b[^;]*?\\b${node.name}\\b`).test(code);
      if (asked.has(node) && !isDeclared) edits.push([node.start, node.start, ASKED]);
    },
    onImport: none,
    onMeta: none,
    onAwait: none,
  });
  return edits;
}

const METHODS =
  'debug error info log warn dir dirxml table trace group groupCollapsed groupEnd clear count countReset assert profile profileEnd time timeLog timeEnd timeStamp context createTask';

/** A context's own console writes only to a debugger, so here nowhere. */
const quietConsole: object = Object.fromEntries(METHODS.split(' ').map((name) => [name, () => undefined]));

const ofLanguage = (key: string): unknown => (key === 'console' ? quietConsole : Reflect.get(globalThis, key));

/** What a context's scripts declared with `let`, `const` and `class`: shared between them, but no properties of the sandbox. */
const lexicals = new WeakMap<object, Record<PropertyKey, unknown>>();

/** The names that a script declares this way at its top level. */
export function lexicalNames(program: Node): string[] {
  const body: unknown = Reflect.get(program, 'body');
  return (Array.isArray(body) ? body : []).flatMap((node: Node) =>
    node.type === 'ClassDeclaration' || (node.type === 'VariableDeclaration' && Reflect.get(node, 'kind') !== 'var')
      ? declared(node)
      : [],
  );
}

const globals = new WeakMap<object, object>();

/** The `globalThis` of a context's scripts: its sandbox, with the language's globals. */
function globalOf(sandbox: object): object {
  const made: object =
    globals.get(sandbox) ??
    new Proxy(sandbox, {
      get: (target, key) =>
        key === 'globalThis'
          ? made
          : !Reflect.has(target, key) && typeof key === 'string' && LANGUAGE.has(key)
            ? ofLanguage(key)
            : Reflect.get(target, key),
    });
  globals.set(sandbox, made);
  return made;
}

/** Runs a script with a sandbox's properties as globals. `plain` is its own text, `names` what only a context's scripts see. */
export function runInSandbox(sandbox: object, text: string, plain: string, names: readonly string[] = []): unknown {
  const own = lexicals.get(sandbox) ?? Object.create(null);
  lexicals.set(sandbox, own);
  for (const name of names) own[name] = undefined;
  const strict = /^\s*(['"])use strict\1/.test(plain);
  // Functions are bound where they are declared, outside the sandbox, so it gets them before anyone looks them up.
  const functionNames = new Set(strict ? [] : [...plain.matchAll(DECLARED)].map(([, name = '']) => name));
  const lookUp = (key: PropertyKey): { value: unknown } | undefined => {
    if (key === 'globalThis') return { value: globalOf(sandbox) };
    if (key in own) return { value: own[key] };
    if (Reflect.has(sandbox, key)) return { value: Reflect.get(sandbox, key) };
    return typeof key === 'string' && LANGUAGE.has(key) ? { value: ofLanguage(key) } : undefined;
  };
  const scope = new Proxy(sandbox, {
    has: (_, key) => typeof key === 'string' && key !== '__run' && key !== '__checkTime' && !functionNames.has(key),
    get(_, key) {
      if (key === Symbol.unscopables) return undefined;
      const found = lookUp(key);
      if (found) return found.value;
      throw new ReferenceError(`${String(key)} is not defined`);
    },
    set(target, key, value) {
      if (strict && !lookUp(key)) throw new ReferenceError(`${String(key)} is not defined`);
      return Reflect.set(key in own ? own : target, key, value);
    },
  });
  const functions = [...functionNames].map((name) => `try { __run.sandbox.${name} = ${name}; } catch {}`).join('');
  const asked = new Proxy(sandbox, { get: (_, key) => lookUp(key)?.value });
  const run = compileFunction('with (__run.scope) return eval(__run.text);', ['__run'], 'node:vm');
  return Reflect.apply(Object(run), globalOf(sandbox), [
    {
      scope,
      sandbox,
      shown: () => functionNames.clear(),
      asked,
      text: `${functions && `${functions}__run.shown();`}${text.replaceAll(ASKED, '__run.asked.')}`,
    },
  ]);
}
