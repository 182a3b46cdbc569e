import { applyEdits, type Edited } from '../esm/apply-edits';
import { children, type AstNode } from '../esm/ast';
import { ENTER, LEAVE, WAIT, type SourceEdit } from '../esm/await-edits';
import { declared, hoisted, references } from '../esm/scope';
import { THROWN } from '../esm/throw-edits';
import { compileFunction, type PlacedText } from './compile';
import { globalEdits } from './global-edits';

/** The globals of the language itself, which every context has; all others come from the sandbox. */
const LANGUAGE = new Set(
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN WebAssembly console'.split(
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
const OWN_NAMES = new Set<PropertyKey>(['__run', '__checkTime', '__import', LEAVE, WAIT, ENTER, THROWN]);

const STRICT = '__run.own';
const SLOPPY = '__run.receiver';

const METHODS =
  'debug error info log warn dir dirxml table trace group groupCollapsed groupEnd clear count countReset assert profile profileEnd time timeLog timeEnd timeStamp context createTask';

/** A context's own console writes only to a debugger, so here nowhere. */
const quietConsole: object = Object.fromEntries(METHODS.split(' ').map((name) => [name, () => undefined]));

/** What belongs to a context, made when it is first asked for. */
function kept<T>(make: () => T): (sandbox: object) => T {
  const all = new WeakMap<object, { of: T }>();
  return (sandbox) => {
    const found = all.get(sandbox) ?? { of: make() };
    all.set(sandbox, found);
    return found.of;
  };
}

/** What a context's scripts declared with `let`, `const` and `class`: shared between them, but no properties of the sandbox. */
const lexicalsOf = kept((): Record<PropertyKey, unknown> => Object.create(null));
/** Those declared with `const` that have their value. */
const fixedOf = kept(() => new Set<PropertyKey>());
/** What a context's scripts declared with `var`: no properties of the sandbox before they have a value. */
const variablesOf = kept(() => new Set<PropertyKey>());

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

/** Prepares text that a context's scripts make functions from. */
type Prepare = (code: string) => ContextScript;

const globals = new WeakMap<object, object>();

/** The `globalThis` of a context's scripts: its sandbox, with the language's globals. */
function globalOf(sandbox: object, prepare: Prepare): object {
  const made: object =
    globals.get(sandbox) ??
    new Proxy(sandbox, {
      get: (target, key) =>
        key === 'globalThis'
          ? made
          : Reflect.has(target, key)
            ? Reflect.get(target, key)
            : typeof key === 'string' && LANGUAGE.has(key)
              ? (limited(sandbox, key)?.value ?? ofContext(sandbox, key, prepare))
              : key === 'constructor'
                ? makerOf(sandbox, prepare)
                : Reflect.get(Object.prototype, key),
      has: (target, key) =>
        Reflect.has(target, key) || (typeof key === 'string' && LANGUAGE.has(key)) || key in Object.prototype,
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

/** A context's `Function`, whose functions see its globals. */
function functionOf(sandbox: object, prepare: Prepare): object {
  const make = (args: unknown[]): unknown =>
    runInSandbox(sandbox, prepare(`(${String(Reflect.construct(globalThis.Function, args))})`), { prepare });
  return new Proxy(globalThis.Function, {
    apply: (_target, _self, args: unknown[]) => make(args),
    construct: (_target, args: unknown[]) => Object(make(args)),
  });
}

/** What made a context's global object, where its sandbox has no prototype that says so. */
const makerOf = (sandbox: object, prepare: Prepare): object =>
  new Proxy(function () {}, {
    get: (target, key, receiver): unknown =>
      key === 'constructor' ? functionOf(sandbox, prepare) : Reflect.get(target, key, receiver),
  });

/** A global of the language as a context has it. */
const ofContext = (sandbox: object, key: string, prepare: Prepare): unknown =>
  key === 'console' ? quietConsole : key === 'Function' ? functionOf(sandbox, prepare) : Reflect.get(globalThis, key);

/** Gives a text its name, and notes how it differs from what its stack frames should show. */
type Place = (text: string, placed: PlacedText) => string;

/** How a script's text sees its context. */
interface Seen {
  readonly strict: boolean;
  /** Bound where they are declared, until the sandbox has them. */
  readonly functions: ReadonlySet<PropertyKey>;
  readonly constants: readonly string[];
  /** Whether `eval` is the engine's own when it is first asked for. */
  readonly isEvaluated: boolean;
}

/** What a text's free names are looked up in: one object for all, and one for `typeof`, which knows no missing names. */
function scopeOf(
  sandbox: object,
  prepare: Prepare,
  { strict, functions, constants, isEvaluated }: Seen,
): { scope: object; asked: object } {
  const [own, constant] = [lexicalsOf(sandbox), fixedOf(sandbox)];
  const lookUp = (key: PropertyKey): { value: unknown } | undefined => {
    if (key === 'globalThis') return { value: globalOf(sandbox, prepare) };
    if (key in own) return { value: own[key] };
    if (Reflect.has(sandbox, key)) return { value: Reflect.get(sandbox, key) };
    if (variablesOf(sandbox).has(key)) return { value: undefined };
    const replaced = limited(sandbox, key);
    if (replaced) return replaced;
    if (key === 'constructor') return { value: makerOf(sandbox, prepare) };
    if (typeof key === 'string' && LANGUAGE.has(key)) return { value: ofContext(sandbox, key, prepare) };
    return key in Object.prototype ? { value: Reflect.get(Object.prototype, key) } : undefined;
  };
  let isToEvaluate = isEvaluated;
  const scope = new Proxy(sandbox, {
    has: (_, key) => typeof key === 'string' && !OWN_NAMES.has(key) && !functions.has(key),
    get(_, key) {
      if (key === Symbol.unscopables) return undefined;
      // The first to ask is what runs the text, whatever the context's own is.
      if (key === 'eval' && isToEvaluate) {
        isToEvaluate = false;
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
  return { scope, asked: new Proxy(sandbox, { get: (_, key) => lookUp(key)?.value }) };
}

/** What the free names of a module's text are looked up in. */
export const moduleScope = (sandbox: object, prepare: Prepare): { scope: object; asked: object } =>
  scopeOf(sandbox, prepare, { strict: true, functions: new Set(), constants: [], isEvaluated: false });

/** Edits with which a module's text asks its context for the type of a free name. */
export function moduleEdits(program: AstNode): SourceEdit[] {
  const own = new Set<string>();
  hoisted(program, own);
  for (const node of program.body ?? []) {
    const { declaration } = node;
    for (const name of declared(declaration && typeof declaration === 'object' ? declaration : node)) own.add(name);
    if (node.type === 'ImportDeclaration')
      for (const { local } of node.specifiers ?? []) if (local?.name) own.add(local.name);
  }
  return typeofEdits(program, own);
}

/** Runs a script with a sandbox's properties as globals. */
export function runInSandbox(
  sandbox: object,
  { code, shifts, strict, functions, vars, lexicals: names, constants }: ContextScript,
  { prepare, place = (text) => text }: { prepare: Prepare; place?: Place },
): unknown {
  const own = lexicalsOf(sandbox);
  const twice = names.find((name) => name in own);
  if (twice !== undefined) throw new SyntaxError(`Identifier '${twice}' has already been declared`);
  for (const name of names) own[name] = undefined;
  for (const name of vars) variablesOf(sandbox).add(name);
  // Functions are bound where they are declared, outside the sandbox, so it gets them before anyone looks them up.
  const functionNames = new Set<PropertyKey>(functions);
  const seen = scopeOf(sandbox, prepare, { strict, functions: functionNames, constants, isEvaluated: true });
  const { scope } = seen;
  const all = functions.map((name) => `try { __run.sandbox.${name} = ${name}; } catch {}`).join('');
  const given = all && `${all}__run.shown();`;
  const run = compileFunction('with (__run.scope) return eval(__run.text);', ['__run'], 'node:vm');
  return Reflect.apply(Object(run), globalOf(sandbox, prepare), [
    {
      ...seen,
      sandbox,
      shown: () => functionNames.clear(),
      receiver: (value: unknown) => (value === globalThis || value === scope ? globalOf(sandbox, prepare) : value),
      own: (value: unknown) => (value === scope ? undefined : value),
      text: place(`${given}${code}`, { head: given.length, shifts }),
    },
  ]);
}
