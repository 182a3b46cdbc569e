import type { NodeProgram } from '../program';
import { isTypeScript } from '../modules/strip-types';
import type { Binding } from '../binding';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.json'];

/** Where TypeScript looks for an import: without an extension, in a folder's index, or under the compiled file's name. */
const candidates = (path: string): string[] => [
  path.replace(/\.([cm]?)js$/, '.$1ts'),
  path.replace(/\.jsx?$/, '.tsx'),
  ...ENDINGS.map((ending) => path + ending),
  ...ENDINGS.map((ending) => `${path.replace(/\/$/, '')}/index${ending}`),
];

/** `internalBinding('typescript')`, which Node 20 lacks: resolves imports of TypeScript files as the compiler does. */
export function typescript(program: NodeProgram): Binding {
  const isFile = (path: string): boolean => {
    try {
      return program.sys.stat(path).type === 'file';
    } catch {
      return false;
    }
  };
  /** The file behind an import in TypeScript; undefined if the path exists, nothing is found, or other code imports. */
  const find = (path: string, importer: string): string | undefined =>
    isTypeScript(importer) && !isFile(path) ? candidates(path).find(isFile) : undefined;
  return {
    find,
    /** Completes the path of an imported URL in place. */
    complete(url: URL, importer: unknown) {
      const path = decodeURIComponent(url.pathname);
      const found = find(path, String(importer));
      if (found) url.pathname = found.split('/').map(encodeURIComponent).join('/');
    },
  };
}
