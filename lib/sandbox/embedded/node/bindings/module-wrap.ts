// oxlint-disable next/no-assign-module-variable -- `module` is the natural name here
import { stripTypes } from '../modules/strip-types';
import { transformModule, type ModuleEdits, type ModuleImport, type Parse, type Transformed } from '../esm/transform';
import { IMPORT_CALL } from '../esm/edited-text';
import { makeHooksProxy } from '../esm/hooks-proxy';
import { makeNamespace, resolveExport, type Cell, type WrappedModule } from '../esm/linking';
import { facts } from '../library';
import { isCallback, type Binding, type Callback } from '../binding';
import { compileFunction, importCall, sourceMapOf } from './compile';
import { shared } from './handle';
import { moduleSyntaxError } from './syntax-error';
import { privateSymbols } from './util';
import { contextScript, moduleEdits, moduleScope } from './vm-context';

export type ImportCallback = (id: symbol, specifier: string, attributes: object, referrer: string) => unknown;

const STATUS = {
  uninstantiated: 0,
  instantiating: 1,
  instantiated: 2,
  evaluating: 3,
  evaluated: 4,
  errored: 5,
} as const;

export interface ModuleHost {
  parse: Parse;
  importDynamically: ImportCallback;
  initializeMeta(id: symbol, meta: object, wrap: object): void;
  parseScript: Parse;
}

const hostOption = privateSymbols.host_defined_option_symbol ?? '';

/** The frame that links modules. */
const INSTANTIATES = '    at ModuleJob._instantiate (node:internal/modules/esm/module_job:213:21)';

/** `internalBinding('module_wrap')`: ES modules as generators with live bindings. */
export function moduleWrap(host: ModuleHost): Binding {
  const prepare = (code: string) => contextScript(code, host.parseScript(code), []);

  class ModuleWrap implements WrappedModule {
    readonly links: WrappedModule[] = [];
    readonly source: Transformed | undefined;
    readonly cells = new Map<string, Cell>();
    sourceMapURL: string | undefined;
    private status: number = STATUS.uninstantiated;
    private error: unknown;
    private body: Iterator<unknown> | AsyncIterator<unknown> | undefined;
    private run: Promise<void> | undefined;
    private namespace: object | undefined;
    private readonly steps: Callback | undefined;
    private readonly id: symbol;
    private readonly isSource: boolean;

    constructor(
      readonly url: string,
      private readonly context: object | undefined,
      source: string | string[],
      steps?: unknown,
      _column?: number,
      id?: unknown,
    ) {
      this.isSource = typeof source === 'string';
      this.id = typeof id === 'symbol' ? id : Symbol(url);
      if (typeof source === 'string') {
        this.source = transformed(source, url, host.parse, context ? moduleEdits : undefined);
        this.sourceMapURL = sourceMapOf(source);
      } else {
        this.steps = isCallback(steps) ? steps : undefined;
        for (const name of source) this.cells.set(name, makeCell());
      }
      for (const name of [
        'links',
        'source',
        'cells',
        'status',
        'error',
        'body',
        'run',
        'namespace',
        'steps',
        'id',
        'isSource',
        'context',
      ])
        Reflect.defineProperty(this, name, { enumerable: false, writable: true, value: Reflect.get(this, name) });
      Reflect.set(this, hostOption, this.id);
    }

    getModuleRequests(): ModuleImport[] {
      return (this.source?.requests ?? []).map(({ specifier, attributes }) => ({
        specifier,
        attributes: Object.assign(Object.create(null), attributes),
      }));
    }

    link(_specifiers: string[], modules: ModuleWrap[]): void {
      for (const [index, module] of Array.from(modules).entries()) this.links[index] = module;
    }

    /** Creates the bindings of this module and all its imports, and resolves every name. */
    instantiate(): void {
      this.prepare();
    }

    instantiateSync(): void {
      this.prepare();
    }

    private prepare(): void {
      if (this.status !== STATUS.uninstantiated) return;
      this.status = STATUS.instantiating;
      try {
        for (const link of this.links) if (link instanceof ModuleWrap) link.prepare();
        if (this.source) this.begin(this.source);
        this.status = STATUS.instantiated;
      } catch (error) {
        this.status = STATUS.uninstantiated;
        throw error;
      }
    }

    private begin(source: Transformed): void {
      const from = source.imports.map(({ request, imported, line, text }) =>
        this.cellOf(request, imported, line, text),
      );
      for (const { request, imported, line, text } of source.indirect)
        if (imported !== '*') this.cellOf(request, imported, line, text);
      const kind = source.async ? 'async function*' : 'function*';
      const call = importCall((specifier, options) => {
        const attributes: unknown = Object(options).with ?? Object(options).assert;
        return host.importDynamically(
          this.id,
          String(specifier),
          Object.assign(Object.create(null), attributes),
          this.url,
        );
      }, this.url);
      const code = source.code.replaceAll(IMPORT_CALL, call.padEnd(IMPORT_CALL.length));
      const inside = this.context ? moduleScope(this.context, prepare) : undefined;
      const made = compileFunction(code, ['__export', '__from', '__meta'], this.url, { kind, inside, ...source });
      let meta: object | undefined;
      const metaOf = () => {
        if (!meta) {
          meta = Object.create(null) as object;
          host.initializeMeta(this.id, meta, this);
        }
        return meta;
      };
      const take = (getters: Record<string, () => unknown>) => {
        for (const [name, get] of Object.entries(getters))
          this.cells.set(name, {
            get value() {
              return get();
            },
          });
      };
      const body: unknown = Reflect.apply(Object(made), undefined, [take, from, metaOf]);
      this.body = body as Iterator<unknown>;
      // Up to its first `yield` it only declares its bindings.
      void this.body.next();
    }

    private cellOf(request: number, imported: string, line: number, text: string): Cell {
      const module = this.links[request];
      const specifier = this.source?.requests[request]?.specifier ?? '';
      if (!module) throw new SyntaxError(`${specifier} is not linked`);
      if (imported === '*')
        return {
          get value() {
            return module instanceof ModuleWrap ? module.getNamespace() : undefined;
          },
        };
      const found = resolveExport(module, imported);
      if (found && found !== 'ambiguous') return lazyCell(module, imported);
      const why = found ? 'contains conflicting star exports for name' : 'does not provide an export named';
      const message = found
        ? `The requested module '${specifier}' ${why} '${imported}'`
        : `The requested module '${specifier}' ${why} '${imported}'`;
      const error = new SyntaxError(message);
      const frames = /^ +at ModuleJob\._instantiate [^]*/m.exec(error.stack ?? '')?.[0] ?? INSTANTIATES;
      error.stack = `${this.url}:${line}\n${text}\n${' '.repeat(Math.max(0, text.indexOf(imported)))}${'^'.repeat(imported.length)}\nSyntaxError: ${message}\n${frames}`;
      throw error;
    }

    /** Runs the module after all its imports. */
    async evaluate(): Promise<void> {
      return this.start();
    }

    evaluateSync(): object {
      if (this.status < STATUS.evaluated && this.isGraphAsync()) {
        throw Object.assign(
          new Error(
            'require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.',
          ),
          { code: 'ERR_REQUIRE_ASYNC_MODULE' },
        );
      }
      void this.start();
      return this.getNamespace();
    }

    getNamespaceSync(): object {
      return this.getNamespace();
    }

    /** Undefined once it has run; a promise while something in it waits. Throws what its synchronous part throws. */
    private start(): Promise<void> | undefined {
      if (this.status === STATUS.errored) throw this.error;
      if (this.status === STATUS.evaluated || this.status === STATUS.evaluating) return this.run;
      this.status = STATUS.evaluating;
      try {
        const waits: Promise<void>[] = [];
        for (const link of this.links) {
          const wait = link instanceof ModuleWrap ? link.start() : undefined;
          if (wait && link !== this) waits.push(wait);
        }
        if (waits.length > 0) this.run = Promise.all(waits).then(() => this.perform());
        else this.run = this.perform();
        this.run = this.run?.then(
          () => this.done(),
          (error: unknown) => this.fail(error),
        );
        if (!this.run) this.done();
      } catch (error) {
        this.fail(error);
      }
      return this.run;
    }

    private perform(): Promise<void> | undefined {
      if (this.steps) Reflect.apply(this.steps, this, []);
      const next = this.body?.next();
      return next instanceof Promise ? next.then(() => undefined) : undefined;
    }

    private done(): void {
      this.status = STATUS.evaluated;
      this.run = undefined;
    }

    private fail(error: unknown): never {
      this.status = STATUS.errored;
      this.error = error;
      throw error;
    }

    setExport(name: string, value: unknown): void {
      this.cells.set(name, { value });
    }

    getNamespace(): object {
      return (this.namespace ??= makeNamespace(this));
    }

    getStatus(): number {
      return this.status;
    }

    getError(): unknown {
      return this.error;
    }

    isGraphAsync(): boolean {
      const seen = new Set<WrappedModule>();
      const waits = (module: WrappedModule): boolean => {
        if (seen.has(module)) return false;
        seen.add(module);
        return module.source?.async === true || module.links.some(waits);
      };
      return waits(this);
    }

    getStaticDependencySpecifiers(): string[] {
      return (this.source?.requests ?? []).map(({ specifier }) => specifier);
    }

    createCachedData(): Uint8Array {
      return new Uint8Array();
    }
  }

  const state: { meta?: Callback; dynamic?: Callback } = {};
  return {
    ...facts.bindings.module_wrap,
    ModuleWrap,
    setInitializeImportMetaObjectCallback: (callback: Callback) => void (state.meta = callback),
    setImportModuleDynamicallyCallback: (callback: Callback) => void (state.dynamic = callback),
    callbacks: state,
    makeHooksProxy,
    throwIfPromiseRejected: () => undefined,
    createRequiredModuleFacade(wrap: ModuleWrap) {
      const facade = new ModuleWrap(wrap.url, undefined, []);
      const exports = wrap.getNamespace();
      for (const name of Object.keys(exports))
        facade.cells.set(name, {
          get value(): unknown {
            return Reflect.get(exports, name);
          },
        });
      facade.setExport('__esModule', true);
      return facade.getNamespace();
    },
  };
}

const makeCell = (): Cell => ({ value: undefined });

/** A binding of another module, looked up on use, as it may not exist yet. */
const lazyCell = (module: WrappedModule, name: string): Cell => ({
  get value() {
    const found = resolveExport(module, name);
    if (!found || found === 'ambiguous') return undefined;
    const cell = found.module.cells.get(found.name);
    if (found.name === '*') return Reflect.apply(Object(Reflect.get(found.module, 'getNamespace')), found.module, []);
    if (!cell) throw new ReferenceError(`Cannot access '${name}' before initialization`);
    return cell.value;
  },
  set value(_) {
    throw new TypeError('Assignment to constant variable.');
  },
});

/** The `assert` keyword, which Node 20 accepts like `with`, and warns of. */
const ASSERTED =
  /(^[^\S\n]*(?:(?:import|export)\b[^;'"]*?\bfrom|import)\s*(?:'[^'\n]*'|"[^"\n]*")[^\S\n]*)assert(?=\s*\{)/gm;

const ASSERT_WARNING =
  "'assert' is deprecated in import statements and support will be removed in a future version; use 'with' instead";

/** Transforms a module. Throws the engine's error if it does not parse. */
function transformed(source: string, url: string, parse: Parse, edit?: ModuleEdits): Transformed {
  const lines: number[] = [];
  const text = stripTypes(source, url)
    .replace(/^#!.*/, '')
    .replaceAll(ASSERTED, (all, from: string, at: number, whole: string) => {
      lines.unshift(whole.slice(0, at + all.length).split('\n').length);
      return `${from}with  `;
    });
  for (const line of lines) shared.warn?.(`${url}:${line} ${ASSERT_WARNING}`, 'V8');
  try {
    return transformModule(text, url, parse, edit);
  } catch (error) {
    throw moduleSyntaxError(text, url, parse) ?? error;
  }
}
