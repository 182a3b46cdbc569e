import { applyEdits, type Edited, type Shifts } from '../esm/apply-edits';
import type { AstNode } from '../esm/ast';
import { awaitEdits, type SourceEdit } from '../esm/await-edits';
import { throwEdits, throwsOther } from '../esm/throw-edits';
import { showAs } from '../function-text';
import { facts } from '../library';
import { stripTypes } from '../modules/strip-types';
import { noop, type Binding } from '../binding';
import { compileFunction, importEdits, indirectEval, noteText, sourceMapOf, withUrl, type PlacedText } from './compile';
import { globalEdits } from './global-edits';
import { textOfBytes } from './encode';
import { shared } from './handle';
import type { ImportCallback } from './module-wrap';
import { placeSyntaxError } from './syntax-error';
import { inTime, isTimeout, timeEdits } from './script-time';
import { privateSymbols, symbols } from './util';
import { contextScript, lexicalNames, limitCode, runInSandbox, type ContextScript } from './vm-context';

const CJS = ['exports', 'require', 'module', '__filename', '__dirname'];
const ESM_ONLY =
  /^(?:Cannot use import statement outside a module|Unexpected token 'export'|Cannot use 'import\.meta' outside a module)/;
const ESM_TOP =
  /^(?:await is only valid in async functions|Identifier '(?:__filename|__dirname|require|module|exports)' has already been declared|Unexpected reserved word|missing \) after argument list|Unexpected (?:identifier|token))/;

const TO_LOAD = 'To load an ES module, set "type": "module" in the package.json or use the .mjs extension.';

const hostOption = privateSymbols.host_defined_option_symbol ?? '';

/** What the binding needs: an implementation of `import()`, and a parser of scripts. */
export interface ContextifyHost {
  importDynamically(...args: Parameters<ImportCallback>): unknown;
  parsesAsModule(source: string): boolean;
  /** Throws acorn's error. */
  parseScript(source: string): AstNode;
}

/** `internalBinding('contextify')`: scripts and functions from text; a context is an object that resolves a script's names. */
export function contextify(host: ContextifyHost): Binding {
  const importerOf = (id: symbol, referrer: string) => (specifier: unknown, options: unknown) => {
    const attributes: unknown = Object(options).with ?? Object(options).assert;
    return host.importDynamically(id, String(specifier), Object.assign(Object.create(null), attributes), referrer);
  };
  const isModule = (source: string, error: unknown): boolean => {
    if (!(error instanceof SyntaxError)) return false;
    return (ESM_ONLY.test(error.message) || ESM_TOP.test(error.message)) && host.parsesAsModule(source);
  };
  const compileScript = (code: string, filename: string, parameters: readonly string[], id: symbol) => {
    const text = code.replace(/^#!.*/, '');
    const edited = applyEdits(text, [
      ...followedOf(text, filename, host),
      ...importEdits(text, importerOf(id, filename), filename),
    ]);
    return compileFunction(edited.code, parameters, filename, edited);
  };
  const prepare = (code: string, edits: readonly SourceEdit[] = []) => contextScript(code, treeOf(code, host), edits);

  const contexts = new WeakSet<object>();

  class ContextifyScript {
    declare cachedDataRejected?: boolean;
    declare cachedDataProduced?: boolean;
    declare cachedData?: Uint8Array;
    readonly sourceMapURL: string | undefined;
    readonly #code: string;
    readonly #filename: string;
    readonly #lineOffset: number;
    readonly #names: readonly string[];
    readonly #constants: readonly string[];
    readonly #imports: readonly SourceEdit[];
    readonly #followed: Edited;
    #inContext: ContextScript | undefined;

    constructor(
      code: string,
      filename: string,
      lineOffset = 0,
      _columnOffset = 0,
      cachedData?: Uint8Array,
      produceCachedData?: boolean,
      _context?: unknown,
      id: symbol = symbols.vm_dynamic_import_missing_flag ?? Symbol('none'),
    ) {
      this.sourceMapURL = sourceMapOf(code);
      // Syntax errors are thrown here, not when the script runs.
      checkSyntax(code, filename, host, lineOffset);
      this.#code = code;
      if (cachedData) this.cachedDataRejected = textOfBytes(cachedData, 'latin1') !== cacheOf(code);
      if (produceCachedData) {
        this.cachedDataProduced = true;
        this.cachedData = this.createCachedData();
      }
      this.#filename = filename;
      this.#lineOffset = lineOffset;
      this.#imports = importEdits(code, importerOf(id, filename), filename);
      // Nobody shares what the text of `node -e` declares.
      const isShared = DECLARES.test(code) && filename !== '[eval]';
      this.#names = isShared ? namesOf(code, host) : [];
      this.#constants = isShared ? namesOf(code, host, ['const']) : [];
      const shared = isShared ? editsOf(code, host, globalEdits) : [];
      const edits = [...this.#imports, ...followedOf(code, filename, host), ...shared];
      this.#followed = applyEdits(code, edits);
      if (this.sourceMapURL === undefined) Reflect.deleteProperty(this, 'sourceMapURL');
      Reflect.set(this, hostOption, id);
    }

    runInContext(sandbox: object | null, timeout = -1, displayErrors = false): unknown {
      const placed = (code: string, at: PlacedText) => {
        if (this.#lineOffset <= 0) noteText(this.#filename, at);
        return withUrl(`${'\n'.repeat(Math.max(0, this.#lineOffset))}${code}`, this.#filename);
      };
      const timed = (code: string): { code: string; shifts?: Shifts } =>
        timeout > 0 ? applyEdits(code, timeEdits(host.parseScript(code))) : { code };
      /** Prepares the script, which is no part of its time. */
      const ready = (): (() => unknown) => {
        if (!sandbox) {
          const { code, shifts: later } = timed(this.#followed.code);
          const text = () => placed(code, { head: 0, shifts: this.#followed.shifts, later });
          return () => (timeout > 0 ? indirectEval(text()) : this.#runHere(text));
        }
        const script = (this.#inContext ??= prepare(this.#code, this.#imports));
        const { code, shifts: later } = timed(script.code);
        const place = (text: string, at: PlacedText) => placed(text, { ...at, later });
        return () => runInSandbox(sandbox, { ...script, code }, { prepare, place });
      };
      try {
        const run = ready();
        return timeout > 0 ? inTime(timeout, run) : run();
      } catch (error) {
        // Errors of `node -e` get their source line later, where they end the program.
        const shown = displayErrors && this.#filename !== '[eval]';
        if (shown && error instanceof Error) placeError(error, this.#code, this.#filename, this.#lineOffset);
        throw error;
      }
    }

    #runHere(text: () => string): unknown {
      const twice = this.#names.find((name) => declaredHere.has(name));
      if (twice !== undefined) throw new SyntaxError(`Identifier '${twice}' has already been declared`);
      for (const name of this.#names) declaredHere.add(name);
      try {
        return indirectEval(text());
      } finally {
        for (const name of this.#constants) fix(name);
      }
    }

    createCachedData(): Uint8Array {
      return Object(Reflect.get(globalThis, 'Buffer')).from(cacheOf(this.#code), 'latin1');
    }
  }

  return {
    constants: facts.bindings.contextify?.constants ?? {
      measureMemory: { mode: { SUMMARY: 0, DETAILED: 1 }, execution: { DEFAULT: 0, EAGER: 1 } },
    },
    ContextifyScript,
    isContext: (value: object) => contexts.has(value),
    /** A symbol asks for a context with a global object of its own. */
    makeContext: (sandbox: object | symbol, _name: string, _origin: unknown, strings = true, wasm = true) => {
      const context = typeof sandbox === 'object' ? sandbox : {};
      contexts.add(context);
      limitCode(context, { strings, wasm });
      return context;
    },
    compileFunction(
      code: string,
      filename: string,
      lineOffset: number,
      _column: number,
      _cached: unknown,
      _produce: boolean,
      sandbox: object | undefined,
      extensions: object[] | undefined,
      parameters: string[] = [],
      id: symbol = symbols.vm_dynamic_import_missing_flag ?? Symbol('none'),
    ) {
      const names = (extensions ?? []).flatMap((one) => Object.keys(one));
      const values = (extensions ?? []).flatMap((one) => Object.values(one));
      const factory = applyEdits(code, importEdits(code, importerOf(id, filename), filename)).code;
      const make = (): unknown =>
        sandbox
          ? runInSandbox(sandbox, prepare(`(function (${parameters.join(', ')}) {${factory}\n})`), {
              prepare,
              place: (text) => withUrl(text, filename),
            })
          : names.length > 0
            ? Reflect.apply(
                Object(compileFunction(`return function (${parameters.join(', ')}) {${factory}\n}`, names, filename)),
                undefined,
                values,
              )
            : compileFunction(factory, parameters, filename);
      let made: unknown;
      try {
        made = make();
      } catch (error) {
        throw decorated(error, code, filename, host, lineOffset);
      }
      showAs(made, parameters, code);
      Reflect.set(Object(made), hostOption, id);
      return { __proto__: null, function: made, sourceMapURL: sourceMapOf(code) };
    },
    compileFunctionForCJSLoader(source: string, filename: string, _sea: boolean, detect: boolean) {
      const code = stripTypes(source, filename);
      const result = {
        __proto__: null,
        cachedDataRejected: false,
        sourceMapURL: sourceMapOf(code),
        canParseAsESM: false,
        function: undefined as unknown,
      };
      try {
        result.function = compileScript(
          code,
          filename,
          CJS,
          symbols.vm_dynamic_import_default_internal ?? Symbol('none'),
        );
        showAs(result.function, CJS, code);
      } catch (error) {
        if (!isModule(code, error)) throw decorated(error, code, filename, host);
        result.canParseAsESM = true;
        if (detect) return result;
        shared.warn?.(TO_LOAD);
        throw decorated(error, code, filename, host);
      }
      return result;
    },
    containsModuleSyntax(source: string, filename: string) {
      const code = stripTypes(source, filename ?? '');
      try {
        compileScript(code, filename ?? '', CJS, Symbol('none'));
        return false;
      } catch (error) {
        return isModule(code, error);
      }
    },
    shouldRetryAsESM: (code: string, filename: string) => host.parsesAsModule(stripTypes(code, filename)),
    startSigintWatchdog: () => true,
    stopSigintWatchdog: () => false,
    watchdogHasPendingSigint: () => false,
    measureMemory: noop,
  };
}

/** Stands for the engine's compiled code: it only tells whether it is of the same text. */
function cacheOf(code: string): string {
  let sum = 0;
  for (let at = 0; at < code.length; at++) sum = (Math.imul(sum, 31) + code.charCodeAt(at)) | 0;
  return `cache of ${code.length} ${sum >>> 0}`;
}

/** Puts the line that threw above an error's stack trace, as Node does, and drops frames of how the script was run. */
function placeError(error: Error, code: string, filename: string, lineOffset: number): void {
  const { stack } = error;
  if (typeof stack !== 'string' || error instanceof SyntaxError) return;
  const trace = stack
    .replaceAll(/^( {4}at )Proxy\.<anonymous> \((.*:\d+:\d+)\)$/gm, '$1$2')
    .replaceAll(/^( {4}at )Proxy\.(?=\w)/gm, '$1');
  const top = /^ {4}at (?:.* \()?(.*):(\d+):(\d+)\)?$/m.exec(trace);
  const line = code.split('\n')[Number(top?.[2]) - 1 - Math.max(0, lineOffset)];
  const isLate = isTimeout(error);
  if (top?.[1] !== filename || line === undefined || isLate) {
    // Natively, the script is ended from outside.
    error.stack = isLate
      ? trace
          .split('\n')
          .filter((frame) => !frame.includes(` ${filename}:`))
          .join('\n')
      : trace;
    return;
  }
  const before = line.slice(0, Number(top[3]) - 1).replace(/\bthrow\s+$/, '');
  const marks = `${before.replaceAll(/[^\t]/g, ' ')}^`;
  error.stack = `${filename}:${top[2]}\n${line}\n${marks}\n\n${trace}`;
}

/** Edits that track a script's `await`s and throws; none if it does not parse. */
function followedOf(code: string, url: string, host: ContextifyHost): SourceEdit[] {
  const [waits, throws] = [/\bawait\b/.test(code), throwsOther(code, url)];
  return waits || throws
    ? editsOf(code, host, (program) => [
        ...(throws ? throwEdits(program, code, url) : []),
        ...(waits ? awaitEdits(program) : []),
      ])
    : [];
}

/** What scripts of the program's own realm have declared with `let`, `const` and `class`. */
const declaredHere = new Set<string>();

const DECLARES = /\b(?:let|const|class)\b/;

/** The names that a script declares with these at its top level; none if it does not parse or is strict. */
const namesOf = (code: string, host: ContextifyHost, kinds?: readonly string[]): string[] => {
  const program = treeOf(code, host);
  return program && globalEdits(program).length > 0 ? lexicalNames(program, kinds) : [];
};

/** Keeps a global from being assigned to again, as what `const` declares. */
function fix(name: string): void {
  const value: unknown = Reflect.get(globalThis, name);
  const set = () => {
    throw new TypeError('Assignment to constant variable.');
  };
  Reflect.defineProperty(globalThis, name, { get: () => value, set, configurable: true, enumerable: false });
}

function editsOf(code: string, host: ContextifyHost, edit: (program: AstNode) => SourceEdit[]): SourceEdit[] {
  const program = treeOf(code, host);
  return program ? edit(program) : [];
}

/** A script's tree; undefined if it does not parse: the engine's own syntax error is better. */
function treeOf(code: string, host: ContextifyHost): AstNode | undefined {
  try {
    return host.parseScript(code);
  } catch {
    return undefined;
  }
}

/** Whether a script begins with the directive, after comments. */
const IS_STRICT = /^(?:#!.*)?(?:\s|\/\/.*|\/\*[^]*?\*\/)*(['"])use strict\1/;

/** Only checks the syntax: the script throws before its first statement. */
function checkSyntax(code: string, filename: string, host: ContextifyHost, lineOffset: number): void {
  try {
    const strict = IS_STRICT.test(code) ? '"use strict";' : '';
    indirectEval(withUrl(`${strict}throw 0;${code.replace(/^#!.*/, '')}`, filename));
  } catch (error) {
    if (error instanceof SyntaxError) throw decorated(error, code, filename, host, lineOffset);
  }
}

/** The same error; a syntax error also gets its position. */
function decorated(error: unknown, code: string, filename: string, host: ContextifyHost, lineOffset = 0): unknown {
  if (error instanceof SyntaxError)
    placeSyntaxError(error, code, { filename, lineOffset }, (source) => host.parseScript(source));
  return error;
}
