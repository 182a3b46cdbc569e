import * as z from 'zod';
import { parseJson } from '@/lib/protocol/json';
import { resolveFrom } from '../../fs/paths';

/** What resolving needs of the files. */
export interface ModuleFiles {
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** The path with links resolved. */
  real(path: string): string;
  text(path: string): string;
}

export class ResolveError extends Error {
  constructor(
    readonly code:
      | 'MODULE_NOT_FOUND'
      | 'ERR_MODULE_NOT_FOUND'
      | 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      | 'ERR_PACKAGE_IMPORT_NOT_DEFINED',
    message: string,
  ) {
    super(message);
    this.name = 'Error';
  }
}

const ManifestSchema = z.looseObject({
  name: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  exports: z.unknown().optional(),
  imports: z.unknown().optional(),
});
type Manifest = z.infer<typeof ManifestSchema>;

const EXTENSIONS = ['', '.js', '.cjs', '.mjs', '.json', '.ts', '.mts', '.cts', '.tsx', '.jsx'];

/** Node's module resolution: files, folders, `node_modules`, `exports` and `imports` of packages. */
export class Resolver {
  private readonly manifests = new Map<string, Manifest | undefined>();

  constructor(private readonly files: ModuleFiles) {}

  /** Absolute path of what `specifier` names in a module of `folder`. Throws `ResolveError`. */
  resolve(specifier: string, folder: string, kind: 'import' | 'require'): string {
    const found = this.look(specifier, folder, kind);
    if (found) return this.files.real(found);
    const code = kind === 'import' ? 'ERR_MODULE_NOT_FOUND' : 'MODULE_NOT_FOUND';
    throw new ResolveError(code, `Cannot find module '${specifier}' imported from ${folder}`);
  }

  /** Whether a file is an ES module by its name or its package. */
  isModule(path: string): boolean | undefined {
    if (/\.m[jt]s$/.test(path)) return true;
    if (/\.c[jt]s$|\.json$/.test(path)) return false;
    const type = this.scope(path.slice(0, path.lastIndexOf('/')))?.manifest.type;
    return type === 'module' ? true : type === 'commonjs' ? false : undefined;
  }

  private look(specifier: string, folder: string, kind: 'import' | 'require'): string | undefined {
    if (specifier.startsWith('file:')) return this.file(decodeURIComponent(new URL(specifier).pathname));
    if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(specifier)) {
      const path = resolveFrom(folder, specifier);
      return (specifier.endsWith('/') ? undefined : this.file(path)) ?? this.folder(path);
    }
    if (specifier.startsWith('#')) return this.internal(specifier, folder, kind);
    return this.package(specifier, folder, kind);
  }

  private file(path: string): string | undefined {
    const found = EXTENSIONS.map((extension) => path + extension).find((name) => this.files.isFile(name));
    if (found) return found;
    // TypeScript sources import each other by the name they will have once compiled.
    const source = path.replace(/\.([cm]?)js$/, '.$1ts');
    return source !== path && this.files.isFile(source) ? source : undefined;
  }

  private folder(path: string): string | undefined {
    if (!this.files.isFolder(path)) return undefined;
    const main = this.manifest(path)?.main;
    const named = main === undefined ? undefined : resolveFrom(path, main);
    return (named && (this.file(named) ?? this.file(`${named}/index`))) ?? this.file(`${path}/index`);
  }

  private package(specifier: string, from: string, kind: 'import' | 'require'): string | undefined {
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? [];
    const own = this.scope(from);
    if (own && own.manifest.name === name && own.manifest.exports != null) {
      return this.exported(own.folder, own.manifest, `.${rest}`, kind, specifier);
    }
    for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
      const root = `${folder === '/' ? '' : folder}/node_modules/${name}`;
      if (this.files.isFolder(root)) {
        const manifest = this.manifest(root);
        if (manifest?.exports != null) return this.exported(root, manifest, `.${rest}`, kind, specifier);
        const found = this.file(root + rest) ?? this.folder(root + rest);
        if (found) return found;
      }
      if (folder === '' || folder === '/') return undefined;
    }
  }

  private exported(
    root: string,
    manifest: Manifest,
    path: string,
    kind: 'import' | 'require',
    specifier: string,
  ): string {
    const table = isTable(manifest.exports) ? manifest.exports : { '.': manifest.exports };
    const target = match(table, path, kind);
    if (target) return resolveFrom(root, target);
    throw new ResolveError(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
      `Package subpath '${path}' is not defined by "exports" in ${root}/package.json (${specifier})`,
    );
  }

  private internal(specifier: string, folder: string, kind: 'import' | 'require'): string | undefined {
    const own = this.scope(folder);
    const target = own && isRecord(own.manifest.imports) ? match(own.manifest.imports, specifier, kind) : undefined;
    if (!own || !target)
      throw new ResolveError(
        'ERR_PACKAGE_IMPORT_NOT_DEFINED',
        `Package import specifier "${specifier}" is not defined`,
      );
    return target.startsWith('.') ? this.file(resolveFrom(own.folder, target)) : this.package(target, folder, kind);
  }

  private scope(from: string): { folder: string; manifest: Manifest } | undefined {
    for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
      const manifest = this.manifest(folder);
      if (manifest) return { folder: folder || '/', manifest };
      if (folder === '' || folder === '/') return undefined;
    }
  }

  private manifest(folder: string): Manifest | undefined {
    if (!this.manifests.has(folder))
      this.manifests.set(folder, this.readManifest(`${folder === '/' ? '' : folder}/package.json`));
    return this.manifests.get(folder);
  }

  private readManifest(path: string): Manifest | undefined {
    if (!this.files.isFile(path)) return undefined;
    const parsed = parseJson(ManifestSchema, this.files.text(path));
    if (!parsed.ok) throw new Error(`Invalid package config ${path}: ${parsed.reason}`);
    return parsed.value;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.keys(value).every((key) => key.startsWith('.'));

/** The target for a path in an `exports` or `imports` table, patterns with one `*` included. */
function match(table: Record<string, unknown>, path: string, kind: 'import' | 'require'): string | undefined {
  if (Object.hasOwn(table, path)) return pick(table[path], kind);
  const patterns = Object.keys(table)
    .filter((key) => key.includes('*'))
    .sort((a, b) => b.indexOf('*') - a.indexOf('*'));
  for (const pattern of patterns) {
    const [start = '', end = ''] = pattern.split('*');
    if (!path.startsWith(start) || !path.endsWith(end) || path.length < pattern.length) continue;
    return pick(table[pattern], kind)?.replaceAll('*', path.slice(start.length, path.length - end.length));
  }
  return undefined;
}

function pick(target: unknown, kind: 'import' | 'require'): string | undefined {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) {
    for (const choice of target) {
      const found = pick(choice, kind);
      if (found) return found;
    }
    return undefined;
  }
  if (!isRecord(target)) return undefined;
  for (const [condition, choice] of Object.entries(target)) {
    if (condition !== kind && condition !== 'node' && condition !== 'default') continue;
    const found = pick(choice, kind);
    if (found) return found;
  }
  return undefined;
}
