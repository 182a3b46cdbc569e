import * as z from 'zod';
import { parseJson } from '@/lib/protocol/json';
import type { Guest } from '../guest';
import { compileModule, compileScript, looksLikeModule, type Compiled } from './compile';
import { ResolveError, Resolver } from './resolve';

type Require = ((name: string) => unknown) & {
  resolve(name: string): string;
  cache: Record<string, unknown>;
  main?: unknown;
};

interface LoadedModule {
  id: string;
  filename: string;
  exports: unknown;
  loaded: boolean;
  /** Settles when an ES module has run; another that imports it in a circle does not wait. */
  running?: Promise<void>;
}

/** A built-in module by its name without `node:`, or undefined. */
export type Builtins = (name: string) => unknown;

/** Loads CommonJS and ES modules, each into the same table. ES modules run after all they import has run. */
export class Loader {
  private readonly modules: Record<string, LoadedModule> = Object.create(null);
  private readonly resolver: Resolver;

  constructor(
    private readonly guest: Guest,
    private readonly builtins: Builtins,
  ) {
    const { sys } = guest;
    this.resolver = new Resolver({
      isFile: (path) => sys.isFile(path),
      isFolder: (path) => sys.exists(path) && sys.stat(path).type === 'directory',
      real: (path) => sys.realpath(path),
      text: (path) => this.text(path),
    });
  }

  /** Runs the program at `path`. */
  async runMain(path: string): Promise<void> {
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    const file = this.resolver.resolve(path, folder, 'require');
    if (this.isModule(file)) await this.importFile(file);
    else this.requireFile(file, true);
  }

  /** Runs a text as if it were a file in the program's folder; gives the value of its last expression. */
  async evaluate(text: string, asModule: boolean): Promise<unknown> {
    const path = `${this.guest.cwd}/[eval]`;
    const loaded: LoadedModule = { id: '[eval]', filename: path, exports: {}, loaded: false };
    if (asModule || looksLikeModule(text, '/eval.js')) return this.execute(loaded, compileModule(text, path), true);
    const require = this.requireFrom(path, 'require');
    Object.assign(globalThis, {
      require,
      module: loaded,
      exports: loaded.exports,
      __filename: '[eval]',
      __dirname: '.',
    });
    return indirectEval(`${text}\n//# sourceURL=[eval]`);
  }

  requireFrom(file: string, kind: 'import' | 'require'): Require {
    const folder = file.slice(0, file.lastIndexOf('/')) || '/';
    const require = (name: string): unknown => {
      const builtin = this.builtin(name);
      if (builtin !== undefined) return builtin;
      const path = this.find(name, folder, file, kind);
      const known = this.modules[path];
      if (known) return known.exports;
      if (this.isModule(path)) {
        throw Object.assign(
          new Error(`require() of ES Module ${path} from ${file} not supported. Use import() instead.`),
          {
            code: 'ERR_REQUIRE_ESM',
          },
        );
      }
      return this.requireFile(path);
    };
    return Object.assign(require, {
      resolve: (name: string) => (this.builtin(name) === undefined ? this.find(name, folder, file, kind) : name),
      cache: this.modules,
    });
  }

  private find(name: string, folder: string, file: string, kind: 'import' | 'require'): string {
    try {
      return this.resolver.resolve(name, folder, kind);
    } catch (error) {
      if (error instanceof ResolveError && error.code === 'MODULE_NOT_FOUND') {
        error.message = `Cannot find module '${name}'\nRequire stack:\n- ${file}`;
      }
      throw error;
    }
  }

  private builtin(name: string): unknown {
    const bare = name.replace(/^node:/, '');
    // `test` is a built-in only with its prefix.
    if (bare.startsWith('test') && bare === name) return undefined;
    const found = this.builtins(bare);
    if (found === undefined && name.startsWith('node:')) {
      throw Object.assign(new Error(`No such built-in module: ${name}`), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
    }
    return found;
  }

  private isModule(path: string): boolean {
    if (path.endsWith('.json')) return false;
    return this.resolver.isModule(path) ?? looksLikeModule(this.text(path), path);
  }

  private requireFile(path: string, main = false): unknown {
    const loaded: LoadedModule = { id: main ? '.' : path, filename: path, exports: {}, loaded: false };
    this.modules[path] = loaded;
    try {
      if (path.endsWith('.json')) {
        const parsed = parseJson(z.unknown(), this.text(path));
        if (!parsed.ok) throw new SyntaxError(`${path}: ${parsed.reason}`);
        loaded.exports = parsed.value;
      } else void this.execute(loaded, compileScript(this.text(path), path), false, main);
      loaded.loaded = true;
    } catch (error) {
      delete this.modules[path];
      throw error;
    }
    return loaded.exports;
  }

  /** Imports a file and gives its namespace. */
  private async importFile(path: string): Promise<unknown> {
    if (!this.isModule(path)) {
      if (!this.modules[path]) this.requireFile(path);
      return namespaceOf(this.modules[path]?.exports);
    }
    const loaded = (this.modules[path] ??= { id: path, filename: path, exports: {}, loaded: false });
    loaded.running ??= this.runModule(loaded, new Set([path]));
    await loaded.running;
    return loaded.exports;
  }

  private async runModule(module: LoadedModule, waiting: ReadonlySet<string>): Promise<void> {
    const compiled = compileModule(this.text(module.filename), module.filename);
    const folder = module.filename.slice(0, module.filename.lastIndexOf('/')) || '/';
    for (const name of compiled.imports) {
      if (this.builtin(name) !== undefined) continue;
      const path = this.find(name, folder, module.filename, 'import');
      if (waiting.has(path) || !this.isModule(path)) continue;
      const imported = (this.modules[path] ??= { id: path, filename: path, exports: {}, loaded: false });
      imported.running ??= this.runModule(imported, new Set([...waiting, path]));
      await imported.running;
    }
    await this.execute(module, compiled, true);
    module.loaded = true;
  }

  private execute(module: LoadedModule, { code }: Compiled, isModule: boolean, main = false): Promise<unknown> {
    const { filename } = module;
    const folder = filename.slice(0, filename.lastIndexOf('/')) || '/';
    const require = this.requireFrom(filename, isModule ? 'import' : 'require');
    const importer = async (name: unknown) => {
      const text = String(name);
      const builtin = this.builtin(text);
      return builtin === undefined
        ? this.importFile(this.find(text, folder, filename, 'import'))
        : namespaceOf(builtin);
    };
    const url = `file://${filename}`;
    const meta = { url, filename, dirname: folder, resolve: (name: string) => `file://${require.resolve(name)}` };
    if (main) require.main = module;
    const body = `(${isModule ? 'async ' : ''}function (exports, require, module, __filename, __dirname, __import, __meta) {${code}\n})\n//# sourceURL=${isModule ? url : filename}`;
    const compiled = indirectEval(body);
    if (typeof compiled !== 'function') throw new Error(`cannot compile ${filename}`);
    const self = isModule ? undefined : module.exports;
    return Reflect.apply(compiled, self, [module.exports, require, module, filename, folder, importer, meta]);
  }

  private text(path: string): string {
    return new TextDecoder().decode(this.guest.sys.read(path));
  }
}

/** Evaluates in the global scope, where the program's text sees none of the loader's names. */
// oxlint-disable-next-line no-eval -- running the program's text is what this worker is for
const indirectEval = (text: string): unknown => globalThis.eval(text);

/** What `import * as x` of a CommonJS module gives. */
function namespaceOf(exported: unknown): unknown {
  if (typeof exported !== 'object' && typeof exported !== 'function') return { default: exported };
  if (exported !== null && '__esModule' in exported) return exported;
  return { ...exported, default: exported };
}
