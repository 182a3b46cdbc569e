import { applyEdits, type Edited } from '../esm/apply-edits';
import { children, type AstNode } from '../esm/ast';
import type { SourceEdit } from '../esm/await-edits';
import { declared, hoisted, references } from '../esm/scope';
import { compileFunction, type PlacedText } from './compile';
import { globalEdits } from './global-edits';

/** The globals of the language itself, which every context has; all others come from the sandbox. */
const LANGUAGE = new Set(
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN Iterator WebAssembly console'.split(
    ' ',
  ),
);

/** A script as a context runs it, and what it declares at its top level. */
export interface ContextScript extends Edited {
  readonly strict: boolean;
  readonly functions: readonly string[];
  readonly vars: readonly string[];
  /** Declared with `let`, `const` and `class`. */
  readonly lexicals: readonly string[];
  /** Those of them that take no other value. */
  readonly constants: readonly string[];
}

/** Prepares a script; `program` is its tree, without which only `edits` are made. */
export function contextScript(code: string, program: AstNode | undefined, edits: readonly SourceEdit[]): ContextScript {
  const none = { functions: [], vars: [], lexicals: [], constants: [] };
  if (!program) return { ...applyEdits(code, edits), strict: false, ...none };
  const strict = isStrict(program);
  const top: AstNode[] = program.body ?? [];
  const vars = new Set<string>();
  hoisted(program, vars);
  const functions = top.filter(({ type }) => type === 'FunctionDeclaration').flatMap(declared);
  const lexicals = lexicalNames(program);
  const own = new Set(strict ? [...functions, ...lexicals, ...vars] : []);
  const edited = applyEdits(code, [
    ...edits,
    ...globalEdits(program),
    ...typeofEdits(program, own),
    ...(strict ? [] : thisEdits(program)),
  ]);
  return strict
    ? { ...edited, strict, ...none }
    : { ...edited, strict, functions, vars: [...vars], lexicals, constants: lexicalNames(program, ['const']) };
}

const isStrict = ({ body }: AstNode): boolean =>
  Array.isArray(body) && body.some((node) => Reflect.get(node, 'directive') === 'use strict');

/** Has `typeof` of a global name ask the context, as reading a name that does not exist would throw. `own`: names that do. */
function typeofEdits(program: AstNode, own: ReadonlySet<string>): SourceEdit[] {
  const asked = new Set<AstNode>();
  const visit = (node: AstNode): void => {
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
  const edits: SourceEdit[] = [];
  const none = () => undefined;
  references(program, {
    onReference(node) {
      if (asked.has(node) && !own.has(node.name ?? '')) edits.push([node.start, node.start, '__run.asked.']);
    },
    onImport: none,
    onMeta: none,
    onAwait: none,
  });
  return edits;
}

/** Has functions that are called without a receiver get the context's `this`, not the program's or the scope's. */
function thisEdits(program: AstNode): SourceEdit[] {
  const edits: SourceEdit[] = [];
  const visit = (node: AstNode, receiver: string | undefined): void => {
    if (node.type.startsWith('Class')) return;
    if (node.type === 'ThisExpression' && receiver) edits.push([node.start, node.end, `${receiver}(this)`]);
    const { body } = node;
    const own = node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression';
    const strict = receiver === STRICT || (own && body !== undefined && isStrict(body));
    for (const [, child] of children(node)) visit(child, own ? (strict ? STRICT : SLOPPY) : receiver);
  };
  visit(program, undefined);
  return edits;
}

/** What edits of a script call. */
const OWN_NAMES = new Set<PropertyKey>(['__run', '__checkTime', '__import']);

const STRICT = '__run.own';
const SLOPPY = '__run.receiver';

const METHODS =
  'debug error info log warn dir dirxml table trace group groupCollapsed groupEnd clear count countReset assert profile profileEnd time timeLog timeEnd timeStamp context createTask';

/** A context's own console writes only to a debugger, so here nowhere. */
const quietConsole: object = Object.fromEntries(METHODS.split(' ').map((name) => [name, () => undefined]));

const ofLanguage = (key: string): unknown => (key === 'console' ? quietConsole : Reflect.get(globalThis, key));

/** What a context's scripts declared with `let`, `const` and `class`: shared between them, but no properties of the sandbox. */
const lexicals = new WeakMap<object, Record<PropertyKey, unknown>>();
/** Those declared with `const` that have their value. */
const fixed = new WeakMap<object, Set<PropertyKey>>();

/** What a context's scripts may make code from. */
export interface CodeGeneration {
  strings: boolean;
  wasm: boolean;
}
const codeGeneration = new WeakMap<object, CodeGeneration>();

/** Sets what a context's scripts may make code from; all of it otherwise. */
export const limitCode = (sandbox: object, limits: CodeGeneration): void => void codeGeneration.set(sandbox, limits);

const noStrings = (): never => {
  throw new EvalError('Code generation from strings disallowed for this context');
};

/** WebAssembly without what makes modules. */
function withoutCompiling(): object {
  const refuse = (name: string) =>
    function (): never {
      throw new WebAssembly.CompileError(`WebAssembly.${name}: Wasm code generation disallowed by embedder`);
    };
  const later = (name: string) => async () => refuse(name)();
  return Object.assign(Object.create(WebAssembly), {
    Module: new Proxy(WebAssembly.Module, { construct: refuse('Module()') }),
    compile: later('compile()'),
    instantiate: (source: unknown, imports?: WebAssembly.Imports) =>
      source instanceof WebAssembly.Module ? WebAssembly.instantiate(source, imports) : later('instantiate()')(),
  });
}

/** The globals that a context's limits replace. */
function limited(sandbox: object, key: PropertyKey): { value: unknown } | undefined {
  const limits = codeGeneration.get(sandbox);
  if (limits?.strings === false && (key === 'eval' || key === 'Function'))
    return { value: key === 'eval' ? noStrings : new Proxy(Function, { apply: noStrings, construct: noStrings }) };
  return limits?.wasm === false && key === 'WebAssembly' ? { value: withoutCompiling() } : undefined;
}

/** The names that a script declares this way at its top level. */
export function lexicalNames(program: AstNode, kinds: readonly string[] = ['let', 'const', 'class']): string[] {
  const body: unknown = Reflect.get(program, 'body');
  return (Array.isArray(body) ? body : []).flatMap((node: AstNode) => {
    const kind = node.type === 'ClassDeclaration' ? 'class' : Reflect.get(node, 'kind');
    return kinds.includes(String(kind)) ? declared(node) : [];
  });
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
            ? (limited(sandbox, key)?.value ?? ofLanguage(key))
            : Reflect.get(target, key),
      has: (target, key) => Reflect.has(target, key) || (typeof key === 'string' && LANGUAGE.has(key)),
      ownKeys: (target) => [
        ...new Set([...Reflect.ownKeys(target), ...(Object.isExtensible(target) ? [...LANGUAGE, 'globalThis'] : [])]),
      ],
      getOwnPropertyDescriptor(target, key) {
        const own = Reflect.getOwnPropertyDescriptor(target, key);
        const isKnown = typeof key === 'string' && (LANGUAGE.has(key) || key === 'globalThis');
        if (own || !isKnown || !Object.isExtensible(target)) return own;
        return { value: Reflect.get(made, key), writable: true, configurable: true, enumerable: false };
      },
    });
  globals.set(sandbox, made);
  return made;
}

/** What a context's scripts declared with `var`: no properties of the sandbox before they have a value. */
const variables = new WeakMap<object, Set<PropertyKey>>();

/** Prepares text that a context's scripts make functions from. */
type Prepare = (code: string) => ContextScript;

/** A context's `Function`, whose functions see its globals. */
function functionOf(sandbox: object, prepare: Prepare): object {
  const make = (args: unknown[]): unknown =>
    runInSandbox(sandbox, prepare(`(${String(Reflect.construct(globalThis.Function, args))})`), { prepare });
  return new Proxy(globalThis.Function, {
    apply: (_target, _self, args: unknown[]) => make(args),
    construct: (_target, args: unknown[]) => Object(make(args)),
  });
}

/** Gives a text its name, and notes how it differs from what its stack frames should show. */
type Place = (text: string, placed: PlacedText) => string;

/** Runs a script with a sandbox's properties as globals. */
export function runInSandbox(
  sandbox: object,
  { code, shifts, strict, functions, vars, lexicals: names, constants }: ContextScript,
  { prepare, place = (text) => text }: { prepare: Prepare; place?: Place },
): unknown {
  const own = lexicals.get(sandbox) ?? Object.create(null);
  lexicals.set(sandbox, own);
  const constant = fixed.get(sandbox) ?? new Set();
  fixed.set(sandbox, constant);
  const twice = names.find((name) => name in own);
  if (twice !== undefined) throw new SyntaxError(`Identifier '${twice}' has already been declared`);
  for (const name of names) own[name] = undefined;
  const declaredVars = variables.get(sandbox) ?? new Set();
  variables.set(sandbox, declaredVars);
  for (const name of vars) declaredVars.add(name);
  // Functions are bound where they are declared, outside the sandbox, so it gets them before anyone looks them up.
  const functionNames = new Set<PropertyKey>(functions);
  const lookUp = (key: PropertyKey): { value: unknown } | undefined => {
    if (key === 'globalThis') return { value: globalOf(sandbox) };
    if (key in own) return { value: own[key] };
    if (Reflect.has(sandbox, key)) return { value: Reflect.get(sandbox, key) };
    if (declaredVars.has(key)) return { value: undefined };
    const replaced = limited(sandbox, key);
    if (replaced) return replaced;
    if (key === 'Function') return { value: functionOf(sandbox, prepare) };
    return typeof key === 'string' && LANGUAGE.has(key) ? { value: ofLanguage(key) } : undefined;
  };
  let runs = false;
  const scope = new Proxy(sandbox, {
    has: (_, key) => typeof key === 'string' && !OWN_NAMES.has(key) && !functionNames.has(key),
    get(_, key) {
      if (key === Symbol.unscopables) return undefined;
      // The first to ask is the call below, whatever the context's own is.
      if (key === 'eval' && !runs) {
        runs = true;
        return Reflect.get(globalThis, key);
      }
      const found = lookUp(key);
      if (found) return found.value;
      throw new ReferenceError(`${String(key)} is not defined`);
    },
    set(target, key, value) {
      if (constant.has(key)) throw new TypeError('Assignment to constant variable.');
      if (constants.includes(String(key))) constant.add(key);
      if (strict && !lookUp(key)) throw new ReferenceError(`${String(key)} is not defined`);
      return Reflect.set(key in own ? own : target, key, value);
    },
  });
  const all = functions.map((name) => `try { __run.sandbox.${name} = ${name}; } catch {}`).join('');
  const given = all && `${all}__run.shown();`;
  const asked = new Proxy(sandbox, { get: (_, key) => lookUp(key)?.value });
  const run = compileFunction('with (__run.scope) return eval(__run.text);', ['__run'], 'node:vm');
  return Reflect.apply(Object(run), globalOf(sandbox), [
    {
      scope,
      sandbox,
      shown: () => functionNames.clear(),
      asked,
      receiver: (value: unknown) => (value === globalThis || value === scope ? globalOf(sandbox) : value),
      own: (value: unknown) => (value === scope ? undefined : value),
      text: place(`${given}${code}`, { head: given.length, shifts }),
    },
  ]);
}
